package catalog

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"sync/atomic"
	"testing"
)

// The error must not depend on which core was first.
func TestFirstContentThatFailsIsTold(t *testing.T) {
	for range 20 {
		c := build(many(3*maxAhead, 0, 0, prose))
		for _, i := range []int{maxAhead + 7, maxAhead + 8, 2*maxAhead + 9} {
			c.Contents[i].Read = func() ([]byte, error) { return nil, errors.New("gone") }
		}
		if err, want := Encode(io.Discard, c), fmt.Sprintf("contents[%d]: ", maxAhead+7); err == nil || !strings.Contains(err.Error(), want) {
			t.Fatalf("got %v, want %s", err, want)
		}
	}
}

// The memory of an encoding is bounded by the largest contents, however slow the writer is.
func TestFewContentsAreReadAhead(t *testing.T) {
	const size = mostAhead / 4
	c := build(many(15, 6, size, noise))
	var read atomic.Int64
	for i := range c.Contents {
		bytes := c.Contents[i].Read
		c.Contents[i].Read = func() ([]byte, error) {
			read.Add(1)
			return bytes()
		}
	}
	written, most := int64(0), int64(0)
	err := Encode(writerFunc(func(p []byte) (int, error) {
		most = max(most, read.Load()*size-written)
		written += int64(len(p))
		return len(p), nil
	}), c)
	if err != nil || most > 2*mostAhead+blocks*blockSize || read.Load() != int64(len(c.Contents)) {
		t.Errorf("%d bytes were read ahead, %d of %d contents read (%v)", most, read.Load(), len(c.Contents), err)
	}
}

// Append stands for Read, and gets memory that others used before.
func TestEncodeReadsByAppend(t *testing.T) {
	c := build(many(20, 9, 3000, prose))
	want := encode(t, c)
	for i := range c.Contents {
		read := c.Contents[i].Read
		c.Contents[i].Append = func(dst []byte) ([]byte, error) {
			data, err := read()
			return append(dst, data...), err
		}
		c.Contents[i].Read = nil
	}
	if got := encode(t, c); string(got) != string(want) {
		t.Error("the catalogs differ")
	}
	c.Contents[5].Append = func(dst []byte) ([]byte, error) { return dst, io.ErrUnexpectedEOF }
	if err := Encode(io.Discard, c); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("the error is %v", err)
	}
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }
