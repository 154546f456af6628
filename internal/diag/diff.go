package diag

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"
)

// WriteDiff prints a unified diff for a person at a terminal: what could steer that is
// escaped, and a carriage return at the end of a changed line is shown as ^M, since two
// lines would else look the same. No patch can be made of it.
func WriteDiff(w io.Writer, diff []byte, color bool) error {
	b, c := bufio.NewWriter(w), Palette(color)
	inHunk := false
	for line := range bytes.Lines(diff) {
		text := strings.TrimSuffix(string(line), "\n")
		paint := c.Bold
		switch {
		case strings.HasPrefix(text, "@@"):
			inHunk, paint = true, c.Blue
		case strings.HasPrefix(text, "diff "), strings.HasPrefix(text, "rename "):
			inHunk = false
		case inHunk:
			paint = c.changed(text[:min(1, len(text))])
		}
		reset := c.Reset
		if paint == "" {
			reset = ""
		}
		fmt.Fprintf(b, "%s%s%s\n", paint, withReturn(text), reset)
	}
	return b.Flush()
}

// withReturn makes a line printable, with its carriage return where it is a changed one.
func withReturn(line string) string {
	text, hasReturn := strings.CutSuffix(line, "\r")
	if hasReturn && strings.ContainsAny(text[:min(1, len(text))], "-+") {
		return Printable(text) + "^M"
	}
	return Printable(text)
}

// changed returns the colour of a line of a hunk by its sign.
func (c Colors) changed(sign string) string {
	switch sign {
	case "-":
		return c.Red
	case "+":
		return c.Green
	}
	return ""
}
