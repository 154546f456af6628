package skill

import (
	"bytes"
	"fmt"

	"skillpack/internal/diag"
)

// faultFinder goes through a block that the parser refused, line by line, and looks
// for the mistakes that people make. It need not know all of YAML: what it takes for
// right is no finding, for the parser's own message stands in then.
type faultFinder struct {
	text    []byte
	levels  []int // columns at which the open lists and mappings have their entries
	pending bool  // the last entry has no value yet, so that a deeper one may follow
}

// findFault returns the first mistake in a block, nil where it finds none.
func findFault(text []byte) *fault {
	f := &faultFinder{text: text, pending: true}
	for at := 0; at < len(text); {
		next, found := f.line(lineFrom(text, at))
		if found != nil {
			return found
		}
		at = max(next, at+1)
	}
	return nil
}

// line checks an entry that starts on a line and returns where the next one starts.
func (f *faultFinder) line(l textLine) (next int, found *fault) {
	start := f.skipBlanks(l.start, l.end, " ")
	rest := f.skipBlanks(start, l.end, " \t")
	switch {
	case start == l.end, rest < l.end && f.text[rest] == '#':
		return l.next, nil
	case rest > start:
		return 0, tabFault(start, rest)
	}
	if found = f.indent(start-l.start, l, start); found != nil {
		return 0, found
	}
	at, item := start, false
	for at < l.end && bytes.IndexByte([]byte("-?:"), f.text[at]) >= 0 && f.blankAt(at+1, l.end) {
		at, item, f.pending = f.skipBlanks(at+1, l.end, " \t"), true, true
		f.levels = append(f.levels, at-l.start)
	}
	if at == l.end || f.text[at] == '#' {
		f.levels = f.levels[:len(f.levels)-1]
		return l.next, nil
	}
	return f.entry(at, l, start-l.start, item)
}

// entry checks what stands behind the indentation and the list markers of a line.
func (f *faultFinder) entry(at int, l textLine, indent int, item bool) (next int, found *fault) {
	colon := f.colonOfKey(at, l.end)
	switch {
	case colon < 0 && item:
		f.levels = f.levels[:len(f.levels)-1]
		return f.value(at, l, indent)
	case colon < 0 && (f.text[at] == '{' || f.text[at] == '['):
		return f.value(at, l, indent)
	case colon < 0:
		return 0, f.noKey(at, l)
	case bytes.IndexByte([]byte("&*!"), f.text[at]) >= 0:
		found := f.propertyFault(at, l, at-l.start)
		found.quote = diag.Span{} // a key
		return 0, found
	}
	return f.value(f.skipBlanks(colon+1, l.end, " \t"), l, at-l.start)
}

// indent checks the column at which a line starts against those above.
func (f *faultFinder) indent(column int, l textLine, start int) *fault {
	for len(f.levels) > 0 && f.levels[len(f.levels)-1] > column {
		f.levels = f.levels[:len(f.levels)-1]
		f.pending = false
	}
	deepest := -1
	if len(f.levels) > 0 {
		deepest = f.levels[len(f.levels)-1]
	}
	if column > deepest && !f.pending {
		return &fault{span: f.trimmed(start, l.end),
			message: fmt.Sprintf("indented by %d, but no line above that could hold this starts there; align it with the line it belongs to", column)}
	}
	if column > deepest {
		f.levels = append(f.levels, column)
	}
	return nil
}

// value checks the value that starts at an offset of a line, under a key or list
// marker at the given column, and returns where the next entry starts.
func (f *faultFinder) value(at int, l textLine, column int) (next int, found *fault) {
	f.pending = at == l.end || f.text[at] == '#'
	if f.pending {
		return l.next, nil
	}
	switch c := f.text[at]; {
	case c == '|' || c == '>':
		return f.skipBlock(l, column), nil
	case c == '"' || c == '\'':
		return f.quoted(at)
	case c == '[' || c == '{':
		return f.flow(at, l, column)
	case c == '&' || c == '*' || c == '!':
		return 0, f.propertyFault(at, l, column)
	case bytes.IndexByte([]byte("@`%,]}"), c) >= 0:
		return 0, &fault{span: diag.Span{Start: at, End: at + 1}, quote: f.wholeValue(at, l, column),
			message: fmt.Sprintf("a value cannot start with \"%c\", which YAML reserves; quote the value", c)}
	case (c == '-' || c == '?') && f.blankAt(at+1, l.end):
		return 0, &fault{span: diag.Span{Start: at, End: at + 1},
			message: fmt.Sprintf("\"%c\" behind a key; start the list on a line of its own, or quote the value if it is text", c)}
	}
	return f.plain(at, l, column)
}

