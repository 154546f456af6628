package protocol

import "sync"

// step is what one character of ASCII does: it leads to a state, which stands in the upper
// byte, at a cost, which stands in the lower one. The topmost bit says that it is a sign
// behind another.
type step uint16

const (
	repeated  = 1 << 15
	stateBits = 0x1f00
)

// next returns where the step that a character makes from here stands among tokenSteps.
func (s step) next(c byte) int { return int(s&stateBits | step(c)) }

func (s step) cost() int { return int(s & 0xff) }

func (s step) isRepeat() bool { return s >= repeated }

// states returns in how many characters of a class the cost of a run shows all that it ever
// does, and from which of them it then repeats.
func (c charClass) states() (most, again int) {
	switch c {
	case lower:
		return 7, 7
	case upper:
		return 3, 3
	case digit:
		return 3, 1
	case blank:
		return 3, 3
	case lineEnd:
		return 2, 2
	}
	return 4, 1
}

// tokenSteps returns the steps from all states: what runCost says, one character at a time.
// State 0 is the start, and the others are the places in a run of each class.
var tokenSteps = sync.OnceValue(func() *[stateBits + 0x100]step {
	var steps [stateBits + 0x100]step
	fill := func(state int, from charClass, n int) {
		for c := range byte(0x80) {
			class, n := classOf(c), n
			if class != from && !(from == upper && n == 1 && class == lower) { // a capital is part of its word
				n = 0
			}
			steps[state<<8|int(c)] = stepTo(class, n+1, n > 0)
		}
	}
	fill(0, foreign, 0)
	for class := lower; class < foreign; class++ {
		most, _ := class.states()
		for n := 1; n <= most; n++ {
			fill(stateOf(class, n), class, n)
		}
	}
	return &steps
})

// stepTo returns the step to the nth character of a run.
func stepTo(class charClass, n int, goesOn bool) step {
	most, again := class.states()
	cost := runCost(class, n) - runCost(class, n-1)
	if n > most {
		n = again
	}
	s := step(stateOf(class, n)<<8 | cost)
	if goesOn && class == sign {
		s |= repeated
	}
	return s
}

// stateOf returns the state of the nth character of a run.
func stateOf(class charClass, n int) int {
	for before := lower; before < class; before++ {
		most, _ := before.states()
		n += most
	}
	return n
}
