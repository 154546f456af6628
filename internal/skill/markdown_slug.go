package skill

import (
	"fmt"
	"strings"
	"unicode"
)

// Slug returns GitHub's fragment of a heading that no earlier heading repeats.
func Slug(heading string) string { return slugger{}.next(heading) }

// slugger makes GitHub's fragments of headings. It holds how often each occurred.
type slugger map[string]int

// next returns the fragment of the next heading: lower case, blanks as hyphens,
// everything but letters, marks, digits, "_" and "-" dropped, and numbered where an
// earlier heading has the same.
func (s slugger) next(heading string) string {
	slug := strings.Map(slugRune, strings.ToLower(strings.TrimSpace(heading)))
	n := s[slug]
	s[slug]++
	if n == 0 {
		return slug
	}
	return fmt.Sprintf("%s-%d", slug, n)
}

func slugRune(r rune) rune {
	switch {
	case r == ' ':
		return '-'
	case r == '-' || unicode.In(r, unicode.L, unicode.M, unicode.Nd, unicode.Pc):
		return r
	}
	return -1
}
