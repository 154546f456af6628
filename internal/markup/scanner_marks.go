package markup

import (
	"bytes"
	"unicode/utf8"
)

// maxPattern bounds how far the scanner looks for the end of what it must not pass
// twice: regular expressions, names of variables.
const maxPattern = 512

// mark passes a comment, a string or what a trait makes of the byte at s.i. It returns
// false where none starts there.
func (s *scanner) mark(c byte) bool {
	rest := s.src[s.i:]
	for n, p := range s.comments {
		if bytes.HasPrefix(rest, []byte(p.open)) {
			s.token(tokComment, s.i, s.i+s.commentLength(rest, p, n == 0 && s.traits&nestedComments != 0))
			return true
		}
	}
	for _, open := range s.lines {
		if bytes.HasPrefix(rest, []byte(open)) && (s.traits&spacedComments == 0 || s.behindBlank()) {
			s.token(tokComment, s.i, s.lineStop())
			return true
		}
	}
	if c == '\'' && s.traits&lifetimes != 0 {
		return s.character(rest)
	}
	for i := range s.strings {
		if bytes.HasPrefix(rest, []byte(s.strings[i].open)) {
			s.text(&s.strings[i])
			return true
		}
	}
	return s.trait(c, rest)
}

// behindBlank reports whether a blank or the start of a line is before s.i.
func (s *scanner) behindBlank() bool {
	return s.i == 0 || bytes.IndexByte([]byte(" \t\n;({"), s.src[s.i-1]) >= 0
}

// lineStop returns the offset of the end of the line, be it LF or CRLF.
func (s *scanner) lineStop() int {
	end := lineEnd(s.src, s.i)
	if end > s.i && end < len(s.src) && s.src[end-1] == '\r' {
		end--
	}
	return end
}

// commentLength returns the length of the comment that rest starts with.
func (s *scanner) commentLength(rest []byte, p pair, nested bool) int {
	i, depth := len(p.open), 1
	for {
		end := bytes.Index(rest[i:], []byte(p.end))
		if end < 0 {
			return len(rest)
		}
		if nested {
			depth += bytes.Count(rest[i:i+end], []byte(p.open))
		}
		i += end + len(p.end)
		if depth--; depth == 0 {
			return i
		}
	}
}

// text passes a string.
func (s *scanner) text(f *stringForm) {
	from, i := s.i, s.i+len(f.open)
	end := f.end[0]
	for i < len(s.src) {
		c := s.src[i]
		switch {
		case c == f.escape && c != 0:
			i += 2
			continue
		case c == end && bytes.HasPrefix(s.src[i:], []byte(f.end)):
			i += len(f.end)
			s.string(from, i)
			return
		case c == '\n' && !f.lines:
			s.string(from, i)
			return
		}
		i++
	}
	s.string(from, len(s.src))
}

// string prints a string, which may be a key.
func (s *scanner) string(from, to int) {
	class := tokString
	if s.traits&keysByColon != 0 {
		i := to
		for n := 0; n < maxBlanks && i < len(s.src) && (s.src[i] == ' ' || s.src[i] == '\t'); n++ {
			i++
		}
		if i < len(s.src) && s.src[i] == ':' {
			class = tokKey
		}
	}
	s.prev = 'a'
	s.token(class, from, to)
}

// character passes a character in single quotes, which elsewhere are no quotes.
func (s *scanner) character(rest []byte) bool {
	const longest = 14 // '\u{10ffff}' and some
	if len(rest) > 2 && rest[1] == '\\' {
		if end := bytes.IndexByte(rest[3:min(len(rest), longest)], '\''); end >= 0 {
			s.token(tokString, s.i, s.i+3+end+1)
			return true
		}
		return false
	}
	_, width := utf8.DecodeRune(rest[1:])
	if end := 1 + width; width > 0 && end < len(rest) && rest[end] == '\'' && rest[1] != '\n' {
		s.token(tokString, s.i, s.i+end+1)
		return true
	}
	return false
}

// trait passes what only some languages have.
func (s *scanner) trait(c byte, rest []byte) bool {
	switch {
	case c == '$' && s.traits&dollarVariables != 0:
		return s.tokenOf(tokVariable, s.variableLength(rest))
	case c == '@' && s.traits&atWords != 0:
		return s.tokenOf(tokVariable, s.wordLength(rest))
	case c == '/' && s.traits&regexps != 0:
		return s.tokenOf(tokString, s.regexpLength(rest))
	case c == '<' && s.traits&hereDocuments != 0:
		return s.announce(rest)
	case c == '[' && s.traits&sections != 0 && s.fresh:
		s.token(tokKeyword, s.i, s.lineStop())
		return true
	case c == '=' && s.traits&headComments != 0 && (s.i == 0 || s.src[s.i-1] == '\n') && s.wordLength(rest) > 0:
		s.token(tokComment, s.i, s.headCommentEnd())
		return true
	case c == '#' && s.traits&hashDirectives != 0 && s.fresh:
		return s.tokenOf(tokKeyword, s.wordLength(rest))
	case c == '#' && s.traits&hashColours != 0:
		return s.tokenOf(tokNumber, s.colourLength(rest))
	}
	return false
}

