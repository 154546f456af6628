package skill

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// The YAML parser tells where a node starts, as line and column, and nothing of
// where it ends. The functions here turn starts into offsets and find the ends, each
// in time linear in what it passes.

// cursor turns places given in rising order into offsets.
type cursor struct {
	text []byte
	at   int // the offset of line, column
	line int // 1-based
	col  int // 0-based, in characters
}

// offset returns the offset of a 1-based line and column. Lines end at LF, CRLF and
// a lone CR, as for the parser.
func (c *cursor) offset(line, column int) int {
	if line < c.line || line == c.line && column-1 < c.col {
		*c = cursor{text: c.text, line: 1}
	}
	for c.line < line && c.at < len(c.text) {
		c.at = lineBreakBehind(c.text, c.at)
		c.line, c.col = c.line+1, 0
	}
	for c.col < column-1 && c.at < len(c.text) {
		_, width := utf8.DecodeRune(c.text[c.at:])
		c.at += width
		c.col++
	}
	return c.at
}

// lineBreakBehind returns the offset behind the next line break.
func lineBreakBehind(text []byte, at int) int {
	i := bytes.IndexAny(text[at:], "\r\n")
	if i < 0 {
		return len(text)
	}
	return at + i + breakWidth(text[at+i:])
}

// breakWidth is the width of the line break that text starts with, 0 for none.
func breakWidth(text []byte) int {
	switch {
	case bytes.HasPrefix(text, []byte("\r\n")):
		return 2
	case len(text) > 0 && (text[0] == '\n' || text[0] == '\r'):
		return 1
	}
	return 0
}

// behind returns the offset behind the mark that follows an offset, comments and
// white space between them skipped, or the offset itself where another character
// follows.
func (y *yamlReader) behind(from int, mark byte) int {
	if i := y.skipSpace(from); i < len(y.disguised.text) && y.disguised.text[i] == mark {
		return i + 1
	}
	return from
}

// skipSpace returns the offset of the next character that is neither white space nor
// part of a comment.
func (y *yamlReader) skipSpace(i int) int {
	text := y.disguised.text
	for i < len(text) {
		switch c := text[i]; {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			i++
		case c == '#' && (i == 0 || bytes.IndexByte([]byte(" \t\r\n"), text[i-1]) >= 0):
			i = lineBreakBehind(text, i)
		default:
			return i
		}
	}
	return i
}

// collectionEnd returns the end of a list or map whose last part ends at an offset:
// behind the closing bracket if it has one, else there.
func (y *yamlReader) collectionEnd(start, last int, bracketed bool, closer byte) int {
	if !bracketed {
		return last
	}
	i := y.skipSpace(max(last, start+1))
	if i < len(y.disguised.text) && y.disguised.text[i] == ',' {
		i = y.skipSpace(i + 1)
	}
	if i < len(y.disguised.text) && y.disguised.text[i] == closer {
		y.checkBehind(i + 1)
		return i + 1
	}
	return max(last, start+1)
}

// quotedEnd returns the offset behind the quote that closes the one at start;
// closed is false, and the end that of text, where none does.
func quotedEnd(text []byte, start int) (end int, closed bool) {
	quote := text[start]
	for i := start + 1; i < len(text); i++ {
		switch {
		case quote == '"' && text[i] == '\\':
			i++
		case text[i] != quote:
		case quote == '\'' && i+1 < len(text) && text[i+1] == '\'':
			i++
		default:
			return i + 1, true
		}
	}
	return len(text), false
}

// plainEnd returns the end of the plain scalar at start by matching its value: they
// differ only where lines are folded.
func (y *yamlReader) plainEnd(start int, value string) int {
	text, i := y.disguised.text, start
	for j := 0; j < len(value) && i < len(text); {
		run := len(text) - i - len(bytes.TrimLeft(text[i:], " \t\r\n"))
		switch {
		case run == 0:
			i++
			j++
		case bytes.ContainsAny(text[i:i+run], "\r\n"):
			i += run
			j += len(value) - j - len(strings.TrimLeft(value[j:], " \n"))
		default:
			i += run
			j += run
		}
	}
	return i
}

// blockEnd returns the end of the block scalar whose header is at start, in a
// collection of the given indent: the end of its last line that holds text.
func (y *yamlReader) blockEnd(start, indent int) int {
	text := y.disguised.text
	i := lineBreakBehind(text, start)
	header := bytes.TrimRight(text[start:i], " \t\r\n")
	end, least := start+len(header), blockIndent(header, indent)
	for i < len(text) {
		next := lineBreakBehind(text, i)
		line := bytes.TrimRight(text[i:next], " \t\r\n")
		if spaces := len(line) - len(bytes.TrimLeft(line, " ")); len(line) > 0 {
			if least < 0 {
				least = max(spaces, indent+1)
			}
			if spaces < least {
				break
			}
			end = i + len(line)
		}
		i = next
	}
	return end
}

// blockIndent returns the indent that a block scalar's header sets, -1 where the
// first line sets it.
func blockIndent(header []byte, indent int) int {
	for _, c := range header[1:min(len(header), 3)] {
		if '1' <= c && c <= '9' {
			return max(indent, 0) + int(c-'0')
		}
	}
	return -1
}
