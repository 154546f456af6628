package protocol

import (
	"cmp"
	"encoding/binary"
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
	dst = append(growFor(dst, s), '"')
	for {
		if cap(dst)-len(dst) <= len(s) {
			dst = growFor(dst, s)
		}
		n := copyPlain(dst[len(dst):cap(dst)], s)
		dst, s = dst[:len(dst)+n], s[n:]
		if s == "" {
			return append(dst, '"')
		}
		if c := s[0]; c == '\n' || c == '"' || c == '\\' { // most of what is escaped
			if c == '\n' {
				c = 'n'
			}
			dst, s = append(dst, '\\', c), s[1:]
			continue
		}
		escape, width := jsonEscape(s)
		dst, s = append(dst, cmp.Or(escape, s[:width])...), s[width:]
	}
}

// growFor makes room for s as a JSON string, if it is common text.
func growFor(dst []byte, s string) []byte {
	const aLine = 32 // bytes, of which one wants an escape
	return slices.Grow(dst, len(s)+len(s)/aLine+2)
}

// copyPlain copies the bytes of s that stand for themselves before the first that may not, which
// in UTF-8 beyond ASCII is the one that U+2028 and U+2029 begin with, and returns how many these
// are. It copies eight bytes at a time, since most of what is published is long text, and so may
// write seven more. There must be room for all of s.
func copyPlain(dst []byte, s string) int {
	const (
		ones, tops = 0x0101010101010101, 0x8080808080808080
		slashes    = ones * '\\'
		separators = ones * 0xe2
		swapped    = ones * 2 // puts the quote in the blank's place, next to the controls
	)
	// below has the top bit of the first byte set that is less than limit, and maybe of
	// bytes behind it.
	below := func(x, limit uint64) uint64 { return (x - ones*limit) &^ x & tops }
	i := 0
	for ; i <= len(s)-8; i += 8 {
		p := s[i : i+8]
		x := uint64(p[0]) | uint64(p[1])<<8 | uint64(p[2])<<16 | uint64(p[3])<<24 |
			uint64(p[4])<<32 | uint64(p[5])<<40 | uint64(p[6])<<48 | uint64(p[7])<<56
		binary.LittleEndian.PutUint64(dst[i:i+8], x)
		odd := below(x^swapped, '!') | below(x^slashes, 1)
		if x&tops != 0 {
			odd |= below(x^separators, 1)
		}
		if odd != 0 {
			return i + bits.TrailingZeros64(odd)/8
		}
	}
	for ; i < len(s) && s[i] >= ' ' && s[i] != '"' && s[i] != '\\' && s[i] != 0xe2; i++ {
		dst[i] = s[i]
	}
	return i
}

// jsonEscape returns what stands for the first character of s, which is UTF-8 and none of those
// that AppendText knows, "" for itself, and the character's width in bytes.
func jsonEscape(s string) (escape string, width int) {
	if s[0] < ' ' {
		return controlEscape(s[0]), 1
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
