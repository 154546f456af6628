//go:build unix

package verify

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
	"testing"
)

// TestCachePipe holds that a pipe in a file's place, which nobody writes to, is removed
// and not waited for.
func TestCachePipe(t *testing.T) {
	c, ref, file := filledCache(t, "x")
	removeFile(t, file)
	if err := syscall.Mkfifo(file, 0o600); err != nil {
		t.Fatal(err)
	}
	if data, err := c.get("work", ref); err == nil {
		t.Errorf("read %q from a pipe", data)
	}
	if _, err := os.Lstat(file); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the pipe is still there: %v", err)
	}
}
