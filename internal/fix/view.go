package fix

import (
	"bytes"
	"cmp"
	"io/fs"
	"maps"
	"path"
	"slices"

	"skillpack/internal/diag"
	"skillpack/internal/skill"
)

// View is a file system with the plan so far done to it. Contents are known by the
// path that their file has on disk, so that a rename moves nothing here.
type View struct {
	disk    fs.FS
	edited  map[string]*Change // by path on disk
	renames []diag.Rename
}

func newView(disk fs.FS) *View { return &View{disk: disk, edited: map[string]*Change{}} }

// put gives a file other bytes. The path is one of the view.
func (v *View) put(file string, before, after []byte, fixed int) {
	file = v.old(file)
	c := v.edited[file]
	if c == nil {
		c = &Change{Path: file, Before: before}
		v.edited[file] = c
	}
	c.After = after
	c.Fixed += fixed
}

// changes returns the edited files, sorted, without those that are as they were.
func (v *View) changes() []Change {
	var out []Change
	for _, file := range slices.Sorted(maps.Keys(v.edited)) {
		if c := v.edited[file]; !bytes.Equal(c.Before, c.After) {
			out = append(out, *c)
		}
	}
	return out
}

// old is the inverse of Now: the path on disk of a path of the view.
func (v *View) old(file string) string {
	for _, r := range slices.Backward(v.renames) {
		file = moved(file, r.To, r.From)
	}
	return file
}

// Now returns the path that what was at a path has now.
func (v *View) Now(file string) string { return renamed(file, v.renames) }

// renamed returns the path of a file after renames.
func renamed(file string, renames []diag.Rename) string {
	for _, r := range renames {
		file = moved(file, r.From, r.To)
	}
	return file
}

// moved returns a path after what is at from has been moved to to.
func moved(file, from, to string) string {
	if skill.Within(file, from) {
		return to + file[len(from):]
	}
	return file
}

// onDisk is old for an operation of the file system: what a rename took away from a
// path is there no more.
func (v *View) onDisk(op, file string) (string, error) {
	old := v.old(file)
	if !fs.ValidPath(file) || v.Now(old) != file {
		return "", &fs.PathError{Op: op, Path: file, Err: fs.ErrNotExist}
	}
	return old, nil
}

// Open implements fs.FS.
func (v *View) Open(file string) (fs.File, error) {
	old, err := v.onDisk("open", file)
	if err != nil {
		return nil, err
	}
	f, err := v.disk.Open(old)
	if c := v.edited[old]; c != nil && err == nil {
		return &editedFile{f, bytes.NewReader(c.After)}, nil
	}
	return f, err
}

// ReadDir implements fs.ReadDirFS.
func (v *View) ReadDir(dir string) ([]fs.DirEntry, error) {
	old, err := v.onDisk("readdir", dir)
	if err != nil {
		return nil, err
	}
	list, err := fs.ReadDir(v.disk, old)
	for i, e := range list {
		file := path.Join(old, e.Name())
		if c := v.edited[file]; c != nil {
			list[i] = editedEntry{e, int64(len(c.After))}
		}
		if name := path.Base(v.Now(file)); name != e.Name() {
			list[i] = renamedEntry{list[i], name}
		}
	}
	slices.SortFunc(list, func(a, b fs.DirEntry) int { return cmp.Compare(a.Name(), b.Name()) })
	return list, err
}

// Lstat implements fs.ReadLinkFS.
func (v *View) Lstat(file string) (fs.FileInfo, error) {
	old, err := v.onDisk("lstat", file)
	if err != nil {
		return nil, err
	}
	return fs.Lstat(v.disk, old)
}

// ReadLink implements fs.ReadLinkFS.
func (v *View) ReadLink(file string) (string, error) {
	old, err := v.onDisk("readlink", file)
	if err != nil {
		return "", err
	}
	return fs.ReadLink(v.disk, old)
}

// editedFile is a file of the disk with other bytes.
type editedFile struct {
	fs.File
	content *bytes.Reader
}

func (f *editedFile) Read(p []byte) (int, error) { return f.content.Read(p) }

func (f *editedFile) Stat() (fs.FileInfo, error) {
	info, err := f.File.Stat()
	return editedInfo{info, f.content.Size()}, err
}

type editedInfo struct {
	fs.FileInfo
	size int64
}

func (i editedInfo) Size() int64 { return i.size }

type editedEntry struct {
	fs.DirEntry
	size int64
}

func (e editedEntry) Info() (fs.FileInfo, error) {
	info, err := e.DirEntry.Info()
	return editedInfo{info, e.size}, err
}

type renamedEntry struct {
	fs.DirEntry
	name string
}

func (e renamedEntry) Name() string { return e.name }
