package main

import (
	"bytes"
	"io"

	"skillpack/internal/diag"
)

// printable passes on what another program says, with what could steer a terminal
// escaped. A character that two writes share comes out as its bytes.
type printable struct{ out io.Writer }

func (p printable) Write(b []byte) (int, error) {
	var said bytes.Buffer
	for line := range bytes.Lines(b) {
		text, ended := bytes.CutSuffix(line, []byte{'\n'})
		said.WriteString(diag.Printable(string(bytes.TrimSuffix(text, []byte{'\r'}))))
		if ended {
			said.WriteByte('\n')
		}
	}
	if _, err := p.out.Write(said.Bytes()); err != nil {
		return 0, err
	}
	return len(b), nil
}
