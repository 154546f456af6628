package catalog

import (
	"crypto/sha256"
	"hash"
	"io"
	"sync"
	"sync/atomic"

	"skillpack/internal/protocol"
)

const (
	blockSize = 512 << 10 // bytes
	// blocks is how many there are: one is filled while others are hashed and written.
	blocks = 3
)

// sealer is a writer that puts what it is given together to blocks, which are written in
// order and hashed meanwhile. It belongs to one goroutine, and must be finished.
type sealer struct {
	to     io.Writer
	sum    hash.Hash
	now    *block // that is filled
	free   chan *block
	hashed chan *block // to be
	wrote  chan *block // to be
	ended  sync.WaitGroup
	failed atomic.Pointer[error] // of to
	size   int64
}

// block is bytes that two goroutines are done with when no user is left.
type block struct {
	bytes []byte
	users atomic.Int32
}

func newSealer(w io.Writer) *sealer {
	s := &sealer{to: w, sum: sha256.New(), free: make(chan *block, blocks), hashed: make(chan *block, blocks), wrote: make(chan *block, blocks)}
	for range blocks {
		s.free <- &block{bytes: make([]byte, 0, blockSize)}
	}
	s.now = <-s.free
	s.ended.Go(func() { s.each(s.hashed, s.hash) })
	s.ended.Go(func() { s.each(s.wrote, s.write) })
	return s
}

// each does something with every block, and frees those that the other one is done with.
func (s *sealer) each(list chan *block, do func([]byte)) {
	for b := range list {
		do(b.bytes)
		if b.users.Add(-1) == 0 {
			b.bytes = b.bytes[:0]
			s.free <- b
		}
	}
}

func (s *sealer) hash(p []byte) { s.sum.Write(p) }

func (s *sealer) write(p []byte) {
	if s.err() != nil {
		return
	}
	if _, err := s.to.Write(p); err != nil {
		s.failed.Store(&err)
	}
}

// err is why nothing is written any more.
func (s *sealer) err() error {
	if err := s.failed.Load(); err != nil {
		return *err
	}
	return nil
}

// room returns what is free of the block to fill.
func (s *sealer) room() []byte {
	if len(s.now.bytes) == blockSize {
		s.pass()
	}
	return s.now.bytes[len(s.now.bytes):blockSize]
}

// pass gives the block away and waits for the next.
func (s *sealer) pass() {
	s.size += int64(len(s.now.bytes))
	s.now.users.Store(2)
	s.hashed <- s.now
	s.wrote <- s.now
	s.now = <-s.free
}

func (s *sealer) took(n int) { s.now.bytes = s.now.bytes[:len(s.now.bytes)+n] }

// Write takes in p. An error is that of an earlier block.
func (s *sealer) Write(p []byte) (n int, err error) {
	for n < len(p) && err == nil {
		k := copy(s.room(), p[n:])
		s.took(k)
		n += k
		err = s.err()
	}
	return n, err
}

// ReadFrom takes in what r gives to its end, without another copy.
func (s *sealer) ReadFrom(r io.Reader) (n int64, err error) {
	for err == nil {
		var k int
		k, err = r.Read(s.room())
		s.took(k)
		n += int64(k)
		if err == nil {
			err = s.err()
		}
	}
	if err == io.EOF {
		err = nil
	}
	return n, err
}

// finish writes what is left and returns what was written and its digest. Nothing uses the
// writer any more then.
func (s *sealer) finish() (Info, error) {
	s.pass()
	close(s.hashed)
	close(s.wrote)
	s.ended.Wait()
	return Info{Size: s.size, Digest: protocol.FormatDigest([sha256.Size]byte(s.sum.Sum(nil)))}, s.err()
}
