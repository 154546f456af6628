package lint

import (
	"fmt"
	"slices"
	"strings"

	"skillpack/internal/diag"
	"skillpack/internal/skill"
)

func nameReserved() *Rule {
	return &Rule{
		ID:       "name/reserved",
		Severity: diag.Warning,
		Doc: Doc{
			Summary: "The name holds a word that a vendor reserves.",
			Why:     "Anthropic's uploader refuses names with the words \"anthropic\" and \"claude\"; other hosts do not mind.",
			Bad:     "name: claude-helper",
			Good:    "name: review-helper",
			Cites:   []string{"N60"},
		},
		Skill: checkNameReserved,
	}
}

func checkNameReserved(p *Pass, s *skill.Skill) {
	field, name, ok := nameField(s)
	if !ok {
		return
	}
	words := strings.Split(strings.ToLower(name), "-")
	for _, reserved := range []string{"anthropic", "claude"} {
		if slices.Contains(words, reserved) {
			p.At(s.Manifest, field.Value.Span, fmt.Sprintf(
				"the name %s holds %q, which Anthropic reserves; use another name if the skill goes to its uploader", quoted(name), reserved))
		}
	}
}
