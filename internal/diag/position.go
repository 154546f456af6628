package diag

import (
	"bytes"
	"unicode/utf8"
)

// Position is a printed place. Line and Column are 1-based; Column counts code
// points, an invalid byte as one.
type Position struct{ Line, Column int }

// PositionAt returns the position of the byte offset in src. Lines end at "\n",
// so that CRLF and LF files have the same lines. An offset beyond src is its end.
func PositionAt(src []byte, offset int) Position {
	offset = max(0, min(offset, len(src)))
	before := src[:offset]
	start := bytes.LastIndexByte(before, '\n') + 1
	return Position{
		Line:   bytes.Count(before, []byte{'\n'}) + 1,
		Column: utf8.RuneCount(before[start:]) + 1,
	}
}

// lineAt returns the line that holds the byte offset, without its line ending, and
// the offset of its first byte.
func lineAt(src []byte, offset int) (line []byte, start int) {
	offset = max(0, min(offset, len(src)))
	start = bytes.LastIndexByte(src[:offset], '\n') + 1
	end := len(src)
	if i := bytes.IndexByte(src[start:], '\n'); i >= 0 {
		end = start + i
	}
	return bytes.TrimSuffix(src[start:end], []byte{'\r'}), start
}
