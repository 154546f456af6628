package skill

import (
	"io/fs"
	"testing"

	"skillpack/bench/sample"
)

// BenchmarkWalk is what Load does before it reads: it finds out what there is.
func BenchmarkWalk(b *testing.B) {
	fsys := closed{Disk(sampled(b)).(*disk)}
	b.ReportAllocs()
	for b.Loop() {
		w, err := newWalker(b.Context(), fsys, Options{})
		if err != nil {
			b.Fatal(err)
		}
		if err := w.walk(); err != nil {
			b.Fatal(err)
		}
		if _, err := w.readers.wait(nil); err != nil {
			b.Fatal(err)
		}
	}
}

// closed is a disk of which no file opens.
type closed struct{ *disk }

func (closed) Open(string) (fs.File, error) { return nil, fs.ErrPermission }

func BenchmarkLoad(b *testing.B) {
	fsys := Disk(sampled(b))
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := Load(b.Context(), fsys, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

// sampled is the root of a tree on disk that is like public collections.
func sampled(b *testing.B) string {
	b.Helper()
	dir := b.TempDir()
	if err := (sample.Public{Skills: 300, Seed: 1}).Write(dir); err != nil {
		b.Fatal(err)
	}
	return dir
}
