package catalog

import (
	"syscall"
	"unsafe"
)

const (
	hugePage = 2 << 20
	// adviseHugePage is MADV_HUGEPAGE of Linux.
	adviseHugePage = 14
)

// preferHugePages asks for large pages below b, all of which is about to be written: a
// page fault for each 2 MiB instead of each 4 KiB. It is a wish, and nothing depends on it.
func preferHugePages(b []byte) {
	if len(b) < 2*hugePage {
		return
	}
	start := -uintptr(unsafe.Pointer(unsafe.SliceData(b))) % hugePage
	end := start + (uintptr(len(b))-start)/hugePage*hugePage
	_ = syscall.Madvise(b[start:end], adviseHugePage)
}
