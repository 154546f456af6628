package catalog

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
)

// What is written, by whichever door and in pieces of any size, comes out as it is and is hashed.
func TestSealerWritesAll(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 8 {
		var want, got bytes.Buffer
		s := newSealer(&got)
		for range 1 + r.IntN(20) {
			piece := bytes.Repeat([]byte{byte(r.Uint32())}, r.IntN([]int{2, 1000, blockSize, 2*blockSize + 2}[r.IntN(4)]))
			want.Write(piece)
			var n int64
			var err error
			if r.IntN(2) == 0 {
				n, err = io.Copy(s, io.LimitReader(bytes.NewReader(piece), int64(len(piece))))
			} else {
				var k int
				k, err = s.Write(piece)
				n = int64(k)
			}
			if n != int64(len(piece)) || err != nil {
				t.Fatalf("took %d of %d bytes (%v)", n, len(piece), err)
			}
		}
		info, err := s.finish()
		if err != nil || info.Size != int64(want.Len()) || info.Digest != fmt.Sprintf("sha256:%x", sha256.Sum256(want.Bytes())) {
			t.Errorf("of %d bytes is said %+v (%v)", want.Len(), info, err)
		}
		if !bytes.Equal(got.Bytes(), want.Bytes()) {
			t.Errorf("%d bytes came out as %d others", want.Len(), got.Len())
		}
	}
}

// The first failure of the writer is told, soon, and nothing is written after it.
func TestSealerTellsTheFirstFailure(t *testing.T) {
	calls := 0
	s := newSealer(writerFunc(func(p []byte) (int, error) {
		if calls++; calls == 2 {
			return 0, errors.New("the disk is full")
		}
		return len(p), nil
	}))
	taken, err := io.Copy(s, io.LimitReader(zeros{}, 1<<40))
	if err == nil || err.Error() != "the disk is full" || taken > 10*blockSize {
		t.Errorf("after %d bytes the error is %v", taken, err)
	}
	if _, err := s.finish(); err == nil || err.Error() != "the disk is full" || calls != 2 {
		t.Errorf("at the end the error is %v, after %d calls", err, calls)
	}
}

// A failure of what is read is no failure of the writer.
func TestSealerTellsWhatItReadsFrom(t *testing.T) {
	s := newSealer(io.Discard)
	_, err := s.ReadFrom(io.MultiReader(strings.NewReader("text"), cutShort{}))
	if !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("the error is %v", err)
	}
	if info, err := s.finish(); err != nil || info.Size != 4 {
		t.Errorf("%+v, %v", info, err)
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

type cutShort struct{}

func (cutShort) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }
