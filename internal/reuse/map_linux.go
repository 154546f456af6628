package reuse

import (
	"os"

	"golang.org/x/sys/unix"
)

// contents returns what a file holds. The memory is that of the system, which is there without
// a copy; it is never given back, since whoever got a part of it may have it for good. The file
// must not be written to, only replaced.
func contents(file string) ([]byte, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || info.Size() == 0 {
		return nil, err
	}
	return unix.Mmap(int(f.Fd()), 0, int(info.Size()), unix.PROT_READ, unix.MAP_PRIVATE|unix.MAP_POPULATE)
}
