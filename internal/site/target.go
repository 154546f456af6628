package site

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"skillpack/internal/parallel"
	"skillpack/internal/protocol"
)

// marker is in the file by which a later Write knows a directory for one of ours. It is no
// file of the Site, and the same for every catalog.
const marker = "Written by skillpack site, which replaces this directory as a whole.\n"

// target is the directory that Write replaces.
type target struct {
	path   string // absolute, symbolic links resolved
	exists bool
	above  string // the innermost directory above path that was there
}

// openTarget refuses a directory whose content is not ours to replace.
func openTarget(dir string) (target, error) {
	full, err := filepath.Abs(dir)
	if err != nil {
		return target{}, err
	}
	if filepath.Dir(full) == full {
		return target{}, fmt.Errorf("%q is the root of a file system and cannot be replaced; name a directory below it", dir)
	}
	if real, err := filepath.EvalSymlinks(full); err == nil {
		full = real
	} else if !errors.Is(err, fs.ErrNotExist) {
		return target{}, err
	}
	switch info, err := os.Lstat(full); {
	case errors.Is(err, fs.ErrNotExist):
		return target{path: full, above: standing(full)}, nil
	case err != nil:
		return target{}, err
	case info.Mode()&fs.ModeSymlink != 0:
		return target{}, fmt.Errorf("%q is a symbolic link that leads nowhere; delete it, or name another directory", dir)
	case !info.IsDir():
		return target{}, fmt.Errorf("%q is a file; a site is a directory, name another one", dir)
	}
	return target{path: full, exists: true, above: filepath.Dir(full)}, checkOurs(full, dir)
}

// checkOurs refuses a directory that neither is empty nor has the marker, and a checkout,
// whose history would be deleted with the rest.
func checkOurs(full, dir string) error {
	entries, err := os.ReadDir(full)
	if err != nil || len(entries) == 0 {
		return err
	}
	head, err := os.ReadFile(filepath.Join(full, protocol.SiteMarker))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%q holds files that skillpack site did not write, such as %q, and would be replaced as a whole; name a directory that is absent or empty", dir, entries[0].Name())
	case err != nil:
		return err
	case string(head) != marker:
		return fmt.Errorf("%q has a file %q that skillpack site did not write; name a directory that is absent or empty", dir, protocol.SiteMarker)
	case slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name() == ".git" }):
		return fmt.Errorf("%q is a checkout, whose .git would be deleted with the rest; name another directory, and copy the site from there", dir)
	}
	return nil
}

// forget removes what beside made for a run that failed: a directory, and those above it
// that are now empty and were not there before.
func (t target) forget(dir string) {
	os.RemoveAll(dir)
	for parent := filepath.Dir(t.path); len(parent) > len(t.above); parent = filepath.Dir(parent) {
		if os.Remove(parent) != nil {
			return
		}
	}
}

// standing is the innermost directory above a path that is there.
func standing(path string) string {
	for {
		path = filepath.Dir(path)
		if _, err := os.Stat(path); err == nil || filepath.Dir(path) == path {
			return path
		}
	}
}

const (
	besideDigits = 8
	// besideMore is how many bytes the path of a directory that beside makes has more than
	// that of the target.
	besideMore = len("..new-") + besideDigits
)

// beside makes a directory next to the target, on the same file system.
func (t target) beside(what string) (string, error) {
	parent, name := filepath.Split(t.path)
	if err := os.MkdirAll(parent, 0o755); err != nil {
		return "", err
	}
	const longest = 200 // of a name, so that what is added fits
	dir := filepath.Join(parent, "."+name[:min(len(name), longest)]+"."+what+"-"+strings.ToLower(rand.Text()[:besideDigits]))
	if err := os.Mkdir(dir, 0o755); err != nil {
		return "", err
	}
	return dir, nil
}

// replace puts a directory in the place of the target, unless the target has come to hold
// what is not ours. If that fails, the target is as it was.
func (t target) replace(with string) error {
	if !t.exists {
		return os.Rename(with, t.path)
	}
	if err := checkOurs(t.path, t.path); err != nil {
		return err
	}
	old, err := t.beside("old")
	if err != nil {
		return err
	}
	aside := filepath.Join(old, "site")
	if err := os.Rename(t.path, aside); err != nil {
		os.Remove(old)
		return fmt.Errorf("cannot put %q aside to replace it: %w; if it is a mount point, name a directory below it", t.path, err)
	}
	if err := os.Rename(with, t.path); err != nil {
		return errors.Join(err, os.Rename(aside, t.path), os.Remove(old))
	}
	return removeTree(old, aside)
}

// removeTree removes a directory. What is two levels below the tree in it, which for a site
// is nearly all, goes on all processors. A symbolic link that somebody put there is removed,
// never followed.
func removeTree(dir, tree string) error {
	below, err := twoBelow(tree)
	if err != nil {
		return err
	}
	if err := parallel.Each(context.Background(), len(below), func(i int) error { return os.RemoveAll(below[i]) }); err != nil {
		return err
	}
	return os.RemoveAll(dir)
}

// twoBelow are the paths of what is in the directories in a directory.
func twoBelow(tree string) ([]string, error) {
	entries, err := os.ReadDir(tree)
	if err != nil {
		return nil, err
	}
	var below []string
	for _, e := range entries {
		if !e.IsDir() {
			continue
		}
		dir := filepath.Join(tree, e.Name())
		inside, err := os.ReadDir(dir)
		if err != nil {
			return nil, err
		}
		for _, e := range inside {
			below = append(below, filepath.Join(dir, e.Name()))
		}
	}
	return below, nil
}
