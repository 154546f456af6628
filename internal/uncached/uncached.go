// Package uncached reads and writes large files past the system's cache of files. What a file of
// gigabytes would take of it is memory that others need, and to take memory into that cache
// can cost more than all that is done with what is in it.
package uncached

import (
	"os"
	"sync/atomic"
	"syscall"
)

// File is a file whose reads and writes leave in the system's cache of files what is there, and
// nothing else. It is a wish: where the system or the file system does not know how, they are
// those of an os.File. It may be used by any number of goroutines.
type File struct {
	file  *os.File
	raw   syscall.RawConn
	plain atomic.Bool // the wish was refused
}

// New returns a File that uses f, which stays the caller's.
func New(f *os.File) *File {
	raw, err := f.SyscallConn()
	u := &File{file: f, raw: raw}
	u.plain.Store(err != nil)
	return u
}

// ReadAt is io.ReaderAt.
func (f *File) ReadAt(p []byte, at int64) (int, error) {
	n := f.each(p, at, readPast)
	if n == len(p) {
		return n, nil
	}
	more, err := f.file.ReadAt(p[n:], at+int64(n))
	return n + more, err
}

// WriteAt is io.WriterAt. The file must not have been opened to append.
func (f *File) WriteAt(p []byte, at int64) (int, error) {
	n := f.each(p, at, writePast)
	if n == len(p) {
		return n, nil
	}
	more, err := f.file.WriteAt(p[n:], at+int64(n))
	return n + more, err
}

// ReadInPieces tells the system that what is read lies apart, so that it does not read ahead.
func (f *File) ReadInPieces() {
	if f.raw != nil {
		_ = f.raw.Control(adviseRandom)
	}
}

// each does something with p, in pieces, and returns how much of it was done. Who does the rest in
// the plain way learns why it was not more.
func (f *File) each(p []byte, at int64, do func(fd int, p []byte, at int64) (int, error)) (done int) {
	for done < len(p) && !f.plain.Load() {
		var n int
		var err error
		if gone := f.raw.Control(func(fd uintptr) { n, err = do(int(fd), p[done:], at+int64(done)) }); gone != nil {
			return done
		}
		if err == syscall.EINTR {
			continue
		}
		if isUnknown(err) {
			f.plain.Store(true)
		}
		if err != nil || n <= 0 {
			return done
		}
		done += n
	}
	return done
}
