package lint

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"skillpack/internal/diag"
	"skillpack/internal/skill"
)

func frontmatterDescription() *Rule {
	return &Rule{
		ID:       "frontmatter/description",
		Severity: diag.Error, Required: true,
		Doc: Doc{
			Summary: "The description is missing, not text, blank or longer than 1,024 characters.",
			Why:     "A host chooses a skill by its description. One outside 1 to 1,024 code points makes wide clients refuse the whole listing.",
			Bad:     "description: \"\"",
			Good:    "description: Checks a pull request for missing tests. Use it before a review.",
			Cites:   []string{"F2", "F4", "C", "N47"},
		},
		Skill: checkDescription,
	}
}

const maxDescription = 1024 // code points (F4)

func checkDescription(p *Pass, s *skill.Skill) {
	if s.Front == nil {
		return
	}
	field := s.Front.Get(descriptionKey)
	if field == nil {
		reportAbsent(p, s, descriptionKey, "add one that says what the skill does and when to use it")
		return
	}
	v := field.Value
	if v.Kind != skill.String {
		reportNotText(p, s, field)
		return
	}
	if isBlank(v.Text) {
		p.At(s.Manifest, v.Span, "the description is blank; say what the skill does and when to use it")
	}
	if n := utf8.RuneCountInString(v.Text); n > maxDescription {
		p.At(s.Manifest, v.Span, fmt.Sprintf(
			"the description has %d characters, at most %d are allowed; move details into the body", n, maxDescription))
	}
}

// isBlank reports whether a text shows nothing.
func isBlank(s string) bool {
	return strings.TrimFunc(s, func(r rune) bool { return unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) }) == ""
}
