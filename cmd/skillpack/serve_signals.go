package main

import (
	"log/slog"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// endAtSecond ends the process at the second signal that asks for its end, as the system
// would do, but writes first what waits in the log. The first signal is main's to obey.
// Call what it returns once nothing is served any more.
func endAtSecond(log *slog.Logger) (stop func()) {
	asked, over := make(chan os.Signal, 2), make(chan struct{})
	signal.Notify(asked, os.Interrupt, syscall.SIGTERM)
	go func() {
		var last os.Signal
		for range 2 {
			select {
			case <-over:
				return
			case last = <-asked:
			}
		}
		log.Warn("ended at once, since a second signal came", "signal", last.String()) // which is not kept waiting
		endBy(last)
	}()
	return func() {
		signal.Stop(asked)
		close(over)
	}
}

// endBy ends the process by a signal, as what started it expects to see, or where the
// system has no such thing with the exit code that shells make of it.
func endBy(s os.Signal) {
	signal.Reset(s)
	if p, err := os.FindProcess(os.Getpid()); err == nil && p.Signal(s) == nil {
		time.Sleep(time.Second) // it comes at some moment
	}
	code := exitFailed
	if number, ok := s.(syscall.Signal); ok {
		code = 128 + int(number)
	}
	os.Exit(code)
}
