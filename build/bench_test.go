package build

import (
	"io"
	"testing"

	"skillpack/bench/sample"
	"skillpack/catalog"
	"skillpack/internal/skill"
)

// BenchmarkBuild makes a catalog of a tree that is like public collections, of more than memory
// keeps, from its files on.
func BenchmarkBuild(b *testing.B) {
	dir := b.TempDir()
	if err := (sample.Public{Skills: 400, Seed: 1}).Write(dir); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		spool := NewSpool(b.TempDir())
		tree, _, err := skill.Load(b.Context(), skill.Disk(dir), skill.Options{Digests: true, Examine: spool.Examine})
		if err != nil {
			b.Fatal(err)
		}
		c, found, err := Compile(b.Context(), tree, Options{Spool: spool})
		if c == nil {
			b.Fatal(found, err)
		}
		info, err := catalog.Write(io.Discard, c)
		if err != nil {
			b.Fatal(err)
		}
		b.SetBytes(info.Size)
		if err := spool.Close(); err != nil {
			b.Fatal(err)
		}
	}
}
