package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"syscall"
	"time"

	"skillpack/bench/process"
)

// patience is how long the server may take to see a new file.
const patience = 10 * time.Second

// badEvery is the number of swaps of which one is to a bad catalog.
const badEvery = 10

// swapper puts another catalog in place of the served one, again and again.
type swapper struct {
	*soak
	server *process.Server
	path   string // of the served catalog
	sighup bool

	current   int // index of the edition
	good, bad int // swaps that the server saw
	slowest   time.Duration
	err       error
}

// loop swaps until ctx is done or the server does not see a swap.
func (w *swapper) loop(ctx context.Context, interval time.Duration) {
	ticker := time.NewTicker(interval)
	defer ticker.Stop()
	for n := 1; w.err == nil; n++ {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		if n%badEvery == 0 {
			w.err = w.spoil()
		} else {
			w.err = w.swap()
		}
	}
}

// swap serves the other edition. Clients may have answers of either until one of the
// new is seen that was asked for after the swap began.
func (w *swapper) swap() error {
	next := 1 - w.current
	begun := w.served.set(either)
	if err := w.put(w.pair[next].file); err != nil {
		return err
	}
	took, err := await(func() bool { return moment(w.served.seen[next].Load()) == begun })
	if err != nil {
		return fmt.Errorf("swap %d: no answer was of the new catalog: %w\n%s", w.good+1, err, w.server.LastWords())
	}
	w.served.set(1 << next)
	w.current, w.good, w.slowest = next, w.good+1, max(w.slowest, took)
	return nil
}

// spoil puts a bad catalog there, waits until the server says so, and puts the good one
// back. All the while the server answers from the one it has.
func (w *swapper) spoil() error {
	before := w.server.Errors()
	if err := w.put(w.damaged()); err != nil {
		return err
	}
	if _, err := await(func() bool { return w.server.Errors() > before }); err != nil {
		return fmt.Errorf("bad catalog %d: the server did not log an error: %w\n%s", w.bad+1, err, w.server.LastWords())
	}
	w.bad++
	return w.put(w.pair[w.current].file)
}

// damaged returns the other edition in one bad form or another.
func (w *swapper) damaged() []byte {
	b := bytes.Clone(w.pair[1-w.current].file)
	switch w.bad % 4 {
	case 0:
		return b[:len(b)/2]
	case 1:
		b[len(b)/3] ^= 1
		return b
	case 2:
		return []byte("{}\n")
	}
	return nil
}

func (w *swapper) put(b []byte) error {
	if err := replace(w.path, b); err != nil || !w.sighup {
		return err
	}
	return w.server.Signal(syscall.SIGHUP)
}

// await waits until ok, and returns how long it took.
func await(ok func() bool) (time.Duration, error) {
	begun := time.Now()
	for !ok() {
		if time.Since(begun) > patience {
			return 0, fmt.Errorf("not within %v", patience)
		}
		time.Sleep(2 * time.Millisecond)
	}
	return time.Since(begun), nil
}

// enough fails if a swap did, or if there were too few to say anything.
func (w *swapper) enough() error {
	if w.err == nil && (w.good < badEvery || w.bad == 0) {
		return fmt.Errorf("%d swaps and %d bad catalogs are too few; soak for longer", w.good, w.bad)
	}
	return w.err
}

func (w *swapper) report(out io.Writer) {
	fmt.Fprintf(out, "%-40s %9d, seen after %v at most\n", "swaps", w.good, w.slowest.Round(time.Millisecond))
	fmt.Fprintf(out, "%-40s %9d\n", "bad catalogs refused", w.bad)
}
