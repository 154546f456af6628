package uncached

import (
	"os"
	"testing"

	"golang.org/x/sys/unix"
)

// What is written and read past the cache is not in it afterwards, and what was there before stays.
func TestFileLeavesTheCacheAsItIs(t *testing.T) {
	f, data := create(t), noise(8<<20)
	u := New(f)
	if _, err := u.WriteAt(data, 0); err != nil {
		t.Fatal(err)
	}
	if u.plain.Load() {
		t.Skip("this system or its temporary folder cannot write past the cache")
	}
	if err := f.Sync(); err != nil {
		t.Fatal(err)
	}
	if n := cached(t, f); n > len(data)/4 {
		t.Errorf("after it was written, %d of %d bytes are in the cache", n, len(data))
	}
	if err := unix.Fadvise(int(f.Fd()), 0, 0, unix.FADV_DONTNEED); err != nil {
		t.Fatal(err)
	}
	if _, err := u.ReadAt(data, 0); err != nil {
		t.Fatal(err)
	}
	if n := cached(t, f); n > len(data)/4 {
		t.Errorf("after it was read, %d of %d bytes are in the cache", n, len(data))
	}
	if _, err := f.ReadAt(data, 0); err != nil {
		t.Fatal(err)
	}
	if _, err := u.ReadAt(data, 0); err != nil {
		t.Fatal(err)
	}
	if n := cached(t, f); n < len(data) {
		t.Errorf("of %d bytes that were in the cache %d are left", len(data), n)
	}
}

// cached is how many bytes of a file are in the cache.
func cached(t *testing.T, f *os.File) int {
	t.Helper()
	var found unix.Cachestat_t
	if err := unix.Cachestat(uint(f.Fd()), &unix.CachestatRange{}, &found, 0); err != nil {
		t.Fatal(err)
	}
	return int(found.Cache) * os.Getpagesize()
}
