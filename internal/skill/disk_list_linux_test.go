package skill

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// record is how the system tells of a name.
func record(name string, kind byte) []byte {
	b := append(make([]byte, 18), kind)
	b = append(append(b, name...), 0)
	for len(b)%8 > 0 {
		b = append(b, 0)
	}
	binary.NativeEndian.PutUint16(b[16:], uint16(len(b)))
	return b
}

// Some file systems do not tell of which kind a name is, so each is asked for; one that is
// gone by then is none.
func TestDiskAsksForWhatIsNotTold(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "file", "text")
	write(t, dir, "dir/x", "")
	if err := os.Symlink("file", filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	fd, err := syscall.Open(dir, syscall.O_RDONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer syscall.Close(fd)
	var records []byte
	for _, name := range []string{".", "file", "gone", "dir", "..", "link", "pipe", "..."} {
		records = append(records, record(name, syscall.DT_UNKNOWN)...)
	}
	l := new(listing)
	if err := l.take(fd, records); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range l.result(Disk(dir).(*disk), ".") {
		got = append(got, fmt.Sprint(e.Name(), " ", e.Type(), " ", e.(*diskEntry).found.asked))
	}
	if want := "dir d--------- true, file ---------- true, link L--------- true, pipe p--------- true"; strings.Join(got, ", ") != want {
		t.Errorf("got %q, want %s", got, want)
	}
	if err := l.take(-1, records); err != syscall.EBADF {
		t.Errorf("what cannot be asked for: %v", err)
	}
}

// A regular file of which the listing could not ask, because it is gone or its directory may
// not be entered, is listed, and who wants to know more of it is told why not.
func TestDiskListsWhatMayNotBeAskedFor(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "file", "text")
	l := new(listing)
	if err := l.take(-1, append(record("gone", syscall.DT_REG), record("file", syscall.DT_REG)...)); err != nil {
		t.Fatal(err)
	}
	list := l.result(Disk(dir).(*disk), ".")
	if len(list) != 2 {
		t.Fatalf("listed %v", list)
	}
	if info, err := list[1].Info(); !os.IsNotExist(err) || info != nil && info.Size() != 0 {
		t.Errorf("gone: %v, %v", info, err)
	}
	if info, err := list[0].Info(); err != nil || info.Size() != 4 {
		t.Errorf("file: %v, %v", info, err)
	}
	if i := infoOf(list[1]); i != (info{}) {
		t.Errorf("of the file that is gone is known %+v", i)
	}
}

// Names of files are bytes; those that are no text are found like any other.
func TestDiskListsOddNames(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"\xff\xfe", "a\nb", "\x01", "é", strings.Repeat("n", 255), "-", "..."} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(name), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for bit, mode := range map[string]fs.FileMode{"setuid": fs.ModeSetuid, "setgid": fs.ModeSetgid, "sticky": fs.ModeSticky} {
		write(t, dir, bit, bit)
		if err := os.Chmod(filepath.Join(dir, bit), mode|0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := told(t, Disk(dir)), told(t, os.DirFS(dir)); got != want {
		t.Errorf("told\n%s\nwant\n%s", got, want)
	}
}

// What has become something else than a directory is not opened: to open a pipe would wait for
// who writes to it.
func TestDiskOpensOnlyDirectoriesToListThem(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "file", "text")
	var failed *fs.PathError
	if _, err := fs.ReadDir(Disk(dir), "file"); !errors.As(err, &failed) || failed.Op != "open" || failed.Err != syscall.ENOTDIR {
		t.Errorf("got %v", err)
	}
}
