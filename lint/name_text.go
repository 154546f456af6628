package lint

import (
	"skillpack/internal/diag"
	"skillpack/internal/skill"
)

func nameText() *Rule {
	return &Rule{
		ID:       "name/text",
		Severity: diag.Error, Required: true,
		Doc: Doc{
			Summary: "The name is not text.",
			Why:     "Digits alone are a number to YAML. Clients compare the name with the last segment of the URI, which is text, and refuse it.",
			Bad:     "name: 12306",
			Good:    "name: \"12306\"",
			Cites:   []string{"F3", "N45"},
		},
		Skill: checkNameText,
	}
}

func checkNameText(p *Pass, s *skill.Skill) {
	field := s.Front.Get(nameKey)
	if field != nil && field.Value.Kind != skill.String && field.Value.Kind != skill.Null {
		reportNotText(p, s, field)
	}
}
