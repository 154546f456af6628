package reuse

import (
	"bytes"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"skillpack/internal/protocol"
)

func memory(t *testing.T) *Memory {
	root := t.TempDir()
	return &Memory{
		Folder: filepath.Join(t.TempDir(), "cache"), Program: "p", Use: "u", Root: root, Files: os.DirFS(root).(fs.ReadLinkFS),
		Skip: func(path string) bool { return path == "out" },
	}
}

func (m *Memory) put(t *testing.T, path, text string) {
	t.Helper()
	file := filepath.Join(m.Root, path)
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// setTime sets the time of modification. That of the last change stays, as nobody can set it.
func (m *Memory) setTime(t *testing.T, path string, at time.Time) {
	t.Helper()
	if err := os.Chtimes(filepath.Join(m.Root, path), at, at); err != nil {
		t.Fatal(err)
	}
}

func (m *Memory) look(t *testing.T) *State {
	t.Helper()
	s, err := m.Begin().State()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// whole is what a result stands for: the names and bytes of all files.
func (m *Memory) whole(t *testing.T) []byte {
	var b bytes.Buffer
	err := filepath.WalkDir(m.Root, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.Name() == "out" {
			return err
		}
		fmt.Fprintln(&b, path)
		if d.Type().IsRegular() {
			data, err := os.ReadFile(path)
			fmt.Fprintf(&b, "%q\n", data)
			return err
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func unread(string) string { return "" }

// What is recalled is always what the tree gives now, whatever was done to it: files
// made, deleted, renamed, replaced by others of the same size and time.
func TestRecallAfterRandomEdits(t *testing.T) {
	m := memory(t)
	r := rand.New(rand.NewPCG(7, 7))
	for i := range 20 {
		m.put(t, fmt.Sprintf("d%d/f%d", i%4, i), "text")
	}
	old := time.Now().Add(-time.Hour)
	recalled := 0
	for range 300 {
		s := m.look(t)
		now := m.whole(t)
		if got, ok := m.Recall(s); ok {
			if recalled++; !bytes.Equal(got, now) {
				t.Fatalf("recalled\n%s\nof\n%s", got, now)
			}
		} else if err := m.Keep(s, now, unread); err != nil {
			t.Fatal(err)
		}
		file := fmt.Sprintf("d%d/f%d", r.IntN(4), r.IntN(20))
		switch r.IntN(7) {
		case 0:
			m.put(t, file, "text")
		case 1:
			m.put(t, file, strings.ToUpper("text")) // the same size
			m.setTime(t, file, old)                 // the same time
		case 2:
			os.Remove(filepath.Join(m.Root, file))
		case 3:
			os.Rename(filepath.Join(m.Root, file), filepath.Join(m.Root, file+"x"))
		case 4:
			m.put(t, file, strings.Repeat("x", r.IntN(9)))
		case 5:
			m.put(t, "out", fmt.Sprint(r.Int()))
		}
	}
	if recalled < 50 {
		t.Errorf("only %d times something was recalled", recalled)
	}
}

// A change so soon after another that the clock of the file system does not tell them
// apart is found by the digest.
func TestRecallDoubtsRecentFiles(t *testing.T) {
	m := memory(t)
	m.put(t, "a", "one")
	s := m.look(t)
	if !slices.Equal(s.doubtful, []string{"a"}) {
		t.Fatalf("in doubt are %q", s.doubtful)
	}
	if err := m.Keep(s, []byte("result"), func(string) string { return protocol.Digest([]byte("one")) }); err != nil {
		t.Fatal(err)
	}
	if _, ok := m.Recall(s); !ok {
		t.Error("the same file is not known again")
	}
	m.put(t, "a", "two")
	if _, ok := m.Recall(s); ok { // the state before: as if nothing told of the change
		t.Error("another file is taken for the same")
	}
}

// A file that was in doubt is read until it is old, and then no more.
func TestRecallDoubtsNoLonger(t *testing.T) {
	m := memory(t)
	m.put(t, "a", "one")
	s := m.look(t)
	if err := m.Keep(s, []byte("result"), unread); err != nil {
		t.Fatal(err)
	}
	s.doubtful = nil // as after some time
	if _, ok := m.Recall(s); !ok {
		t.Fatal("not known again")
	}
	if r := m.read(); r == nil || len(r.Doubtful) != 0 || string(r.Result) != "result" {
		t.Errorf("the record is %+v", r)
	}
}

// What changed after a directory was listed first is not recalled, whether the state was told before
// or is told then, and who made the result went by the names of that time.
func TestChangesMeanwhileAreNotRecalled(t *testing.T) {
	t.Run("after the state", func(t *testing.T) {
		changesMeanwhile(t, func(l *Listed) { l.State() })
	})
	t.Run("before the state", func(t *testing.T) {
		changesMeanwhile(t, func(l *Listed) { l.ReadDir("d"); l.ReadDir(".") })
	})
}

func changesMeanwhile(t *testing.T, look func(*Listed)) {
	old := time.Now().Add(-time.Hour)
	for name, change := range map[string]func(m *Memory){
		"made":     func(m *Memory) { m.put(t, "d/b", "new") },
		"changed":  func(m *Memory) { m.put(t, "d/a", "two"); m.setTime(t, "d/a", old) },
		"deleted":  func(m *Memory) { os.Remove(filepath.Join(m.Root, "d/a")) },
		"renamed":  func(m *Memory) { os.Rename(filepath.Join(m.Root, "d"), filepath.Join(m.Root, "e")) },
		"runnable": func(m *Memory) { os.Chmod(filepath.Join(m.Root, "d/a"), 0o755) },
		"linked": func(m *Memory) {
			os.Remove(filepath.Join(m.Root, "link"))
			os.Symlink("d/b", filepath.Join(m.Root, "link"))
		},
	} {
		t.Run(name, func(t *testing.T) {
			m := memory(t)
			m.put(t, "d/a", "one")
			m.setTime(t, "d/a", old)
			if err := os.Symlink("d/a", filepath.Join(m.Root, "link")); err != nil {
				t.Fatal(err)
			}
			l := m.Begin()
			look(l)
			change(m)
			list, err := l.ReadDir("d")
			if err != nil || len(list) != 1 || list[0].Name() != "a" {
				t.Errorf("the names are %v now (%v)", list, err)
			}
			s, err := l.State()
			if err != nil {
				t.Fatal(err)
			}
			made := protocol.Digest([]byte("one")) // what was read before the change
			if err := m.Keep(s, []byte("result"), func(string) string { return made }); err != nil {
				t.Fatal(err)
			}
			if _, ok := m.Recall(m.look(t)); ok {
				t.Error("it is recalled")
			}
		})
	}
}

// Who lets go of the lists has the state of before, and lists directories as they are.
func TestStateOutlivesTheLists(t *testing.T) {
	m := memory(t)
	m.put(t, "d/a", "a")
	m.setTime(t, "d/a", time.Now().Add(-time.Hour))
	l := m.Begin()
	before, err := l.State()
	if err != nil {
		t.Fatal(err)
	}
	l.Forget()
	m.put(t, "d/b", "b")
	after, err := l.State()
	if err != nil || after.sum != before.sum {
		t.Errorf("the state is another (%v)", err)
	}
	if list, err := l.ReadDir("d"); len(list) != 2 || err != nil {
		t.Errorf("the directory is listed as %v (%v)", list, err)
	}
	if now, err := m.Begin().State(); err != nil || now.sum == before.sum {
		t.Errorf("the tree of before and that of now have one state (%v)", err)
	}
}

// The state is the same whoever listed the directories, and in whatever order.
func TestStateOfWhatIsListedAlready(t *testing.T) {
	m := memory(t)
	old := time.Now().Add(-time.Hour)
	for _, file := range []string{"a", "d/a", "d/e/b", "f/c"} {
		m.put(t, file, file)
		m.setTime(t, file, old)
	}
	if !m.IsEmpty() {
		t.Error("something is remembered from the start")
	}
	for i, dirs := range [][]string{{"d/e", "."}, {".", "d", "d/e", "f"}, nil} {
		l := m.Begin()
		for _, dir := range dirs {
			if _, err := l.ReadDir(dir); err != nil {
				t.Fatal(err)
			}
		}
		s, err := l.State()
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			if err := m.Keep(s, []byte("result"), unread); err != nil {
				t.Fatal(err)
			}
		}
		if got, ok := m.Recall(s); !ok || string(got) != "result" || m.IsEmpty() {
			t.Errorf("with %q listed before: recalled %q, %v", dirs, got, ok)
		}
	}
	if _, err := m.Begin().ReadDir("none"); err == nil {
		t.Error("a directory that is not there is listed")
	}
}

func TestDamagedRecordsAreNone(t *testing.T) {
	m := memory(t)
	m.put(t, "a", "one")
	s := m.look(t)
	if err := m.Keep(s, []byte("result"), unread); err != nil {
		t.Fatal(err)
	}
	whole, _ := os.ReadFile(m.file())
	for name, data := range map[string][]byte{
		"nothing": nil, "head": whole[:20], "cut": whole[:len(whole)-1], "more": append(bytes.Clone(whole), 0),
		"one bit": func() []byte { b := bytes.Clone(whole); b[len(b)/2] ^= 1; return b }(),
		"no gob":  []byte(headStart + protocol.Digest([]byte("x")) + "\nx"),
	} {
		if err := os.WriteFile(m.file(), data, 0o644); err != nil {
			t.Fatal(err)
		}
		if _, ok := m.Recall(s); ok {
			t.Errorf("%s: recalled", name)
		}
		if err := m.Keep(s, []byte("result"), unread); err != nil {
			t.Fatal(err)
		}
		if _, ok := m.Recall(s); !ok {
			t.Errorf("%s: not written anew", name)
		}
	}
}

func TestOtherProgramsAndUsesHaveTheirOwn(t *testing.T) {
	m := memory(t)
	m.put(t, "a", "one")
	s := m.look(t)
	if err := m.Keep(s, []byte("result"), unread); err != nil {
		t.Fatal(err)
	}
	for what, change := range map[string]func(*Memory){
		"program": func(m *Memory) { m.Program = "q" },
		"use":     func(m *Memory) { m.Use = "v" },
		"folder":  func(m *Memory) { m.Folder += "2" },
	} {
		other := *m
		change(&other)
		if _, ok := other.Recall(s); ok {
			t.Errorf("recalled for another %s", what)
		}
	}
	if entries, err := os.ReadDir(m.Folder); err != nil || len(entries) != 1 {
		t.Errorf("the folder holds %v (%v)", entries, err)
	}
}

func TestManyAtOnce(t *testing.T) {
	m := memory(t)
	m.put(t, "a", "one")
	s := m.look(t)
	var group sync.WaitGroup
	for i := range 8 {
		group.Go(func() {
			for range 20 {
				if err := m.Keep(s, bytes.Repeat([]byte("result"), 1000), unread); err != nil {
					t.Error(i, err)
				}
				if got, ok := m.Recall(s); !ok || len(got) != 6000 {
					t.Errorf("%d recalled %d bytes", i, len(got))
				}
			}
		})
	}
	group.Wait()
	if entries, err := os.ReadDir(m.Folder); err != nil || len(entries) != 1 {
		t.Errorf("the folder holds %v (%v)", entries, err)
	}
}

func TestLinksAndModes(t *testing.T) {
	m := memory(t)
	m.put(t, "a", "one")
	m.put(t, "b", "one")
	link := filepath.Join(m.Root, "l")
	if err := os.Symlink("a", link); err != nil {
		t.Fatal(err)
	}
	states := map[[32]byte]string{m.look(t).sum: "first"}
	for name, change := range map[string]func() error{
		"1 other target": func() error { os.Remove(link); return os.Symlink("b", link) },
		"2 dangling":     func() error { os.Remove(link); return os.Symlink("c", link) },
		"3 executable":   func() error { return os.Chmod(filepath.Join(m.Root, "a"), 0o755) },
		"4 empty folder": func() error { return os.Mkdir(filepath.Join(m.Root, "e"), 0o755) },
	} {
		if err := change(); err != nil {
			t.Fatal(err)
		}
		if other, known := states[m.look(t).sum]; known {
			t.Errorf("%s looks as %s", name, other)
		}
		states[m.look(t).sum] = name
	}
}