// tokenOf prints a token of a length; 0 is none.
func (s *scanner) tokenOf(class string, length int) bool {
	if length == 0 {
		return false
	}
	s.prev = 'a'
	s.token(class, s.i, s.i+length)
	return true
}

// wordLength returns the length of a mark and the word behind it, 0 where none is there.
func (s *scanner) wordLength(rest []byte) int {
	i := 1
	for i < len(rest) && s.inWord[rest[i]] {
		i++
	}
	if i == 1 {
		return 0
	}
	return i
}

func (s *scanner) colourLength(rest []byte) int {
	i := 1
	for i < len(rest) && i <= 9 && bytes.IndexByte([]byte("0123456789abcdefABCDEF"), rest[i]) >= 0 {
		i++
	}
	if i < 4 || i > 9 || i < len(rest) && s.inWord[rest[i]] {
		return 0
	}
	return i
}

// variableLength returns the length of $name, ${name}, $(name) or $?.
func (s *scanner) variableLength(rest []byte) int {
	if len(rest) < 2 {
		return 0
	}
	if rest[1] == '{' || rest[1] == '(' {
		end := byte('}')
		if rest[1] == '(' {
			end = ')'
		}
		line := rest[:min(len(rest), maxPattern)]
		n := bytes.IndexByte(line, end)
		if n < 0 || bytes.IndexByte(line[:n], '\n') >= 0 || rest[1] == '(' && bytes.IndexByte(line[:n], ' ') >= 0 {
			return 0
		}
		return n + 1
	}
	i := 1
	for i < len(rest) && (isAlphanumeric(rest[i]) || rest[i] == '_') {
		i++
	}
	if i == 1 && bytes.IndexByte([]byte("?!@*#$"), rest[1]) >= 0 {
		return 2
	}
	if i == 1 {
		return 0
	}
	return i
}

// regexpLength returns the length of a regular expression, 0 where the slash divides.
func (s *scanner) regexpLength(rest []byte) int {
	if bytes.IndexByte([]byte("(,=:[!&|?{};+*%~^<>-"), s.prev) < 0 {
		return 0
	}
	class := false
	for i := 1; i < min(len(rest), maxPattern); i++ {
		switch c := rest[i]; {
		case c == '\n':
			return 0
		case c == '\\':
			i++
		case c == '[':
			class = true
		case c == ']':
			class = false
		case c == '/' && !class:
			for i++; i < len(rest) && i < maxPattern && isAlphanumeric(rest[i]); i++ {
			}
			return i
		}
	}
	return 0
}

// announce notes the word behind "<<" that ends a document, which starts with the next
// line.
func (s *scanner) announce(rest []byte) bool {
	word, ok := bytes.CutPrefix(rest[:min(len(rest), maxPattern)], []byte("<<"))
	if !ok {
		return false
	}
	word = bytes.TrimLeft(word, "-~")
	if s.traits&spacedComments != 0 && s.letters == "-" {
		word = bytes.TrimLeft(word, " \t")
	}
	word = bytes.TrimLeft(word, `'"\`)
	n := 0
	for n < len(word) && (isAlphanumeric(word[n]) || word[n] == '_') {
		n++
	}
	if n == 0 || '0' <= word[0] && word[0] <= '9' {
		return false
	}
	s.here = word[:n]
	end := s.i + len("<<")
	for s.src[end] != s.here[0] {
		end++
	}
	if end += n; end < len(s.src) && (s.src[end] == '\'' || s.src[end] == '"') {
		end++
	}
	s.prev = 'a'
	s.token(tokString, s.i, end)
	return true
}

// headCommentEnd returns where a comment of whole lines that starts at s.i ends.
func (s *scanner) headCommentEnd() int {
	for i := s.i; i < len(s.src); {
		end := lineEnd(s.src, i)
		if line := s.src[i:end]; bytes.HasPrefix(line, []byte("=end")) || bytes.HasPrefix(line, []byte("=cut")) {
			return end
		}
		i = end + 1
	}
	return len(s.src)
}
