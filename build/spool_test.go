package build

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"testing/fstest"
	"time"

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

// The contents come back whether they are kept in the system's cache of files or past it, in whichever
// order, and nothing is left in the folder meanwhile.
func TestSpoolGivesBackWhatItTook(t *testing.T) {
	all := contents(80)
	for _, kept := range []int64{0, 1 << 20, 1 << 40} {
		folder := t.TempDir()
		s := NewSpool(folder)
		s.file.kept = kept
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
		inOrder := slices.SortedFunc(slices.Values(all), func(a, b []byte) int {
			return cmp.Compare(protocol.Digest(a), protocol.Digest(b))
		})
		for _, data := range slices.Concat(all, inOrder) {
			var got bytes.Buffer
			if err := s.member(protocol.Digest(data))(&got); err != nil || got.String() != string(catalog.AppendMember(nil, data, protocol.IsText(data))) {
				t.Fatalf("with %d bytes kept, %d bytes came back as %d (%v)", kept, len(data), got.Len(), err)
			}
		}
		if isInBuckets := held(s) > len(s.single); isInBuckets != (kept < 1<<40) {
			t.Errorf("with %d bytes kept, %d of %d contents are found one by one", kept, len(s.single), held(s))
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
}

// held is how many contents a spool holds.
func held(s *Spool) int {
	n := len(s.single)
	for i := range s.bucket {
		n += len(s.bucket[i].at)
	}
	return n
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
	near, past := NewSpool(t.TempDir()), NewSpool(t.TempDir())
	past.file.kept = 1 << 20
	spools := []*Spool{nil, near, past}
	var catalogs [3]catalog.Info
	for i, spool := range spools {
		defer spool.Close()
		c := compileWith(t, files, spool)
		var err error
		if catalogs[i], err = catalog.Write(io.Discard, c); err != nil {
			t.Fatal(err)
		}
	}
	if catalogs[1] != catalogs[0] || catalogs[2] != catalogs[0] {
		t.Errorf("the catalogs differ: %v", catalogs)
	}
	if held(near) == 0 || held(past) <= len(past.single) {
		t.Errorf("spooled were %d contents, and of %d %d past the cache", held(near), held(past), held(past)-len(past.single))
	}
}

// compileWith compiles a tree whose files a spool takes in, where there is one.
func compileWith(t *testing.T, files fs.FS, spool *Spool) *catalog.Catalog {
	t.Helper()
	var o skill.Options
	if spool != nil {
		o = skill.Options{Digests: true, Examine: spool.Examine}
	}
	tree, _, err := skill.Load(t.Context(), files, o)
	if err != nil {
		t.Fatal(err)
	}
	c, found, err := Compile(t.Context(), tree, Options{Spool: spool})
	if c == nil || err != nil {
		t.Fatal(found, err)
	}
	return c
}

// A spool takes no more than it is to, and what it did not take is read again.
func TestSpoolIsBounded(t *testing.T) {
	for _, kept := range []int64{0, 1 << 40} {
		s := NewSpool(t.TempDir())
		defer s.Close()
		s.file.most, s.file.kept = 10*pieceSize, kept
		for i := range 100 {
			s.Examine(examined(bytes.Repeat([]byte{byte(i), 0}, pieceSize/4)))
		}
		if n, size := held(s), s.file.size.Load(); n < 10 || n > 10+buckets || size > s.file.most+2*pieceSize {
			t.Errorf("with %d bytes kept, %d contents take %d of %d bytes", kept, n, size, s.file.most)
		}
	}
}

// A disk on which writing takes longer than to read the tree again gets no more.
func TestSpoolLeavesASlowDiskAlone(t *testing.T) {
	s := NewSpool(t.TempDir())
	defer s.Close()
	s.file.kept, s.file.most = 0, 1<<40
	slow := func(seconds int) bool {
		s.file.spent.Store(int64(seconds) * int64(time.Second))
		return s.file.isFull()
	}
	if slow(0) || !slow(2) {
		t.Error("two seconds for nothing are not slow, or none are")
	}
	if s.file.size.Store(1 << 30); slow(2) || !slow(60) {
		t.Error("a minute for 1 GB is not slow, or two seconds are")
	}
}

// What is lost on the disk is read again: a bucket that lost a piece holds nothing.
func TestSpoolHoldsNothingOfALostPiece(t *testing.T) {
	s := NewSpool(t.TempDir())
	defer s.Close()
	s.file.kept = 0
	all := contents(80)
	for _, data := range all {
		s.Examine(examined(data))
	}
	before := held(s)
	if err := s.file.file.Close(); err != nil {
		t.Fatal(err)
	}
	lost := 0
	for i := range 3 * buckets {
		s.Examine(examined(bytes.Repeat(fmt.Appendf(nil, "%d ", i), pieceSize/4)))
	}
	for i := range s.bucket {
		if b := &s.bucket[i]; b.failed {
			lost++
			if len(b.at) > 0 {
				t.Errorf("bucket %d lost something and holds %d contents", i, len(b.at))
			}
		}
	}
	if lost == 0 || before == 0 {
		t.Errorf("%d buckets lost something, of %d contents", lost, before)
	}
}

// What cannot be put on the disk is read again.
func TestSpoolWithoutFolderHoldsNothing(t *testing.T) {
	s := NewSpool(filepath.Join(t.TempDir(), "absent"))
	for _, data := range contents(60) {
		if s.Examine(examined(data)); s.member(protocol.Digest(data)) != nil {
			t.Errorf("it holds something of %d bytes", len(data))
		}
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}
