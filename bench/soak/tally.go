package main

import (
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
)

// soak is what all clients and the swapper share.
type soak struct {
	url    string
	pair   [2]*edition
	judge  *judge
	served served
	log    io.Writer // of failures

	mu       sync.Mutex
	kinds    map[string]int // requests by kind
	gzipped  int            // answers that came compressed
	stale    int            // cursors refused after a swap
	walks    int            // walks that came to their end
	failures int
}

func newSoak(url string, pair [2]*edition) *soak {
	k := &soak{url: url, pair: pair, log: os.Stderr, kinds: map[string]int{}}
	k.judge = &judge{pair: pair, seed: maphash.MakeSeed()}
	k.served.set(1)
	return k
}

func (k *soak) count(c *call, a *reply) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.kinds[c.kind()]++
	if a.gzip {
		k.gzipped++
	}
}

func (k *soak) walked() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.walks++
}

// refused fails unless an error is that a cursor is invalid, as it must be where its
// catalog is gone.
func (k *soak) refused(e envelope, mayBeGone bool) error {
	const invalidParams = -32602
	if e.Error.Code != invalidParams || !strings.HasPrefix(e.Error.Message, "invalid cursor") {
		return fmt.Errorf("error %d: %s", e.Error.Code, e.Error.Message)
	}
	if !mayBeGone {
		return errors.New("a cursor was refused although its catalog was still there")
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.stale++
	return nil
}

const shownFailures = 20

// fail notes a failed request, and shows the first ones.
func (k *soak) fail(c *call, err error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.failures++; k.failures <= shownFailures {
		fmt.Fprintf(k.log, "failed: %s: %v\n", c, err)
	}
}

// failed fails if a request did, or if what was to be tested never came about.
func (k *soak) failed() error {
	k.mu.Lock()
	defer k.mu.Unlock()
	switch {
	case k.failures > 0:
		return fmt.Errorf("%d failed requests", k.failures)
	case k.gzipped == 0:
		return errors.New("no answer was compressed")
	case k.walks == 0 || k.stale == 0:
		return fmt.Errorf("%d walks came to their end and %d met a swap, expected some of both", k.walks, k.stale)
	}
	return nil
}

func (k *soak) report(out io.Writer) {
	k.mu.Lock()
	defer k.mu.Unlock()
	total := 0
	for _, kind := range slices.Sorted(maps.Keys(k.kinds)) {
		fmt.Fprintf(out, "%-40s %9d\n", kind, k.kinds[kind])
		total += k.kinds[kind]
	}
	fmt.Fprintf(out, "%-40s %9d\n", "requests", total)
	fmt.Fprintf(out, "%-40s %9d\n", "answers that came compressed", k.gzipped)
	fmt.Fprintf(out, "%-40s %9d\n", "walks to the end", k.walks)
	fmt.Fprintf(out, "%-40s %9d\n", "walks that met a swap", k.stale)
	fmt.Fprintf(out, "%-40s %9d\n", "failed requests", k.failures)
}
