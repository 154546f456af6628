package lint

import (
	"skillpack/internal/diag"
	"skillpack/internal/protocol"
	"skillpack/internal/skill"
)

func nameMissing() *Rule {
	return &Rule{
		ID:       "name/missing",
		Severity: diag.Error, Required: true,
		Doc: Doc{
			Summary: "The frontmatter has no name, or an empty one.",
			Why:     "The name is required, and it is the last segment of the skill's URI.",
			Bad:     "---\ndescription: Writes release notes.\n---",
			Good:    "---\nname: release-notes\ndescription: Writes release notes.\n---",
			Cites:   []string{"F2", "F3"},
		},
		Skill: checkNameMissing,
	}
}

func checkNameMissing(p *Pass, s *skill.Skill) {
	if s.Front == nil {
		return
	}
	switch field := s.Front.Get(nameKey); {
	case field == nil:
		reportAbsent(p, s, nameKey, nameAdvice(s))
	case field.Value.Kind == skill.Null, field.Value.Kind == skill.String && isBlank(field.Value.Text):
		p.At(s.Manifest, field.Span, "the name is empty; "+nameAdvice(s))
	}
}

func nameAdvice(s *skill.Skill) string {
	if name := protocol.PlainName(baseOf(s)); name != "" {
		return "write " + nameLine(name)
	}
	return "write one of a-z, 0-9 and \"-\" that is also the directory's"
}