// plain checks a value without quotes and the lines that continue it.
func (f *faultFinder) plain(at int, l textLine, column int) (next int, found *fault) {
	if colon := f.colon(at, l.end); colon >= 0 {
		return 0, &fault{span: diag.Span{Start: colon, End: colon + 1}, quote: f.wholeValue(at, l, column),
			message: "a second \": \" in the line makes the value look like a mapping; quote the value"}
	}
	for next = l.next; next < len(f.text); {
		l := lineFrom(f.text, next)
		start := f.skipBlanks(l.start, l.end, " ")
		rest := f.skipBlanks(start, l.end, " \t")
		switch {
		case rest == l.end:
			next = l.next
			continue
		case f.text[rest] == '#':
			return next, nil
		case rest > start:
			return 0, tabFault(start, rest)
		case start-l.start <= column:
			return next, nil
		}
		if colon := f.colon(start, l.end); colon >= 0 {
			return 0, &fault{span: diag.Span{Start: colon, End: colon + 1},
				message: "a \": \" in a line that continues the value above; quote the whole value if it is text, or align the line with the keys if it is a key"}
		}
		next = l.next
	}
	return next, nil
}

// quoted checks a value in quotes, which may go over several lines.
func (f *faultFinder) quoted(at int) (next int, found *fault) {
	end, closed := quotedEnd(f.text, at)
	if !closed {
		return 0, &fault{span: diag.Span{Start: at, End: at + 1},
			message: fmt.Sprintf("the quote %c that opens here is never closed; close it, or double it if it is part of the text", f.text[at])}
	}
	if f.text[at] == '"' {
		if found := f.badEscape(at+1, end-1); found != nil {
			return 0, found
		}
	}
	rest := lineFrom(f.text, end)
	after := f.skipBlanks(end, rest.end, " \t")
	if after == rest.end || f.text[after] == '#' {
		return rest.next, nil
	}
	if f.text[after] == ':' && !f.blankAt(after+1, rest.end) {
		return 0, noBlankFault(after)
	}
	return 0, &fault{span: f.trimmed(after, rest.end),
		message: "text behind the closing quote; quote the whole value, with the quotes inside it doubled or escaped"}
}

// badEscape finds a backslash in double quotes that starts no escape of YAML.
func (f *faultFinder) badEscape(from, to int) *fault {
	for i := from; i < to; i++ {
		if f.text[i] != '\\' {
			continue
		}
		if i++; bytes.IndexByte([]byte("0abt\tnvfre \"/\\N_LPxuU\r\n"), f.text[i]) < 0 {
			return &fault{span: diag.Span{Start: i - 1, End: i + 1},
				message: "a backslash in double quotes that starts no escape; write \"\\\\\" for a backslash, or use single quotes"}
		}
	}
	return nil
}

// flow checks a list or mapping in brackets, which may go over several lines.
func (f *faultFinder) flow(at int, l textLine, column int) (next int, found *fault) {
	end, found := f.bracketEnd(at)
	if found != nil {
		return 0, found
	}
	rest := lineFrom(f.text, end)
	after := f.skipBlanks(end, rest.end, " \t")
	if after == rest.end || f.text[after] == '#' && after > end {
		return rest.next, nil
	}
	found = &fault{span: f.trimmed(after, rest.end),
		message: fmt.Sprintf("text behind the closing \"%c\"; quote the whole value if it is text", f.text[end-1])}
	if end <= l.end {
		found.quote = f.wholeValue(at, l, column)
	}
	return 0, found
}

// bracketEnd returns the offset behind the bracket that closes the one at an offset.
func (f *faultFinder) bracketEnd(at int) (end int, found *fault) {
	var open []int
	for i := at; i < len(f.text); i++ {
		switch c := f.text[i]; c {
		case '[', '{':
			if i > at && f.text[i-1] == '\\' && f.startsToken(i-1) {
				return 0, &fault{span: diag.Span{Start: i - 1, End: i},
					message: fmt.Sprintf("\"\\\" before a bracket; write \"%c\" alone", c)}
			}
			if i > at && !f.startsToken(i) {
				return 0, &fault{span: diag.Span{Start: i, End: i + 1},
					message: fmt.Sprintf("\"%c\" inside a value that stands in brackets itself; quote the value", c)}
			}
			open = append(open, i)
		case ']', '}':
			opener := f.text[open[len(open)-1]]
			if c-opener != 2 { // "]" and "}" stand two behind their openers in ASCII
				return 0, &fault{span: diag.Span{Start: i, End: i + 1},
					message: fmt.Sprintf("\"%c\" closes a \"%c\"; expected \"%c\", or quote the value if it is text", c, opener, opener+2)}
			}
			if open = open[:len(open)-1]; len(open) == 0 {
				return i + 1, nil
			}
		case '"', '\'':
			if f.startsToken(i) {
				end, _ := quotedEnd(f.text, i)
				i = end - 1
			}
		case '#':
			if bytes.IndexByte([]byte(" \t\r\n"), f.text[i-1]) >= 0 {
				i = lineFrom(f.text, i).next - 1
			}
		}
	}
	return 0, &fault{span: diag.Span{Start: at, End: at + 1},
		message: fmt.Sprintf("the \"%c\" that opens here is never closed; close it, or quote the value if it is text", f.text[at])}
}

// startsToken reports whether something new starts at an offset inside brackets.
func (f *faultFinder) startsToken(at int) bool {
	return bytes.IndexByte([]byte("[{,: \t\r\n"), f.text[at-1]) >= 0
}

