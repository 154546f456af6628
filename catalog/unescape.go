package catalog

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
	"unicode/utf8"
	"unsafe"
)

// unescaper reads the text of a JSON string from raw, what stands between its
// quotes, and refuses every form that the string writer does not write.
type unescaper struct {
	raw []byte // valid UTF-8
	pos int
}

// maxUnescaped is the greatest number of bytes that one escape stands for.
const maxUnescaped = 3

var errNotUTF8 = errors.New("the string is not valid UTF-8")

// newUnescaper fails where raw is not UTF-8; pos is then the first wrong byte.
func newUnescaper(raw []byte) (unescaper, error) {
	u := unescaper{raw: raw}
	if utf8.Valid(raw) {
		return u, nil
	}
	for {
		r, width := utf8.DecodeRune(raw[u.pos:])
		if r == utf8.RuneError && width == 1 {
			return u, errNotUTF8
		}
		u.pos += width
	}
}

// fill writes text to dst until raw ends or dst has no room for another escape, and
// returns how many bytes it wrote. On an error, pos is where the fault is.
func (u *unescaper) fill(dst []byte) (int, error) {
	n := 0
	for u.pos < len(u.raw) && len(dst)-n >= maxUnescaped {
		room := min(len(u.raw), u.pos+len(dst)-n)
		run := plain(u.raw[u.pos:room])
		n += copy(dst[n:], u.raw[u.pos:u.pos+run])
		u.pos += run
		if u.pos == room {
			continue
		}
		if len(dst)-n < maxUnescaped {
			break
		}
		r, width, err := special(u.raw[u.pos:])
		if err != nil {
			return n, err
		}
		n += utf8.EncodeRune(dst[n:n+maxUnescaped], r)
		u.pos += width
	}
	return n, nil
}

// text returns the whole text.
func (u *unescaper) text() ([]byte, error) {
	dst := make([]byte, len(u.raw)+maxUnescaped)
	n, err := u.fill(dst)
	return dst[:n], err
}

// stops reports whether a byte of a string needs a closer look: it is never plain,
// or it may begin U+2028.
func stops(c byte) bool { return c < 0x20 || c == '"' || c == '\\' || c == 0xE2 }

// plain returns how many bytes at the start of b stand for themselves.
func plain(b []byte) int {
	i := 0
	for ; i+8 <= len(b); i += 8 {
		if found := stopsIn(binary.LittleEndian.Uint64(b[i:])); found != 0 {
			return i + bits.TrailingZeros64(found)/8
		}
	}
	for i < len(b) && !stops(b[i]) {
		i++
	}
	return i
}

// stopsIn is stops for eight bytes at once: the lowest bit of the result that is
// set lies in the first byte that stops.
func stopsIn(x uint64) uint64 {
	const ones, tops = 0x0101010101010101, 0x8080808080808080
	below := func(x, limit uint64) uint64 { return (x - ones*limit) &^ x & tops }
	return below(x, 0x20) | below(x^ones*'"', 1) | below(x^ones*'\\', 1) | below(x^ones*0xE2, 1)
}

// special reads the character at the start of b, where plain stopped, and the
// number of bytes it is written with.
func special(b []byte) (r rune, width int, err error) {
	switch c := b[0]; {
	case c == '\\':
		return escape(b)
	case c == '"':
		return 0, 0, errors.New(`a quote is not escaped`)
	case c < 0x20:
		return 0, 0, fmt.Errorf("the control character %#02x is not escaped", c)
	}
	r, width = utf8.DecodeRune(b)
	if r == '\u2028' || r == '\u2029' {
		return 0, 0, fmt.Errorf("U+%X is not escaped", r)
	}
	return r, width, nil
}

// escape reads the escape at the start of b.
func escape(b []byte) (r rune, width int, err error) {
	if len(b) < 2 {
		return 0, 0, errors.New("the string ends inside an escape")
	}
	if r, ok := shortEscape(b[1]); ok {
		return r, 2, nil
	}
	if len(b) >= 6 && b[1] == 'u' {
		if r, ok := longEscape(string(b[2:6])); ok {
			return r, 6, nil
		}
	}
	return 0, 0, fmt.Errorf("the escape %q is not the one a catalog uses for this character", b[:min(len(b), 6)])
}

func shortEscape(c byte) (rune, bool) {
	switch c {
	case '"', '\\':
		return rune(c), true
	case 'b':
		return '\b', true
	case 'f':
		return '\f', true
	case 'n':
		return '\n', true
	case 'r':
		return '\r', true
	case 't':
		return '\t', true
	}
	return 0, false
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
