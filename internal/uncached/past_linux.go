package uncached

import (
	"errors"

	"golang.org/x/sys/unix"
)

// readPast reads once. The flag is of Linux 6.14; some file systems learned it later.
func readPast(fd int, p []byte, at int64) (int, error) {
	return unix.Preadv2(fd, [][]byte{p}, at, unix.RWF_DONTCACHE)
}

// writePast writes once.
func writePast(fd int, p []byte, at int64) (int, error) {
	return unix.Pwritev2(fd, [][]byte{p}, at, unix.RWF_DONTCACHE)
}

// isUnknown reports whether an error is that of a system which does not know what it was asked for.
func isUnknown(err error) bool {
	return errors.Is(err, unix.EOPNOTSUPP) || errors.Is(err, unix.ENOSYS) || errors.Is(err, unix.EINVAL)
}

func adviseRandom(fd uintptr) { _ = unix.Fadvise(int(fd), 0, 0, unix.FADV_RANDOM) }
