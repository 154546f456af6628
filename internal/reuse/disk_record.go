package reuse

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"io/fs"
	"path"
	"path/filepath"
	"unsafe"
)

// diskStart begins the file of a remembered Disk, as headStart that of a Memory.
const diskStart = "skillpack-tree 3 "

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
	d.settle()
	w := &recordWriter{since: d.since.UnixNano()}
	w.text(d.source.Program)
	w.text(d.source.Root)
	w.node(&d.top)
	w.below(d.top.folder)
	w.record = binary.LittleEndian.AppendUint64(w.record, uint64(w.folders))
	w.record = binary.LittleEndian.AppendUint64(w.record, uint64(w.nodes))
	return save(d.source.file(), diskStart, w.record)
}

// recordWriter puts a record together: the names in a directory one after the other, and
// behind them, in their order, the same of each directory among them. So what is near in the
// tree is near in the record and in memory, and is asked for in an order that the file
// system is quick with.
type recordWriter struct {
	record         []byte
	since          int64 // nanoseconds since 1970; what changed later may change again unseen
	nodes, folders int
}

// below writes how many names are in a directory, and one for that they are known, the names,
// and what is below them.
func (w *recordWriter) below(f *folder) {
	w.folders++
	if !f.listed {
		w.small(0)
		return
	}
	w.small(1 + uint64(len(f.below)))
	for i := range f.below {
		w.node(&f.below[i])
	}
	for i := range f.below {
		if child := f.below[i].folder; child != nil {
			w.below(child)
		}
	}
}

// node writes a name, or a directory's path; its note; its type; and what it has to be for the
// note or the names below to hold. One that may change unseen is written as another than it is.
func (w *recordWriter) node(n *node) {
	w.nodes++
	text, listed := n.name, false
	if n.folder != nil {
		text, listed = n.path(), n.listed
	}
	w.text(text)
	w.text(n.note)
	if !listed && n.note == "" {
		w.small(uint64(n.kind) << 1)
		return
	}
	w.small(uint64(n.kind)<<1 | 1)
	f := n.facts
	if f.modified > w.since || f.changed > w.since {
		f = facts{}
	}
	for _, number := range []uint64{uint64(f.mode), uint64(f.size), uint64(f.modified), uint64(f.changed), f.inode, f.device} {
		w.record = binary.LittleEndian.AppendUint64(w.record, number)
	}
}

func (w *recordWriter) small(n uint64) { w.record = binary.AppendUvarint(w.record, n) }

func (w *recordWriter) text(text string) {
	w.small(uint64(len(text)))
	w.record = append(w.record, text...)
}

// recall returns the nodes that are remembered, the top of the tree first, none where nothing is.
func (d *Disk) recall() []node {
	data, err := contents(d.source.file())
	if err != nil || !bytes.HasPrefix(data, []byte(diskStart)) {
		return nil
	}
	body, isWhole := parts(data, diskStart)
	whole := make(chan bool, 1)
	go func() { whole <- isWhole() }()
	all := d.nodes(body)
	if !<-whole {
		return nil
	}
	return all
}

// nodes returns the nodes of a record, which need not be whole.
func (d *Disk) nodes(record []byte) []node {
	r := &recordReader{rest: unsafe.String(unsafe.SliceData(record), len(record)), disk: d}
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
	r.nodes, r.folders = all[1:], make([]folder, folders)
	r.node(&all[0])
	if all[0].folder == nil {
		return nil
	}
	r.below(all[0].folder, 0)
	if r.bad || len(r.rest) > 0 || len(r.nodes) > 0 {
		return nil
	}
	return all
}

// leastNode is how many bytes a node has at least.
const leastNode = 3

// recordReader takes a record apart. Once bad, what it gives means nothing.
type recordReader struct {
	rest    string
	nodes   []node   // that are not in use yet
	folders []folder // likewise
	read    int      // of the nodes
	disk    *Disk
	bad     bool
}

// below reads what is in a directory so deep in the tree, and all below it.
func (r *recordReader) below(f *folder, depth int) {
	const deepest = 4096 // no system has longer paths
	count := r.small()
	if count == 0 || r.bad {
		return
	}
	if count--; count > uint64(len(r.nodes)) || depth > deepest {
		r.bad = true
		return
	}
	f.listed, f.below, r.nodes = true, r.nodes[:count:count], r.nodes[count:]
	r.read += int(count)
	f.piece = (r.read + pieceSize - 1) / pieceSize
	for i := range f.below {
		f.below[i].in = f
		r.node(&f.below[i])
	}
	for i := range f.below {
		if child := f.below[i].folder; child != nil && !r.bad {
			r.below(child, depth+1)
		}
	}
}

// node reads a node without what is below it.
func (r *recordReader) node(n *node) {
	n.name, n.note = r.text(), r.text()
	kind := r.small()
	n.kind = fs.FileMode(kind >> 1)
	if kind&1 != 0 {
		n.mode, n.size = fs.FileMode(r.number()), int64(r.number())
		n.modified, n.changed, n.inode, n.device = int64(r.number()), int64(r.number()), r.number(), r.number()
	}
	if n.IsDir() {
		r.folder(n)
	}
}

// folder makes a directory of a node with a path for a name.
func (r *recordReader) folder(n *node) {
	if len(r.folders) == 0 {
		r.bad = true
		return
	}
	n.folder, r.folders = &r.folders[0], r.folders[1:]
	n.folder.disk, n.folder.path, n.name = r.disk, n.name, path.Base(n.name)
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
	for shift := 0; shift < 42 && len(r.rest) > 0; shift += 7 {
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
