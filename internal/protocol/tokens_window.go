package protocol

import (
	"encoding/binary"
	"math/bits"
)

// windowSize is how many bytes windowCost looks at together.
const windowSize = 64

// window tells of each of some bytes of text, by one bit, whether it is of a class.
type window struct{ lower, upper, digit, blank, lineEnd, foreign uint64 }

// windowCost returns what the characters of ASCII cost that a text begins with, up to one
// beyond ASCII or to the start of a word near the end of the window, and how many these are:
// 0 where there is neither. The text has windowSize bytes, and what stands before it has no
// part in a run with it.
func windowCost(text []byte) (cost, width int) {
	w := windowOf(text)
	if width = w.end(); width == 0 {
		return 0, 0
	}
	ones := bits.OnesCount64
	all := ^uint64(0) >> (windowSize - width)
	lower, upper, digit, blank, lineEnd := w.lower&all, w.upper&all, w.digit&all, w.blank&all, w.lineEnd&all
	sign := all &^ (lower | upper | digit | blank | lineEnd)

	capital := upper &^ (upper << 1)
	word := lower & (lower << 1) & (lower << 2)
	long := word & (word << 3) & ((lower | capital) << 6)
	starts := capital | digit&^(digit<<1) | lower&^((lower|capital)<<1)
	cost = perToken*ones(starts) + 3*ones(long) + 7*ones(upper&(upper<<1)&(upper<<2)) +
		perToken*runSteps(digit, 3, 3) + perToken/2*ones(lineEnd&^(lineEnd<<1)) +
		perToken*4/5*(ones(blank&(blank<<1)&^(blank<<2))+ones(sign&^(sign<<1))) + runSteps(sign, 3, 4)
	for pairs := sign & (sign << 1); pairs != 0; pairs &= pairs - 1 {
		if at := bits.TrailingZeros64(pairs); text[at] != text[at-1] {
			cost += otherSign
		}
	}
	return cost, width
}

// end returns where the bytes end that windowCost is right about.
func (w *window) end() int {
	if w.foreign != 0 {
		return bits.TrailingZeros64(w.foreign)
	}
	between := w.blank | w.lineEnd
	return max(bits.Len64(between<<1&^between)-1, 0)
}

// runSteps counts the members of runs that stand so many behind the first, and each so many
// again behind that. Runs are of more than three members or of no account.
func runSteps(members uint64, first, again int) (n int) {
	four := members & (members << 1)
	four &= four << 2
	for at := members &^ (members << 1) << first & four; at != 0; at = at << again & four {
		n += bits.OnesCount64(at)
	}
	return n
}

// windowOf looks at eight bytes at a time: each is compared by an operation on its own
// eight bits, that leaves the result in the topmost. It stops behind one that is foreign.
func windowOf(text []byte) (w window) {
	const ones, tops = 0x0101010101010101, 0x8080808080808080
	text = text[:windowSize]
	for i := 0; i < windowSize && w.foreign == 0; i += 8 {
		x := binary.LittleEndian.Uint64(text[i:])
		if x&tops != 0 {
			w.foreign = gather(x&tops) << i
		}
		x |= tops
		from := func(c uint64) uint64 { return x - c*ones } // the topmost bit is set from c on
		equal := func(c uint64) uint64 { return tops - (x^c*ones)&^tops }
		w.lower |= gather(from('a')&^from('z'+1)&tops) << i
		w.upper |= gather(from('A')&^from('Z'+1)&tops) << i
		w.digit |= gather(from('0')&^from('9'+1)&tops) << i
		blank := equal(' ')
		if from(' ')&tops != tops {
			blank |= equal('\t')
			w.lineEnd |= gather((equal('\n')|equal('\r'))&tops) << i
		}
		w.blank |= gather(blank&tops) << i
	}
	return w
}

// gather moves the topmost bits of eight bytes together, the first one lowest.
func gather(tops uint64) uint64 { return tops >> 7 * 0x0102040810204080 >> 56 }
