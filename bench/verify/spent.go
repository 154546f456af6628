package main

import (
	"fmt"
	"os/exec"
	"runtime"
	"syscall"
	"time"
)

// contestant is who takes a turn.
type contestant string

const (
	reading  contestant = "read each file once"
	oneEra   contestant = "verify --era modern"
	bothEras contestant = "verify"
)

func contestants() []contestant { return []contestant{reading, oneEra, bothEras} }

// spent is what one turn took.
type spent struct {
	wall   time.Duration
	memory int64 // the greatest resident memory, in bytes
}

// spend runs a command to its end. This process must stay small: a child's greatest
// memory counts what its parent had when it was started.
func spend(c *exec.Cmd) (spent, error) {
	begun := time.Now()
	text, err := c.CombinedOutput()
	wall := time.Since(begun)
	if err != nil {
		return spent{}, fmt.Errorf("%w\n%s", err, text)
	}
	usage, ok := c.ProcessState.SysUsage().(*syscall.Rusage)
	if !ok || runtime.GOOS != "linux" {
		return spent{}, fmt.Errorf("%s does not tell the memory of a process in the way of Linux", runtime.GOOS)
	}
	return spent{wall, usage.Maxrss << 10}, nil
}
