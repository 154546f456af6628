package lint

import (
	"fmt"

	"skillpack/internal/diag"
	"skillpack/internal/skill"
)

// isRetyped reports whether a rule asks for another type of value in a top-level field,
// so that the others leave it to that rule.
func isRetyped(field *skill.Field) bool {
	if known, ok := vendorField(field.Key); ok {
		return !known.takes(field.Value)
	}
	switch field.Key {
	case nameKey, descriptionKey, compatibilityKey, licenseKey, allowedToolsKey:
		return field.Value.Kind != skill.String
	case metadataKey:
		return field.Value.Kind != skill.Map
	}
	return false
}

// reportNotText reports a field whose value is not text.
func reportNotText(p *Pass, s *skill.Skill, field *skill.Field) {
	v := field.Value
	d := diag.Diagnostic{File: s.Manifest.Path, Span: v.Span}
	switch v.Kind {
	case skill.Null:
		d.Span = field.Span
		d.Message = fmt.Sprintf("%s is empty, expected text; write the text after the colon or remove the key", quoted(field.Key))
	case skill.Bool, skill.Number:
		d.Message = fmt.Sprintf("%s is %s, expected text; quote it: \"%s\"", quoted(field.Key), v.Kind, v.Raw)
		d.Fix = quoteFix(s.Manifest, v.Span)
	default:
		d.Message = fmt.Sprintf("%s is %s, expected text; write it as one text in quotes", quoted(field.Key), v.Kind)
	}
	p.Report(d)
}
