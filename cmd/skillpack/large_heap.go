package main

import (
	"runtime"
	"runtime/metrics"
)

const (
	// heapAtStart is the part of the heap for which large pages are wished from the start, in bytes:
	// what a tree of some thousand skills needs.
	heapAtStart = 128 << 20
	// heapOfMany is how much more they are wished for as soon as a tree needs it.
	heapOfMany = 1 << 30
)

// growInLargePages wishes for large pages at the start, and for more of them after the collection that
// finds the first part in use. To wish for all at once would take small trees longer.
func growInLargePages() {
	useLargePages(heapAtStart)
	if !hasRoomFor(heapOfMany) {
		return
	}
	collections := 0
	afterCollection(func() bool {
		// The first is that of collectLate, which sets when the others come; nothing else may do so then.
		if collections++; collections == 1 || heapInUse() < heapAtStart {
			return true
		}
		useLargePages(heapOfMany)
		return false
	})
}

// afterCollection calls do after the next collection, and after each one for as long as do returns true.
func afterCollection(do func() bool) {
	mark := new([64]byte) // which the collection finds unused
	runtime.AddCleanup(mark, func(do func() bool) {
		go func() { // as do may wait for a collection
			if do() {
				afterCollection(do)
			}
		}()
	}, do)
}

// heapInUse is how many bytes the last collection found in use.
func heapInUse() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
