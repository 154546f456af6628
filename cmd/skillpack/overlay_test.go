package main

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"testing"
)

// TestOverlay holds a buffer over a file, and beside files.
func TestOverlay(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "x", "y"), 0o777); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"x/a.md", "x/c.sh"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("on disk"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		path  string
		mode  fs.FileMode
		names []string
	}{
		{"x/c.sh", 0o755, []string{".", "x", "x/a.md", "x/c.sh", "x/y"}},
		{"x/b.md", 0o644, []string{".", "x", "x/a.md", "x/b.md", "x/c.sh", "x/y"}},
		{"z.md", 0o644, []string{".", "x", "x/a.md", "x/c.sh", "x/y", "z.md"}},
	} {
		disk := os.DirFS(dir).(fs.ReadLinkFS)
		o := overlay{disk, &buffer{path: c.path, real: c.path, data: []byte("unsaved text")}}
		if names := namesIn(t, o); !slices.Equal(names, c.names) {
			t.Errorf("with %s there are %q, want %q", c.path, names, c.names)
		}
		data, err := fs.ReadFile(o, c.path)
		if err != nil || string(data) != "unsaved text" {
			t.Errorf("%s reads %q, %v", c.path, data, err)
		}
		if info, err := fs.Stat(o, c.path); err != nil || info.Mode() != c.mode {
			t.Errorf("%s has %v, %v", c.path, info, err)
		}
		if size, err := listedSize(o, c.path); err != nil || size != int64(len(data)) {
			t.Errorf("%s is listed with %d bytes, %v", c.path, size, err)
		}
	}
}

// listedSize is what the listing of its directory says of a file.
func listedSize(fsys fs.FS, file string) (int64, error) {
	list, err := fs.ReadDir(fsys, path.Dir(file))
	if err != nil {
		return 0, err
	}
	i := slices.IndexFunc(list, func(e fs.DirEntry) bool { return e.Name() == path.Base(file) })
	info, err := list[i].Info()
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

func namesIn(t *testing.T, fsys fs.FS) []string {
	t.Helper()
	var names []string
	err := fs.WalkDir(fsys, ".", func(name string, _ fs.DirEntry, err error) error {
		names = append(names, name)
		return err
	})
	if err != nil {
		t.Error(err)
	}
	return names
}
