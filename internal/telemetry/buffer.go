package telemetry

import (
	"errors"
	"io"
	"sync"
	"sync/atomic"
	"time"
)

const (
	bufferSize  = 64 << 10 // bytes that are passed on at once
	bufferDelay = time.Second
	mostKept    = 1 << 20 // bytes; what comes beyond is dropped
	// patience is how long Flush waits for what stands behind.
	patience = time.Second
)

// Buffer gathers what is written to it and passes it on in large pieces, after a second
// at the latest: a log line for each request would else be a system call for each. A
// crash loses the lines of that second. Nobody who writes ever waits: where what stands
// behind takes nothing for so long that a megabyte is kept, lines are dropped and counted,
// since a log that is not read must not stop a server. Its methods may be called
// concurrently.
type Buffer struct {
	out  io.Writer
	lost atomic.Int64 // lines dropped since the last time somebody asked

	mu       sync.Mutex
	kept     []byte // whole lines
	spare    []byte // what is kept next
	err      error  // of a write since the last Flush
	timer    *time.Timer
	waiting  bool          // whether the timer runs
	passedOn chan struct{} // closed when nothing is kept any more; nil while nobody writes
}

// Buffered returns a Buffer before w, which is not closed with it. Close it in the end.
func Buffered(w io.Writer) *Buffer {
	b := &Buffer{out: w}
	b.timer = time.AfterFunc(bufferDelay, func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.waiting = false
		b.passOn()
	})
	b.timer.Stop()
	return b
}

// Write keeps p, one or more whole lines, for later, or drops it. There is no error.
func (b *Buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.kept)+len(p) > mostKept {
		b.lost.Add(1)
		return len(p), nil
	}
	b.kept = append(b.kept, p...)
	if len(b.kept) >= bufferSize {
		b.passOn()
	} else if !b.waiting {
		b.waiting = true
		b.timer.Reset(bufferDelay)
	}
	return len(p), nil
}

// passOn begins to write what is kept, unless somebody is at it. b.mu is held.
func (b *Buffer) passOn() {
	if b.passedOn == nil && len(b.kept) > 0 {
		b.passedOn = make(chan struct{})
		go b.write(b.passedOn)
	}
}

// write passes on until nothing is kept.
func (b *Buffer) write(passedOn chan struct{}) {
	defer close(passedOn)
	for piece := b.take(); piece != nil; piece = b.take() {
		_, err := b.out.Write(piece)
		b.mu.Lock()
		b.spare = piece[:0]
		b.err = errors.Join(b.err, err)
		b.mu.Unlock()
	}
}

// take returns what is kept; nil where there is nothing, and writing is over.
func (b *Buffer) take() []byte {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.kept) == 0 {
		b.passedOn = nil
		return nil
	}
	piece := b.kept
	b.kept, b.spare = b.spare, nil
	return piece
}

// dropped returns how many lines were dropped since the last call, once there is room
// again to tell of them.
func (b *Buffer) dropped() int {
	if b.lost.Load() == 0 { // as nearly always, and without a lock
		return 0
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.kept) > mostKept/2 {
		return 0
	}
	return int(b.lost.Swap(0))
}

var errStalled = errors.New("what takes the log has taken nothing for a second")

// Flush passes on what is kept and waits until that is done, for a second at most. It
// returns the errors of all writes since the last Flush.
func (b *Buffer) Flush() error {
	b.mu.Lock()
	b.passOn()
	passedOn := b.passedOn
	b.mu.Unlock()
	if passedOn != nil {
		select {
		case <-passedOn:
		case <-time.After(patience):
			return errStalled
		}
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	err := b.err
	b.err = nil
	return err
}

// Close is a Flush. Nothing may be written after it.
func (b *Buffer) Close() error {
	b.timer.Stop()
	return b.Flush()
}
