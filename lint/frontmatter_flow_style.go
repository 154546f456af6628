package lint

import (
	"bytes"
	"fmt"
	"strings"

	"skillpack/internal/diag"
	"skillpack/internal/skill"
)

func frontmatterFlowStyle() *Rule {
	return &Rule{
		ID:       "frontmatter/flow-style",
		Severity: diag.Note,
		Doc: Doc{
			Summary: "A value is written in a way that StrictYAML refuses: in brackets, or indented unlike its neighbours.",
			Why: "skills-ref, the validator of the format, reads frontmatter with StrictYAML, and refuses the skill. It takes no list or " +
				"mapping in brackets, and in one mapping wants all mappings below it equally indented. Other hosts do not mind. " +
				"What it refuses besides, such as anchors, tags and doubled keys, is an error of its own. One finding stands for a field.",
			Bad:   "bins: [git, jq]",
			Good:  "bins:\n  - git\n  - jq",
			Cites: []string{"Y", "Y42"},
		},
		Skill: checkFlowStyle,
	}
}

func checkFlowStyle(p *Pass, s *skill.Skill) {
	if s.Front == nil {
		return
	}
	uneven := unevenIn(s.Manifest, s.Front.Fields)
	for i := range s.Front.Fields {
		field := &s.Front.Fields[i]
		if v := firstIn(field, func(v *skill.Value) bool { return inBrackets(s.Manifest, v) }); v != nil {
			reportBrackets(p, s.Manifest, field, v)
		} else if field == uneven {
			reportUneven(p, s.Manifest, field)
		} else if v := firstIn(field, func(v *skill.Value) bool { return unevenIn(s.Manifest, v.Fields) != nil }); v != nil {
			reportUneven(p, s.Manifest, unevenIn(s.Manifest, v.Fields))
		}
	}
}

func reportBrackets(p *Pass, file *skill.File, field *skill.Field, v *skill.Value) {
	if isRetyped(field) {
		return // another rule asks for text
	}
	p.At(file, v.Span, fmt.Sprintf("%s holds %s in brackets, which StrictYAML and so skills-ref refuse; write %s",
		quoted(field.Key), v.Kind, blockForm(v)))
}

func reportUneven(p *Pass, file *skill.File, field *skill.Field) {
	p.At(file, field.Span, fmt.Sprintf(
		"the keys below %s are indented unlike those of the mapping before it, which StrictYAML and so skills-ref refuse; indent them alike",
		quoted(field.Key)))
}

// firstIn returns the first value of a field that is of a kind. In metadata it looks at
// the whole only, since another rule asks for text in place of anything but text below.
func firstIn(field *skill.Field, is func(*skill.Value) bool) *skill.Value {
	if field.Key == metadataKey {
		if is(field.Value) {
			return field.Value
		}
		return nil
	}
	var found *skill.Value
	eachValue(placed{field, 0, field.Value}, func(p placed) bool {
		if is(p.value) {
			found = p.value
		}
		return found == nil
	})
	return found
}

// inBrackets reports whether a value is a list or mapping that starts with a bracket.
func inBrackets(file *skill.File, v *skill.Value) bool {
	if v.Kind != skill.List && v.Kind != skill.Map {
		return false
	}
	written := source(file, v.Span)
	return strings.HasPrefix(written, "[") || strings.HasPrefix(written, "{")
}

// blockForm says how a list or mapping is written without brackets.
func blockForm(v *skill.Value) string {
	switch {
	case len(v.Items)+len(v.Fields) == 0:
		return "nothing for none, and leave out the key"
	case v.Kind == skill.List:
		return "each item on a line of its own behind \"- \""
	}
	return "each key on a line of its own"
}

// unevenIn returns the first field whose value is a mapping that starts in another column
// than the mappings before it among its neighbours; nil for none.
func unevenIn(file *skill.File, fields []skill.Field) *skill.Field {
	first := -1
	for i := range fields {
		v := fields[i].Value
		if v.Kind != skill.Map || inBrackets(file, v) {
			continue
		}
		before := file.Content()[:v.Span.Start]
		column := len(before) - bytes.LastIndexByte(before, '\n')
		if first >= 0 && column != first {
			return &fields[i]
		}
		first = column
	}
	return nil
}
