package skill

import (
	"errors"
	"io"
	"slices"
)

// AppendTo appends what Bytes returns to dst, for who reads many files into the same memory.
func (f *File) AppendTo(dst []byte) ([]byte, error) {
	if f.kept != nil || f.Size == 0 {
		return append(dst, f.kept...), nil
	}
	if f.hasContent() {
		if data := f.recent(); data != nil {
			return append(dst, data...), nil
		}
	}
	file, err := f.source.fsys.Open(f.Real)
	if err != nil {
		return dst, err
	}
	defer file.Close()
	// A byte more than there was shows a file that has grown.
	start, end := len(dst), len(dst)+int(f.Size)+1
	dst = slices.Grow(dst, end-start)[:end]
	n, err := io.ReadFull(file, dst[start:])
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = nil
	}
	return dst[:start+n], err
}
