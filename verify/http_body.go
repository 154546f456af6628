package verify

import (
	"bufio"
	"bytes"
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

// readEvent returns the data of the next event of a stream (text/event-stream), empty
// where it has none or is not a message. The error is io.EOF where no whole one comes.
func readEvent(r *bufio.Reader) ([]byte, error) {
	var data []byte
	isMessage := true
	for {
		line, err := r.ReadBytes('\n')
		if err != nil {
			return data, err
		}
		line = bytes.TrimRight(line, "\r\n")
		if len(line) == 0 {
			break
		}
		name, value, _ := bytes.Cut(line, []byte(":"))
		value = bytes.TrimPrefix(value, []byte(" "))
		switch string(name) {
		case "data":
			data = append(append(data, value...), '\n')
		case "event":
			isMessage = string(value) == "message"
		}
	}
	if !isMessage {
		return nil, nil
	}
	return bytes.TrimSuffix(data, []byte("\n")), nil
}
