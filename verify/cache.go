package verify

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"runtime"
	"strings"

	"skillpack/catalog"
	"skillpack/internal/protocol"
)

// Cache keeps files that a Session has checked in a folder, by the server's label and by
// digest. Each file is checked again whenever it is taken out, so that a spoiled one is
// as one that is not there. The folder and all in it are for its owner alone, files are
// written whole or not at all, and no name in it comes from a server. Several processes
// may share it. It never shrinks: delete what you like, at any time.
type Cache struct {
	root *os.Root
}

// OpenCache opens the cache in a folder, which is made where there is none. It refuses a
// folder that others may read or write. Close it when no Session uses it any more.
func OpenCache(dir string) (*Cache, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	if err := checkPrivate(root); err != nil {
		root.Close()
		return nil, err
	}
	return &Cache{root: root}, nil
}

// Close gives the folder back to the system. What is in it stays.
func (c *Cache) Close() error { return c.root.Close() }

// checkPrivate fails if others may use the folder. Windows has no such bits.
func checkPrivate(root *os.Root) error {
	info, err := root.Stat(".")
	if err != nil || runtime.GOOS == "windows" {
		return err
	}
	if mode := info.Mode().Perm(); mode&0o077 != 0 {
		return fmt.Errorf("the cache %q has mode %04o and others may use it, expected 0700; run chmod 700 on it, or choose another folder", root.Name(), mode)
	}
	return nil
}

// cachePlace returns the folder of a server's files and the name of one in it. Both are
// hexadecimal, whatever the label: the digest of a label cannot lead out of the folder.
func cachePlace(label, digest string) (folder, name string) {
	_, folder, _ = strings.Cut(protocol.Digest([]byte(label)), ":")
	_, name, _ = strings.Cut(digest, ":")
	return folder, name
}

// get returns the bytes that a server's entry promises. It is fs.ErrNotExist where they
// are not there. Where something else is in their place, that is removed, and the error
// tells of it.
func (c *Cache) get(label string, ref catalog.Ref) ([]byte, error) {
	if !protocol.ValidDigest(ref.Digest) {
		return nil, fs.ErrNotExist
	}
	folder, name := cachePlace(label, ref.Digest)
	if err := c.checkKind(folder, fs.ModeDir); err != nil {
		return nil, err
	}
	file := path.Join(folder, name)
	data, err := c.readPlain(file, ref.Size)
	if err == nil {
		err = CheckBytes(ref, data)
	}
	switch {
	case err == nil:
		return data, nil
	case errors.Is(err, fs.ErrNotExist):
		return nil, err
	}
	err = fmt.Errorf("the cached copy of %q is spoiled and is fetched anew: %w", ref.URI, err)
	return nil, errors.Join(err, c.root.Remove(file))
}

// readPlain reads a file of a known size if it is one and no link: it opens nothing
// else, since opening a pipe waits.
func (c *Cache) readPlain(file string, size int64) ([]byte, error) {
	if err := c.checkKind(file, 0); err != nil {
		return nil, err
	}
	f, err := c.root.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, size+1)) // one more shows a file that is too long
}

// checkKind fails unless what has a name is of a kind: a folder or, for 0, a file.
func (c *Cache) checkKind(name string, kind fs.FileMode) error {
	info, err := c.root.Lstat(name)
	if err == nil && info.Mode().Type() != kind {
		return fmt.Errorf("%q in the cache has mode %v, expected a plain file or folder; delete it", name, info.Mode())
	}
	return err
}

// put keeps the checked bytes of a file.
func (c *Cache) put(label string, ref catalog.Ref, data []byte) error {
	folder, name := cachePlace(label, ref.Digest)
	if err := c.root.Mkdir(folder, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	if err := c.checkKind(folder, fs.ModeDir); err != nil {
		return err
	}
	temporary := path.Join(folder, "new-"+rand.Text())
	err := c.write(temporary, data)
	if err == nil {
		err = c.root.Rename(temporary, path.Join(folder, name))
	}
	if err != nil {
		c.root.Remove(temporary)
	}
	return err
}

// write writes a file that must not be there yet.
func (c *Cache) write(name string, data []byte) error {
	f, err := c.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Close())
}