// noKey says what is wrong with a line that has neither key nor list marker.
func (f *faultFinder) noKey(at int, l textLine) *fault {
	span := f.trimmed(at, l.end)
	if isConflictMark(f.text[at:l.end]) {
		return &fault{span: span, message: "a merge conflict was left here; keep one side and delete the lines that mark it"}
	}
	if c := f.text[at]; c == '"' || c == '\'' {
		if _, found := f.quoted(at); found != nil {
			return found
		}
	}
	key, rest, ok := bytes.Cut(f.text[span.Start:span.End], []byte(":"))
	if ok && len(rest) > 0 && !bytes.ContainsAny(key, " \t") {
		return noBlankFault(span.Start + len(key))
	}
	return &fault{span: span, message: "a line without \"key: value\"; indent it if it continues the value above, put a line \"---\" before it if the frontmatter ends there, or delete it"}
}

// isConflictMark reports whether a line is one of those that git puts around the
// sides of a conflict.
func isConflictMark(line []byte) bool {
	for _, mark := range []string{"<<<<<<<", "|||||||", "=======", ">>>>>>>"} {
		if rest, ok := bytes.CutPrefix(line, []byte(mark)); ok && (len(rest) == 0 || rest[0] == ' ') {
			return true
		}
	}
	return false
}

// propertyFault reports a value that starts like an anchor, alias or tag. Where it
// can be none, quoting it is safe.
func (f *faultFinder) propertyFault(at int, l textLine, column int) *fault {
	found := &fault{rule: "frontmatter/not-portable", span: diag.Span{Start: at, End: at + 1},
		message: propertyName(f.text[at]) + "; quote the value if it is text, and write it out if it is not"}
	words := bytes.ContainsAny(bytes.TrimRight(f.text[at:f.commentStart(at, l.end)], " \t"), " \t")
	if f.text[at] == '*' && words || bytes.HasPrefix(f.text[at:], []byte("![")) {
		found.quote = f.wholeValue(at, l, column)
	}
	return found
}

func noBlankFault(colon int) *fault {
	return &fault{span: diag.Span{Start: colon, End: colon + 1}, message: "no blank behind the \":\"; expected \"key: value\""}
}

func tabFault(start, end int) *fault {
	return &fault{span: diag.Span{Start: start, End: end}, message: "a tab used for indentation; use blanks"}
}

// wholeValue returns the value at an offset if it ends on its line: what follows the line
// and any empty ones is not indented further than the value's key.
func (f *faultFinder) wholeValue(at int, l textLine, column int) diag.Span {
	for from := l.next; from < len(f.text); {
		next := lineFrom(f.text, from)
		start := f.skipBlanks(next.start, next.end, " ")
		if start < next.end && start-next.start > column {
			return diag.Span{}
		}
		if start < next.end {
			break
		}
		from = next.next
	}
	return f.trimmed(at, f.commentStart(at, l.end))
}

// skipBlock returns the start of the line behind a block scalar.
func (f *faultFinder) skipBlock(header textLine, column int) int {
	at := header.next
	for at < len(f.text) {
		l := lineFrom(f.text, at)
		start := f.skipBlanks(l.start, l.end, " ")
		if start < l.end && start-l.start <= column {
			break
		}
		at = l.next
	}
	return at
}

// colonOfKey returns the offset of the ":" that ends the key at an offset, -1 where
// there is no key.
func (f *faultFinder) colonOfKey(at, end int) int {
	switch c := f.text[at]; c {
	case '[', '{':
		return -1
	case '"', '\'':
		behind, closed := quotedEnd(f.text, at)
		if behind = f.skipBlanks(min(behind, end), end, " \t"); closed && behind < end && f.text[behind] == ':' && f.blankAt(behind+1, end) {
			return behind
		}
		return -1
	}
	return f.colon(at, end)
}

// colon returns the offset of the first ":" that a blank or the end follows, -1 for
// none before a comment.
func (f *faultFinder) colon(at, end int) int {
	end = f.commentStart(at, end)
	for i := at; i < end; i++ {
		if f.text[i] == ':' && f.blankAt(i+1, end) {
			return i
		}
	}
	return -1
}

// commentStart returns where a comment on the line starts, or end.
func (f *faultFinder) commentStart(at, end int) int {
	for i := at + 1; i < end; i++ {
		if f.text[i] == '#' && f.blankAt(i-1, end) {
			return i
		}
	}
	return end
}

func (f *faultFinder) blankAt(i, end int) bool {
	return i >= end || f.text[i] == ' ' || f.text[i] == '\t'
}

func (f *faultFinder) skipBlanks(at, end int, blanks string) int {
	return end - len(bytes.TrimLeft(f.text[at:end], blanks))
}

// trimmed returns the span of [start, end) without blanks at its end.
func (f *faultFinder) trimmed(start, end int) diag.Span {
	return diag.Span{Start: start, End: start + len(bytes.TrimRight(f.text[start:end], " \t\r\n"))}
}
