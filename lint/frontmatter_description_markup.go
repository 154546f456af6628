package lint

import (
	"fmt"
	"slices"
	"strings"

	"skillpack/internal/diag"
	"skillpack/internal/skill"
)

func frontmatterDescriptionMarkup() *Rule {
	return &Rule{
		ID:       "frontmatter/description-markup",
		Severity: diag.Warning,
		Doc: Doc{
			Summary: "The description holds something like an XML tag.",
			Why:     "Descriptions go into the model's prompt, and some uploaders refuse one with tags in it. Arrows and comparisons are fine.",
			Bad:     "description: Restarts <service> and reports",
			Good:    "description: Restarts a service and reports",
			Cites:   []string{"N50"},
		},
		Skill: checkDescriptionMarkup,
	}
}

var tagForm = lazily(`</?[A-Za-z_][A-Za-z0-9_.:-]*(?:\s[^<>]*)?/?>`)

func checkDescriptionMarkup(p *Pass, s *skill.Skill) {
	text, _ := s.Front.Text(descriptionKey)
	tags := tagForm().FindAllString(text, -1)
	if len(tags) == 0 {
		return
	}
	span := s.Front.Get(descriptionKey).Value.Span
	if i := strings.Index(source(s.Manifest, span), tags[0]); i >= 0 {
		span.Start += i
		span.End = span.Start + len(tags[0])
	}
	slices.Sort(tags)
	p.At(s.Manifest, span, fmt.Sprintf(
		"the description holds %s, which some uploaders refuse as a tag; write it without angle brackets", quotedList(slices.Compact(tags))))
}
