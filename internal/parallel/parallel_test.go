package parallel

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
)

func TestEachCallsForEveryIndexOnce(t *testing.T) {
	for _, n := range []int{0, 1, 2, 1000} {
		calls := make([]atomic.Int64, n)
		if err := Each(t.Context(), n, func(i int) error { calls[i].Add(1); return nil }); err != nil {
			t.Fatal(err)
		}
		for i := range calls {
			if got := calls[i].Load(); got != 1 {
				t.Errorf("of %d, %d was called for %d times", n, i, got)
			}
		}
	}
}

func TestEachStopsAtTheFirstError(t *testing.T) {
	broken := errors.New("broken")
	var calls atomic.Int64
	err := Each(t.Context(), 1<<20, func(int) error { calls.Add(1); return broken })
	if err != broken || calls.Load() > 1000 {
		t.Errorf("error %v after %d calls", err, calls.Load())
	}
	ctx, stop := context.WithCancelCause(t.Context())
	stop(broken)
	if err := Each(ctx, 10, func(int) error { t.Error("called"); return nil }); err != broken {
		t.Errorf("error %v of a context that has ended", err)
	}
}

func TestAPanicIsAnError(t *testing.T) {
	var none []int
	err := Each(t.Context(), 10, func(i int) error { none[i]++; return nil })
	if err == nil || !strings.HasPrefix(err.Error(), "panic: runtime error: index out of range") || !strings.Contains(err.Error(), ", in skillpack/internal/parallel.TestAPanicIsAnError") {
		t.Errorf("error %v", err)
	}
	if err := Guarded(func() error { panic("at once") }); err == nil || !strings.HasPrefix(err.Error(), "panic: at once, in skillpack/internal/parallel.TestAPanicIsAnError") {
		t.Errorf("error %v", err)
	}
}
