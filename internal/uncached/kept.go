package uncached

import (
	"io"
	"math"
	"os"
)

// Kept is how much of a file is read and written as any other, in bytes. A catalog of that size is soon
// read again, by a check or a server, and finds room in memory.
const Kept = 512 << 20

// Reader returns what reads a file of size bytes: f where it is to be kept, and past the cache
// where it is larger. What is in the cache already is read from there, and stays.
func Reader(f *os.File, size int64) io.ReaderAt {
	if size <= Kept {
		return f
	}
	return New(f)
}

// Stream returns what reads all of a file as Reader does, one piece after the other.
func Stream(f *os.File, size int64) io.Reader {
	return io.NewSectionReader(Reader(f, size), 0, math.MaxInt64)
}

// Writer writes a new file from its start, past the cache from Kept on.
type Writer struct {
	file *os.File
	past *File
	kept int64 // bytes
	at   int64
}

// NewWriter returns a Writer of f, which is empty and stays the caller's.
func NewWriter(f *os.File) *Writer { return &Writer{file: f, past: New(f), kept: Kept} }

// Write is io.Writer. What is no whole number of pages is left to the cache, as the page that it ends in is
// written again when the next part comes.
func (w *Writer) Write(p []byte) (n int, err error) {
	page := os.Getpagesize()
	if w.at < w.kept || w.at%int64(page) != 0 || len(p)%page != 0 {
		n, err = w.file.WriteAt(p, w.at)
	} else {
		n, err = w.past.WriteAt(p, w.at)
	}
	w.at += int64(n)
	return n, err
}
