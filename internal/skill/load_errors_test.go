package skill

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
)

func TestLoadErrors(t *testing.T) {
	fsys := mapFS(map[string]string{"a/SKILL.md": manifestOf("a")})
	for want, o := range map[string]Options{
		`bad glob "a["`:     {Include: []string{"a["}},
		`bad glob "{b"`:     {Exclude: []string{"ok", "{b"}},
		`bad glob "/c"`:     {Exclude: []string{"/c"}},
		`bad glob "../c"`:   {Include: []string{"../c"}},
		`bad glob ""`:       {Include: []string{""}},
		`bad scheme "File"`: {Scheme: "File"},
		`bad prefix "a//b"`: {Prefix: "a//b"},
		`bad prefix "a/"`:   {Prefix: "a/"},
	} {
		if tree, _, err := Load(t.Context(), fsys, o); tree != nil || err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	if _, _, err := Load(t.Context(), os.DirFS(filepath.Join(t.TempDir(), "absent")), Options{}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("absent root: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := Load(ctx, fsys, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// faultyFS fails to open some paths.
type faultyFS struct {
	fstest.MapFS
	fail map[string]error
}

func (f faultyFS) Open(name string) (fs.File, error) {
	if err := f.fail[name]; err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	return f.MapFS.Open(name)
}

func (f faultyFS) ReadDir(name string) ([]fs.DirEntry, error) {
	if err := f.fail[name]; err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	return f.MapFS.ReadDir(name)
}

func TestUnreadable(t *testing.T) {
	files := mapFS(map[string]string{
		"a/SKILL.md": manifestOf("a"), "a/secret": "x", "a/closed/x": "x",
		"b/SKILL.md": manifestOf("b"), "c/SKILL.md": manifestOf("c"),
	})
	for name, mode := range map[string]fs.FileMode{"pipe": fs.ModeNamedPipe, "socket": fs.ModeSocket, "tty": fs.ModeDevice | fs.ModeCharDevice} {
		files["c/"+name] = &fstest.MapFile{Mode: mode}
	}
	files["a/secret"].Mode = 0o600 // not everybody's, so Load tries it
	closed := fs.ErrPermission
	fsys := faultyFS{files, map[string]error{
		"a/secret": closed, "a/closed": closed, "b/SKILL.md": closed,
		"c/pipe": errors.New("opened a pipe"), "c/socket": errors.New("opened a socket"), "c/tty": errors.New("opened a device"),
	}}
	tree := load(t, fsys, Options{})
	equal(t, "problems", problems(tree), []string{
		"files/unreadable a/closed", "files/unreadable a/secret", "files/unreadable b/SKILL.md",
		"files/unreadable c/pipe", "files/unreadable c/socket", "files/unreadable c/tty",
	})
	equal(t, "skills", dirsOf(tree.Skills), []string{"a", "c"})
	equal(t, "files", paths(tree.Files), []string{"a/SKILL.md", "c/SKILL.md"})

	for _, broken := range []string{"a/secret", "a/closed"} {
		failed := errors.New("disk failed")
		if _, _, err := Load(t.Context(), faultyFS{files, map[string]error{broken: failed}}, Options{}); !errors.Is(err, failed) {
			t.Errorf("%s: got %v", broken, err)
		}
	}
	if _, _, err := Load(t.Context(), faultyFS{files, map[string]error{".": closed}}, Options{}); !errors.Is(err, closed) {
		t.Errorf("closed root: %v", err)
	}
	tree = load(t, faultyFS{files, maps.Clone(fsys.fail)}, Options{Exclude: []string{"a/secret", "a/closed", "b", "c"}})
	equal(t, "problems with exclude", problems(tree), nil)
}
