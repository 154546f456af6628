package main

import (
	"bufio"
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"
	"unsafe"
)

// What is made after the wish for large pages is in memory with that wish.
func TestHeapInLargePages(t *testing.T) {
	if _, err := os.Stat("/sys/kernel/mm/transparent_hugepage"); err != nil {
		t.Log("this system has no large pages, so there is only that nothing fails")
		useLargePages(heapAtStart)
		return
	}
	useLargePages(heapAtStart)
	made, wished := 64, 0
	var kept [][]byte
	for range made {
		b := make([]byte, 1<<20)
		if kept = append(kept, b); wishesLargePages(t, uintptr(unsafe.Pointer(unsafe.SliceData(b)))) {
			wished++
		}
	}
	if wished < made/2 {
		t.Errorf("of %d slices on the heap only %d are where large pages are wished", len(kept), wished)
	}
}

// A heap that outgrows its first large pages gets more of them, once.
func TestLargeHeapInLargePages(t *testing.T) {
	if !hasRoomFor(heapOfMany) {
		t.Skip("this machine may not promise so much memory")
	}
	growInLargePages()
	var kept [][]byte
	defer func() { runtime.KeepAlive(kept) }()
	for len(kept) < 2*heapAtStart>>20 {
		kept = append(kept, make([]byte, 1<<20))
	}
	isLarge := func() bool {
		b := make([]byte, 1<<20)
		kept = append(kept, b)
		return wishesLargePages(t, uintptr(unsafe.Pointer(unsafe.SliceData(b))))
	}
	for end := time.Now().Add(time.Minute); !isLarge(); runtime.GC() {
		if time.Now().After(end) {
			t.Fatalf("with %d MB in use there are no more large pages", len(kept))
		}
	}
}

// wishesLargePages reports whether the mapping that holds an address is marked so.
func wishesLargePages(t *testing.T, address uintptr) bool {
	t.Helper()
	maps, err := os.Open("/proc/self/smaps")
	if err != nil {
		t.Fatal(err)
	}
	defer maps.Close()
	inside := false
	for lines := bufio.NewScanner(maps); lines.Scan(); {
		var from, to uintptr
		if n, _ := fmt.Sscanf(lines.Text(), "%x-%x ", &from, &to); n == 2 {
			inside = from <= address && address < to
		}
		if flags, ok := strings.CutPrefix(lines.Text(), "VmFlags:"); ok && inside {
			return strings.Contains(flags+" ", " hg ")
		}
	}
	t.Fatalf("no mapping holds %x", address)
	return false
}
