package lint

import (
	"unicode"
	"unicode/utf8"
)

// How texts are written in characters that nobody sees.

// The tag characters stand for ASCII, so much further up.
const (
	firstTag = 0xe0000
	lastTag  = 0xe007f // ends the tag of a flag
)

// decodeTags returns the text that tag characters stand for, "" where there are none.
func decodeTags(runes []rune) string {
	var text []byte
	for _, r := range runes {
		if c := r - firstTag; c >= ' ' && c < 0x7f {
			text = append(text, byte(c))
		}
	}
	return string(text)
}

// minSelectors is how many variation selectors in a row are no accident. Two or three
// happen where text with emoji was edited.
const minSelectors = 4

// decodeSelectors returns the bytes that variation selectors stand for: there are 256.
func decodeSelectors(runes []rune) []byte {
	var data []byte
	for _, r := range runes {
		switch {
		case isSelector(r):
			data = append(data, byte(r-0xfe00))
		case isFarSelector(r):
			data = append(data, byte(r-0xe0100+16))
		}
	}
	return data
}

func isSelector(r rune) bool { return 0xfe00 <= r && r <= 0xfe0f }

// isFarSelector reports whether r is a selector of the second range, which only
// ideographs need.
func isFarSelector(r rune) bool { return 0xe0100 <= r && r <= 0xe01ef }

func isReadable(data []byte) bool {
	for _, r := range string(data) {
		if r == utf8.RuneError || !unicode.IsPrint(r) && r != '\n' {
			return false
		}
	}
	return true
}
