package main

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"skillpack/internal/skill"
)

// fromStdin as the only path of lint reads a file's text from standard input.
const fromStdin = "-"

// stdinTarget is the tree of the file that standard input is the text of, nil where
// the file is outside of any skill. The file need not be on disk, its directory must be.
func (r treeRoot) stdinTarget(file string, in io.Reader) (*target, error) {
	if info, err := os.Stat(file); err == nil && !info.Mode().IsRegular() {
		return nil, usageError("%q is no regular file; give --stdin-path the file that standard input is the text of", file)
	}
	folder := filepath.Dir(file)
	if !exists(folder) {
		return nil, usageError("the file of --stdin-path need not exist, but its directory must: %v", noSuchPath(folder))
	}
	if info, err := os.Stat(folder); err == nil && !info.IsDir() {
		return nil, usageError("%q is not a directory; name with --stdin-path the file that standard input is the text of", folder)
	}
	t, err := r.fileTarget(file)
	if err != nil || t == nil {
		return nil, err
	}
	b := &buffer{name: file}
	if b.path, b.real, err = pathsBelow(t.root, file); err != nil {
		return nil, err
	}
	if b.data, err = io.ReadAll(in); err != nil {
		return nil, err
	}
	t.buffer = b
	return t, nil
}

// pathsBelow returns the path of a file below a root, and of what it leads to where it
// is a link; "" is one that is elsewhere.
func pathsBelow(root, file string) (path, real string, err error) {
	dir, err := resolved(filepath.Dir(file))
	if err != nil {
		return "", "", err
	}
	path = filepath.Join(dir, filepath.Base(file))
	real, err = filepath.EvalSymlinks(path)
	if errors.Is(err, fs.ErrNotExist) {
		real, err = path, nil
	}
	return below(root, path), below(root, real), err
}

// isConfig reports whether the buffer is the configuration of its tree.
func (b *buffer) isConfig() bool { return b != nil && b.path == skill.ConfigName }
