package skill

import (
	"io/fs"
	"os"
	"sync"
)

// Disk returns the file system below a directory, as os.DirFS does. Its files do nothing
// but tell what they are and give their bytes, and its listings know at once what regular
// files are, which on some systems costs less.
func Disk(root string) fs.FS {
	if base, ok := os.DirFS(root).(fs.ReadLinkFS); ok {
		return &disk{ReadLinkFS: base, root: root}
	}
	return os.DirFS(root)
}

type disk struct {
	fs.ReadLinkFS
	root     string
	listings sync.Pool // of memory for them
}

// Stat is that of fs.StatFS.
func (d *disk) Stat(name string) (fs.FileInfo, error) { return fs.Stat(d.ReadLinkFS, name) }
