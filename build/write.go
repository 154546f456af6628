package build

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"syscall"

	"skillpack/catalog"
	"skillpack/internal/protocol"
	"skillpack/internal/uncached"
)

// WriteFile encodes a catalog into the file at path and returns its size and digest.
// The file is written beside its place under a temporary name and renamed when it is
// whole, so that a failure leaves the old file as it was. The new file is on the disk before
// an old one goes, whatever happens to the machine then. Where there is no old one, nobody
// waits for the disk: what a crash could lose, the next build brings back.
//
// A symbolic link at path stays; what it points at is replaced. A file that is no catalog is
// never replaced: the path is then most likely a mistake. The end of ctx is a failure up to the
// moment of renaming. The spool holds contents of c, or is nil; it is closed when they are
// written, or before where the disk has no room for both, and stays open where nothing was begun.
func WriteFile(ctx context.Context, path string, c *catalog.Catalog, spool *Spool) (catalog.Info, error) {
	at, err := placeOf(path)
	if err != nil {
		return catalog.Info{}, err
	}
	temp, err := createBeside(at)
	if errors.Is(err, fs.ErrNotExist) {
		return catalog.Info{}, fmt.Errorf("there is no directory %q; make it or name another file", filepath.Dir(at.path))
	}
	var failure *fs.PathError
	if errors.As(err, &failure) { // nobody knows the temporary name
		err = &fs.PathError{Op: "write", Path: at.path, Err: failure.Err}
	}
	if err != nil {
		return catalog.Info{}, err
	}
	info, err := catalog.Write(until{ctx, uncached.NewWriter(temp)}, c)
	if errors.Is(err, syscall.ENOSPC) && spool != nil {
		info, err = writeWithout(ctx, spool, temp, c)
	}
	var closed sync.WaitGroup
	closed.Go(func() { _ = spool.Close() }) // to give back so much disk takes time too
	if err == nil && at.taken {
		err = temp.Sync()
	}
	if err = errors.Join(err, temp.Close(), ctx.Err()); err == nil {
		err = os.Rename(temp.Name(), at.path)
	}
	closed.Wait()
	if err != nil {
		return catalog.Info{}, errors.Join(err, os.Remove(temp.Name()))
	}
	return info, nil
}

// writeWithout writes a catalog for which the disk has room only without the spool. Its files are
// read again.
func writeWithout(ctx context.Context, spool *Spool, temp *os.File, c *catalog.Catalog) (catalog.Info, error) {
	for i := range c.Contents {
		c.Contents[i].WriteMember = nil
	}
	if err := errors.Join(spool.Close(), temp.Truncate(0)); err != nil {
		return catalog.Info{}, err
	}
	return catalog.Write(until{ctx, uncached.NewWriter(temp)}, c)
}

// until is a writer that fails when a context has ended.
type until struct {
	ctx context.Context
	w   io.Writer
}

func (u until) Write(p []byte) (int, error) {
	if err := u.ctx.Err(); err != nil {
		return 0, err
	}
	return u.w.Write(p)
}

// place is where a file is to be.
type place struct {
	path  string      // behind any link
	mode  fs.FileMode // that the file there has or a new one gets, before the umask
	taken bool        // there is a file, which is not empty
}

// placeOf returns the place that a path leads to, which must be free or a catalog's.
func placeOf(path string) (place, error) {
	const newFile = 0o666
	resolved, err := filepath.EvalSymlinks(path)
	if errors.Is(err, fs.ErrNotExist) {
		if _, err := os.Lstat(path); err == nil {
			return place{}, &fs.PathError{Op: "write", Path: path, Err: errors.New("a symbolic link to nothing; delete it or make its target")}
		}
		return place{path, newFile, false}, nil
	}
	if err != nil {
		return place{}, err
	}
	info, err := os.Stat(resolved)
	if err != nil {
		return place{}, err
	}
	if !info.Mode().IsRegular() {
		return place{}, &fs.PathError{Op: "write", Path: path, Err: errors.New("not a regular file")}
	}
	if err := replaceable(resolved); err != nil {
		return place{}, &fs.PathError{Op: "write", Path: path, Err: err}
	}
	return place{resolved, info.Mode().Perm(), info.Size() > 0}, nil
}

// replaceable fails for a file that is neither empty nor a catalog of some version.
func replaceable(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	start := make([]byte, len(protocol.CatalogStart))
	n, err := io.ReadFull(f, start)
	if n > 0 && string(start) != protocol.CatalogStart {
		return errors.New("it holds something else than a catalog and is not replaced; delete it or write to another file")
	}
	if n == 0 && errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// createBeside creates a new file in the folder of a place under a name of its own.
// Unlike os.CreateTemp it lets the umask decide the mode, since the file stays.
func createBeside(p place) (*os.File, error) {
	unused, err := os.CreateTemp(filepath.Dir(p.path), "."+filepath.Base(p.path)+".*.tmp")
	if err != nil {
		return nil, err
	}
	name := unused.Name()
	if err := errors.Join(unused.Close(), os.Remove(name)); err != nil {
		return nil, err
	}
	return os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, p.mode)
}
