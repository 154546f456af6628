package build

import (
	"os"
	"syscall"
)

// startWriting has the system begin to write a part of a file to the disk, which it would do only
// when it is told to finish. It is a wish: a file system that cannot loses nothing.
func startWriting(f *os.File, start, size int64) {
	const begin = 2 // SYNC_FILE_RANGE_WRITE of sync_file_range(2)
	_ = syscall.SyncFileRange(int(f.Fd()), start, size, begin)
}
