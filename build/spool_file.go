package build

import (
	"bufio"
	"cmp"
	"io"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"skillpack/catalog"
	"skillpack/internal/skill"
	"skillpack/internal/uncached"
)

// spoolFile is a nameless file, made when something is written to it.
type spoolFile struct {
	folder string
	memory sync.Pool // *[]byte
	writer sync.Pool // *bufio.Writer
	most   int64     // bytes; 0 for what the disk has room for
	kept   int64     // bytes at the start that are for the system's cache of files

	open, closed sync.Once
	file         *os.File // nil where it could not be made
	failed       error
	past         *uncached.File

	size  atomic.Int64 // bytes
	spent atomic.Int64 // nanoseconds, by all who write
}

func (f *spoolFile) init(folder string) {
	f.folder, f.kept = folder, uncached.Kept
	f.memory.New = func() any { b := make([]byte, 0, 64<<10); return &b }
	f.writer.New = func() any { return bufio.NewWriterSize(nil, pieceSize) }
}

// create makes the file. It becomes no larger than two fifths of the room on the disk, so that the
// catalog, which holds little more, finds its place.
func (f *spoolFile) create() {
	if f.file, f.failed = os.CreateTemp(f.folder, ".skillpack-*.tmp"); f.failed != nil {
		return
	}
	_ = os.Remove(f.file.Name()) // so that nothing is left however the process ends
	f.past = uncached.New(f.file)
	f.past.ReadInPieces()
	if f.most == 0 {
		f.most = roomBelow(f.file) / 5 * 2
	}
}

// add writes a content in the form that a catalog has it in, and returns where it is.
func (f *spoolFile) add(e skill.Examined) (at stretch, err error) {
	memory := f.memory.Get().(*[]byte)
	if e.Text {
		*memory = catalog.AppendMember((*memory)[:0], e.Bytes, true)
		at, err = f.put(*memory)
	} else if at, err = f.take(catalog.BlobSize(int64(len(e.Bytes)))); err == nil {
		err = f.writeBlob(at.start, e.Bytes, memory)
	}
	const mostIdle = 1 << 20 // bytes
	if cap(*memory) <= mostIdle {
		f.memory.Put(memory)
	}
	return at, err
}

// writeBlob writes a content that is no text. Past the cache it is written in whole pages.
func (f *spoolFile) writeBlob(at int64, blob []byte, memory *[]byte) (err error) {
	to := io.NewOffsetWriter(f, at)
	if at < f.kept {
		*memory, err = catalog.WriteBlob(to, blob, *memory)
		return err
	}
	w := f.writer.Get().(*bufio.Writer)
	defer f.writer.Put(w)
	w.Reset(to)
	*memory, err = catalog.WriteBlob(w, blob, *memory)
	return cmp.Or(err, w.Flush())
}

// put writes p and returns where it is. It may write to what p has room for.
func (f *spoolFile) put(p []byte) (stretch, error) {
	at, err := f.take(int64(len(p)))
	if err == nil && at.start >= f.kept {
		p = append(p, make([]byte, -len(p)&(os.Getpagesize()-1))...)
	}
	if err == nil {
		_, err = f.WriteAt(p, at.start)
	}
	return at, err
}

// take takes a part of the file. What is written past the cache has its pages for itself, since of others
// the rest had to be read first.
func (f *spoolFile) take(size int64) (stretch, error) {
	if f.open.Do(f.create); f.failed != nil {
		return stretch{}, f.failed
	}
	page := int64(os.Getpagesize())
	for {
		end := f.size.Load()
		start := end
		if end >= f.kept {
			start = (end + page - 1) &^ (page - 1)
		}
		if f.size.CompareAndSwap(end, start+size) {
			return stretch{start, size}, nil
		}
	}
}

// WriteAt is io.WriterAt.
func (f *spoolFile) WriteAt(p []byte, at int64) (n int, err error) {
	if at < f.kept {
		return f.file.WriteAt(p, at)
	}
	start := time.Now()
	n, err = f.past.WriteAt(p, at)
	f.spent.Add(int64(time.Since(start)))
	return n, err
}

// guessedRoom is what a disk has room for that does not tell, in bytes.
const guessedRoom = 4 << 30

// get reads all of p.
func (f *spoolFile) get(p []byte, at int64) error {
	_, err := f.past.ReadAt(p, at)
	return err
}

// writeTo writes what is somewhere in the file.
func (f *spoolFile) writeTo(w io.Writer, at stretch) error {
	n, err := io.Copy(w, io.NewSectionReader(f.file, at.start, at.size))
	if err == nil && n < at.size {
		err = io.ErrUnexpectedEOF
	}
	return err
}

// isPast reports whether what comes next is written past the system's cache of files.
func (f *spoolFile) isPast() bool { return f.size.Load() >= f.kept }

// isFull reports whether nothing more is to be written. A disk that is slow gets no more than
// the system's cache of files has room for: to read the files of the tree again takes less time.
func (f *spoolFile) isFull() bool {
	const fast = 100 << 20 // bytes a second, by each who writes
	size := f.size.Load()
	past := time.Duration(max(0, size-f.kept) * int64(time.Second/fast))
	isSlow := time.Duration(f.spent.Load()) > past+time.Second
	return isSlow || size > 0 && size >= f.most
}

func (f *spoolFile) close() (err error) {
	f.open.Do(func() { f.failed = os.ErrClosed })
	f.closed.Do(func() {
		if f.file != nil {
			err = f.file.Close()
			_ = os.Remove(f.file.Name()) // it is gone already where a file in use can be removed
		}
	})
	return err
}
