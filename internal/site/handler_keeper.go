package site

import (
	"container/list"
	"context"
	"errors"
	"runtime"
	"sync"

	"skillpack/internal/parallel"
)

// keeper keeps what was made last, up to a number of bytes, and makes the rest: each once
// for all who ask for it meanwhile, and as many at a time as there are processors. Its
// methods may be called concurrently.
type keeper struct {
	limit int // bytes
	turns chan struct{}

	mu     sync.Mutex
	bytes  int
	latest *list.List // of *keptFile, the one that was asked for last in front
	byKey  map[string]*list.Element
	making map[string]*making
}

type keptFile struct {
	key  string
	data []byte
}

// making is what is being made, and who waits for it.
type making struct {
	waiting int // under the keeper's mu
	done    chan struct{}
	data    []byte
	err     error
}

var errNobodyWaits = errors.New("nobody waits for it any more")

func newKeeper(limit int) *keeper {
	return &keeper{
		limit: limit, turns: make(chan struct{}, runtime.GOMAXPROCS(0)),
		latest: list.New(), byKey: map[string]*list.Element{}, making: map[string]*making{},
	}
}

// get returns what is kept for a key, or makes it. Who makes it is not kept from it by one
// who stops waiting, and what nobody waits for by its turn is not made.
func (k *keeper) get(ctx context.Context, key string, produce func() ([]byte, error)) ([]byte, error) {
	k.mu.Lock()
	if e, ok := k.byKey[key]; ok {
		k.latest.MoveToFront(e)
		k.mu.Unlock()
		return e.Value.(*keptFile).data, nil
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
		return m.data, m.err
	case <-ctx.Done():
		k.mu.Lock()
		m.waiting--
		k.mu.Unlock()
		return nil, ctx.Err()
	}
}

// produce makes what a key stands for when it is its turn.
func (k *keeper) produce(key string, m *making, produce func() ([]byte, error)) {
	k.turns <- struct{}{}
	defer func() { <-k.turns }()
	if k.forsaken(key, m) {
		m.err = errNobodyWaits
	} else {
		m.err = parallel.Guarded(func() (err error) { m.data, err = produce(); return err })
		k.keep(key, m)
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

// keep notes what was made, and drops what was not asked for the longest. What is longer
// than half of the limit would drop too much else.
func (k *keeper) keep(key string, m *making) {
	k.mu.Lock()
	defer k.mu.Unlock()
	delete(k.making, key)
	if m.err != nil || len(m.data) > k.limit/2 {
		return
	}
	k.byKey[key] = k.latest.PushFront(&keptFile{key, m.data})
	k.bytes += len(m.data)
	for k.bytes > k.limit {
		last := k.latest.Back()
		dropped := k.latest.Remove(last).(*keptFile)
		delete(k.byKey, dropped.key)
		k.bytes -= len(dropped.data)
	}
}
