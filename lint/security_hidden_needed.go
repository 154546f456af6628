package lint

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
)

// maxNeeded is more than any emoji or script needs of hidden characters in a row.
const maxNeeded = 16

// needs reports whether a hidden character of the run belongs where it stands.
func (h *hiddenRun) needs(r rune) bool {
	switch {
	case len(h.runes) > maxNeeded:
		return false
	case h.isLiteral():
		return true
	case isSelector(r):
		return len(decodeSelectors(h.runes)) < minSelectors
	case isFarSelector(r):
		return unicode.Is(unicode.Han, h.before) && len(h.runes) == 1
	case firstTag < r && r <= lastTag:
		return h.isFlag()
	}
	switch r {
	case '\u00ad', '\u034f', '\u2061', '\u2062', '\u2063', '\u2064': // a soft hyphen, a joiner of accents, signs of formulas
		return h.count(func(other rune) bool { return other == r }) == 1
	case '\u200b':
		return bytes.ContainsFunc(h.around, isUnspaced)
	case '\u2060': // it keeps a line from breaking
		return !unicode.IsLetter(h.before) || !unicode.IsLetter(h.after)
	case '\u200c':
		return h.touches(isJoining)
	case '\u200d':
		return h.touches(isJoining) || isPictograph(h.before) && h.count(func(other rune) bool { return other == r }) == 1
	case '\u115f', '\u1160', '\u3164', '\uffa0':
		return h.touches(func(other rune) bool { return unicode.Is(unicode.Hangul, other) })
	}
	return isOfScript(r) && h.touches(func(other rune) bool { return other>>8 == r>>8 })
}

// isOfScript reports whether a hidden character belongs to one script, in whose block of
// Unicode it stands: Khmer vowels, Mongolian selectors, signs of shorthand and of music.
func isOfScript(r rune) bool {
	return r == 0x17b4 || r == 0x17b5 || 0x180b <= r && r <= 0x180f || 0x1bca0 <= r && r <= 0x1bca3 || 0x1d173 <= r && r <= 0x1d17a
}

// isLiteral reports whether the run is one character alone in quotes, as in programs that
// look for it.
func (h *hiddenRun) isLiteral() bool {
	isQuote := strings.ContainsRune("\"'`", h.before)
	return len(h.runes) == 1 && isQuote && (h.after == h.before || h.after == '\u00a0')
}

func (h *hiddenRun) count(is func(rune) bool) int {
	n := 0
	for _, r := range h.runes {
		if is(r) {
			n++
		}
	}
	return n
}

// touches reports whether a character beside the run is of a kind.
func (h *hiddenRun) touches(is func(rune) bool) bool { return is(h.before) || is(h.after) }

// isFlag reports whether the run makes the flag of a part of a country out of a black
// flag: up to six letters and digits as tags, and the tag that ends them.
func (h *hiddenRun) isFlag() bool {
	const blackFlag = '\U0001f3f4'
	end := slices.Index(h.runes, lastTag)
	if h.before != blackFlag || end < 1 || end > 6 {
		return false
	}
	letters := decodeTags(h.runes)
	return len(letters) == end && isNameLike(letters)
}

func isNameLike(s string) bool {
	for _, c := range s {
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') {
			return false
		}
	}
	return true
}

// isUnspaced reports whether r is of a script that writes words without blanks, so that a
// zero-width space says where a line may break.
func isUnspaced(r rune) bool {
	return unicode.In(r, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar, unicode.Tibetan, unicode.Tai_Tham, unicode.Tai_Le,
		unicode.New_Tai_Lue, unicode.Tai_Viet, unicode.Javanese, unicode.Balinese)
}

// isJoining reports whether r is of a script whose letters join, so that joiners and
// non-joiners choose their shape.
func isJoining(r rune) bool {
	return 0x600 <= r && r < 0x10a0 || 0x1700 <= r && r < 0x1c80 || 0xa800 <= r && r < 0xac00 ||
		0xfb50 <= r && r < 0xff00 || 0x10a00 <= r && r < 0x12000 || 0x1e900 <= r && r < 0x1e960
}

// isPictograph reports whether r may begin an emoji, roughly.
func isPictograph(r rune) bool {
	return 0x2190 <= r && r < 0x2c00 || 0x1f000 <= r && r < 0x1fb00 || r == 0x3030 || r == 0x303d || r == 0x3297 || r == 0x3299
}
