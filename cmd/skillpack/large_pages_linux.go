package main

import (
	"bytes"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"syscall"
)

// useLargePages has the heap grow by size bytes in large pages, where the system gives them only to who
// asks for them: one page fault for each 2 MiB that is used for the first time instead of 512, which
// cost a program that ends soon more than its collector does, and a collector that finds its way
// with less effort. It is a wish, and nothing depends on it. It is for commands that end: the system
// cannot take back a part of such a page.
func useLargePages(size int) {
	const adviseHugePage = 14                               // of madvise(2)
	percent := debug.SetGCPercent(-1)                       // so much at once would start a collection
	_ = syscall.Madvise(make([]byte, size), adviseHugePage) // nothing of it is touched
	debug.SetGCPercent(percent)                             // since others may go on while this waits
	runtime.GC()                                            // makes it free for what is made from now on
}

// hasRoomFor reports whether the system promises so much memory without doubt, as a program
// that asks for more than it can have ends at once.
func hasRoomFor(size int) bool {
	if strconv.IntSize < 64 {
		return false // there may be no address for it
	}
	var most syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_AS, &most); err != nil || most.Cur < 1<<40 {
		return false
	}
	promises, err := os.ReadFile("/proc/sys/vm/overcommit_memory")
	if err != nil || bytes.HasPrefix(promises, []byte("2")) { // no more than there is
		return false
	}
	var all syscall.Sysinfo_t
	if syscall.Sysinfo(&all) != nil || uint64(all.Totalram)*uint64(all.Unit) < 4*uint64(size) {
		return false
	}
	return debug.SetMemoryLimit(-1) == math.MaxInt64
}
