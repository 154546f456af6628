package lint

import (
	"cmp"
	"iter"
	"slices"
	"strings"
	"unicode"

	"skillpack/internal/diag"
	"skillpack/internal/skill"
)

// telling is what a skill's description says, to be compared with others'.
type telling struct {
	skill *skill.Skill
	name  string
	words []string        // that mean something, in lower case, sorted, each once
	names map[string]bool // words that tell a skill from another: names, numbers, parts of its own name
	// filler is the words that mean nothing, in lower case; those of names do here.
	filler map[string]bool
}

// tellingOf reads a description; it has no words where there is none.
func tellingOf(s *skill.Skill, filler map[string]bool) *telling {
	t := &telling{skill: s, names: make(map[string]bool, 8), filler: make(map[string]bool, 8)}
	text, _ := s.Front.Text(descriptionKey)
	_, t.name, _ = nameField(s)
	t.name = cmp.Or(t.name, baseOf(s))
	for written := range eachWord(text) {
		word := stem(skill.Fold(written))
		if filler[word] {
			t.filler[word] = true
			continue
		}
		t.words = append(t.words, word)
		if strings.ContainsFunc(written, func(r rune) bool { return unicode.IsUpper(r) || unicode.IsDigit(r) }) {
			t.names[word] = true
		}
	}
	for _, word := range wordsOf(t.name) {
		t.names[stem(skill.Fold(word))] = true
	}
	slices.Sort(t.words)
	t.words = slices.Compact(t.words)
	return t
}

// apart splits tellings of the same words by those of their filler words that are a part
// of the skill's name and not said of all: "user" and "help" of git-user and git-help.
func apart(same []*telling) [][]*telling {
	said := make(map[string]int) // by how many each filler word is
	for _, t := range same {
		for word := range t.filler {
			said[word]++
		}
	}
	return groupBy(same, func(t *telling) string {
		var own []string
		for word := range t.filler {
			if t.names[word] && said[word] < len(same) {
				own = append(own, word)
			}
		}
		slices.Sort(own)
		return strings.Join(own, " ")
	})
}

// wordsOf splits a text at everything but letters, their marks and digits.
func wordsOf(text string) []string { return slices.Collect(eachWord(text)) }

// eachWord yields what wordsOf returns.
func eachWord(text string) iter.Seq[string] {
	return strings.FieldsFuncSeq(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) && !unicode.IsNumber(r) })
}

// stem takes the "s" of a plural or a verb from a word.
func stem(word string) string {
	if len(word) > 3 && strings.HasSuffix(word, "s") && !strings.HasSuffix(word, "ss") {
		return word[:len(word)-1]
	}
	return word
}

// fillerWords are words, as stem leaves them, that say nothing of what a skill does.
func fillerWords() map[string]bool {
	return wordSet(`a about all also an and any are as at be been but by can could do doe for from had has have help how
		if in into is it its may might more must no not of on or our shall should so some such than that the their them then there
		these they thi this those to up was we were what when whenever which while who will with would you your
		agent assistant skill tool use used user using via comprehensive powerful simple complete etc`)
}

func (t *telling) finding(message string) diag.Diagnostic {
	return diag.Diagnostic{File: t.skill.Manifest.Path, Skill: t.skill.Dir, Span: t.span(), Message: message}
}

func (t *telling) related() diag.Related {
	return diag.Related{File: t.skill.Manifest.Path, Span: t.span(), Message: "nearly the same is said here"}
}

func (t *telling) span() diag.Span { return t.skill.Front.Get(descriptionKey).Value.Span }

// nearIndex finds a telling that has the same words as another but for one. It knows each
// by the sum of its words' hashes and by the sums without one of them, so that looking up
// costs as much as reading.
type nearIndex map[uint64]without

// without is a telling less one word, or whole where the word is "".
type without struct {
	*telling
	word string
}

// find returns the first telling that differs from t in one word that is no name to
// either, and that word.
func (x nearIndex) find(t *telling) (other *telling, word string) {
	for sum, w := range t.sums() {
		o, ok := x[sum]
		if ok && o.name != t.name && !t.names[o.word] && !o.names[w] {
			if w == "" {
				w = o.word
			}
			return o.telling, w
		}
	}
	return nil, ""
}

func (x nearIndex) add(t *telling) {
	for sum, word := range t.sums() {
		if _, taken := x[sum]; !taken {
			x[sum] = without{t, word}
		}
	}
}

// sums yields the sum of all words and each sum without a word that is no name.
func (t *telling) sums() func(func(uint64, string) bool) {
	return func(yield func(uint64, string) bool) {
		var all uint64
		for _, word := range t.words {
			all += hashOf(word)
		}
		if !yield(all, "") {
			return
		}
		for _, word := range t.words {
			if !t.names[word] && !yield(all-hashOf(word), word) {
				return
			}
		}
	}
}

func hashOf(word string) uint64 {
	const start, prime = 14695981039346656037, 1099511628211 // FNV-1a
	sum := uint64(start)
	for i := range len(word) {
		sum = (sum ^ uint64(word[i])) * prime
	}
	return sum
}
