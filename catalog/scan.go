package catalog

import (
	"bytes"
	"fmt"
)

// maxInteger is the greatest integer that every JSON reader holds exactly.
const maxInteger = 1 << 53

// scanner reads canonical JSON from the front of b. The first fault sticks: after
// it, every method does nothing, so that callers check once, at the end.
type scanner struct {
	b       []byte
	pos     int
	failed  bool
	message string
	at      int // where the fault is
}

// fail records the first fault.
func (s *scanner) fail(at int, format string, args ...any) {
	if !s.failed {
		s.failed, s.at, s.message = true, at, fmt.Sprintf(format, args...)
	}
}

// peek returns the next byte, 0 at the end or after a fault.
func (s *scanner) peek() byte {
	if s.failed || s.pos >= len(s.b) {
		return 0
	}
	return s.b[s.pos]
}

// has consumes literal if it comes next.
func (s *scanner) has(literal string) bool {
	if s.failed || len(s.b)-s.pos < len(literal) || view(s.b[s.pos:s.pos+len(literal)]) != literal {
		return false
	}
	s.pos += len(literal)
	return true
}

// lit consumes literal, which must come next.
func (s *scanner) lit(literal string) {
	if !s.has(literal) && !s.failed {
		at := s.pos + commonPrefix(s.b[s.pos:], literal)
		s.fail(at, "found %s, expected %q", s.found(at), literal[at-s.pos:])
	}
}

func commonPrefix(b []byte, literal string) int {
	n := 0
	for n < len(b) && n < len(literal) && b[n] == literal[n] {
		n++
	}
	return n
}

// found describes what stands at an offset.
func (s *scanner) found(at int) string {
	const shown = 24
	rest := s.b[at:]
	if len(rest) == 0 {
		return "the end"
	}
	if i := bytes.IndexByte(rest, '\n'); i > 0 {
		rest = rest[:i]
	}
	if len(rest) > shown {
		return fmt.Sprintf("%q…", rest[:shown])
	}
	return fmt.Sprintf("%q", rest)
}

// string reads a string in its only form. The result shares memory with b where
// nothing in it is escaped.
func (s *scanner) string() string {
	s.lit(`"`)
	start := s.pos
	if n := bytes.IndexByte(s.b[start:], '"'); !s.failed && n >= 0 && isPlain(s.b[start:start+n]) {
		s.pos += n + 1
		return view(s.b[start : start+n])
	}
	end := s.closingQuote()
	if s.failed {
		return ""
	}
	s.pos = end + 1
	raw := s.b[start:end]
	u := unescaper{raw: raw}
	text, err := u.text()
	if err != nil {
		s.fail(start+u.pos, "%v", err)
		return ""
	}
	if len(text) == len(raw) { // an escape is longer than what it stands for
		return view(raw)
	}
	return view(text)
}

// closingQuote finds the end of the string whose text begins at pos.
func (s *scanner) closingQuote() int {
	for i := s.pos; i < len(s.b) && !s.failed; i++ {
		switch s.b[i] {
		case '"':
			return i
		case '\\':
			i++
		case '\n':
			s.fail(s.pos-1, "the string that begins here has no end")
		}
	}
	s.fail(s.pos-1, "the string that begins here has no end")
	return s.pos
}

// integer reads a whole number from 0 to maxInteger.
func (s *scanner) integer() int64 {
	start, n := s.pos, int64(0)
	for c := s.peek(); c >= '0' && c <= '9' && n <= maxInteger; c = s.peek() {
		n = n*10 + int64(c-'0')
		s.pos++
	}
	digits := s.pos - start
	switch {
	case s.failed:
	case digits == 0:
		s.fail(start, "found %s, expected a whole number", s.found(start))
	case digits > 1 && s.b[start] == '0':
		s.fail(start, "the number %s has a leading zero", s.found(start))
	case n > maxInteger:
		s.fail(start, "the number %s is over 2^53", s.found(start))
	}
	return n
}
