package build

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"testing/fstest"

	"skillpack/catalog"
	"skillpack/internal/protocol"
	"skillpack/internal/skill"
)

// contents are some that a catalog can hold, of many sizes, text and others.
func contents(n int) [][]byte {
	r := rand.New(rand.NewPCG(1, 2))
	all := make([][]byte, n)
	for i := range all {
		all[i] = make([]byte, 1+r.IntN(1<<(1+i%20)))
		for k := range all[i] {
			if all[i][k] = byte(r.Uint32()); i%2 == 0 {
				all[i][k] = "a\n\"<\t"[r.IntN(5)]
			}
		}
	}
	return all
}

func examined(data []byte) skill.Examined {
	return skill.Examined{Digest: protocol.Digest(data), Text: protocol.IsText(data), Bytes: data}
}

func TestSpoolGivesBackWhatItTook(t *testing.T) {
	folder := t.TempDir()
	s := NewSpool(folder)
	all := contents(60)
	var users sync.WaitGroup
	for range 4 {
		users.Go(func() {
			for _, data := range all {
				s.Examine(examined(data))
			}
		})
	}
	users.Wait()
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		t.Errorf("in the folder are %v (%v)", left, err)
	}
	for _, data := range all {
		var got bytes.Buffer
		if err := s.member(protocol.Digest(data))(&got); err != nil || got.String() != string(catalog.AppendMember(nil, data, protocol.IsText(data))) {
			t.Fatalf("%d bytes came back as %d (%v)", len(data), got.Len(), err)
		}
	}
	if s.member(protocol.Digest([]byte("other"))) != nil {
		t.Error("it gives what it never took")
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if err := s.member(protocol.Digest(all[0]))(new(bytes.Buffer)); err == nil {
		t.Error("a closed spool gives something")
	}
}

// A tree that memory has no room for gives one catalog, whether its files are read once or again.
func TestSpoolChangesNoCatalog(t *testing.T) {
	files := fstest.MapFS{}
	for i, data := range contents(80) {
		dir := fmt.Sprintf("s%d", i/20)
		files[dir+"/SKILL.md"] = &fstest.MapFile{Data: []byte("---\nname: " + dir + "\ndescription: Holds many files.\n---\n"), Mode: 0o644}
		if len(data) < 100_000 {
			files[fmt.Sprintf("%s/%d", dir, i)] = &fstest.MapFile{Data: data, Mode: 0o644}
		}
	}
	for i := range 8 {
		files[fmt.Sprintf("s%d/large", i)] = &fstest.MapFile{Data: bytes.Repeat([]byte{byte(i), 0, 7}, 2<<20), Mode: 0o644}
		files[fmt.Sprintf("s%d/SKILL.md", i)] = &fstest.MapFile{Data: fmt.Appendf(nil, "---\nname: s%d\ndescription: Holds a large file, number %d.\n---\n", i, i), Mode: 0o644}
	}
	spool := NewSpool(t.TempDir())
	defer spool.Close()
	var catalogs [2]catalog.Info
	for i, o := range []skill.Options{{}, {Digests: true, Examine: spool.Examine}} {
		tree, _, err := skill.Load(t.Context(), files, o)
		if err != nil {
			t.Fatal(err)
		}
		c, found, err := Compile(t.Context(), tree, Options{Spool: []*Spool{nil, spool}[i]})
		if c == nil || err != nil {
			t.Fatal(found, err)
		}
		if catalogs[i], err = catalog.Write(io.Discard, c); err != nil {
			t.Fatal(err)
		}
	}
	if catalogs[0] != catalogs[1] {
		t.Error("the catalogs differ")
	}
	if len(spool.at) == 0 {
		t.Error("nothing was spooled")
	}
}

// A spool takes no more than it is to, and what it did not take is read again.
func TestSpoolIsBounded(t *testing.T) {
	s := NewSpool(t.TempDir())
	defer s.Close()
	s.most = 1000
	for i := range 100 {
		s.Examine(examined(bytes.Repeat([]byte{byte(i), 0}, 50)))
	}
	if len(s.at) < 5 || len(s.at) > 10 || s.size > s.most+200 {
		t.Errorf("%d contents of 100 bytes take %d of %d bytes", len(s.at), s.size, s.most)
	}
}

// What cannot be put on the disk is read again.
func TestSpoolWithoutFolderHoldsNothing(t *testing.T) {
	s := NewSpool(filepath.Join(t.TempDir(), "absent"))
	data := []byte("text")
	if s.Examine(examined(data)); s.member(protocol.Digest(data)) != nil {
		t.Error("it holds something")
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}
