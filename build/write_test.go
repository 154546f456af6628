package build

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"skillpack/catalog"
	"skillpack/internal/protocol"
	"skillpack/internal/skill"
)

func small(t *testing.T, files map[string]string) *catalog.Catalog {
	t.Helper()
	c, found, err := Compile(t.Context(), load(t, tree(files), skill.Options{}), Options{})
	if c == nil || err != nil {
		t.Fatal(found, err)
	}
	return c
}

func names(t *testing.T, dir string) []string {
	t.Helper()
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range list {
		names = append(names, e.Name())
	}
	return names
}

func TestWriteFileReplacesTheOldWhole(t *testing.T) {
	path := filepath.Join(t.TempDir(), "catalog.json")
	for _, body := range []string{"one", "two"} {
		c := small(t, map[string]string{"a/SKILL.md": md("a"), "a/x": body})
		info, err := WriteFile(t.Context(), path, c, nil)
		if err != nil {
			t.Fatal(err)
		}
		opened, err := catalog.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		if got := string(bytesOf(t, opened, "skill://a/x")); got != body {
			t.Errorf("the file holds %q", got)
		}
		onDisk, err := os.Stat(path)
		if err != nil || onDisk.Size() != info.Size || opened.Digest() != info.Digest {
			t.Errorf("told %+v of a file of %d bytes and digest %s", info, onDisk.Size(), opened.Digest())
		}
	}
	if got := names(t, filepath.Dir(path)); !slices.Equal(got, []string{"catalog.json"}) {
		t.Errorf("the folder holds %q", got)
	}
}

func TestWriteFileThatFailsLeavesTheOld(t *testing.T) {
	path := filepath.Join(t.TempDir(), "catalog.json")
	const old = protocol.CatalogStart + "0,…"
	if err := os.WriteFile(path, []byte(old), 0o600); err != nil {
		t.Fatal(err)
	}
	c := small(t, map[string]string{"a/SKILL.md": md("a"), "a/x": "one"})
	broken := errors.New("the disk is gone")
	c.Contents[0].Append = func([]byte) ([]byte, error) { return nil, broken }
	if _, err := WriteFile(t.Context(), path, c, nil); !errors.Is(err, broken) {
		t.Errorf("the error is %v", err)
	}
	c.Contents[0].Append = func([]byte) ([]byte, error) { return []byte("changed meanwhile"), nil }
	if _, err := WriteFile(t.Context(), path, c, nil); err == nil {
		t.Error("a file that changed while building is written")
	}
	if data, _ := os.ReadFile(path); string(data) != old {
		t.Errorf("the old file is now %q", data)
	}
	if got := names(t, filepath.Dir(path)); !slices.Equal(got, []string{"catalog.json"}) {
		t.Errorf("the folder holds %q", got)
	}
}

func TestWriteFileNamesTheDirectoryThatIsMissing(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "no", "such")
	_, err := WriteFile(t.Context(), filepath.Join(dir, "catalog.json"), small(t, map[string]string{"a/SKILL.md": md("a")}), nil)
	if want := fmt.Sprintf("there is no directory %q", dir); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestWriteFileKeepsModeAndLink(t *testing.T) {
	dir := t.TempDir()
	file, link := filepath.Join(dir, "real.json"), filepath.Join(dir, "catalog.json")
	if err := errors.Join(os.WriteFile(file, nil, 0o600), os.Symlink("real.json", link)); err != nil {
		t.Fatal(err)
	}
	if _, err := WriteFile(t.Context(), link, small(t, map[string]string{"a/SKILL.md": md("a")}), nil); err != nil {
		t.Fatal(err)
	}
	if info, _ := os.Lstat(link); info.Mode()&fs.ModeSymlink == 0 {
		t.Error("the link is gone")
	}
	if info, _ := os.Stat(file); info.Mode().Perm() != 0o600 || info.Size() == 0 {
		t.Errorf("the file is %v, %d bytes", info.Mode(), info.Size())
	}
	dangling := filepath.Join(dir, "dangling.json")
	if err := os.Symlink("nowhere.json", dangling); err != nil {
		t.Fatal(err)
	}
	if _, err := WriteFile(t.Context(), dangling, small(t, map[string]string{"a/SKILL.md": md("a")}), nil); err == nil || !strings.Contains(err.Error(), "link to nothing") {
		t.Errorf("a dangling link as the catalog gives %v", err)
	}
	if _, err := WriteFile(t.Context(), dir, small(t, map[string]string{"a/SKILL.md": md("a")}), nil); err == nil || !strings.Contains(err.Error(), "not a regular file") {
		t.Errorf("a directory as the catalog gives %v", err)
	}
}

