package main

import (
	"fmt"
	"io"
	"sync"
	"time"
)

// startProgress shows what takes more than a second, with the seconds gone by, on a
// line that is wiped in the end; on a terminal only. The returned function ends it
// and may be called again.
func startProgress(w io.Writer, what string) (stop func()) {
	return startShowing(w, func() string { return what })
}

// startShowing does so for what changes meanwhile.
func startShowing(w io.Writer, what func() string) (stop func()) {
	if !terminal(w) {
		return func() {}
	}
	done, finished := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(finished)
		showProgress(w, what, done)
	}()
	return sync.OnceFunc(func() {
		close(done)
		<-finished
	})
}

func showProgress(w io.Writer, what func() string, done <-chan struct{}) {
	const wipe = "\r\x1b[K"
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for seconds := 1; ; seconds++ {
		select {
		case <-tick.C:
			fmt.Fprintf(w, "%s%s … %ds", wipe, what(), seconds)
		case <-done:
			if seconds > 1 {
				fmt.Fprint(w, wipe)
			}
			return
		}
	}
}
