package daemon

import (
	"os"
	"time"
)

// fingerprint tells, without reading them, whether files are still what they were.
type fingerprint []fileMark

// fileMark is what is known of one file without reading it.
type fileMark struct {
	info os.FileInfo // nil where there is no file
	// fresh is a file that was written just then. The next write may be within the same
	// tick of the file system's clock and leave no trace.
	fresh bool
}

const fileTick = 20 * time.Millisecond

func fingerprintOf(paths []string) fingerprint {
	f := make(fingerprint, len(paths))
	for i, path := range paths {
		info, err := os.Stat(path)
		if err != nil {
			continue // a file that cannot be reached is as good as none
		}
		age := time.Since(info.ModTime())
		f[i] = fileMark{info, 0 <= age && age < fileTick}
	}
	return f
}

// same reports whether nothing has changed since before.
func (f fingerprint) same(before fingerprint) bool {
	if len(f) != len(before) {
		return false
	}
	for i := range f {
		if before[i].fresh || !sameFile(f[i].info, before[i].info) {
			return false
		}
	}
	return true
}

func sameFile(a, b os.FileInfo) bool {
	if a == nil || b == nil {
		return a == b
	}
	return os.SameFile(a, b) && a.Size() == b.Size() && a.Mode() == b.Mode() && a.ModTime().Equal(b.ModTime())
}
