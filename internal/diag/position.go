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

// locator turns offsets into positions as PositionAt does. Offsets that rise within one
// file, as those of sorted findings do, cost one pass over it in all.
type locator struct {
	file   string
	offset int
	at     Position
}

func (l *locator) position(file string, src []byte, offset int) Position {
	offset = max(0, min(offset, len(src)))
	if offset < len(src) && !utf8.RuneStart(src[offset]) {
		return PositionAt(src, offset) // a character cut in two counts otherwise
	}
	if l.at.Line == 0 || file != l.file || offset < l.offset {
		*l = locator{file: file, at: Position{1, 1}}
	}
	l.at, l.offset = l.at.behind(src[l.offset:offset]), offset
	return l.at
}

// span returns where a span starts and ends.
func (l *locator) span(file string, src []byte, s Span) (start, end Position) {
	start = l.position(file, src, s.Start)
	within := *l // the next finding may start before this one ends
	return start, within.position(file, src, max(s.End, s.Start))
}

// behind returns the position behind a text that starts at p.
func (p Position) behind(text []byte) Position {
	lines := bytes.Count(text, []byte{'\n'})
	if lines == 0 {
		return Position{p.Line, p.Column + utf8.RuneCount(text)}
	}
	return Position{p.Line + lines, utf8.RuneCount(text[bytes.LastIndexByte(text, '\n')+1:]) + 1}
}

// LineAt returns the line that holds the byte offset, without its line ending, and
// the offset of its first byte.
func LineAt(src []byte, offset int) (line []byte, start int) {
	offset = max(0, min(offset, len(src)))
	start = bytes.LastIndexByte(src[:offset], '\n') + 1
	end := len(src)
	if i := bytes.IndexByte(src[start:], '\n'); i >= 0 {
		end = start + i
	}
	return bytes.TrimSuffix(src[start:end], []byte{'\r'}), start
}
