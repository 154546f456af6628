package fix

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"skillpack/internal/diag"
)

// A view shows what edits and renames, one on top of another, have made of a disk.
func TestView(t *testing.T) {
	dir := t.TempDir()
	for _, file := range []string{"a/b/c.md", "a/d.md", "ab/c.md"} {
		file = filepath.Join(dir, file)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte("old"), 0o640); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("d.md", filepath.Join(dir, "a/l.md")); err != nil {
		t.Fatal(err)
	}
	v := newView(os.DirFS(dir))
	v.renames = []diag.Rename{{From: "a", To: "z"}, {From: "z/b", To: "z/y"}, {From: "z/d.md", To: "z/D.md"}, {From: "ab", To: "a"}}
	v.put("z/y/c.md", []byte("old"), []byte("newer"), 1)
	for dir, want := range map[string]string{".": "a z", "a": "c.md", "z": "D.md l.md y", "z/y": "c.md"} {
		list, err := fs.ReadDir(v, dir)
		var names []string
		for _, e := range list {
			names = append(names, e.Name())
		}
		if got := strings.Join(names, " "); got != want || err != nil {
			t.Errorf("%s holds %s (%v), want %s", dir, got, err, want)
		}
	}
	if info, err := fs.Stat(v, "z/y/c.md"); err != nil || info.Size() != 5 {
		t.Errorf("edited file: size %d, %v", info.Size(), err)
	}
	if list, err := fs.ReadDir(v, "z/y"); err != nil {
		t.Error(err)
	} else if info, err := list[0].Info(); err != nil || info.Size() != 5 {
		t.Errorf("edited file: listed with %v, %v", info, err)
	}
	if data, err := fs.ReadFile(v, "z/y/c.md"); string(data) != "newer" || err != nil {
		t.Errorf("edited file: %q, %v", data, err)
	}
	for _, gone := range []string{"ab", "ab/c.md", "a/b", "z/b/c.md", "z/d.md"} {
		if _, err := v.Open(gone); err == nil {
			t.Errorf("%s is still there", gone)
		}
	}
	if target, err := v.ReadLink("z/l.md"); target != "d.md" || err != nil {
		t.Errorf("link: %q, %v", target, err)
	}
}
