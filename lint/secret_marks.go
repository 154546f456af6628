package lint

import "encoding/binary"

// secretMarks are the marks of kinds, so arranged that one pass over a text finds all.
// Nearly all begin a word, and a place where none can costs one look-up.
type secretMarks struct {
	inside []secretMark // that other characters of a word may stand before, or that begin none
	apart  []secretMark // of kinds whose characters need not stand together
	// starting are the others, by a hash of their first three bytes; group has the number
	// of the list for each hash, 0 for none.
	starting [][]secretMark // 256 at most
	group    [1 << groupBits]uint8
}

// secretMark is one mark of a kind.
type secretMark struct {
	text string
	kind *secretKind
}

func newSecretMarks(kinds []secretKind) *secretMarks {
	out := &secretMarks{starting: make([][]secretMark, 1)}
	for i := range kinds {
		k := &kinds[i]
		for _, mark := range k.marks {
			out.add(secretMark{mark, k})
		}
	}
	return out
}

func (s *secretMarks) add(m secretMark) {
	if m.kind.shortest < shortestToken {
		s.apart = append(s.apart, m)
		return
	}
	if m.kind.before > 0 || len(m.text) < 3 || !isWordByte(m.text[0]) {
		s.inside = append(s.inside, m)
		return
	}
	at := &s.group[markHash(uint64(m.text[0])|uint64(m.text[1])<<8|uint64(m.text[2])<<16)]
	if *at == 0 {
		*at = uint8(len(s.starting))
		s.starting = append(s.starting, nil)
	}
	s.starting[*at] = append(s.starting[*at], m)
}

const groupBits = 14

// markHash returns a hash of the lowest three bytes.
func markHash(bytes uint64) uint32 { return uint32(bytes) << 8 * 2654435769 >> (32 - groupBits) }

// next returns the first offset from one on at which a mark of starting may stand, -1 for
// none. It looks at four places at a time, and leaves out the last bytes of a text, since no
// credential is so short.
func (s *secretMarks) next(text []byte, from int) int {
	for i := from; i <= len(text)-8; i += 4 {
		w := binary.LittleEndian.Uint64(text[i : i+8])
		a, b, c, d := s.group[markHash(w)], s.group[markHash(w>>8)], s.group[markHash(w>>16)], s.group[markHash(w>>24)]
		if a|b|c|d == 0 {
			continue
		}
		for at, group := range [...]uint8{a, b, c, d} {
			if group != 0 && !touchesBefore(text, i+at) {
				return i + at
			}
		}
	}
	return -1
}

// at returns the marks of starting that may stand at an offset that next returned.
func (s *secretMarks) at(text []byte, offset int) []secretMark {
	return s.starting[s.group[markHash(uint64(binary.LittleEndian.Uint32(text[offset:])))]]
}
