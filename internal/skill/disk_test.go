package skill

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"
)

// told is what the listings of a file system tell of all that is below its root, in their order.
func told(t *testing.T, fsys fs.FS) string {
	t.Helper()
	var b strings.Builder
	if err := fs.WalkDir(fsys, ".", func(file string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		fmt.Fprintf(&b, "%q %v %v %v %v %s", file, e.Type(), e.IsDir(), info.Mode(), info.ModTime(), info.Name()[:1])
		if info.Mode().IsRegular() {
			fmt.Fprint(&b, " ", info.Size())
		}
		b.WriteByte('\n')
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// plant makes a random tree below a directory: files of all times and permissions, and links.
func plant(t *testing.T, dir string, r *rand.Rand, depth int) {
	t.Helper()
	check := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	for i := range r.IntN(9) {
		file := filepath.Join(dir, fmt.Sprintf("%c%d %s", 'A'+rune(r.IntN(58)), i, strings.Repeat("é-", r.IntN(60))))
		file = strings.ReplaceAll(file, "\\", "_")
		switch r.IntN(6) {
		case 0:
			check(os.Symlink("nowhere", file))
		case 1, 2:
			check(os.Mkdir(file, 0o755))
			if depth > 0 {
				plant(t, file, r, depth-1)
			}
		default:
			check(os.WriteFile(file, make([]byte, r.IntN(3000)), 0o600))
			check(os.Chmod(file, fs.FileMode(0o400|r.IntN(0o400))))
			check(os.Chtimes(file, time.Time{}, time.Unix(r.Int64N(2e9), r.Int64N(1e9))))
		}
	}
}

// Disk tells of a tree what the standard library does.
func TestDiskListsAsTheStandardLibrary(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 8))
	for range 20 {
		dir := t.TempDir()
		plant(t, dir, r, 4)
		if got, want := told(t, Disk(dir)), told(t, os.DirFS(dir)); got != want {
			t.Fatalf("told\n%s\nwant\n%s", got, want)
		}
	}
}

// A directory may be larger than what the system tells of it at a time.
func TestDiskListsLargeDirectories(t *testing.T) {
	dir := t.TempDir()
	files := 0
	for i := range 3000 {
		name := fmt.Sprintf("%d-%s", i, strings.Repeat("x", i%200))
		if err := os.WriteFile(filepath.Join(dir, name), []byte("text"[:i%4]), 0o644); err != nil {
			t.Fatal(err)
		}
		files++
	}
	list, err := fs.ReadDir(Disk(dir), ".")
	if err != nil || len(list) != files {
		t.Fatalf("%d of %d files are listed (%v)", len(list), files, err)
	}
	if got, want := told(t, Disk(dir)), told(t, os.DirFS(dir)); got != want {
		t.Error("told is another tree")
	}
}

func TestDiskIsAFileSystem(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "a/b/c.txt", "text")
	write(t, dir, "a/empty", "")
	write(t, dir, "top", "top")
	for _, name := range []string{"a/b/c.txt", "a/empty", "top"} {
		f, err := Disk(dir).Open(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.ReadAll(f); err != nil {
			t.Error(err)
		}
		if n, err := f.Read(make([]byte, 4)); n != 0 || err != io.EOF {
			t.Errorf("at the end of %s %d bytes were read, and %v", name, n, err)
		}
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	}
	for _, name := range []string{"a/b", "."} {
		got, err := fs.Stat(Disk(dir), name)
		want, _ := os.Stat(filepath.Join(dir, name))
		if err != nil || got.Mode() != want.Mode() || !got.ModTime().Equal(want.ModTime()) {
			t.Errorf("%s is %v (%v), want %v", name, got, err, want)
		}
	}
	if names, err := fs.Glob(Disk(dir), "*/*"); err != nil || fmt.Sprint(names) != "[a/b a/empty]" {
		t.Errorf("found %q, %v", names, err)
	}
}

func TestDiskErrors(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "a/file", "text")
	write(t, dir, "closed/file", "text")
	closed := filepath.Join(dir, "closed")
	if err := os.Chmod(closed, 0); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Chmod(closed, 0o755) })
	for _, name := range []string{"missing", "a/missing/x", "a/file", "a/file/x", "closed", "", "/a", "a/", "a/../a", "a/\x00", "a/\xff"} {
		list, err := fs.ReadDir(Disk(dir), name)
		_, want := fs.ReadDir(os.DirFS(dir), name)
		if name == "closed" && want == nil {
			continue // may be read by this user, or on this system
		}
		var failed *fs.PathError
		if !errors.As(err, &failed) || failed.Path != name || len(list) > 0 {
			t.Errorf("%q: got %v, %v", name, list, err)
		}
		for _, kind := range []error{fs.ErrNotExist, fs.ErrPermission, fs.ErrInvalid} {
			if errors.Is(err, kind) != errors.Is(want, kind) {
				t.Errorf("%q: got %v, want %v", name, err, want)
			}
		}
	}
	if _, err := fs.ReadDir(Disk(path.Join(dir, "none")), "."); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a root that is not there: %v", err)
	}
}

// What the walk is told of files agrees with what reading them tells, and of a link nothing
// is told.
func TestWalkKnowsFiles(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "s/SKILL.md", manifestOf("s"))
	write(t, dir, "s/run.sh", "#!/bin/sh\n")
	if err := os.Chmod(filepath.Join(dir, "s/run.sh"), 0o755); err != nil {
		t.Fatal(err)
	}
	link := os.Symlink("run.sh", filepath.Join(dir, "s/link")) == nil
	for name, fsys := range map[string]fs.FS{
		"disk": Disk(dir), "standard library": os.DirFS(dir),
		"memory": fstest.MapFS{"s/SKILL.md": {Data: []byte(manifestOf("s"))}, "s/run.sh": {Data: []byte("#!/bin/sh\n"), Mode: 0o755}},
	} {
		w, err := newWalker(t.Context(), fsys, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if err := w.walk(); err != nil {
			t.Fatal(err)
		}
		for _, e := range w.files {
			if e.link != "" {
				if e.info != (info{}) || !link {
					t.Errorf("%s: of the link is known %+v", name, e.info)
				}
				continue
			}
			want, err := fs.Stat(fsys, e.path)
			if err != nil {
				t.Fatal(err)
			}
			if !e.info.ok || e.info.size != want.Size() || !e.info.modified.Equal(want.ModTime()) || e.info.mode != want.Mode() {
				t.Errorf("%s: of %s is known %+v, want %v", name, e.path, e.info, want)
			}
		}
	}
}
