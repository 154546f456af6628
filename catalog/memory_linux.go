package catalog

import (
	"syscall"
	"unsafe"
)

const (
	hugePage = 2 << 20
	// Of madvise(2): a wish for large pages, and the wish for none.
	adviseHugePage   = 14
	adviseNoHugePage = 15
)

// fillHugePages lets fill write all of b into large pages: a page fault for each 2 MiB
// instead of each 4 KiB. It is a wish, and nothing depends on it. It ends with fill: what
// the collector makes of this memory one day is small objects, which would each hold a
// large page.
func fillHugePages(b []byte, fill func()) {
	if len(b) < 2*hugePage {
		fill()
		return
	}
	start := -uintptr(unsafe.Pointer(unsafe.SliceData(b))) % hugePage
	end := start + (uintptr(len(b))-start)/hugePage*hugePage
	_ = syscall.Madvise(b[start:end], adviseHugePage)
	fill()
	_ = syscall.Madvise(b[start:end], adviseNoHugePage) // those that there are stay
}
