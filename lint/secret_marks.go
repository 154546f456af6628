package lint

// secretMarks are the marks of kinds by their first byte, those first that stand where
// no word goes on, so that one pass over a text finds all and compares little.
type secretMarks struct{ starting, inside [256][]secretMark }

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
		}
	}
	return out
}

// at returns the marks that may stand at an offset of a text.
func (s *secretMarks) at(text string, offset int) []secretMark {
	if touchesBefore(text, offset) {
		return s.inside[text[offset]]
	}
	return s.starting[text[offset]]
}
