package lint

import (
	"fmt"
	"slices"

	"skillpack/internal/diag"
	"skillpack/internal/skill"
)

func frontmatterUnknownKey() *Rule {
	return &Rule{
		ID:       "frontmatter/unknown-key",
		Severity: diag.Off,
		Opinion:  diag.Note,
		Doc: Doc{
			Summary: "A key is not one that the format defines.",
			Why: "An opinion: the format lets every key through, and a catalog holds it as written. But some validators, the reference one " +
				"among them, refuse any key besides the six of the format, those of wide hosts too. Under metadata every key is free.",
			Bad:   "author: Ada\nversion: \"1.2\"",
			Good:  "metadata:\n  author: Ada\n  version: \"1.2\"",
			Cites: []string{"F6", "N55"},
		},
		Skill: checkUnknownKeys,
	}
}

func checkUnknownKeys(p *Pass, s *skill.Skill) {
	if s.Front == nil {
		return
	}
	known := formatFields()
	for i := range s.Front.Fields {
		field := &s.Front.Fields[i]
		if slices.ContainsFunc(known, func(k knownField) bool { return k.key == field.Key }) {
			continue
		}
		p.At(s.Manifest, field.Span, fmt.Sprintf(
			"%s is no key of the format, and some validators refuse it; text can stand under metadata instead (an opinion)", quoted(field.Key)))
	}
}
