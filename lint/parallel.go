package lint

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
)

// inParallel calls do for 0 to n-1, as many at a time as there are cores, and returns when
// all calls have. When ctx ends it makes no further call. Should a call panic, so does
// inParallel.
func inParallel(ctx context.Context, n int, do func(i int)) {
	var next atomic.Int64
	var workers sync.WaitGroup
	var failed atomic.Pointer[any]
	work := func() {
		defer func() {
			if r := recover(); r != nil {
				failed.CompareAndSwap(nil, &r)
			}
		}()
		for ctx.Err() == nil && failed.Load() == nil {
			i := int(next.Add(1)) - 1
			if i >= n {
				return
			}
			do(i)
		}
	}
	for range min(runtime.GOMAXPROCS(0), n) {
		workers.Go(work)
	}
	workers.Wait()
	if r := failed.Load(); r != nil {
		panic(*r)
	}
}
