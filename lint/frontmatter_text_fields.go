package lint

import (
	"fmt"
	"slices"

	"skillpack/internal/diag"
	"skillpack/internal/skill"
)

// Top-level fields that the format names (F2–F5).
const (
	nameKey          = "name"
	descriptionKey   = "description"
	compatibilityKey = "compatibility"
	licenseKey       = "license"
	metadataKey      = "metadata"
	allowedToolsKey  = "allowed-tools"
)

// vendorTextFields are fields that some vendor defined as text.
func vendorTextFields() []string { return []string{"argument-hint"} }

// isTextField reports whether some rule asks for text in a top-level field.
func isTextField(key string) bool {
	known := []string{nameKey, descriptionKey, compatibilityKey, licenseKey, allowedToolsKey}
	return slices.Contains(known, key) || slices.Contains(vendorTextFields(), key)
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
		d.Message = fmt.Sprintf("%s is %s, expected text; quote it: \"%s\"", quoted(field.Key), kindName(v), v.Raw)
		d.Fix = quoteFix(s.Manifest, v.Span)
	default:
		d.Message = fmt.Sprintf("%s is %s, expected text; write it as one text in quotes", quoted(field.Key), kindName(v))
	}
	p.Report(d)
}
