package skill

import (
	"errors"
	"strconv"
	"strings"
	"unicode/utf8"
)

// The parser reads YAML 1.1: it breaks lines at U+0085, U+2028 and U+2029, drops a
// U+FEFF at the start of a line, refuses further characters and does not know the
// escape "\/". A disguised text has a stand-in of the same width for each of those,
// so that the parser reads on as YAML 1.2 has it and every offset stays true.

// disguised is a text with stand-ins. Each stand-in occurs nowhere in the original,
// neither as itself nor as an escape.
type disguised struct {
	text  []byte
	plain *strings.Replacer // undoes it; nil for nothing to undo
	inner *strings.Replacer // likewise in double quotes
}

// escapedSlash is treated like a character of two bytes.
const escapedSlash = `\/`

// restore undoes the disguise in a scalar's value.
func (d disguised) restore(value string, style Style) string {
	switch {
	case d.plain == nil:
		return value
	case style == DoubleQuoted:
		return d.inner.Replace(value)
	default:
		return d.plain.Replace(value)
	}
}

var errNoStandIn = errors.New("the frontmatter holds too many different characters to be read beside its control characters; delete the control characters")

// disguise returns text, which must be UTF-8, with stand-ins.
func disguise(text []byte) (disguised, error) {
	s := string(text)
	odd := oddPieces(s)
	if len(odd) == 0 {
		return disguised{text: text}, nil
	}
	pick := standIns{used: usedRunes(s)}
	var there, back, backInner []string
	for _, piece := range odd {
		c := pick.next(len(piece))
		if c == "" {
			return disguised{}, errNoStandIn
		}
		there = append(there, piece, c)
		back = append(back, c, piece)
		backInner = append(backInner, c, strings.TrimPrefix(piece, `\`))
	}
	return disguised{
		text:  []byte(replaceOdd(s, there)),
		plain: strings.NewReplacer(back...),
		inner: strings.NewReplacer(backInner...),
	}, nil
}

// replaceOdd replaces the pieces; an escaped backslash keeps its slash.
func replaceOdd(s string, there []string) string {
	return strings.NewReplacer(append([]string{`\\`, `\\`}, there...)...).Replace(s)
}

// oddPieces returns the different pieces of s that need a stand-in.
func oddPieces(s string) (odd []string) {
	seen := map[string]bool{}
	for i, r := range s {
		piece := ""
		switch {
		case isOdd(r):
			piece = string(r)
		case r == '/' && i > 0 && s[i-1] == '\\':
			piece = escapedSlash
		}
		if piece != "" && !seen[piece] {
			seen[piece] = true
			odd = append(odd, piece)
		}
	}
	return odd
}

func isOdd(r rune) bool {
	return isControl(r) || r == '\u0085' || r == '\u2028' || r == '\u2029' || r == '\ufeff' || r == '\ufffe' || r == '\uffff'
}

// usedRunes returns every character of s, those written as escapes too.
func usedRunes(s string) map[rune]bool {
	used := map[rune]bool{}
	for i, r := range s {
		used[r] = true
		if r == '\\' {
			used[escapedRune(s[i+1:])] = true
		}
	}
	return used
}

// escapedRune returns the character of a numeric escape behind its backslash.
func escapedRune(s string) rune {
	if s == "" {
		return 0
	}
	length := map[byte]int{'x': 2, 'u': 4, 'U': 8}[s[0]]
	if length == 0 || len(s) <= length {
		return 0
	}
	n, err := strconv.ParseUint(s[1:1+length], 16, 32)
	if err != nil || n > utf8.MaxRune {
		return 0
	}
	return rune(n)
}

// standIns hands out letters that are not in use. None of the one-byte letters is an
// escape or a hexadecimal digit.
type standIns struct{ used map[rune]bool }

const narrowStandIns = "GHIJKMOQRSTVWXYZghijklmopqswyz"

// next returns an unused letter of the given width in bytes, "" for none.
func (p standIns) next(width int) string {
	switch width {
	case 1:
		for _, r := range narrowStandIns {
			if p.take(r) {
				return string(r)
			}
		}
	case 2:
		return p.between('\u0100', '\u07ff')
	case 3:
		return p.between('\u3400', '\ud7ff')
	}
	return ""
}

func (p standIns) between(low, high rune) string {
	for r := low; r <= high; r++ {
		if p.take(r) {
			return string(r)
		}
	}
	return ""
}

func (p standIns) take(r rune) bool {
	if p.used[r] {
		return false
	}
	p.used[r] = true
	return true
}
