package reuse

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// tree is a tree on disk with the folder in which it is remembered.
func tree(t *testing.T) (Source, *Memory) {
	m := memory(t)
	return Source{Folder: m.Folder, Program: "p", Root: m.Root, Skip: func(dir string) bool { return dir == "out" }}, m
}

// opened looks at the tree. With settled nothing of it counts as just changed.
func opened(t *testing.T, s Source, settled bool) *Disk {
	t.Helper()
	d, err := Open(s)
	if err != nil {
		t.Fatal(err)
	}
	if settled {
		d.since = time.Now().Add(time.Hour)
	}
	return d
}

// told is all that a file system tells of a tree, with the notes that notes gives.
func told(t *testing.T, fsys fs.FS, note func(file string) string) string {
	t.Helper()
	var b strings.Builder
	err := fs.WalkDir(fsys, ".", func(file string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		fmt.Fprint(&b, file, " ", info.Mode(), " ", info.ModTime().UnixNano())
		if info.Mode().IsRegular() {
			fmt.Fprint(&b, " ", info.Size(), " ", note(file))
		}
		if target, err := fs.ReadLink(fsys, file); err == nil {
			fmt.Fprint(&b, " -> ", target)
		}
		b.WriteByte('\n')
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// onDisk is what the tree is, asked of the disk alone. The note of a file is its content.
func (m *Memory) onDisk(t *testing.T) string {
	fsys := os.DirFS(m.Root)
	return told(t, fsys, func(file string) string {
		data, err := fs.ReadFile(fsys, file)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	})
}

// noting reads the files that nothing is noted of, and counts them.
func (d *Disk) noting(t *testing.T, read *int) string {
	return told(t, d, func(file string) string {
		if note := d.Note(file); note != "" {
			return strings.TrimSuffix(note, "!")
		}
		data, err := fs.ReadFile(d, file)
		if err != nil {
			t.Fatal(err)
		}
		*read++
		d.SetNote(file, string(data)+"!")
		return string(data)
	})
}

// What is told of a tree is what the disk tells, whatever was done since it was remembered.
func TestDiskAfterRandomEdits(t *testing.T) {
	s, m := tree(t)
	r := rand.New(rand.NewPCG(3, 3))
	for i := range 60 {
		m.put(t, fmt.Sprintf("a%d/b%d/f%d", i%5, i%3, i), "text")
	}
	old := time.Now().Add(-time.Hour)
	read, whole := 0, 0
	for range 200 {
		d := opened(t, s, r.IntN(2) == 0)
		got := d.noting(t, &read)
		if want := m.onDisk(t); got != want {
			t.Fatalf("told\n%s\nof\n%s", got, want)
		}
		whole += strings.Count(got, "\n")
		if err := d.Keep(); err != nil {
			t.Fatal(err)
		}
		for range r.IntN(3) {
			m.edit(t, r, old)
		}
	}
	if read > whole/2 {
		t.Errorf("%d of %d files were read", read, whole)
	}
}

// edit does something to the tree that can be.
func (m *Memory) edit(t *testing.T, r *rand.Rand, old time.Time) {
	file := fmt.Sprintf("a%d/b%d/f%d", r.IntN(5), r.IntN(3), r.IntN(60))
	full, dir := filepath.Join(m.Root, file), filepath.Join(m.Root, filepath.Dir(file))
	switch r.IntN(10) {
	case 0:
		m.put(t, file, "text")
	case 1:
		m.put(t, file, fmt.Sprintf("%04d", r.IntN(10000))) // the same size
		m.setTime(t, file, old)
	case 2:
		os.Remove(full)
	case 3:
		os.Rename(full, full+"x")
	case 4:
		os.Rename(dir, dir+"x")
	case 5:
		os.RemoveAll(dir)
	case 6:
		os.Symlink("f1", full)
	case 7:
		os.Chmod(full, 0o755)
	case 8:
		os.RemoveAll(full)
		os.MkdirAll(full, 0o755)
	case 9:
		os.Rename(dir+"x", dir)
	}
}

// many makes a tree that is worth remembering.
func (m *Memory) many(t *testing.T) {
	for i := range few + 8 {
		m.put(t, fmt.Sprintf("d%d/f", i), "one")
	}
}

func TestDiskListsOnlyWhatChanged(t *testing.T) {
	s, m := tree(t)
	m.many(t)
	m.put(t, "out/f", "skipped")
	d, read := opened(t, s, true), 0
	d.noting(t, &read)
	if err := d.Keep(); err != nil {
		t.Fatal(err)
	}
	m.put(t, "d3/g", "new")
	m.put(t, "d4/f", "two")
	d, read = opened(t, s, true), 0
	d.settle()
	if n := d.renewed.Load(); n != 1 {
		t.Errorf("%d directories were listed, expected that of the new file alone", n)
	}
	if got, want := d.noting(t, &read), m.onDisk(t); got != want || read != 3 {
		t.Errorf("%d files were read, expected the new, the changed, and the skipped one; told\n%s", read, got)
	}
}

// What changed shortly before it was looked at may change again without a new time.
func TestDiskDoubtsWhatJustChanged(t *testing.T) {
	s, m := tree(t)
	m.many(t)
	d, read := opened(t, s, false), 0
	d.noting(t, &read)
	if err := d.Keep(); err != nil {
		t.Fatal(err)
	}
	d = opened(t, s, false)
	d.settle()
	if n := d.renewed.Load(); n != few+9 {
		t.Errorf("%d directories were listed again, expected all", n)
	}
	if note := d.Note("d1/f"); note != "" {
		t.Errorf("the note %q is believed", note)
	}
}

func TestDamagedTreesAreNone(t *testing.T) {
	s, m := tree(t)
	m.many(t)
	if err := opened(t, s, true).Keep(); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(s.file())
	if err != nil {
		t.Fatal(err)
	}
	body := load(s.file(), diskStart)
	for i := range 300 {
		at := i * len(body) / 300
		if err := save(s.file(), diskStart, body[:at]); err != nil {
			t.Fatal(err)
		}
		d := opened(t, s, true)
		d.settle()
		if d.renewed.Load() != few+9 {
			t.Fatalf("cut at %d: only %d directories were listed", at, d.renewed.Load())
		}
		odd := append([]byte(nil), body...)
		odd[at] ^= 0x55
		if err := save(s.file(), diskStart, odd); err != nil {
			t.Fatal(err)
		}
		opened(t, s, true) // whatever it is, it ends
	}
	for name, change := range map[string]func(*Source){
		"program": func(s *Source) { s.Program = "q" },
		"root":    func(s *Source) { s.Root += "/d1" },
	} {
		if err := os.WriteFile(s.file(), whole, 0o600); err != nil {
			t.Fatal(err)
		}
		other := s
		if change(&other); len((&Disk{source: other}).recall()) != 0 {
			t.Errorf("recalled for another %s", name)
		}
	}
	if info, err := os.Stat(s.file()); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file is open to others: %v (%v)", info.Mode(), err)
	}
}

func TestDisksAtOnce(t *testing.T) {
	s, m := tree(t)
	m.many(t)
	want := m.onDisk(t)
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for range 5 {
				d, err := Open(s)
				if err != nil {
					t.Error(err)
					return
				}
				read := 0
				if got := d.noting(t, &read); got != want {
					t.Errorf("told\n%s", got)
				}
				if err := d.Keep(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
}

func TestOpenNothing(t *testing.T) {
	s, _ := tree(t)
	s.Root += "/none"
	if _, err := Open(s); err == nil {
		t.Error("a tree that is not there was opened")
	}
}
