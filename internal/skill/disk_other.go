//go:build !linux

package skill

import "io/fs"

// ReadDir is that of fs.ReadDirFS.
func (d *disk) ReadDir(name string) ([]fs.DirEntry, error) { return fs.ReadDir(d.ReadLinkFS, name) }
