package catalog

import (
	"fmt"
	"io"
	"os"
	"runtime"
	"sync"
	"sync/atomic"

	"skillpack/internal/uncached"
)

// Open reads the catalog in the file at path and freezes it. The file is closed
// and not needed any more when Open returns. Its errors name the path; for bytes
// that are no catalog the error is an *Error. A file that cannot be a catalog is
// refused by its first and last bytes alone, however large it is.
func Open(path string) (*Catalog, error) {
	b, err := readCatalog(path)
	if err != nil {
		return nil, err
	}
	c, err := Decode(b)
	if e, ok := err.(*Error); ok {
		e.File = path
	}
	return c, err
}

func readCatalog(path string) ([]byte, error) {
	info, err := os.Stat(path) // before opening, which would wait on a pipe
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: found a %s, expected a catalog file", path, kind(info.Mode()))
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info, err = f.Stat(); err != nil {
		return nil, err
	}
	if err := checkEnds(f, info.Size()); err != nil {
		if e, ok := err.(*Error); ok {
			e.File = path
			return nil, e
		}
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	b, err := readSize(uncached.Reader(f, info.Size()), info.Size())
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return b, nil
}

func kind(mode os.FileMode) string {
	if mode.IsDir() {
		return "directory"
	}
	return "device, pipe or socket"
}

// checkEnds looks at the first and last bytes of a file of the given size.
func checkEnds(f io.ReaderAt, size int64) error {
	first := make([]byte, min(size, headWindow))
	if _, err := f.ReadAt(first, 0); err != nil && err != io.EOF {
		return err
	}
	if err := checkHead(first); err != nil {
		return err
	}
	last := make([]byte, min(size, tailWindow))
	if _, err := f.ReadAt(last, size-int64(len(last))); err != nil && err != io.EOF {
		return err
	}
	if err := checkTail(last, size); err != nil {
		return err
	}
	return nil
}

// readBlock is how much of a file is read at a time by one core, in bytes.
const readBlock = 4 << 20

// readSize reads a file that is expected to hold size bytes, on all cores: most of the
// time goes into memory that is used for the first time.
func readSize(r io.ReaderAt, size int64) ([]byte, error) {
	if size != int64(int(size)) {
		return nil, fmt.Errorf("%d bytes are too many for the memory of this machine", size)
	}
	b := make([]byte, size)
	var err error
	fillHugePages(b, func() { err = readBlocks(r, b) })
	if err != nil {
		return nil, fmt.Errorf("reading %d bytes, as many as the file had when it was opened: %w", size, err)
	}
	return b, nil
}

// readBlocks reads all of b, on all cores.
func readBlocks(r io.ReaderAt, b []byte) error {
	var (
		group  sync.WaitGroup
		next   atomic.Int64
		failed atomic.Pointer[error]
		size   = int64(len(b))
	)
	for range min(int64(runtime.GOMAXPROCS(0)), 1+size/readBlock) {
		group.Go(func() {
			for at := next.Add(readBlock) - readBlock; at < size && failed.Load() == nil; at = next.Add(readBlock) - readBlock {
				block := b[at:min(at+readBlock, size)]
				if n, err := r.ReadAt(block, at); n < len(block) {
					failed.Store(&err)
				}
			}
		})
	}
	group.Wait()
	switch err := failed.Load(); {
	case err == nil:
		return nil
	case *err == io.EOF:
		return io.ErrUnexpectedEOF
	default:
		return *err
	}
}
