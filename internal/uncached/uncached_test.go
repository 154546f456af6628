package uncached

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func create(t *testing.T) *os.File {
	t.Helper()
	f, err := os.Create(filepath.Join(t.TempDir(), "file"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	return f
}

func noise(n int) []byte {
	r := rand.New(rand.NewPCG(5, 6))
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return b
}

// What is written past the cache, in pieces of any size and place, is in the file, and is read from
// there past the cache too.
func TestFileReadsWhatItWrote(t *testing.T) {
	for _, plain := range []bool{false, true} { // where the system knows how, and where it does not
		f, want := create(t), noise(1<<20+123)
		u := New(f)
		u.ReadInPieces()
		u.plain.Store(plain)
		for at := 0; at < len(want); {
			n := min(1+at%70_000, len(want)-at)
			if k, err := u.WriteAt(want[at:at+n], int64(at)); k != n || err != nil {
				t.Fatalf("wrote %d of %d bytes (%v)", k, n, err)
			}
			at += n
		}
		onDisk, err := os.ReadFile(f.Name())
		if err != nil || !bytes.Equal(onDisk, want) {
			t.Errorf("%d bytes are in the file as %d others (%v)", len(want), len(onDisk), err)
		}
		got, err := io.ReadAll(io.NewSectionReader(u, 0, 1<<40))
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%d bytes are read as %d others (%v)", len(want), len(got), err)
		}
	}
}

// The end of a file and what goes wrong are told as an os.File tells them.
func TestFileTellsWhatAFileTells(t *testing.T) {
	f := create(t)
	u := New(f)
	if _, err := u.WriteAt([]byte("text"), 0); err != nil {
		t.Fatal(err)
	}
	if n, err := u.ReadAt(make([]byte, 10), 1); n != 3 || err != io.EOF {
		t.Errorf("at the end are %d bytes (%v)", n, err)
	}
	only, err := os.Open(f.Name())
	if err != nil {
		t.Fatal(err)
	}
	var failure *os.PathError
	if _, err := New(only).WriteAt([]byte("text"), 0); !errors.As(err, &failure) || failure.Path != f.Name() {
		t.Errorf("writing to what is open to be read gives %v", err)
	}
	_ = only.Close()
	if n, err := New(only).ReadAt(make([]byte, 4), 0); n != 0 || !errors.Is(err, os.ErrClosed) {
		t.Errorf("of a closed file are read %d bytes (%v)", n, err)
	}
}

// A Writer writes all, also where it goes on past the cache.
func TestWriterWritesAll(t *testing.T) {
	f, want := create(t), noise(100_000)
	w := NewWriter(f)
	w.kept = 30_000
	for p := range slices.Chunk(want, 12<<10) {
		if n, err := w.Write(p); n != len(p) || err != nil {
			t.Fatalf("wrote %d of %d bytes (%v)", n, len(p), err)
		}
	}
	got, err := os.ReadFile(f.Name())
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("%d bytes are in the file as %d others (%v)", len(want), len(got), err)
	}
}

// Reader leaves small files to the cache.
func TestReaderKeepsSmallFiles(t *testing.T) {
	f := create(t)
	if Reader(f, Kept) != io.ReaderAt(f) {
		t.Error("a file of that size is read past the cache")
	}
	if _, ok := Reader(f, Kept+1).(*File); !ok {
		t.Error("a larger file is read to the cache")
	}
}
