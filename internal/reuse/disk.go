package reuse

import (
	"io/fs"
	"os"
	"sort"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// Disk is the file system below a directory as it is now, of which what did not change need
// not be listed or read: the names that a directory holds are known while the file system
// says the same of the directory, and what a program noted of a file while it says the same
// of the file. The file system is asked for everything once, after Open, on all cores; who
// wants to know of a directory meanwhile waits until that was asked for.
//
// It may be used by any number of goroutines.
type Disk struct {
	fs.ReadLinkFS // where bytes are, and what was not looked at
	source        Source
	askers        sync.Pool // of *asker
	top           node
	since         time.Time       // what changed later may change again unseen
	renewed       atomic.Int64    // directories listed, and notes made
	asked         []chan struct{} // one for each piece of what is remembered, closed when it was asked for
}

// Source names a tree, and where it is remembered.
type Source struct {
	Folder  string // made, for its owner alone, where it is not there
	Program string // what is remembered of another program is not used
	Root    string // absolute path of the directory
	// Skip reports whether a directory, at a "/"-separated path below the root, is not to be
	// looked into.
	Skip func(dir string) bool
}

// node is what is known of one name, and its own fs.DirEntry and fs.FileInfo.
type node struct {
	facts             // once it was asked for
	kind  fs.FileMode // type bits
	gone  bool        // it could not be asked for
	name  string
	note  string
	in    *folder // that holds it; nil for the root
	*folder
}

// folder is what is known of a directory beyond its name.
type folder struct {
	disk   *Disk
	path   string // below the root
	below  []node // sorted by name
	listed bool   // below is what the directory holds
	piece  int    // that the last of below is in, where they are remembered, from 1 on
	once   sync.Once
}

// Open begins to look at a tree, on all cores.
func Open(s Source) (*Disk, error) {
	files, ok := os.DirFS(s.Root).(fs.ReadLinkFS)
	if !ok {
		return nil, fs.ErrInvalid
	}
	base, err := openBase(s.Root)
	if err != nil {
		return nil, err
	}
	d := &Disk{ReadLinkFS: files, source: s, since: time.Now().Add(-doubt)}
	d.askers.New = func() any { return &asker{base: base} }
	return d, d.look()
}

// find returns what is known of a path, nil for nothing.
func (d *Disk) find(name string) *node {
	n := &d.top
	if name == "." {
		return n
	}
	for segment := range strings.SplitSeq(name, "/") {
		if !n.isListed() {
			return nil
		}
		// A copy of a node would read a note that is being made.
		i := sort.Search(len(n.below), func(i int) bool { return n.below[i].name >= segment })
		if i == len(n.below) || n.below[i].name != segment {
			return nil
		}
		n = &n.below[i]
	}
	return n
}

// ReadDir is that of fs.ReadDirFS.
func (d *Disk) ReadDir(name string) ([]fs.DirEntry, error) {
	n := d.find(name)
	if n == nil || !n.isListed() {
		return fs.ReadDir(d.ReadLinkFS, name)
	}
	list := make([]fs.DirEntry, len(n.below))
	for i := range n.below {
		list[i] = &n.below[i]
	}
	return list, nil
}

// Stat is that of fs.StatFS.
func (d *Disk) Stat(name string) (fs.FileInfo, error) {
	if n := d.find(name); n != nil && n.kind != fs.ModeSymlink {
		return d.info(n)
	}
	return fs.Stat(d.ReadLinkFS, name)
}

// Lstat is that of fs.ReadLinkFS.
func (d *Disk) Lstat(name string) (fs.FileInfo, error) {
	if n := d.find(name); n != nil {
		return d.info(n)
	}
	return d.ReadLinkFS.Lstat(name)
}

// info returns what is known of a node.
func (d *Disk) info(n *node) (fs.FileInfo, error) {
	if n.gone {
		return d.ReadLinkFS.Lstat(n.path())
	}
	return n, nil
}

// Note returns what was noted of a file that is still what it was, "" for nothing.
func (d *Disk) Note(name string) string {
	if n := d.find(name); n != nil {
		return n.note
	}
	return ""
}

// SetNote notes something of a file that was read after its directory. Of one file only one
// goroutine may note something.
func (d *Disk) SetNote(name, note string) {
	if n := d.find(name); n != nil {
		n.note = note
		d.renewed.Add(1)
	}
}

func (n *node) Name() string       { return n.name }
func (n *node) Size() int64        { return n.size }
func (n *node) Mode() fs.FileMode  { return n.mode }
func (n *node) ModTime() time.Time { return time.Unix(0, n.modified) }
func (n *node) IsDir() bool        { return n.kind == fs.ModeDir }
func (n *node) Sys() any           { return nil }

// Type is that of fs.DirEntry.
func (n *node) Type() fs.FileMode { return n.kind }

// Info is that of fs.DirEntry.
func (n *node) Info() (fs.FileInfo, error) { return n.in.disk.info(n) }

// Path returns where a directory is below the root, "" for what is none.
func (n *node) Path() string {
	if n.folder == nil {
		return ""
	}
	return n.folder.path
}

// path returns where a node is below the root.
func (n *node) path() string {
	if n.folder != nil {
		return n.folder.path
	}
	return string(n.appendPath(nil))
}

func (n *node) appendPath(b []byte) []byte {
	switch {
	case n.folder != nil:
		return append(b, n.folder.path...)
	case n.in.path != ".":
		b = append(append(b, n.in.path...), '/')
	}
	return append(b, n.name...)
}

// skips reports whether a directory is not looked into.
func (d *Disk) skips(dir string) bool { return dir != "." && d.source.Skip(dir) }
