package lint

import (
	"encoding/binary"
	"iter"
	"math/bits"
)

// longWords yields where each run of shortestToken bytes or more begins and ends in a text that may be
// of one token: none of them is a blank or beyond ASCII. Of most texts little is in such a run.
func longWords(text []byte) iter.Seq2[int, int] {
	const window = 64
	return func(yield func(int, int) bool) {
		for at := 0; at+shortestToken <= len(text); {
			if at+window > len(text) {
				if !isInk(text[at]) {
					at++
					continue
				}
			} else if begins := runsOfToken(inkOf(text[at : at+window])); begins == 0 {
				at += window - shortestToken + 1
				continue
			} else {
				at += bits.TrailingZeros64(begins)
			}
			end := at + 1
			for end < len(text) && isInk(text[end]) {
				end++
			}
			if end-at >= shortestToken && !yield(at, end) {
				return
			}
			at = end
		}
	}
}

// runsOfToken returns the bits that begin shortestToken bits that are set.
func runsOfToken(ink uint64) uint64 {
	for n := 1; n < shortestToken; {
		step := min(n, shortestToken-n)
		ink &= ink >> step
		n += step
	}
	return ink
}

// inkOf tells of each of 64 bytes by one bit whether it isInk. It looks at eight at a time.
func inkOf(text []byte) (ink uint64) {
	const ones, tops = 0x0101010101010101, 0x8080808080808080
	for i := 0; i+8 <= len(text); i += 8 {
		x := binary.LittleEndian.Uint64(text[i:])
		above := ((x | tops) - ones*(' '+1)) &^ x & tops
		ink |= above >> 7 * 0x0102040810204080 >> 56 << i
	}
	return ink
}

// isInk reports whether a byte is of ASCII and above the blanks.
func isInk(c byte) bool { return ' ' < c && c < 0x80 }
