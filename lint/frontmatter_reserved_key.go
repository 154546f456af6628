package lint

import (
	"fmt"

	"skillpack/internal/diag"
	"skillpack/internal/skill"
)

func frontmatterReservedKey() *Rule {
	return &Rule{
		ID:       "frontmatter/reserved-key",
		Severity: diag.Error, Required: true,
		Doc: Doc{
			Summary: "A key is called \"__proto__\".",
			Why:     "JavaScript clients drop or refuse such a key, and then the frontmatter differs from what they fetched.",
			Bad:     "__proto__: base",
			Good:    "prototype: base",
			Cites:   []string{"C"},
		},
		Skill: checkReservedKeys,
	}
}

const protoKey = "__proto__"

func checkReservedKeys(p *Pass, s *skill.Skill) {
	for field := range fieldsOf(s.Front) {
		if field.Key == protoKey {
			p.At(s.Manifest, field.Span, fmt.Sprintf("the key %q has a meaning of its own in JavaScript and clients refuse it; give it another name", protoKey))
		}
	}
}
