package lint

import (
	"fmt"

	"skillpack/internal/diag"
	"skillpack/internal/skill"
)

func frontmatterFieldType() *Rule {
	return &Rule{
		ID:       "frontmatter/field-type",
		Severity: diag.Warning,
		Doc: Doc{
			Summary: "A field that a vendor defined as text is not text.",
			Why:     "Brackets start a list in YAML, so \"argument-hint: [query]\" is no text, and hosts that show the hint get a list.",
			Bad:     "argument-hint: [query]",
			Good:    "argument-hint: \"[query]\"",
			Cites:   []string{"F6", "Y29"},
		},
		Skill: checkVendorFields,
	}
}

func checkVendorFields(p *Pass, s *skill.Skill) {
	for _, key := range vendorTextFields() {
		field := s.Front.Get(key)
		switch {
		case field == nil || field.Value.Kind == skill.String:
		case field.Value.Kind == skill.List:
			reportBrackets(p, s, field)
		default:
			reportNotText(p, s, field)
		}
	}
}

func reportBrackets(p *Pass, s *skill.Skill, field *skill.Field) {
	span := field.Value.Span
	p.Report(diag.Diagnostic{
		File: s.Manifest.Path, Span: span,
		Message: fmt.Sprintf("%s is a list, expected text; put quotes around it, since brackets start a list", quoted(field.Key)),
		Fix:     quoteFix(s.Manifest, span),
	})
}
