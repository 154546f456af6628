package catalog

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"unicode/utf8"
	"unsafe"
)

// unescaper reads the text of a JSON string from raw, what stands between its
// quotes, and refuses every form that the string writer does not write.
type unescaper struct {
	raw []byte
	pos int
	nul bool // whether there was a NUL in the text so far
}

// maxCharacter is the greatest number of bytes that one character or escape gives.
const maxCharacter = utf8.UTFMax

// fill writes text to dst until raw ends or dst has no room for another character,
// and returns how many bytes it wrote. On an error, pos is where the fault is.
func (u *unescaper) fill(dst []byte) (int, error) {
	n := 0
	for u.pos < len(u.raw) && len(dst)-n >= maxCharacter {
		run := copyPlain(dst[n:], u.raw[u.pos:])
		n, u.pos = n+run, u.pos+run
		for u.pos < len(u.raw) && stops(u.raw[u.pos]) && len(dst)-n >= maxCharacter {
			if c := shortEscape(u.raw[u.pos:]); c != 0 { // by far the most frequent
				dst[n] = c
				n, u.pos = n+1, u.pos+2
				continue
			}
			written, width, err := special(dst[n:], u.raw[u.pos:])
			if err != nil {
				return n, err
			}
			u.nul = u.nul || dst[n] == 0
			n, u.pos = n+written, u.pos+width
		}
	}
	return n, nil
}

// text returns the whole text.
func (u *unescaper) text() ([]byte, error) {
	dst := make([]byte, len(u.raw)+maxCharacter)
	n, err := u.fill(dst)
	return dst[:n], err
}

// stops reports whether a byte of a string needs a closer look.
func stops(c byte) bool { return c < 0x20 || c == '"' || c == '\\' || c >= utf8.RuneSelf }

// stopsIn is stops for eight bytes at once: the lowest bit of the result that is
// set lies in the first byte that stops.
func stopsIn(x uint64) uint64 {
	const ones, tops = 0x0101010101010101, 0x8080808080808080
	below := func(x, limit uint64) uint64 { return (x - ones*limit) &^ x & tops }
	return below(x, 0x20) | below(x^ones*'"', 1) | below(x^ones*'\\', 1) | x&tops
}

// isPlain reports whether every byte of b stands for itself.
func isPlain(b []byte) bool {
	for ; len(b) >= 8; b = b[8:] {
		if stopsIn(binary.LittleEndian.Uint64(b)) != 0 {
			return false
		}
	}
	return !slices.ContainsFunc(b, stops)
}

// copyPlain copies from src to dst up to the first byte that stops, as far as dst
// has room, and returns how many bytes it copied. It may write beyond those.
func copyPlain(dst, src []byte) int {
	i, whole := 0, min(len(src), len(dst))-8
	for ; i <= whole; i += 8 {
		x := binary.LittleEndian.Uint64(src[i:])
		binary.LittleEndian.PutUint64(dst[i:], x)
		if found := stopsIn(x); found != 0 {
			return i + bits.TrailingZeros64(found)/8
		}
	}
	for ; i < whole+8 && !stops(src[i]); i++ {
		dst[i] = src[i]
	}
	return i
}

// special reads the character at the start of src, which stops, writes it to dst
// and returns how many bytes it wrote and read.
func special(dst, src []byte) (written, width int, err error) {
	switch c := src[0]; {
	case c == '\\':
		r, width, err := escape(src)
		return utf8.EncodeRune(dst, r), width, err
	case c == '"':
		return 0, 0, errors.New(`a quote is not escaped`)
	case c < 0x20:
		return 0, 0, fmt.Errorf("the control character %#02x is not escaped", c)
	}
	r, width := utf8.DecodeRune(src)
	switch {
	case r == utf8.RuneError && width == 1:
		return 0, 0, errors.New("the string is not valid UTF-8")
	case r == '\u2028' || r == '\u2029':
		return 0, 0, fmt.Errorf("U+%X is not escaped", r)
	}
	return copy(dst, src[:width]), width, nil
}

// escape reads the escape at the start of b, which is not a short one.
func escape(b []byte) (r rune, width int, err error) {
	if len(b) < 2 {
		return 0, 0, errors.New("the string ends inside an escape")
	}
	if len(b) >= 6 && b[1] == 'u' {
		if r, ok := longEscape(string(b[2:6])); ok {
			return r, 6, nil
		}
	}
	return 0, 0, fmt.Errorf("the escape %q is not the one a catalog uses for this character", b[:min(len(b), 6)])
}

// shortEscape returns what the two-byte escape at the start of b stands for, 0 where
// there is none.
func shortEscape(b []byte) byte {
	const fromB = "\b\x00\x00\x00\f\x00\x00\x00\x00\x00\x00\x00\n\x00\x00\x00\r\x00\t"
	if len(b) < 2 || b[0] != '\\' {
		return 0
	}
	switch c := b[1]; {
	case c == '"' || c == '\\':
		return c
	case c >= 'b' && c <= 't':
		return fromB[c-'b']
	}
	return 0
}

// longEscape reads four hexadecimal digits that stand for a character without a
// short escape.
func longEscape(digits string) (rune, bool) {
	switch digits {
	case "2028":
		return '\u2028', true
	case "2029":
		return '\u2029', true
	}
	if digits[:2] != "00" || digits[2] != '0' && digits[2] != '1' {
		return 0, false
	}
	low, ok := lowerHex(digits[3])
	r := rune(digits[2]-'0')<<4 | low
	return r, ok && !(r >= '\b' && r <= '\r' && r != '\v')
}

func lowerHex(c byte) (rune, bool) {
	switch {
	case '0' <= c && c <= '9':
		return rune(c - '0'), true
	case 'a' <= c && c <= 'f':
		return rune(c-'a') + 10, true
	}
	return 0, false
}

// view returns b as a string without a copy. It is for slices of a decoded file,
// which Decode owns and nobody changes.
func view(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }
