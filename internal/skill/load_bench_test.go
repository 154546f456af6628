package skill

import (
	"testing"

	"skillpack/bench/sample"
)

// BenchmarkWalk is what Load does before it reads: it finds out what there is.
func BenchmarkWalk(b *testing.B) {
	fsys := Disk(sampled(b))
	b.ReportAllocs()
	for b.Loop() {
		w, err := newWalker(b.Context(), fsys, Options{})
		if err != nil {
			b.Fatal(err)
		}
		if err := w.walk(); err != nil {
			b.Fatal(err)
		}
	}
}

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
