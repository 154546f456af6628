package main

import (
	"os"
	"sync/atomic"

	"skillpack/catalog"
)

// edition is one of the two catalogs that the server has in turn.
type edition struct {
	catalog *catalog.Catalog
	file    []byte
}

// which is a set of editions, bit i for edition i.
type which uint64

const either which = 3

// replace puts a file in another one's place at once.
func replace(path string, b []byte) error {
	next := path + ".next"
	if err := os.WriteFile(next, b, 0o644); err != nil {
		return err
	}
	return os.Rename(next, path)
}

// served is what the server may answer from, as far as is known from outside. It
// changes when a swap begins and when the first answer after it is seen: a request that
// begins later is never answered from the old catalog.
type served struct {
	state atomic.Uint64 // times it changed, and in the lowest two bits which
	// seen is by edition the state during a swap in which an answer of it was asked for.
	seen [2]atomic.Uint64
}

// moment is the state at one time.
type moment uint64

func (m moment) which() which { return which(m) & either }

func (s *served) now() moment { return moment(s.state.Load()) }

// set begins a new state and returns it. Only one goroutine may call it.
func (s *served) set(w which) moment {
	next := (s.state.Load()>>2+1)<<2 | uint64(w)
	s.state.Store(next)
	return moment(next)
}

// during is what may answer a request that begins and ends at two moments.
func during(begin, end moment) which {
	if begin == end {
		return begin.which()
	}
	return either
}

// see notes which edition an answer is of, and in which state it was asked for.
func (s *served) see(of which, begin moment) {
	if begin.which() == either && of != either {
		s.seen[of>>1].Store(uint64(begin))
	}
}
