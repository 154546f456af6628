package site

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"skillpack/internal/parallel"
	"skillpack/internal/protocol"
)

// WriteOptions says how Write goes about it.
type WriteOptions struct {
	// Progress is told how many files of how many are written, by one goroutine at a time;
	// nil for nobody.
	Progress func(done, total int)
}

// Written says what Write wrote.
type Written struct {
	Files int
	Bytes int64
}

// Write writes the site to a directory: absent, empty or written by Write before, which a
// marker file tells. It writes beside it and renames, so that a failed or cancelled run
// leaves what was there, and nothing else. Paths that the target could not hold are found
// before anything is written. The bytes depend on the Site alone.
//
// Memory holds as many files at a time as there are processors.
func (s *Site) Write(ctx context.Context, dir string, o WriteOptions) (Written, error) {
	target, err := openTarget(dir)
	if err != nil {
		return Written{}, err
	}
	if err := checkPaths(s.files, len(target.path)+besideMore); err != nil {
		return Written{}, err
	}
	beside, err := target.beside("new")
	if err != nil {
		target.forget(beside)
		return Written{}, err
	}
	written, err := s.writeTree(ctx, beside, o)
	if err == nil {
		err = target.replace(beside)
	}
	if err != nil {
		target.forget(beside)
		return Written{}, err
	}
	return written, nil
}

// writeTree writes every file, and the marker, into a directory.
func (s *Site) writeTree(ctx context.Context, dir string, o WriteOptions) (Written, error) {
	files := inOrder(s.files)
	if err := makeDirs(ctx, dir, files); err != nil {
		return Written{}, err
	}
	var sum tally
	err := parallel.Each(ctx, len(files), func(i int) error {
		n, err := writeOne(dir, files[i])
		sum.add(n, len(files), o.Progress)
		return err
	})
	if err != nil {
		return Written{}, err
	}
	return sum.Written, os.WriteFile(filepath.Join(dir, protocol.SiteMarker), []byte(marker), 0o644)
}

// inOrder puts behind all others what is told by what was made before: indexes know the
// digests of archives then, and pages of skills where the links in other files lead.
func inOrder(files []File) []File {
	ordered := slices.Clone(files)
	slices.SortStableFunc(ordered, func(a, b File) int { return turn(a) - turn(b) })
	return ordered
}

func turn(f File) int {
	switch {
	case f.Class == Archive:
		return 0
	case f.Class == Discovery, strings.HasPrefix(f.Path, skillRoot):
		return 2
	}
	return 1
}

// makeDirs makes the directories of all files below root, which exists.
func makeDirs(ctx context.Context, root string, files []File) error {
	made := map[string]bool{".": true}
	for _, f := range files {
		if err := context.Cause(ctx); err != nil {
			return err
		}
		if err := makeDir(root, path.Dir(f.Path), made); err != nil {
			return err
		}
	}
	return nil
}

func makeDir(root, dir string, made map[string]bool) error {
	if made[dir] {
		return nil
	}
	if err := makeDir(root, path.Dir(dir), made); err != nil {
		return err
	}
	made[dir] = true
	err := os.Mkdir(filepath.Join(root, filepath.FromSlash(dir)), 0o755)
	if errors.Is(err, fs.ErrExist) { // under a name that is the same to this system
		return nil
	}
	return err
}

func writeOne(dir string, f File) (int64, error) {
	out, err := os.OpenFile(filepath.Join(dir, filepath.FromSlash(f.Path)), os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644)
	if err != nil {
		return 0, err
	}
	counted := counter{File: out}
	if err := cmp.Or(f.writeTo(&counted), out.Close()); err != nil {
		return 0, fmt.Errorf("%s: %w", f.Path, err)
	}
	return counted.n, nil
}

func (f File) writeTo(w io.Writer) error {
	if f.write != nil {
		return f.write(w)
	}
	data, err := f.Bytes()
	if err != nil {
		return err
	}
	_, err = w.Write(data)
	return err
}

// counter counts the bytes that are written to a file.
type counter struct {
	*os.File
	n int64
}

func (c *counter) Write(p []byte) (int, error) {
	n, err := c.File.Write(p)
	c.n += int64(n)
	return n, err
}

func (c *counter) WriteString(s string) (int, error) {
	n, err := c.File.WriteString(s)
	c.n += int64(n)
	return n, err
}

// tally counts what is written, by any number of goroutines.
type tally struct {
	mu sync.Mutex
	Written
}

func (t *tally) add(bytes int64, total int, progress func(done, total int)) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.Files++
	t.Bytes += bytes
	if progress != nil {
		progress(t.Files, total)
	}
}
