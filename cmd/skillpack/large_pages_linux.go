package main

import (
	"runtime"
	"runtime/debug"
	"syscall"
)

// heapAtStart is the part of the heap for which large pages are wished: what a tree of some
// thousand skills needs. What a larger one needs beyond that comes in small pages.
const heapAtStart = 128 << 20

// useLargePages has the heap grow in large pages, where the system gives them only to who asks
// for them: one page fault for each 2 MiB that is used for the first time instead of 512, which
// cost a program that ends soon more than its collector does. It is a wish, and nothing depends
// on it. It is for commands that end: the system cannot take back a part of such a page.
func useLargePages() {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))               // so much at once would start a collection
	const adviseHugePage = 14                                      // of madvise(2)
	_ = syscall.Madvise(make([]byte, heapAtStart), adviseHugePage) // nothing of it is touched
	runtime.GC()                                                   // makes it free for what is made from now on
}
