package build

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"os"

	"skillpack/catalog"
	"skillpack/internal/uncached"
)

// Holds reports whether the file at path is what WriteFile would make of a catalog, and
// returns the size and digest of that. It writes nothing, and compares while it encodes, so
// that neither of both is in memory. Info is of use only where the file holds the catalog.
func Holds(ctx context.Context, path string, c *catalog.Catalog) (info catalog.Info, same bool, err error) {
	file, err := os.Stat(path)
	if err != nil || !file.Mode().IsRegular() {
		return catalog.Info{}, false, nil
	}
	f, err := os.Open(path)
	if err != nil {
		return catalog.Info{}, false, nil
	}
	defer f.Close()
	old := &comparison{r: bufio.NewReaderSize(uncached.Stream(f, file.Size()), 1<<18)}
	switch info, err = catalog.Write(until{ctx, old}, c); {
	case errors.Is(err, errDiffers):
		return catalog.Info{}, false, nil
	case err != nil:
		return catalog.Info{}, false, err
	}
	_, err = old.r.ReadByte()
	return info, err == io.EOF, nil
}

var errDiffers = errors.New("the file differs")

// comparison is a writer that fails where what is written is not what it reads.
type comparison struct {
	r     *bufio.Reader
	piece []byte
}

func (c *comparison) Write(p []byte) (int, error) {
	if cap(c.piece) < len(p) {
		c.piece = make([]byte, len(p))
	}
	piece := c.piece[:len(p)]
	if _, err := io.ReadFull(c.r, piece); err != nil || !bytes.Equal(piece, p) {
		return 0, errDiffers
	}
	return len(p), nil
}
