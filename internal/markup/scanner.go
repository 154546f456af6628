package markup

import (
	"bytes"
	"slices"
	"strings"
)

// The classes of tokens, as in <i class=tc>.
const (
	tokComment  = "c"
	tokString   = "s"
	tokNumber   = "n"
	tokKeyword  = "k"
	tokKey      = "a" // key of a mapping, name of an attribute
	tokVariable = "v" // variable, decorator
	tokHeading  = "h"
	tokInserted = "i" // by a diff
	tokDeleted  = "d" // likewise
)

// action is what to do at a byte.
type action uint8

const (
	passByte action = iota
	passBlank
	passLine
	atWord
	atDigit
	atMark // a comment, string or trait may start here
)

// grammar is a language made ready to scan.
type grammar struct {
	*language
	lines   []string // marks of comments that end with the line
	words   map[string]bool
	actions [256]action
	inWord  [256]bool
	longest int // keyword
}

func newGrammar(l *language) *grammar {
	g := &grammar{language: l, lines: strings.Fields(l.line), words: map[string]bool{}}
	for w := range strings.FieldsSeq(l.keywords) {
		g.words[w] = true
		if g.longest = max(g.longest, len(w)); l.fold {
			g.words[strings.ToLower(w)] = true
		}
	}
	for c := range 256 {
		letter := 'a' <= c|0x20 && c|0x20 <= 'z' || c == '_' || c >= 0x80
		digit := '0' <= c && c <= '9'
		g.inWord[c] = letter || digit || strings.IndexByte(l.letters, byte(c)) >= 0 && c < 0x80
		switch {
		case letter:
			g.actions[c] = atWord
		case digit:
			g.actions[c] = atDigit
		case c == ' ' || c == '\t' || c == '\r':
			g.actions[c] = passBlank
		}
	}
	g.actions['\n'] = passLine
	for w := range g.words {
		if g.actions[w[0]] == passByte {
			g.actions[w[0]] = atWord // such as "-eq" and ".PHONY"
		}
	}
	for _, mark := range g.marks() {
		g.actions[mark[0]] = atMark
	}
	return g
}

// marks returns what comments, strings and traits start with.
func (g *grammar) marks() []string {
	all := slices.Clone(g.lines)
	for _, c := range g.comments {
		all = append(all, c.open)
	}
	for _, s := range g.strings {
		all = append(all, s.open)
	}
	for _, t := range traitMarks {
		if g.traits&t.trait != 0 {
			all = append(all, t.mark)
		}
	}
	return all
}

var traitMarks = [...]struct {
	trait trait
	mark  string
}{
	{dollarVariables, "$"}, {atWords, "@"}, {regexps, "/"}, {hereDocuments, "<"}, {sections, "["},
	{lifetimes, "'"}, {headComments, "="}, {hashDirectives, "#"}, {hashColours, "#"},
}

// scanner parts a text into tokens. Each byte is passed a bounded number of times, and
// each is printed once, in order: whatever the grammar says, the text stays as it is.
type scanner struct {
	*grammar
	*printer
	src     []byte
	i       int    // where it is
	printed int    // everything before is printed
	fresh   bool   // nothing but blanks between the start of the line and i
	prev    byte   // the last byte before i that is no blank; 'a' for a value, '(' for a keyword
	here    []byte // the word that ends a document that starts with the next line
}

// scan prints the whole text.
func (s *scanner) scan() {
	if s.language.scan != nil {
		s.language.scan(s)
	} else {
		s.common()
	}
	s.flush(len(s.src))
}

// common scans what is made of comments, strings, numbers and words.
func (s *scanner) common() {
	s.fresh, s.prev = true, '('
	for s.i < len(s.src) && !s.full {
		c := s.src[s.i]
		switch s.actions[c] {
		case passByte:
			s.i++
			s.fresh, s.prev = false, c
		case passBlank:
			s.i++
		case passLine:
			s.line()
		case atWord:
			s.word()
		case atDigit:
			s.number()
		case atMark:
			if !s.mark(c) {
				s.i++
				s.prev = c
			}
			s.fresh = false
		}
	}
}

