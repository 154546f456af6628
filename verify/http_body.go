package verify

import (
	"fmt"
	"io"
)

// boundedReader reads so many bytes at most, and then fails with ErrTooLarge where there
// is more.
type boundedReader struct {
	from io.Reader
	left int64
	read int64
}

func (b *boundedReader) Read(p []byte) (int, error) {
	// One byte over the bound tells an end there from more.
	if int64(len(p)) > b.left+1 {
		p = p[:b.left+1]
	}
	n, err := b.from.Read(p)
	if b.read += int64(n); int64(n) > b.left {
		return int(b.left), fmt.Errorf("%w: it has more than %d bytes", ErrTooLarge, b.read-1)
	}
	b.left -= int64(n)
	return n, err
}
