package process

import (
	"bytes"
	"cmp"
	"fmt"
	"os/exec"
	"runtime"
	"slices"
	"syscall"
	"time"
)

// Spent is what a command took from its start to its end.
type Spent struct {
	Wall   time.Duration
	CPU    time.Duration // of all cores, in the program and in the system for it
	Memory int64         // the greatest resident memory, in bytes
}

// Spend runs a command to its end. What it took is told for one that failed too, with an
// *exec.ExitError in the error and what it said. This process must stay small: a child's
// greatest memory counts what its parent had when it was started.
func Spend(c *exec.Cmd) (Spent, error) {
	var said bytes.Buffer
	if c.Stdout == nil {
		c.Stdout = &said
	}
	c.Stderr = &said
	begun := time.Now()
	err := c.Run()
	wall := time.Since(begun)
	if c.ProcessState == nil {
		return Spent{}, err
	}
	if err != nil {
		err = fmt.Errorf("%w\n%s", err, said.Bytes())
	}
	usage, ok := c.ProcessState.SysUsage().(*syscall.Rusage)
	if !ok || runtime.GOOS != "linux" {
		return Spent{}, fmt.Errorf("%s does not tell the memory of a process in the way of Linux", runtime.GOOS)
	}
	return Spent{wall, c.ProcessState.UserTime() + c.ProcessState.SystemTime(), usage.Maxrss << 10}, err
}

// Median returns the middle one of values, which are not none, and sorts them.
func Median[T cmp.Ordered](values []T) T {
	slices.Sort(values)
	return values[len(values)/2]
}
