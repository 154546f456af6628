package skill

import (
	"io/fs"
	"os"
)

// Disk returns the file system below a directory, as os.DirFS does. Its files do nothing
// but tell what they are and give their bytes, which on some systems costs less.
func Disk(root string) fs.FS {
	if base, ok := os.DirFS(root).(fs.ReadLinkFS); ok {
		return disk{base, root}
	}
	return os.DirFS(root)
}

type disk struct {
	fs.ReadLinkFS
	root string
}

// ReadDir is that of fs.ReadDirFS.
func (d disk) ReadDir(name string) ([]fs.DirEntry, error) { return fs.ReadDir(d.ReadLinkFS, name) }

// Stat is that of fs.StatFS.
func (d disk) Stat(name string) (fs.FileInfo, error) { return fs.Stat(d.ReadLinkFS, name) }
