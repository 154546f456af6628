package site

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"skillpack/internal/protocol"
)

// digests are those of all files below a directory, by path.
func digests(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(filepath.Join(dir, path))
		all[path] = fmt.Sprintf("%x", sha256.Sum256(data))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// names are those in a directory.
func names(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, e := range entries {
		all = append(all, e.Name())
	}
	return all
}

func TestWriteWritesEveryFileOfTheSite(t *testing.T) {
	s := made(t, examples(t), Options{})
	dir := filepath.Join(t.TempDir(), "a", "dist")
	var told []int
	w, err := s.Write(t.Context(), dir, WriteOptions{Progress: func(done, total int) { told = append(told, done, total) }})
	if err != nil {
		t.Fatal(err)
	}
	got := digests(t, dir)
	if _, ok := got[protocol.SiteMarker]; !ok {
		t.Error("no marker")
	}
	delete(got, protocol.SiteMarker)
	n, size := 0, int64(0)
	for f := range s.Files() {
		data, err := f.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		if got[f.Path] != fmt.Sprintf("%x", sha256.Sum256(data)) {
			t.Errorf("%s differs from the file of the site", f.Path)
		}
		if f.Digest != "" && f.Digest != fmt.Sprintf("sha256:%x", sha256.Sum256(data)) {
			t.Errorf("%s has another digest than it says", f.Path)
		}
		delete(got, f.Path)
		n, size = n+1, size+int64(len(data))
	}
	if len(got) > 0 {
		t.Errorf("also written: %q", slices.Sorted(maps.Keys(got)))
	}
	if w.Files != n || w.Bytes != size {
		t.Errorf("Written = %+v, want %d files of %d bytes", w, n, size)
	}
	for i := range n {
		if told[2*i] != i+1 || told[2*i+1] != n {
			t.Fatalf("progress told %d of %d at step %d of %d", told[2*i], told[2*i+1], i+1, n)
		}
	}
}

func TestWriteGivesTheSameBytesEachTime(t *testing.T) {
	c := examples(t)
	first, second := filepath.Join(t.TempDir(), "one"), filepath.Join(t.TempDir(), "other", "two")
	o := Options{BaseURL: "https://skills.example.com/x", MCPURL: "https://skills.example.com/mcp", Legacy: true, Marketplace: true}
	if _, err := made(t, c, o).Write(t.Context(), first, WriteOptions{}); err != nil {
		t.Fatal(err)
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	if _, err := made(t, c, o).Write(t.Context(), second, WriteOptions{}); err != nil {
		t.Fatal(err)
	}
	if a, b := digests(t, first), digests(t, second); !maps.Equal(a, b) {
		t.Errorf("the trees differ: %v and %v", a, b)
	}
}

func TestWriteReplacesWhatItWrote(t *testing.T) {
	parent := t.TempDir()
	dir := filepath.Join(parent, "dist")
	s := made(t, compiled(t, tree{"old/SKILL.md": "Old.\n"}), Options{})
	if _, err := s.Write(t.Context(), dir, WriteOptions{}); err != nil {
		t.Fatal(err)
	}
	s = made(t, compiled(t, tree{"new/SKILL.md": "New.\n"}), Options{})
	if _, err := s.Write(t.Context(), dir, WriteOptions{}); err != nil {
		t.Fatal(err)
	}
	if got := names(t, filepath.Join(dir, "skills")); !slices.Equal(got, []string{"new"}) {
		t.Errorf("skills has %q, want only the new one", got)
	}
	if got := names(t, parent); !slices.Equal(got, []string{"dist"}) {
		t.Errorf("beside the site there is %q", got)
	}
}

func TestWriteIntoAnEmptyDirectoryAndThroughALink(t *testing.T) {
	parent := t.TempDir()
	real, link := filepath.Join(parent, "real"), filepath.Join(parent, "link")
	if err := os.Mkdir(real, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("real", link); err != nil {
		t.Fatal(err)
	}
	if _, err := made(t, examples(t), Options{}).Write(t.Context(), link, WriteOptions{}); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&fs.ModeSymlink == 0 {
		t.Errorf("the link is gone: %v", err)
	}
	if !slices.Contains(names(t, real), "index.html") {
		t.Errorf("behind the link there is %q", names(t, real))
	}
}

// Somebody may have put links into the old site.
func TestWriteFollowsNoLinkWhenItRemovesTheOldSite(t *testing.T) {
	parent := t.TempDir()
	dir, precious := filepath.Join(parent, "dist"), filepath.Join(parent, "precious")
	s := made(t, compiled(t, tree{"x/SKILL.md": "Do it.\n"}), Options{})
	if _, err := s.Write(t.Context(), dir, WriteOptions{}); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(precious, "deep"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{"thesis.txt", "deep/thesis.txt"} {
		if err := os.WriteFile(filepath.Join(precious, file), []byte("mine"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	before := digests(t, precious)
	for _, link := range []string{"link", "skills/link", "skills/x/link"} {
		if err := os.Symlink(precious, filepath.Join(dir, link)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.Write(t.Context(), dir, WriteOptions{}); err != nil {
		t.Fatal(err)
	}
	if after := digests(t, precious); !maps.Equal(before, after) {
		t.Errorf("behind the links there is only %v now, want %v", after, before)
	}
}

func TestWriteRefusesWhatIsNotItsOwn(t *testing.T) {
	s := made(t, compiled(t, tree{"x/SKILL.md": "Do it.\n"}), Options{})
	for _, c := range []struct {
		name string
		make func(dir string) error
		want string
	}{
		{"a directory of somebody's", func(dir string) error {
			if err := os.Mkdir(dir, 0o755); err != nil {
				return err
			}
			return os.WriteFile(filepath.Join(dir, "thesis.txt"), nil, 0o644)
		}, `holds files that skillpack site did not write, such as "thesis.txt"`},
		{"a checkout", func(dir string) error {
			if _, err := s.Write(t.Context(), dir, WriteOptions{}); err != nil {
				return err
			}
			return os.MkdirAll(filepath.Join(dir, ".git", "objects"), 0o755)
		}, "is a checkout"},
		{"a marker of somebody's", func(dir string) error {
			if err := os.Mkdir(dir, 0o755); err != nil {
				return err
			}
			return os.WriteFile(filepath.Join(dir, protocol.SiteMarker), []byte("mine"), 0o644)
		}, "did not write"},
		{"a file", func(dir string) error { return os.WriteFile(dir, []byte("x"), 0o644) }, "is a file"},
		{"a link to nothing", func(dir string) error { return os.Symlink("nothing", dir) }, "leads nowhere"},
	} {
		t.Run(c.name, func(t *testing.T) {
			parent := t.TempDir()
			dir := filepath.Join(parent, "dist")
			if err := c.make(dir); err != nil {
				t.Fatal(err)
			}
			_, err := s.Write(t.Context(), dir, WriteOptions{})
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want one with %q", err, c.want)
			}
			if got := names(t, parent); !slices.Equal(got, []string{"dist"}) {
				t.Errorf("beside the target there is now %q", got)
			}
		})
	}
	t.Run("the root", func(t *testing.T) {
		if _, err := s.Write(t.Context(), filepath.VolumeName(t.TempDir())+string(filepath.Separator), WriteOptions{}); err == nil {
			t.Error("the root of the file system was taken")
		}
	})
}

func TestWriteThatFailsLeavesTheOldSite(t *testing.T) {
	broken := errors.New("broken")
	for _, c := range []struct {
		name string
		fail func(s *Site, stop context.CancelCauseFunc) WriteOptions
	}{
		{"by a page", func(s *Site, _ context.CancelCauseFunc) WriteOptions {
			s.files[len(s.files)/2].Bytes = func() ([]byte, error) { return nil, broken }
			return WriteOptions{}
		}},
		{"by an end of the context", func(_ *Site, stop context.CancelCauseFunc) WriteOptions {
			return WriteOptions{Progress: func(done, _ int) {
				if done == 3 {
					stop(broken)
				}
			}}
		}},
		{"before it begins", func(_ *Site, stop context.CancelCauseFunc) WriteOptions {
			stop(broken)
			return WriteOptions{}
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			parent := t.TempDir()
			dir := filepath.Join(parent, "dist")
			s := made(t, examples(t), Options{})
			if _, err := s.Write(t.Context(), dir, WriteOptions{}); err != nil {
				t.Fatal(err)
			}
			before := digests(t, parent)
			ctx, stop := context.WithCancelCause(t.Context())
			defer stop(nil)
			if _, err := s.Write(ctx, dir, c.fail(s, stop)); !errors.Is(err, broken) {
				t.Errorf("error %v, want %v", err, broken)
			}
			if !maps.Equal(before, digests(t, parent)) {
				t.Errorf("what was there has changed; there is now %q", names(t, parent))
			}
		})
	}
}

// A run takes a while, in which somebody may begin to use the directory.
func TestWriteLooksAgainBeforeItReplaces(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "dist")
	s := made(t, compiled(t, tree{"x/SKILL.md": "Do it.\n"}), Options{})
	if _, err := s.Write(t.Context(), dir, WriteOptions{}); err != nil {
		t.Fatal(err)
	}
	_, err := s.Write(t.Context(), dir, WriteOptions{Progress: func(done, _ int) {
		if done == 1 {
			if err := os.Mkdir(filepath.Join(dir, ".git"), 0o755); err != nil {
				t.Error(err)
			}
		}
	}})
	if err == nil || !slices.Contains(names(t, dir), ".git") {
		t.Errorf("error %v, left %q", err, names(t, dir))
	}
}

// A system that ignores case has a folder already when it is to be made in another spelling.
func TestFoldersThatAreThereAlready(t *testing.T) {
	root := t.TempDir()
	if err := os.MkdirAll(filepath.Join(root, "view", "a"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := makeDirs(t.Context(), root, []File{{Path: "view/a/x/index.html"}}); err != nil {
		t.Error(err)
	}
	if got := names(t, filepath.Join(root, "view", "a")); !slices.Equal(got, []string{"x"}) {
		t.Errorf("made %q", got)
	}
}

// The tree is written under a longer name first.
func TestWriteKnowsTheLongestPathBeforeItWrites(t *testing.T) {
	dir := t.TempDir()
	for len(dir) < 3000 {
		dir = filepath.Join(dir, strings.Repeat("d", 200))
	}
	s := made(t, compiled(t, tree{"x/SKILL.md": "Do it.\n"}), Options{})
	for room := range 30 {
		path := strings.Repeat("p", 200) + "/"
		path = strings.Repeat(path, 6)[:4095-len(dir)-len("/dist/")-room]
		s.files = []File{{Path: strings.TrimSuffix(path, "/") + "x", Bytes: func() ([]byte, error) { return nil, nil }}}
		_, err := s.Write(t.Context(), filepath.Join(dir, "dist"), WriteOptions{})
		if err != nil && !strings.Contains(err.Error(), "where this system takes") {
			t.Errorf("with %d bytes to spare: %v", room, err)
		}
	}
}

func TestWriteThatFailsLeavesNoFolders(t *testing.T) {
	parent := t.TempDir()
	ctx, stop := context.WithCancel(t.Context())
	stop()
	s := made(t, compiled(t, tree{"x/SKILL.md": "Do it.\n"}), Options{})
	if _, err := s.Write(ctx, filepath.Join(parent, "a", "b", "dist"), WriteOptions{}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want that of the context", err)
	}
	if got := names(t, parent); len(got) > 0 {
		t.Errorf("left %q", got)
	}
}