// flush prints what is not a token up to an offset.
func (s *scanner) flush(to int) {
	if to > s.printed {
		s.print("", s.src[s.printed:to])
		s.printed = to
	}
}

// token prints the text from an offset up to another as one token, and goes on there. The
// carriage return of CRLF is left for its line feed.
func (s *scanner) token(class string, from, to int) {
	if to < len(s.src) && s.src[to] == '\n' && to-1 > from && s.src[to-1] == '\r' {
		to--
	}
	s.flush(from)
	s.print(class, s.src[from:to])
	s.i, s.printed = to, to
}

// line passes the end of a line, and the document that was announced on it.
func (s *scanner) line() {
	s.i++
	s.fresh = true
	if s.traits&(regexps|sections) != 0 && s.prev != 'a' {
		s.prev = '('
	}
	if len(s.here) == 0 {
		return
	}
	end := s.i
	for end < len(s.src) {
		next := lineEnd(s.src, end)
		last := bytes.Equal(bytes.TrimSpace(s.src[end:next]), s.here)
		if end = min(next+1, len(s.src)); last {
			end = next
			break
		}
	}
	s.here = nil
	s.token(tokString, s.i, end)
}

// lineEnd returns the offset of the line feed that ends the line at an offset, or of the
// end of the text.
func lineEnd(src []byte, from int) int {
	if n := bytes.IndexByte(src[from:], '\n'); n >= 0 {
		return from + n
	}
	return len(src)
}

// word passes a word, which may be a keyword or a key.
func (s *scanner) word() {
	from, i := s.i, s.i+1
	for i < len(s.src) && s.inWord[s.src[i]] {
		i++
	}
	first := s.fresh
	s.i, s.fresh, s.prev = i, false, 'a'
	switch {
	case s.traits&keysByColon != 0 && s.colonAt(i):
		s.token(tokKey, from, i)
	case s.traits&keysByEquals != 0 && first && s.equalsAt(i):
		s.token(tokKey, from, i)
	case s.isKeyword(s.src[from:i]):
		s.token(tokKeyword, from, i)
		s.prev = '('
	}
}

func (s *scanner) isKeyword(word []byte) bool {
	if len(word) > s.longest || len(word) == 0 {
		return false
	}
	if s.words[string(word)] {
		return true
	}
	var lower [32]byte
	if !s.fold || len(word) > len(lower) {
		return false
	}
	for i, c := range word {
		if lower[i] = c; 'A' <= c && c <= 'Z' {
			lower[i] = c | 0x20
		}
	}
	return s.words[string(lower[:len(word)])]
}

// colonAt reports whether a colon that ends a key follows a word.
func (s *scanner) colonAt(i int) bool {
	return i < len(s.src) && s.src[i] == ':' && (i+1 == len(s.src) || bytes.IndexByte([]byte(" \t\r\n"), s.src[i+1]) >= 0)
}

// equalsAt reports whether an equals sign follows, behind blanks.
func (s *scanner) equalsAt(i int) bool {
	for n := 0; n < maxBlanks && i < len(s.src) && (s.src[i] == ' ' || s.src[i] == '\t'); n++ {
		i++
	}
	return i < len(s.src) && s.src[i] == '='
}

// maxBlanks is how far the scanner looks over blanks.
const maxBlanks = 32

func (s *scanner) number() {
	from, i := s.i, s.i+1
	for i < len(s.src) {
		c := s.src[i]
		exponent := (c == '+' || c == '-') && s.src[i-1]|0x20 == 'e' && s.src[from] != '0'
		separator := c == '\'' && s.traits&hashDirectives != 0 && i+1 < len(s.src) && '0' <= s.src[i+1] && s.src[i+1] <= '9'
		if !(c < 0x80 && (isAlphanumeric(c) || c == '_') || c == '.' || exponent || separator) {
			break
		}
		i++
	}
	for i > from+1 && s.src[i-1] == '.' {
		i--
	}
	s.fresh, s.prev = false, 'a'
	s.token(tokNumber, from, i)
}

func isAlphanumeric(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9'
}
