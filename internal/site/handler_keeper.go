package site

import (
	"container/list"
	"context"
	"errors"
	"runtime"
	"sync"

	"skillpack/internal/parallel"
)

// keeper keeps what was made last, up to a number of bytes, and what is in use, and makes the
// rest: each once for all who ask for it meanwhile, and as many at a time as there are
// processors. So however many clients read slowly, nothing is in memory twice. Its methods
// may be called concurrently.
type keeper struct {
	limit int // bytes
	turns chan struct{}

	mu     sync.Mutex
	bytes  int
	latest *list.List // of *keptFile, the one that was asked for last in front
	byKey  map[string]*keptFile
	making map[string]*making
}

type keptFile struct {
	key   string
	data  []byte        // not to be changed
	users int           // who have not released it, under the keeper's mu
	place *list.Element // in latest; nil for what is kept only while it is in use
}

// making is what is being made, and who waits for it.
type making struct {
	waiting int // under the keeper's mu
	done    chan struct{}
	file    *keptFile // under the keeper's mu until done; nil before it is made
	err     error
}

var errNobodyWaits = errors.New("nobody waits for it any more")

func newKeeper(limit int) *keeper {
	return &keeper{
		limit: limit, turns: make(chan struct{}, runtime.GOMAXPROCS(0)),
		latest: list.New(), byKey: map[string]*keptFile{}, making: map[string]*making{},
	}
}

// get returns what is kept for a key, or makes it; without an error the caller must release
// it. Who makes it is not kept from it by one who stops waiting, and what nobody waits for by
// its turn is not made.
func (k *keeper) get(ctx context.Context, key string, produce func() ([]byte, error)) (*keptFile, error) {
	k.mu.Lock()
	if f, ok := k.byKey[key]; ok {
		if f.users++; f.place != nil {
			k.latest.MoveToFront(f.place)
		}
		k.mu.Unlock()
		return f, nil
	}
	m, ok := k.making[key]
	if !ok {
		m = &making{done: make(chan struct{})}
		k.making[key] = m
		go k.produce(key, m, produce)
	}
	m.waiting++
	k.mu.Unlock()
	select {
	case <-m.done:
		return m.file, m.err
	case <-ctx.Done():
		k.leave(m)
		return nil, ctx.Err()
	}
}

// leave is for who waits no more for what is being made, or was made just now.
func (k *keeper) leave(m *making) {
	k.mu.Lock()
	file := m.file
	m.waiting--
	k.mu.Unlock()
	if file != nil {
		k.release(file)
	}
}

// release is for who does not use a file any more.
func (k *keeper) release(f *keptFile) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if f.users--; f.users == 0 && f.place == nil {
		delete(k.byKey, f.key)
	}
	k.trim()
}

// produce makes what a key stands for when it is its turn.
func (k *keeper) produce(key string, m *making, produce func() ([]byte, error)) {
	k.turns <- struct{}{}
	defer func() { <-k.turns }()
	if k.forsaken(key, m) {
		m.err = errNobodyWaits
	} else {
		var data []byte
		m.err = parallel.Guarded(func() (err error) { data, err = produce(); return err })
		k.keep(key, m, data)
	}
	close(m.done)
}

// forsaken reports whether nobody waits, and then lets the next one who asks begin anew.
func (k *keeper) forsaken(key string, m *making) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	if m.waiting > 0 {
		return false
	}
	delete(k.making, key)
	return true
}

// keep notes what was made, for all who wait. What is longer than half of the limit would
// drop too much else, and is kept for them alone.
func (k *keeper) keep(key string, m *making, data []byte) {
	k.mu.Lock()
	defer k.mu.Unlock()
	delete(k.making, key)
	if m.err != nil {
		return
	}
	m.file = &keptFile{key: key, data: data, users: m.waiting}
	if len(data) <= k.limit/2 {
		m.file.place = k.latest.PushFront(m.file)
		k.bytes += len(data)
	} else if m.waiting == 0 {
		return
	}
	k.byKey[key] = m.file
	k.trim()
}

// trim drops what is not in use and was not asked for the longest until the rest is within
// the limit, if it can be.
func (k *keeper) trim() {
	for e := k.latest.Back(); e != nil && k.bytes > k.limit; {
		f, before := e.Value.(*keptFile), e.Prev()
		if f.users == 0 {
			k.latest.Remove(e)
			delete(k.byKey, f.key)
			k.bytes -= len(f.data)
		}
		e = before
	}
}
