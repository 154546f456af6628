package markup

import (
	"bytes"
	"fmt"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark/util"
)

// Text is written with the characters of HTML escaped, and with what nobody could see
// put into an element that makes it visible:
//
//	<bdi class="ctl" title="U+202E">…</bdi>
//
// The character stays in there, so copies are true, and "bdi" keeps it from turning the
// text around. Several of one kind share an element, whose title ends in their number. Such are
// control characters other than tab and the ends of lines, characters of format
// (direction, joiners, tags, soft hyphens), fillers that show as blanks, and line
// separators. A joiner or variation selector behind a character that is not ASCII stays
// as it is, since emoji and several scripts need it. NUL and bytes that are not UTF-8, which
// HTML cannot hold, become U+FFFD with a title that tells them.

// plainByte tells the bytes that text is made of as they are; anything else may need a
// look.
var plainByte = func() (plain [256]bool) {
	for c := range plain {
		plain[c] = c >= ' ' && c < 0x7f || c == '\n' || c == '\t'
	}
	for _, c := range []byte(`&<>`) {
		plain[c] = false
	}
	return plain
}()

// appendText appends text to dst. It stops when dst is longer than limit, between two
// characters.
func appendText(dst, s []byte, limit int) []byte {
	behind := false // a character that a joiner may follow
	for i := 0; i < len(s) && len(dst) <= limit; {
		start, end := i, min(len(s), i+limit-len(dst)+1)
		for i < end && plainByte[s[i]] {
			i++
		}
		dst = append(dst, s[start:i]...)
		if behind = behind && i == start; i == end {
			continue
		}
		if s[i] < 0x80 && s[i] >= ' ' && s[i] != 0x7f {
			dst = appendEscaped(dst, s[i])
			behind = false
			i++
			continue
		}
		r, width := utf8.DecodeRune(s[i:])
		switch {
		case r == '\r' && i+1 < len(s) && s[i+1] == '\n':
			dst = append(dst, "&#13;"...)
		case isHidden(r, width) && !(behind && joins(r)):
			width = hiddenRun(s[i:])
			dst = appendHidden(dst, s[i:i+width])
			behind = false
		default:
			dst = append(dst, s[i:i+width]...)
			behind = r >= 0x80 && !joins(r)
		}
		i += width
	}
	return dst
}

func appendEscaped(dst []byte, c byte) []byte {
	switch c {
	case '&':
		return append(dst, "&amp;"...)
	case '<':
		return append(dst, "&lt;"...)
	case '>':
		return append(dst, "&gt;"...)
	case '"':
		return append(dst, "&#34;"...)
	case '\'':
		return append(dst, "&#39;"...)
	}
	return append(dst, c)
}

// isHidden reports whether nobody sees a character, or whether it is a byte that is no
// character.
func isHidden(r rune, width int) bool {
	switch {
	case r < 0x80:
		return r < ' ' && r != '\n' && r != '\t' || r == 0x7f
	case r < 0xa0 || r == utf8.RuneError && width == 1:
		return true
	case r < 0xad || r >= 0x4e00 && r < 0xd800: // Latin-1, Chinese and Korean, to be quick
		return false
	}
	return unicode.Is(unicode.Cf, r) || unicode.In(r, unicode.Zl, unicode.Zp, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector) ||
		r == '\u2800' || r >= 0xe0000 && r <= 0xe0fff
}

// joins reports whether a character may stand behind another as a part of it.
func joins(r rune) bool {
	return r == '\u200c' || r == '\u200d' || r == '\ufe0e' || r == '\ufe0f'
}

// hiddenRun returns the length of the characters that s begins with and that are the same.
func hiddenRun(s []byte) int {
	_, width := utf8.DecodeRune(s)
	n := width
	for bytes.HasPrefix(s[n:], s[:width]) {
		n += width
	}
	return n
}

// appendHidden appends a run of one hidden character.
func appendHidden(dst, run []byte) []byte {
	r, width := utf8.DecodeRune(run)
	dst = append(dst, `<bdi class="ctl" title="`...)
	if r == utf8.RuneError && width == 1 {
		dst = fmt.Appendf(dst, "byte 0x%02X", run[0])
	} else {
		dst = fmt.Appendf(dst, "U+%04X", r)
	}
	if n := len(run) / width; n > 1 {
		dst = fmt.Appendf(dst, " × %d", n)
	}
	dst = append(dst, `">`...)
	switch {
	case r == 0 || r == utf8.RuneError && width == 1:
		dst = append(dst, bytes.Repeat([]byte("\ufffd"), len(run))...)
	case r == '\r':
		dst = append(dst, bytes.Repeat([]byte("&#13;"), len(run))...)
	default:
		dst = append(dst, run...)
	}
	return append(dst, "</bdi>"...)
}

// appendAttribute appends the value of an attribute, in which a hidden character is
// U+FFFD.
func appendAttribute(dst []byte, s []byte) []byte {
	behind := false
	for len(s) > 0 {
		r, width := utf8.DecodeRune(s)
		switch {
		case width == 1 && r < 0x80 && !isHidden(r, 1):
			dst = appendEscaped(dst, s[0])
		case isHidden(r, width) && !(behind && joins(r)):
			dst = append(dst, "\ufffd"...)
		default:
			dst = append(dst, s[:width]...)
		}
		behind = r >= 0x80 && !joins(r)
		s = s[width:]
	}
	return dst
}

// unescaped returns a piece of markdown with its backslashes and entities undone, in one
// pass. It returns s itself where there are none.
func unescaped(s []byte) []byte {
	at := bytes.IndexAny(s, `\&`)
	if at < 0 {
		return s
	}
	out := make([]byte, 0, len(s))
	for at >= 0 {
		out = append(out, s[:at]...)
		s = s[at:]
		text, width := escape(s)
		out = append(out, text...)
		s = s[width:]
		at = bytes.IndexAny(s, `\&`)
	}
	return append(out, s...)
}

// maxEntity is longer than the name of any entity with its marks.
const maxEntity = 40

// escape returns what the backslash or entity that s begins with stands for, and its
// width in s.
func escape(s []byte) (text []byte, width int) {
	if s[0] == '\\' {
		if len(s) > 1 && util.IsPunct(s[1]) {
			return s[1:2], 2
		}
		return s[:1], 1
	}
	end := bytes.IndexByte(s[:min(len(s), maxEntity)], ';')
	if end < 0 {
		return s[:1], 1
	}
	entity := s[:end+1]
	if text = util.ResolveNumericReferences(entity); bytes.Equal(text, entity) {
		text = util.ResolveEntityNames(entity)
	}
	if bytes.Equal(text, entity) {
		return s[:1], 1
	}
	return text, len(entity)
}
