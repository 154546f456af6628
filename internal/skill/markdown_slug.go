package skill

import (
	"fmt"
	"strings"
	"unicode"
)

// Slug returns GitHub's fragment of a heading that no earlier heading repeats.
func Slug(heading string) string { return Slugger{}.Next(heading) }

// Slugger makes GitHub's fragments of the headings of one document. It holds the last
// number behind each.
type Slugger map[string]int

// Next returns the fragment of the next heading: lower case, blanks as hyphens,
// everything but letters, marks, digits, "_" and "-" dropped, and numbered where an
// earlier heading has the same.
func (s Slugger) Next(heading string) string {
	base := strings.Map(slugRune, strings.ToLower(heading))
	slug := base
	for {
		if _, taken := s[slug]; !taken {
			s[slug] = 0
			return slug
		}
		s[base]++
		slug = fmt.Sprintf("%s-%d", base, s[base])
	}
}

// slugRune keeps what regular expressions of Ruby, in which GitHub makes fragments, call
// part of a word.
func slugRune(r rune) rune {
	switch {
	case 'a' <= r && r <= 'z' || '0' <= r && r <= '9': // of nearly all headings
		return r
	case r == ' ':
		return '-'
	case r == '-' || unicode.In(r, unicode.L, unicode.M, unicode.Nd, unicode.Nl, unicode.Pc, unicode.Other_Alphabetic):
		return r
	}
	return -1
}
