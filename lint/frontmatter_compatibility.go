package lint

import (
	"fmt"
	"unicode/utf8"

	"skillpack/internal/diag"
	"skillpack/internal/skill"
)

func frontmatterCompatibility() *Rule {
	return &Rule{
		ID:       "frontmatter/compatibility",
		Severity: diag.Error,
		Doc: Doc{
			Summary: "compatibility is not a text of 1 to 500 characters.",
			Why:     "The TypeScript client refuses the whole listing for one such entry.",
			Bad:     "compatibility: 2",
			Good:    "compatibility: Needs git and Python 3.11",
			Cites:   []string{"F5", "C"},
		},
		Skill: checkCompatibility,
	}
}

const maxCompatibility = 500 // code points (F5)

func checkCompatibility(p *Pass, s *skill.Skill) {
	field := s.Front.Get(compatibilityKey)
	if field == nil {
		return
	}
	if field.Value.Kind != skill.String {
		reportNotText(p, s, field)
		return
	}
	switch n := utf8.RuneCountInString(field.Value.Text); {
	case n == 0:
		p.At(s.Manifest, field.Value.Span, fmt.Sprintf("%q is empty, expected 1 to %d characters; say what the skill needs or remove the key",
			compatibilityKey, maxCompatibility))
	case n > maxCompatibility:
		p.At(s.Manifest, field.Value.Span, fmt.Sprintf("%q has %d characters, at most %d are allowed; move details into the body",
			compatibilityKey, n, maxCompatibility))
	}
}
