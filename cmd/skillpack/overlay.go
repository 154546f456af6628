package main

import (
	"bytes"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"time"
)

// buffer is the text of a file as an editor has it, saved or not.
type buffer struct {
	name string // of the file, as the user gave it
	path string // of the file below the tree's root; findings are in it
	real string // the same, of what path leads to where it is a link
	data []byte
}

// overlay is a file system in which a buffer stands for its file, which may not be
// there yet. The file's directory must be.
type overlay struct {
	fs.ReadLinkFS
	buffer *buffer
}

func (o overlay) Open(name string) (fs.File, error) {
	if name != o.buffer.real {
		return o.ReadLinkFS.Open(name)
	}
	info, err := o.Lstat(name)
	return bufferFile{bytes.NewReader(o.buffer.data), info}, err
}

func (o overlay) ReadDir(name string) ([]fs.DirEntry, error) {
	list, err := fs.ReadDir(o.ReadLinkFS, name)
	if err != nil || name != path.Dir(o.buffer.real) {
		return list, err
	}
	info, err := o.Lstat(o.buffer.real)
	if err != nil {
		return nil, err
	}
	entry := fs.FileInfoToDirEntry(info)
	at, found := slices.BinarySearchFunc(list, entry.Name(), func(e fs.DirEntry, name string) int {
		return strings.Compare(e.Name(), name)
	})
	if found {
		list[at] = entry
		return list, nil
	}
	return slices.Insert(list, at, entry), nil
}

func (o overlay) Stat(name string) (fs.FileInfo, error) {
	if name == o.buffer.real {
		return o.Lstat(name)
	}
	return fs.Stat(o.ReadLinkFS, name)
}

// Lstat gives the buffer the permissions that its file has on disk.
func (o overlay) Lstat(name string) (fs.FileInfo, error) {
	info, err := o.ReadLinkFS.Lstat(name)
	if name != o.buffer.real {
		return info, err
	}
	b := bufferInfo{name: path.Base(name), size: int64(len(o.buffer.data)), mode: 0o644}
	switch {
	case err == nil:
		b.mode = info.Mode()
	case !os.IsNotExist(err):
		return nil, err
	}
	return b, nil
}

// bufferFile is an open buffer.
type bufferFile struct {
	*bytes.Reader
	info fs.FileInfo
}

func (f bufferFile) Stat() (fs.FileInfo, error) { return f.info, nil }
func (f bufferFile) Close() error               { return nil }

type bufferInfo struct {
	name string
	size int64
	mode fs.FileMode
}

func (i bufferInfo) Name() string       { return i.name }
func (i bufferInfo) Size() int64        { return i.size }
func (i bufferInfo) Mode() fs.FileMode  { return i.mode }
func (i bufferInfo) ModTime() time.Time { return time.Time{} }
func (i bufferInfo) IsDir() bool        { return i.mode.IsDir() }
func (i bufferInfo) Sys() any           { return nil }
