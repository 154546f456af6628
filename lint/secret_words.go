package lint

import (
	"encoding/binary"
	"iter"
	"math/bits"
)

// longWords yields where each run of shortestToken bytes or more begins and ends in a text that may be
// of one token: none of them is a blank or beyond ASCII. Of most texts little is in such a run.
func longWords(text []byte) iter.Seq2[int, int] {
	const probe, apart = inkProbe, shortestToken - inkProbe + 1 // each run has a probe all in it
	return func(yield func(int, int) bool) {
		for at := apart - 1; at <= len(text)-probe; at += apart {
			if !isAllInk(text[at : at+probe]) {
				continue
			}
			start, end := inkBefore(text, at), inkBehind(text, at+probe)
			if end-start >= shortestToken && !yield(start, end) {
				return
			}
			at = end
		}
	}
}

// inkProbe is how many bytes are looked at where a run may be: more are in a word of plain
// text less often, and fewer can be farther apart.
const inkProbe = 11

// isAllInk reports whether inkProbe bytes are all ink. It looks at eight of them twice.
func isAllInk(text []byte) bool {
	return blanksOf(text[:8])|blanksOf(text[inkProbe-8:inkProbe]) == 0
}

// inkBefore returns where the ink begins that ends at an offset.
func inkBefore(text []byte, at int) int {
	for ; at >= 8; at -= 8 {
		if blanks := blanksOf(text[at-8 : at]); blanks != 0 {
			return at - bits.LeadingZeros64(blanks)/8
		}
	}
	for at > 0 && isInk(text[at-1]) {
		at--
	}
	return at
}

// inkBehind returns where the ink ends that begins at an offset.
func inkBehind(text []byte, at int) int {
	for ; at <= len(text)-8; at += 8 {
		if blanks := blanksOf(text[at : at+8]); blanks != 0 {
			return at + bits.TrailingZeros64(blanks)/8
		}
	}
	for at < len(text) && isInk(text[at]) {
		at++
	}
	return at
}

// blanksOf tells of each of eight bytes, by the topmost bit of as many, whether it is no ink.
func blanksOf(text []byte) uint64 {
	const ones, tops = 0x0101010101010101, 0x8080808080808080
	x := binary.LittleEndian.Uint64(text)
	return (tops + ones*' ' - x&^tops | x) & tops
}

// isInk reports whether a byte is of ASCII and above the blanks.
func isInk(c byte) bool { return ' ' < c && c < 0x80 }
