package main

import (
	"os"
	"runtime/debug"
)

// collectLate has the collector wait until a command has used as much memory as a tree of some
// thousand skills needs, and then until garbage is so many percent of what is in use: most runs
// end before that, and to find what they let go of by then costs more than to leave it. Where
// GOGC says something it stands.
func collectLate(then int) {
	if _, set := os.LookupEnv("GOGC"); set {
		return
	}
	const late = 1600 // percent of the 4 MiB that the first collection waits for otherwise
	debug.SetGCPercent(late)
	afterCollection(func() bool {
		debug.SetGCPercent(then)
		return false
	})
}
