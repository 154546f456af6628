package lint

// secretMarks are the marks of kinds by their first byte, those first that stand where
// no word goes on, so that one pass over a text finds all and compares little.
type secretMarks struct {
	starting, inside [256][]secretMark
	// first, second and third have a bit for each group of marks that have the byte in
	// that place, so that a place of a text where no mark can stand costs three look-ups.
	first, second, third [256]uint32
}

// secretMark is one mark of a kind.
type secretMark struct {
	text string
	kind *secretKind
}

func newSecretMarks(kinds []secretKind) *secretMarks {
	out := new(secretMarks)
	for i := range kinds {
		k := &kinds[i]
		for _, mark := range k.marks {
			m := secretMark{mark, k}
			out.starting[mark[0]] = append(out.starting[mark[0]], m)
			if k.before > 0 {
				out.inside[mark[0]] = append(out.inside[mark[0]], m)
			}
			out.addBits(mark)
		}
	}
	return out
}

// addBits puts a mark into the group of its first two bytes.
func (s *secretMarks) addBits(mark string) {
	bit := uint32(1) << ((uint32(mark[0])*31 + uint32(mark[1])) % 32)
	s.first[mark[0]] |= bit
	s.second[mark[1]] |= bit
	if len(mark) > 2 {
		s.third[mark[2]] |= bit
		return
	}
	for c := range s.third {
		s.third[c] |= bit
	}
}

// next returns the first offset from one on at which a mark may stand, -1 for none. No
// credential is as short as what it leaves at the end of a text.
func (s *secretMarks) next(text []byte, from int) int {
	for i := from; i+2 < len(text); i++ {
		if s.first[text[i]]&s.second[text[i+1]]&s.third[text[i+2]] != 0 {
			return i
		}
	}
	return -1
}

// at returns the marks that may stand at an offset of a text.
func (s *secretMarks) at(text []byte, offset int) []secretMark {
	if touchesBefore(text, offset) {
		return s.inside[text[offset]]
	}
	return s.starting[text[offset]]
}
