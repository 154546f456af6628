package skill

import (
	"bytes"
	"strings"
)

// PlainHeadings returns fragments that ParseMarkdown certainly finds too in the same data, which it
// reads many times as fast: those of headings that are lines of plain text, begun by "#" in
// the first column, outside code and HTML. It stops where it cannot be certain what a line is.
func PlainHeadings(data []byte, from int) Slugger {
	s := &headingScan{slugs: Slugger{}}
	for from < len(data) {
		l := lineFrom(data, from)
		if !s.take(l.of(data)) {
			break
		}
		from = l.next
	}
	return s.slugs
}

// headingScan goes through the lines of markdown and keeps of its blocks what decides
// whether a line in the first column is a heading. Such a line ends every list and quote, so
// that only code and HTML outside these matter.
type headingScan struct {
	slugs   Slugger
	item    int    // column where the text of the outermost list item that is open begins; 0 for none
	unsure  bool   // a list item may be open that item does not tell of
	text    bool   // the line before may be of a paragraph, which this one may continue
	html    bool   // a line since the last blank one may have begun HTML
	fence   string // that begins the block of code that is open
	comment bool   // a block that is a comment is open
}

// take takes the next line; ok is false where it cannot be certain what the line is.
func (s *headingScan) take(line []byte) (ok bool) {
	if s.fence != "" || s.comment {
		s.inBlock(line)
		return true
	}
	indent, rest := indentOf(line)
	if len(rest) == 0 {
		s.text, s.html = false, false
		return true
	}
	switch {
	case rest[0] < ' ' || bytes.IndexByte(line, '\r') >= 0:
		return false
	case s.item > 0 && indent >= s.item:
		s.text = true
		return true
	case indent > 3:
		s.continued(indent)
		return true
	}
	return s.block(indent, rest)
}

// inBlock takes a line of the code or comment that is open.
func (s *headingScan) inBlock(line []byte) {
	if s.comment {
		s.comment = !bytes.Contains(line, []byte(commentEnd))
		return
	}
	indent, rest := indentOf(line)
	marks := len(rest) - len(bytes.TrimLeft(rest, s.fence[:1]))
	if indent <= 3 && marks >= len(s.fence) && len(trimRight(rest[marks:])) == 0 {
		s.fence = ""
	}
}

// block takes a line that may begin a block outside lists.
func (s *headingScan) block(indent int, rest []byte) (ok bool) {
	inItem := s.unsure && indent > 0 // perhaps
	switch c := rest[0]; {
	case c == '#' && indent == 0 && !s.html:
		s.heading(rest)
	case c == '`' || c == '~':
		return s.code(indent, rest, inItem)
	case c == '<':
		return !inItem && s.markup(indent, rest)
	case c == '>' && !s.html:
		s.item, s.unsure, s.text = 0, inItem, true
	case isRule(rest) && indent == 0 && !s.html:
		s.close()
	default:
		s.marker(indent, rest, inItem)
	}
	return true
}

// close takes note that no list is open, and no paragraph.
func (s *headingScan) close() { s.item, s.unsure, s.text = 0, false, false }

// continued takes a line that continues a paragraph, of a list item perhaps, or ends all lists.
func (s *headingScan) continued(indent int) {
	switch {
	case s.text:
		s.unsure = s.unsure || s.item > 0
	case indent == 0:
		s.unsure = false
	}
	s.item, s.text = 0, true
}

// heading takes a line that begins with "#".
func (s *headingScan) heading(line []byte) {
	text := bytes.TrimLeft(line, "#")
	if len(line)-len(text) > 6 || len(text) > 0 && text[0] != ' ' {
		s.continued(0)
		return
	}
	s.close()
	if text = bytes.Trim(text, " \t"); isPlainHeading(text) {
		s.slugs.Next(string(text))
	}
}

// code takes a line that may begin a block of code.
func (s *headingScan) code(indent int, rest []byte, inItem bool) (ok bool) {
	info := bytes.TrimLeft(rest, string(rest[:1]))
	marks := len(rest) - len(info)
	if marks < 3 {
		s.continued(indent)
		return true
	}
	if inItem || s.html || bytes.IndexByte(info, '`') >= 0 {
		return false
	}
	s.close()
	s.fence = string(rest[:marks])
	return true
}

// markup takes a line that begins with "<".
func (s *headingScan) markup(indent int, rest []byte) (ok bool) {
	if s.html || len(rest) == 1 {
		s.continued(indent)
		return len(rest) > 1 && !isLongHTML(rest)
	}
	if bytes.HasPrefix(rest, []byte(commentStart)) {
		s.close()
		s.comment = !bytes.Contains(rest, []byte(commentEnd))
		return true
	}
	s.continued(indent)
	s.html = true
	return !isLongHTML(rest)
}

// isLongHTML reports whether the HTML that begins a line may go on behind a blank line.
func isLongHTML(line []byte) bool {
	if line[1] == '!' || line[1] == '?' {
		return true
	}
	for _, tag := range []string{"script", "pre", "style", "textarea"} {
		if len(line) > len(tag) && strings.EqualFold(string(line[1:1+len(tag)]), tag) {
			return true
		}
	}
	return false
}

// marker takes a line that may begin a list item.
func (s *headingScan) marker(indent int, rest []byte, inItem bool) {
	width := markerWidth(rest)
	if width == 0 {
		s.continued(indent)
		return
	}
	blanks := len(rest[width:]) - len(bytes.TrimLeft(rest[width:], " "))
	first := rest[0] == '1' && width == 2 || rest[0] < '0' || rest[0] > '9' // another number does not end a paragraph
	known := !inItem && !s.html && (first || !s.text || s.item > 0)
	if !known || blanks == 0 || blanks > 4 || len(rest) == width+blanks || rest[width+blanks] == '\t' || isRule(rest) || width > 10 {
		s.item, s.unsure, s.text = 0, true, true
		return
	}
	s.item, s.unsure, s.text = indent+width+blanks, false, true
}

// isRule reports whether a line holds nothing but three or more "-" or "*" and blanks.
func isRule(line []byte) bool {
	mark := line[:1]
	return (mark[0] == '-' || mark[0] == '*') && bytes.Count(line, mark) > 2 && len(bytes.Trim(line, string(mark)+" \t")) == 0
}

// indentOf returns how many columns of blanks a line begins with, and the rest without
// those at its end.
func indentOf(line []byte) (columns int, rest []byte) {
	for i, c := range line {
		switch c {
		case ' ':
			columns++
		case '\t':
			columns += 4 - columns%4
		default:
			return columns, trimRight(line[i:])
		}
	}
	return columns, nil
}

// isPlainHeading reports whether the text of a heading gives the same fragment as what
// is left of it when its marks have been read: those in it are not part of any fragment.
func isPlainHeading(text []byte) bool {
	if len(text) == 0 || text[len(text)-1] == '#' || bytes.ContainsAny(text, "[]<&\\\t") {
		return false
	}
	code := false
	for i, c := range text {
		before, after := byteAt(text, i-1), byteAt(text, i+1)
		switch {
		case c < ' ':
			return false
		case c == '_' && !(isLetterOrDigit(before) && isLetterOrDigit(after)):
			return false
		case c == '`':
			if code = !code; before == '`' || after == '`' || code && after == ' ' || !code && before == ' ' {
				return false
			}
		}
	}
	return !code
}

// byteAt returns a byte of a text, a blank where there is none.
func byteAt(text []byte, i int) byte {
	if i < 0 || i >= len(text) {
		return ' '
	}
	return text[i]
}

func isLetterOrDigit(c byte) bool { return isLetter(c) || '0' <= c && c <= '9' }
