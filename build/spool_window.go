package build

import (
	"os"
	"sync"
)

// window is what of the buckets of a spool is in memory: one, and the next, which is read meanwhile.
type window struct {
	mu     sync.Mutex
	now    *view
	next   *view
	closed bool
}

// view is a bucket that is in memory, or will be.
type view struct {
	index int
	bytes []byte
	err   error
	ready chan struct{} // closed when the fields above are set
}

// use lets do look at all that a bucket holds.
func (w *window) use(s *Spool, index int, do func([]byte) error) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return os.ErrClosed
	}
	if w.now == nil || w.now.index != index {
		w.move(s, index)
	}
	<-w.now.ready
	if w.now.err != nil {
		return w.now.err
	}
	return do(w.now.bytes)
}

// move makes a bucket the one that is looked at, and begins to read the one behind it.
func (w *window) move(s *Spool, index int) {
	var free []byte
	if w.now != nil {
		<-w.now.ready
		free = w.now.bytes
	}
	if w.now = w.next; w.now == nil || w.now.index != index {
		w.now = read(s, index, nil)
	}
	if w.next = nil; index+1 < buckets {
		w.next = read(s, index+1, free)
	}
}

// read begins to read a bucket to memory, to free if there is any.
func read(s *Spool, index int, free []byte) *view {
	v := &view{index: index, ready: make(chan struct{})}
	if free == nil {
		free = make([]byte, 0, s.largest())
	}
	go func() {
		defer close(v.ready)
		v.bytes, v.err = s.bucket[index].readAll(free)
	}()
	return v
}

// largest is the size of the largest bucket.
func (s *Spool) largest() (size int64) {
	for i := range s.bucket {
		size = max(size, s.bucket[i].size())
	}
	return size
}

func (w *window) close() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.now, w.next, w.closed = nil, nil, true
}
