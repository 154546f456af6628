package lint

import (
	"skillpack/internal/diag"
	"skillpack/internal/skill"
)

func frontmatterLicense() *Rule {
	return &Rule{
		ID:       "frontmatter/license",
		Severity: diag.Error,
		Doc: Doc{
			Summary: "license is not text.",
			Why:     "The format defines it as text, and strict clients refuse an entry where it is a list, a mapping or a number.",
			Bad:     "license: [MIT, Apache-2.0]",
			Good:    "license: MIT OR Apache-2.0",
			Cites:   []string{"F5"},
		},
		Skill: checkLicense,
	}
}

func checkLicense(p *Pass, s *skill.Skill) {
	if field := s.Front.Get(licenseKey); field != nil && field.Value.Kind != skill.String {
		reportNotText(p, s, field)
	}
}
