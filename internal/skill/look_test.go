package skill

import (
	"context"
	"runtime"
	"sync/atomic"
	"testing"
	"time"
)

// Few things are done side by side too, and of any number each is done once.
func TestInParallel(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	begun := [2]chan struct{}{make(chan struct{}), make(chan struct{})}
	err := inParallel(ctx, len(begun), func(i int) {
		close(begun[i])
		select {
		case <-begun[1-i]:
		case <-ctx.Done():
		}
	})
	if err != nil {
		t.Errorf("one of two waits for the other in vain: %v", err)
	}
	for _, n := range []int{0, 1, 3, 15, 16, 17, 1000} {
		done := make([]atomic.Int32, n)
		if err := inParallel(t.Context(), n, func(i int) { done[i].Add(1) }); err != nil {
			t.Fatal(err)
		}
		for i := range done {
			if times := done[i].Load(); times != 1 {
				t.Errorf("%d of %d was done %d times", i, n, times)
			}
		}
	}
}
