package lint

import (
	"fmt"
	"strings"

	"skillpack/internal/diag"
	"skillpack/internal/skill"
)

func frontmatterFieldType() *Rule {
	return &Rule{
		ID:       "frontmatter/field-type",
		Severity: diag.Warning,
		Doc: Doc{
			Summary: "A field that a host defines has another type than that host documents.",
			Why: "A host that meets another type shows something else, ignores the field or drops the skill. Brackets start a list in " +
				"YAML, so \"argument-hint: [query]\" is no text. Types that a host takes besides, such as text or a list for paths, " +
				"are not reported, nor is a field without a value.",
			Bad:   "argument-hint: [query]\nuser-invocable: no",
			Good:  "argument-hint: \"[query]\"\nuser-invocable: false",
			Cites: []string{"F6", "Y29", "N55"},
		},
		Skill: checkVendorFields,
	}
}

func checkVendorFields(p *Pass, s *skill.Skill) {
	for _, known := range vendorFields() {
		if field := s.Front.Get(known.key); field != nil && !known.takes(field.Value) {
			reportFieldType(p, s.Manifest, field, known)
		}
	}
}

func reportFieldType(p *Pass, file *skill.File, field *skill.Field, known knownField) {
	expects := "expects"
	if strings.Contains(known.hosts, " and ") {
		expects = "expect"
	}
	advice, fix := retype(file, field.Value, known)
	p.Report(diag.Diagnostic{
		File: file.Path, Span: field.Value.Span, Fix: fix,
		Message: fmt.Sprintf("%s is %s, but %s %s %s; %s",
			quoted(field.Key), field.Value.Kind, known.hosts, expects, known.typeName(), advice),
	})
}

// typeName names the types of a field for a message.
func (f knownField) typeName() string {
	switch {
	case f.isBool():
		return "true or false"
	case f.kinds[0] == skill.Map:
		return "a mapping"
	case len(f.kinds) == 1:
		return "text"
	case f.kinds[1] == skill.List:
		return "text or a list"
	}
	return "text or a number"
}

// retype says how a value becomes one that its field takes, and does it where there is
// only one way.
func retype(file *skill.File, v *skill.Value, known knownField) (advice string, fix *diag.Fix) {
	written := source(file, v.Span)
	switch {
	case known.isBool():
		return boolAdvice(v)
	case known.kinds[0] == skill.Map:
		return "write its keys indented below it", nil
	case v.Kind == skill.List && strings.HasPrefix(written, "["):
		return "put quotes around it, since brackets start a list", quoteFix(file, v.Span)
	case v.Kind == skill.Bool, v.Kind == skill.Number:
		return fmt.Sprintf("quote it: \"%s\"", v.Raw), quoteFix(file, v.Span)
	}
	return "write it as one text", nil
}

// boolAdvice takes the words that are booleans in YAML 1.1 for what they say.
func boolAdvice(v *skill.Value) (string, *diag.Fix) {
	if v.Kind == skill.String {
		if meant := oldReader.read(v.Text); meant == asTrue || meant == asFalse {
			edit := diag.Edit{Span: v.Span, New: string(meant)}
			return "write " + string(meant), &diag.Fix{Title: "write " + string(meant), Edits: []diag.Edit{edit}}
		}
	}
	return "write true or false", nil
}
