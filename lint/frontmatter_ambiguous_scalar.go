package lint

import (
	"strings"

	"skillpack/internal/diag"
	"skillpack/internal/skill"
)

func frontmatterAmbiguousScalar() *Rule {
	return &Rule{
		ID:       "frontmatter/ambiguous-scalar",
		Severity: diag.Warning,
		Doc: Doc{
			Summary: "An unquoted scalar is read differently by different YAML readers, or printed otherwise than written.",
			Why: "A host parses SKILL.md again and compares each field with the catalog. YAML 1.2, YAML 1.1 and mixed readers " +
				"disagree over dates, yes and no, octal and other numbers, so one of them finds a difference and refuses the skill. " +
				"Plain integers, true, false and null are read alike and not reported. To readers that take every scalar for text, " +
				"such as StrictYAML, they are text; where that matters, in name, metadata and the other fields of the format, rules of " +
				"their own ask for quotes. A key is judged as a value is.",
			Bad:   "created: 2026-05-06\nversion: 1.10\nmode: 0755\nenabled: yes\non: push",
			Good:  "created: \"2026-05-06\"\nversion: \"1.10\"\nmode: \"0755\"\nenabled: true\n\"on\": push",
			Cites: []string{"Y", "E1", "Y33", "Y34", "Y37", "N45"},
		},
		Skill: checkAmbiguousScalars,
	}
}

func checkAmbiguousScalars(p *Pass, s *skill.Skill) {
	for field := range fieldsOf(s.Front) {
		if written := source(s.Manifest, field.Span); !strings.HasPrefix(written, `"`) && !strings.HasPrefix(written, "'") {
			if doubt := doubt(written); doubt != "" {
				reportDoubt(p, s.Manifest, field.Span, "the key "+doubt, quoteFix(s.Manifest, field.Span))
			}
		}
	}
	for v := range valuesOf(s.Front) {
		if scalar, ok := plainText(v.value); ok {
			if doubt := doubt(scalar); doubt != "" && !saidElsewhere(v) {
				reportDoubt(p, s.Manifest, v.value.Span, doubt, asWrittenFix(s.Manifest, v))
			}
		}
	}
}

func reportDoubt(p *Pass, file *skill.File, span diag.Span, doubt string, fix *diag.Fix) {
	p.Report(diag.Diagnostic{
		File: file.Path, Span: span, Fix: fix,
		Message: doubt + "; quote it, so that every reader takes it as this text",
	})
}

// asWrittenFix quotes a scalar. What is text to us stays the same; a number becomes text,
// which is only known to be meant of a version.
func asWrittenFix(file *skill.File, v placed) *diag.Fix {
	fix := quoteFix(file, v.value.Span)
	if fix != nil {
		fix.Unsafe = v.value.Kind != skill.String && (v.depth > 0 || v.top.Key != versionKey)
	}
	return fix
}

// plainText returns a plain scalar as YAML sees it before typing.
func plainText(v *skill.Value) (text string, ok bool) {
	switch {
	case v.Style != skill.Plain || v.Kind == skill.List || v.Kind == skill.Map:
		return "", false
	case v.Kind == skill.String:
		return v.Text, true
	}
	return v.Raw, true
}

// saidElsewhere reports whether another rule asks for quotes around a value, or for
// another value.
func saidElsewhere(v placed) bool {
	return v.top.Key == metadataKey || v.depth == 0 && isRetyped(v.top)
}
