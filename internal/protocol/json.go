package protocol

import (
	"math/bits"
	"slices"
	"unicode/utf8"
)

const lowerHex = "0123456789abcdef"

// AppendString appends s to dst as a JSON string in the one spelling that the
// catalog uses, quotes included. Escaped are only the quote, the backslash and
// controls below U+0020 (\b \t \n \f \r, else \u00xx in lower case), and U+2028
// and U+2029, which some JavaScript readers refuse. A byte that is not part of
// UTF-8 becomes U+FFFD, so that the result is always JSON.
func AppendString(dst []byte, s string) []byte {
	if !utf8.ValidString(s) {
		s = string([]rune(s))
	}
	return AppendText(dst, s)
}

// AppendText is AppendString for what is known to be UTF-8.
func AppendText(dst []byte, s string) []byte {
	const aLine = 32 // bytes, of which one wants an escape
	dst = append(slices.Grow(dst, len(s)+len(s)/aLine+2), '"')
	done := 0
	for i := plainRun(s); i < len(s); i += plainRun(s[i:]) {
		if s[i] == '\n' { // most of what is escaped
			dst = append(append(dst, s[done:i]...), '\\', 'n')
			i++
			done = i
			continue
		}
		escape, width := jsonEscape(s[i:])
		if escape != "" {
			dst = append(append(dst, s[done:i]...), escape...)
			done = i + width
		}
		i += width
	}
	return append(append(dst, s[done:]...), '"')
}

// plainRun returns how many bytes of s stand for themselves before the first that may
// not, which in UTF-8 beyond ASCII is the one that U+2028 and U+2029 begin with. It looks
// at eight bytes at a time, since most of what is published is long text.
func plainRun(s string) int {
	const (
		ones, tops = 0x0101010101010101, 0x8080808080808080
		quotes     = ones * '"'
		slashes    = ones * '\\'
		separators = ones * 0xe2
	)
	// below has the top bit of the first byte set that is less than limit, and maybe of
	// bytes behind it.
	below := func(x, limit uint64) uint64 { return (x - ones*limit) &^ x & tops }
	i := 0
	for ; i+8 <= len(s); i += 8 {
		x := uint64(s[i]) | uint64(s[i+1])<<8 | uint64(s[i+2])<<16 | uint64(s[i+3])<<24 |
			uint64(s[i+4])<<32 | uint64(s[i+5])<<40 | uint64(s[i+6])<<48 | uint64(s[i+7])<<56
		if odd := below(x, ' ') | below(x^quotes, 1) | below(x^slashes, 1) | below(x^separators, 1); odd != 0 {
			return i + bits.TrailingZeros64(odd)/8
		}
	}
	for i < len(s) && s[i] >= ' ' && s[i] != '"' && s[i] != '\\' && s[i] != 0xe2 {
		i++
	}
	return i
}

// jsonEscape returns what stands for the first character of s, which is UTF-8, "" for
// itself, and the character's width in bytes.
func jsonEscape(s string) (escape string, width int) {
	switch c := s[0]; {
	case c == '"':
		return `\"`, 1
	case c == '\\':
		return `\\`, 1
	case c == '\n':
		return `\n`, 1
	case c < ' ':
		return controlEscape(c), 1
	}
	switch r, n := utf8.DecodeRuneInString(s); r {
	case '\u2028':
		return `\u2028`, n
	case '\u2029':
		return `\u2029`, n
	default:
		return "", n
	}
}

func controlEscape(c byte) string {
	switch c {
	case '\b':
		return `\b`
	case '\t':
		return `\t`
	case '\f':
		return `\f`
	case '\r':
		return `\r`
	}
	return `\u00` + string([]byte{lowerHex[c>>4], lowerHex[c&15]})
}
