package reuse

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"sort"
	"strings"
	"sync/atomic"
	"time"
)

// Disk is the file system below a directory as it is now, of which what did not change need
// not be listed or read: the names that a directory holds are known while the file system
// says the same of the directory, and what a program noted of a file while it says the same
// of the file. All that it tells of names, kinds, permissions, sizes and times was asked of
// the file system by Open, so it is as if all of the tree had been looked at then.
//
// It may be used by any number of goroutines.
type Disk struct {
	fs.ReadLinkFS // where bytes are, and what was not looked at
	source        Source
	top           node
	since         time.Time    // what changed later may change again unseen
	renewed       atomic.Int64 // directories listed, and notes made
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

// node is what is known of one name.
type node struct {
	facts
	name   string
	below  []node // of a directory, sorted by name
	listed bool   // below is what the directory holds
	gone   bool   // it could not be asked for
	parent int    // in the list of what is remembered
	note   string
}

// Open looks at a tree, on all cores.
func Open(s Source) (*Disk, error) {
	base, ok := os.DirFS(s.Root).(fs.ReadLinkFS)
	if !ok {
		return nil, fs.ErrInvalid
	}
	d := &Disk{ReadLinkFS: base, source: s, since: time.Now().Add(-doubt)}
	return d, d.look()
}

// find returns what is known of a path, nil for nothing.
func (d *Disk) find(name string) *node {
	n := &d.top
	if name == "." {
		return n
	}
	for segment := range strings.SplitSeq(name, "/") {
		if !n.listed {
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
	if n == nil || !n.listed {
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
	if n := d.find(name); n != nil && n.mode&fs.ModeSymlink == 0 {
		return n, nil
	}
	return fs.Stat(d.ReadLinkFS, name)
}

// Lstat is that of fs.ReadLinkFS.
func (d *Disk) Lstat(name string) (fs.FileInfo, error) {
	if n := d.find(name); n != nil {
		return n, nil
	}
	return d.ReadLinkFS.Lstat(name)
}

// Note returns what was noted of a file that is still what it was, "" for nothing.
func (d *Disk) Note(name string) string {
	if n := d.find(name); n != nil {
		return n.note
	}
	return ""
}

// SetNote notes something of a file that was read after Open. Of one file only one goroutine
// may note something.
func (d *Disk) SetNote(name, note string) {
	if n := d.find(name); n != nil {
		n.note = note
		d.renewed.Add(1)
	}
}

func (n *node) Name() string               { return n.name }
func (n *node) Size() int64                { return n.size }
func (n *node) Mode() fs.FileMode          { return n.mode }
func (n *node) Type() fs.FileMode          { return n.mode.Type() }
func (n *node) ModTime() time.Time         { return time.Unix(0, n.modified) }
func (n *node) IsDir() bool                { return n.mode.IsDir() }
func (n *node) Info() (fs.FileInfo, error) { return n, nil }
func (n *node) Sys() any                   { return nil }

func (d *Disk) onDisk(name string) string {
	return filepath.Join(d.source.Root, filepath.FromSlash(name))
}

// skips reports whether a directory is not looked into.
func (d *Disk) skips(dir string) bool { return dir != "." && d.source.Skip(dir) }

// at is a directory with its path.
type at struct {
	*node
	path string
}

// unlisted appends the directories at or below one whose names are not known, the outermost
// alone.
func (d *Disk) unlisted(dirs []at, n at) []at {
	if !n.IsDir() {
		return dirs
	}
	if !n.listed {
		if d.skips(n.path) {
			return dirs
		}
		return append(dirs, n)
	}
	for i := range n.below {
		if child := &n.below[i]; child.IsDir() {
			dirs = d.unlisted(dirs, at{child, path.Join(n.path, child.name)})
		}
	}
	return dirs
}
