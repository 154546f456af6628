package lint

import "skillpack/internal/skill"

// farthest is by how many words, that one asked for has not, a description may differ and
// still decide what is said of that: one for what is near, and one more for what is near to
// that and would be named in its place.
const farthest = 2

// likeAsked returns the skills whose descriptions decide what is said of those asked for: these
// themselves and all that have no more than a few words that none of them has. Nearly all
// others are known not to be by their first words.
func likeAsked(p *Pass, filler map[string]bool) []*skill.Skill {
	words := make(map[string]bool)
	for _, s := range p.Tree.Skills {
		if p.only.hold(s.Dir) {
			for _, word := range tellingOf(s, filler).words {
				words[word] = true
			}
		}
	}
	out := make([]*skill.Skill, 0, len(p.Tree.Skills))
	for _, s := range p.Tree.Skills {
		if mayBeAlike(s, words, filler) {
			out = append(out, s)
		}
	}
	return out
}

// mayBeAlike reports whether a description has no more than a few other words than those given.
func mayBeAlike(s *skill.Skill, words, filler map[string]bool) bool {
	text, _ := s.Front.Text(descriptionKey)
	var others [farthest]string
	n := 0
next:
	for written := range eachWord(text) {
		word := stem(skill.Fold(written))
		if words[word] || filler[word] {
			continue
		}
		for _, other := range others[:n] {
			if other == word {
				continue next
			}
		}
		if n == farthest {
			return false
		}
		others[n] = word
		n++
	}
	return true
}
