package lint

import (
	"context"
	"slices"

	"skillpack/internal/skill"
)

// parts is into how many parts the words of a description are put. One of them at least is
// the same where two differ in a word each.
const parts = 3

// likeAnother returns, in order, all skills of which something is to be said besides another's, and
// few more. Nearly all descriptions are of words that no other has so much as a part of.
func likeAnother(p *Pass, filler map[string]bool) []*skill.Skill {
	skills := p.Tree.Skills
	all := make([]wordSums, len(skills))
	inParallel(context.Background(), len(all), func(i int) { all[i] = wordSumsOf(skills[i], filler) })
	seen := make(map[uint64]int, parts*len(all))
	for i := range all {
		for _, sum := range all[i].known() {
			seen[sum]++
		}
	}
	var out []*skill.Skill
	for i, s := range skills {
		if slices.ContainsFunc(all[i].known(), func(sum uint64) bool { return seen[sum] > 1 }) {
			out = append(out, s)
		}
	}
	return out
}

// wordSums are the sums of the hashes of a description's words that mean something: of each
// part, or of all where they are too few to be nearly the same as others, and none where
// they are too few to be the same.
type wordSums struct {
	sums [parts]uint64
	n    int
}

func (w *wordSums) known() []uint64 { return w.sums[:w.n] }

func wordSumsOf(s *skill.Skill, filler map[string]bool) (w wordSums) {
	text, _ := s.Front.Text(descriptionKey)
	var room [128]uint64
	hashes := room[:0]
	for written := range eachWord(text) {
		if word := stem(skill.Fold(written)); !filler[word] {
			hashes = append(hashes, hashOf(word))
		}
	}
	slices.Sort(hashes)
	hashes = slices.Compact(hashes)
	switch {
	case len(hashes) >= minNear:
		w.n = parts
	case len(hashes) >= minSame:
		w.n = 1
	}
	for _, h := range hashes {
		w.sums[h%uint64(max(w.n, 1))] += h
	}
	return w
}
