package verify

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
)

// inLine is a line of the server, or why there is none.
type inLine struct {
	text []byte
	err  error
}

// readLines sends the lines of the server until their end.
func (l *stdioLink) readLines(maxLine int64) {
	r := bufio.NewReaderSize(l.process.out, 64<<10)
	for {
		text, err := readBoundedLine(r, maxLine)
		select {
		case l.lines <- inLine{text, err}:
		case <-l.closed:
			return
		}
		if err != nil && !errors.Is(err, ErrTooLarge) {
			return
		}
	}
}

// readBoundedLine returns the next line without its end. Of a line over the limit it
// keeps the beginning, reads all, and returns ErrTooLarge.
func readBoundedLine(r *bufio.Reader, limit int64) ([]byte, error) {
	var text []byte
	var size int64
	for {
		part, err := r.ReadSlice('\n')
		if size += int64(len(part)); size <= limit+1 { // the end of the line is no part of it
			text = append(text, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
		case err == nil && size > limit+1:
			return text, fmt.Errorf("%w: the line has more than %d bytes", ErrTooLarge, limit)
		default:
			return bytes.TrimRight(text, "\r\n"), err
		}
	}
}

// writeLines writes until the link is closed. It may wait for a server that does not
// read, while the calls do not.
func (l *stdioLink) writeLines() {
	for {
		select {
		case line := <-l.out:
			if _, err := l.process.in.Write(line); err != nil {
				return // the end of the output says more
			}
		case <-l.closed:
			return
		}
	}
}
