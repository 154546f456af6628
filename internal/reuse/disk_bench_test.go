package reuse

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// BenchmarkOpen opens a tree of 2,000 directories, each with a noted file and two others, of
// which nothing has changed, as lint of one skill does.
func BenchmarkOpen(b *testing.B) {
	const dirs = 2000
	s := Source{Folder: b.TempDir(), Program: "p", Root: b.TempDir(), Skip: func(string) bool { return false }}
	for i := range dirs {
		dir := filepath.Join(s.Root, fmt.Sprintf("group-%d/skill-%d/references", i/50, i))
		if err := os.MkdirAll(dir, 0o755); err != nil {
			b.Fatal(err)
		}
		for _, name := range []string{"noted", "one", "two"} {
			if err := os.WriteFile(filepath.Join(dir, name), nil, 0o644); err != nil {
				b.Fatal(err)
			}
		}
	}
	open := func() *Disk {
		d, err := Open(s)
		if err != nil {
			b.Fatal(err)
		}
		return d
	}
	d := open()
	d.settle()
	d.since = time.Now().Add(time.Hour)
	d.noteAll(d.top.folder, string(make([]byte, 700)))
	if err := d.Keep(); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		d = open()
		if d.settle(); d.renewed.Load() > 0 {
			b.Fatal("the tree is not remembered")
		}
	}
}

func (d *Disk) noteAll(f *folder, note string) {
	for i := range f.below {
		n := &f.below[i]
		if n.folder != nil {
			d.noteAll(n.folder, note)
		} else if n.name == "noted" {
			d.SetNote(n.path(), note)
		}
	}
}