func TestWriteFileReplacesNothingButACatalog(t *testing.T) {
	path := filepath.Join(t.TempDir(), "README.md")
	c := small(t, map[string]string{"a/SKILL.md": md("a")})
	for _, old := range []string{"# Read me\n", "{}", "{"} {
		if err := os.WriteFile(path, []byte(old), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := WriteFile(t.Context(), path, c, nil); err == nil || !strings.Contains(err.Error(), "is not replaced") {
			t.Errorf("over %q: %v", old, err)
		}
		if data, _ := os.ReadFile(path); string(data) != old {
			t.Errorf("%q became %q", old, data)
		}
	}
}

func TestDifferences(t *testing.T) {
	base := map[string]string{"a/SKILL.md": md("a"), "a/x.txt": "one", "b/SKILL.md": md("b")}
	with := func(change map[string]string, drop ...string) map[string]string {
		files := map[string]string{}
		for _, m := range []map[string]string{base, change} {
			for path, data := range m {
				files[path] = data
			}
		}
		for _, path := range drop {
			delete(files, path)
		}
		return files
	}
	old := compile(t, tree(base), skill.Options{}, Options{})
	for name, c := range map[string]struct {
		files map[string]string
		o     Options
		want  []string
	}{
		"same":         {files: with(nil)},
		"file":         {files: with(map[string]string{"a/x.txt": "changed"}), want: []string{"file changed: skill://a/x.txt (3 to 7 bytes)"}},
		"file added":   {files: with(map[string]string{"a/y": "y"}), want: []string{"file added: skill://a/y"}},
		"file removed": {files: with(nil, "a/x.txt"), want: []string{"file removed: skill://a/x.txt"}},
		"skill gone":   {files: with(nil, "b/SKILL.md"), want: []string{"skill removed: skill://b/SKILL.md", "file removed: skill://b/SKILL.md"}},
		"settings":     {files: with(nil), o: Options{Server: &catalog.Server{Name: "x"}}, want: []string{"server settings changed"}},
		"listing":      {files: with(nil), o: Options{Unlisted: []string{"b"}}, want: []string{"skill changed its listing: skill://b/SKILL.md"}},
	} {
		t.Run(name, func(t *testing.T) {
			now := compile(t, tree(c.files), skill.Options{}, c.o)
			if got := Differences(old, now); !slices.Equal(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestInterruptedWriteLeavesTheOldFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "catalog.json")
	c := small(t, map[string]string{"a/SKILL.md": md("a"), "a/x": "old"})
	if _, err := WriteFile(t.Context(), path, c, nil); err != nil {
		t.Fatal(err)
	}
	before, _ := os.ReadFile(path)
	for _, late := range []bool{false, true} {
		ctx, stop := context.WithCancel(t.Context())
		c := small(t, map[string]string{"a/SKILL.md": md("a"), "a/x": "new"})
		last := &c.Contents[len(c.Contents)-1]
		read := last.Append
		last.Append = func(dst []byte) ([]byte, error) {
			stop() // while the file is being written
			return read(dst)
		}
		if !late {
			stop()
		}
		if _, err := WriteFile(ctx, path, c, nil); !errors.Is(err, context.Canceled) {
			t.Errorf("late %v: the error is %v", late, err)
		}
		if after, _ := os.ReadFile(path); string(after) != string(before) {
			t.Errorf("late %v: the file was replaced", late)
		}
		if got := names(t, filepath.Dir(path)); !slices.Equal(got, []string{"catalog.json"}) {
			t.Errorf("late %v: the folder holds %q", late, got)
		}
	}
}
