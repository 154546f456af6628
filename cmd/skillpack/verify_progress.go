package main

import (
	"fmt"
	"io"
	"sync/atomic"

	"skillpack/verify"
)

// startCounting shows how far an audit is, on a terminal only. It returns what the audit
// is to call, and what ends it.
func startCounting(w io.Writer) (count func(verify.Progress), stop func()) {
	var now atomic.Pointer[verify.Progress]
	now.Store(&verify.Progress{})
	return func(p verify.Progress) { now.Store(&p) }, startShowing(w, func() string { return progressWords(*now.Load()) })
}

func progressWords(p verify.Progress) string {
	if p.Era == "" {
		return "connecting"
	}
	return fmt.Sprintf("verifying in %s: %s, %d of %s", p.Era, count(p.Skills, "skill"), p.FilesDone, count(p.Files, "file"))
}
