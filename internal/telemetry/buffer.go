package telemetry

import (
	"io"
	"sync"
	"time"
)

const (
	bufferSize  = 64 << 10 // bytes
	bufferDelay = time.Second
)

// Buffer gathers what is written to it and passes it on in large pieces, after a second
// at the latest: a log line for each request would else be a system call for each. A
// crash loses the lines of that second. Its methods may be called concurrently.
type Buffer struct {
	mu      sync.Mutex
	out     io.Writer
	kept    []byte
	timer   *time.Timer
	waiting bool // whether the timer runs
}

// Buffered returns a Buffer before w, which is not closed with it. Close it in the end.
func Buffered(w io.Writer) *Buffer {
	b := &Buffer{out: w, kept: make([]byte, 0, bufferSize)}
	b.timer = time.AfterFunc(bufferDelay, func() { _ = b.Flush() }) // there is nobody to tell
	b.timer.Stop()
	return b
}

// Write keeps p for later, or passes it on with all before it where there is no room.
// An error is that of the writer behind, which lost what it was given and is given no
// more of it: a log must go on after a disk was full.
func (b *Buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.kept)+len(p) > bufferSize {
		if err := b.flush(); err != nil {
			return 0, err
		}
	}
	if len(p) > bufferSize {
		return b.out.Write(p)
	}
	b.kept = append(b.kept, p...)
	if !b.waiting {
		b.waiting = true
		b.timer.Reset(bufferDelay)
	}
	return len(p), nil
}

// Flush passes on what was kept.
func (b *Buffer) Flush() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.flush()
}

func (b *Buffer) flush() error {
	b.timer.Stop()
	b.waiting = false
	if len(b.kept) == 0 {
		return nil
	}
	_, err := b.out.Write(b.kept)
	b.kept = b.kept[:0]
	return err
}

// Close passes on what was kept. Nothing should be written after it.
func (b *Buffer) Close() error { return b.Flush() }
