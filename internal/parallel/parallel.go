// Package parallel does independent pieces of work on all processors, and keeps a fault in
// one of them from ending the process.
package parallel

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
)

// Each calls do for every index below n, as many at a time as there are processors. It
// stops at the first error, of do or of ctx, and returns it. A panic of do is such an error.
func Each(ctx context.Context, n int, do func(i int) error) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var next atomic.Int64
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), n) {
		workers.Go(func() {
			for i := int(next.Add(1)) - 1; i < n && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				if err := Guarded(func() error { return do(i) }); err != nil {
					stop(err)
				}
			}
		})
	}
	workers.Wait()
	return context.Cause(ctx)
}

// Guarded calls do and returns its error. A panic, which would end the process where nobody
// else recovers from it, is an error that says what it was and where.
func Guarded(do func() error) (err error) {
	defer func() {
		if fault := recover(); fault != nil {
			err = fmt.Errorf("panic: %v, in %s", fault, panicked())
		}
	}()
	return do()
}

// panicked is where the panic began that the caller recovers from: a function and its line.
func panicked() string {
	const callers, runtimes = 3, 32 // the frames of this package, and what the runtime may have on top
	stack := make([]uintptr, runtimes)
	frames := runtime.CallersFrames(stack[:runtime.Callers(callers, stack)])
	for {
		frame, more := frames.Next()
		if !strings.HasPrefix(frame.Function, "runtime.") || !more {
			return fmt.Sprintf("%s:%d", frame.Function, frame.Line)
		}
	}
}
