package reuse

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"io/fs"
	"path"
	"path/filepath"
	"time"
	"unsafe"
)

// diskStart begins the file of a remembered Disk, as headStart that of a Memory.
const diskStart = "skillpack-tree 2 "

// few is how much may be looked at anew, each time again, before it is remembered: writing
// the record costs about what a hundred files do.
const few = 32

func (s *Source) file() string {
	name := sha256.Sum256([]byte(s.Root))
	return filepath.Join(s.Folder, hex.EncodeToString(name[:16])+".tree")
}

// Keep remembers the tree as it was when it was opened, with all notes, where much of it
// was looked at anew.
func (d *Disk) Keep() error {
	if d.renewed.Load() <= few {
		return nil
	}
	b := appendText(appendText(nil, d.source.Program), d.source.Root)
	list, folders := []*node{&d.top}, 0
	for i := 0; i < len(list); i++ {
		n := list[i]
		b = n.append(b, d.since)
		if n.folder == nil {
			continue
		}
		folders++
		for k := range n.below {
			if n.listed {
				list = append(list, &n.below[k])
			}
		}
	}
	b = binary.LittleEndian.AppendUint64(b, uint64(folders))
	b = binary.LittleEndian.AppendUint64(b, uint64(len(list)))
	return save(d.source.file(), diskStart, b)
}

// append writes a node: its name, or a directory's path; its note; its type, and how many
// follow below it; and what it has to be for the note or the names to hold. One that may
// change unseen is written as another than it is.
func (n *node) append(b []byte, since time.Time) []byte {
	f := n.facts
	if f.modified > since.UnixNano() || f.changed > since.UnixNano() {
		f = facts{}
	}
	text, below := n.name, 0
	if n.folder != nil {
		if text = n.path(); n.listed {
			below = 1 + len(n.below)
		}
	}
	b = appendText(appendText(b, text), n.note)
	b = binary.AppendUvarint(binary.AppendUvarint(b, uint64(n.kind)), uint64(below))
	if below == 0 && n.note == "" {
		return b
	}
	for _, number := range []uint64{uint64(f.mode), uint64(f.size), uint64(f.modified), uint64(f.changed), f.inode, f.device} {
		b = binary.LittleEndian.AppendUint64(b, number)
	}
	return b
}

func appendText(b []byte, text string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(text))), text...)
}

// recall returns the nodes that are remembered, each directory's one after the other and
// behind it, none where nothing is.
func (d *Disk) recall() []node {
	data := load(d.source.file(), diskStart)
	r := &recordReader{rest: unsafe.String(unsafe.SliceData(data), len(data))}
	if r.text() != d.source.Program || r.text() != d.source.Root || len(r.rest) < 2*8 {
		return nil
	}
	end := len(r.rest) - 2*8
	counts := recordReader{rest: r.rest[end:]}
	r.rest = r.rest[:end]
	folders, count := counts.number(), counts.number()
	if count == 0 || count > uint64(end)/leastNode || folders > count {
		return nil
	}
	all := make([]node, count)
	r.folders = make([]folder, folders)
	next := 1
	for i := range all {
		next = r.node(all, i, next)
		all[i].early = d.isEarly(&all[i])
	}
	if r.bad || len(r.rest) > 0 || next != len(all) || all[0].folder == nil {
		return nil
	}
	return all
}

// leastNode is how many bytes a node has at least.
const leastNode = 4

// recordReader takes a record apart. Once bad, what it gives means nothing.
type recordReader struct {
	rest    string
	folders []folder // that are not in use yet
	bad     bool
}

// node reads the node at i, of which those below begin at next, and returns where those of
// the node behind it do.
func (r *recordReader) node(all []node, i, next int) int {
	n := &all[i]
	n.name, n.note = r.text(), r.text()
	n.kind = fs.FileMode(r.small())
	below := r.small()
	if below > 0 || n.note != "" {
		n.mode, n.size = fs.FileMode(r.number()), int64(r.number())
		n.modified, n.changed, n.inode, n.device = int64(r.number()), int64(r.number()), r.number(), r.number()
	}
	if !n.IsDir() {
		r.bad = r.bad || below > 0
		return next
	}
	if len(r.folders) == 0 {
		r.bad = true
		return next
	}
	n.folder, r.folders = &r.folders[0], r.folders[1:]
	n.folder.path, n.name = n.name, path.Base(n.name)
	if below == 0 {
		return next
	}
	end := next + int(below) - 1
	if end < next || end > len(all) || next <= i {
		r.bad = true
		return next
	}
	n.listed, n.below = true, all[next:end:end]
	for k := range n.below {
		n.below[k].in = n.folder
	}
	return end
}

// number reads one of a fixed size.
func (r *recordReader) number() uint64 {
	if len(r.rest) < 8 {
		r.bad = true
		return 0
	}
	n := binary.LittleEndian.Uint64(unsafe.Slice(unsafe.StringData(r.rest), 8))
	r.rest = r.rest[8:]
	return n
}

// small reads one that is mostly small.
func (r *recordReader) small() uint64 {
	var n uint64
	for shift := 0; shift < 35 && len(r.rest) > 0; shift += 7 {
		c := r.rest[0]
		r.rest = r.rest[1:]
		if n |= uint64(c&0x7f) << shift; c < 0x80 {
			return n
		}
	}
	r.bad = true
	return 0
}

func (r *recordReader) text() string {
	size := r.small()
	if size > uint64(len(r.rest)) {
		r.bad = true
		return ""
	}
	text := r.rest[:size]
	r.rest = r.rest[size:]
	return text
}
