package build

import (
	"os"

	"golang.org/x/sys/unix"
)

// roomBelow returns how many bytes are free on the disk of a file.
func roomBelow(f *os.File) int64 {
	var s unix.Statfs_t
	if unix.Fstatfs(int(f.Fd()), &s) != nil {
		return guessedRoom
	}
	return int64(s.Bavail) * int64(s.Frsize)
}
