package lint

import (
	"fmt"

	"skillpack/internal/diag"
	"skillpack/internal/skill"
)

func frontmatterMetadata() *Rule {
	return &Rule{
		ID:       "frontmatter/metadata",
		Severity: diag.Error,
		Doc: Doc{
			Summary: "metadata is not a mapping of text to text.",
			Why: "The format allows only text as a value. The TypeScript client refuses the whole listing for one number, boolean, list " +
				"or null in it, and a reader of YAML 1.1 turns an unquoted date into something else than text.",
			Bad:   "metadata:\n  version: 1.10\n  tags: [a, b]",
			Good:  "metadata:\n  version: \"1.10\"\n  tags: \"a, b\"",
			Cites: []string{"F5", "C", "Y32", "N53"},
		},
		Skill: checkMetadata,
	}
}

func checkMetadata(p *Pass, s *skill.Skill) {
	metadata := s.Front.Get(metadataKey)
	if metadata == nil {
		return
	}
	if metadata.Value.Kind != skill.Map {
		p.At(s.Manifest, metadata.Span, fmt.Sprintf(
			"%q is %s, expected a mapping of text to text; write \"key: text\" lines below it or remove it", metadataKey, metadata.Value.Kind))
		return
	}
	for i := range metadata.Value.Fields {
		checkMetadataValue(p, s.Manifest, &metadata.Value.Fields[i])
	}
}

func checkMetadataValue(p *Pass, file *skill.File, field *skill.Field) {
	v := field.Value
	d := diag.Diagnostic{File: file.Path, Span: field.Span}
	scalar, plain := plainText(v)
	of := "metadata value " + quoted(field.Key)
	switch {
	case v.Kind == skill.String:
		doubt := doubt(scalar)
		if !plain || doubt == "" {
			return
		}
		d.Message = fmt.Sprintf("%s must be text to every reader, but %s; quote it", of, doubt)
		d.Fix = quoteFix(file, v.Span)
	case v.Kind == skill.Bool || v.Kind == skill.Number:
		d.Message = fmt.Sprintf("%s is %s, expected text; quote it: \"%s\"", of, v.Kind, scalar)
		d.Fix = quoteFix(file, v.Span)
	case v.Kind == skill.Null:
		d.Message = fmt.Sprintf("%s is empty, expected text; write the text after the colon or remove the key", of)
	case v.Kind == skill.List:
		d.Message = fmt.Sprintf("%s is a list, expected text; write it as one text, such as \"a, b\"", of)
	default:
		d.Message = fmt.Sprintf("%s is a mapping, expected text; write one key for each of its values, such as \"%s.key\"", of, field.Key)
	}
	p.Report(d)
}
