package lint

import (
	"strings"

	"skillpack/internal/diag"
	"skillpack/internal/skill"
)

func frontmatterDescriptionWhen() *Rule {
	return &Rule{
		ID:       "frontmatter/description-when",
		Severity: diag.Off,
		Opinion:  diag.Note,
		Doc: Doc{
			Summary: "The description says what the skill does, but not when to use it.",
			Why: "An opinion: a model sees nothing but the description, and a sentence such as \"Use when …\" tells it in which situations " +
				"the skill is meant. Looked for are words such as \"when\", \"if\", \"use\" or \"best for\", and in English texts only. A skill " +
				"with when_to_use, or that no model may call, is not reported.",
			Bad:   "description: Writes the release notes of a project from the commits since its last tag.",
			Good:  "description: Writes the release notes of a project from the commits since its last tag. Use before a release.",
			Cites: []string{"F4"},
		},
		Skill: checkDescriptionWhen,
	}
}

func checkDescriptionWhen(p *Pass, s *skill.Skill) {
	text, ok := s.Front.Text(descriptionKey)
	if !ok || isManual(s) || s.Front.Get(whenToUseKey) != nil || !isEnglish(text) || saysWhen(text) {
		return
	}
	p.At(s.Manifest, s.Front.Get(descriptionKey).Value.Span,
		"the description does not say when to use the skill; add a sentence such as \"Use when …\" (an opinion)")
}

// isEnglish reports whether a text has two words that are common in English alone.
func isEnglish(text string) bool {
	common := wordSet("the and with of from for that this is are by")
	seen := map[string]bool{}
	for _, word := range wordsOf(strings.ToLower(text)) {
		if common[word] {
			seen[word] = true
		}
	}
	return len(seen) >= 2
}

// saysWhen reports whether a text names an occasion, with words such as "when" or "best for".
func saysWhen(text string) bool {
	occasions := wordSet("when whenever if use used useful using uses trigger triggers triggered activate activates invoke invoked before after during while " +
		"upon once asks asked asking ask mentions mentioned mention wants want needs need requests request requested whether situations scenarios cases keywords")
	purposes := wordSet("best ideal perfect great good suitable suited intended designed meant made handy helpful")
	if strings.HasPrefix(text, "For ") || strings.Contains(text, ". For ") {
		return true // "For founders who …"
	}
	last := ""
	for _, word := range wordsOf(strings.ToLower(text)) {
		if occasions[word] || word == "for" && purposes[last] {
			return true
		}
		last = word
	}
	return false
}

// wordSet makes a set of the words of a text.
func wordSet(text string) map[string]bool {
	set := map[string]bool{}
	for word := range strings.FieldsSeq(text) {
		set[word] = true
	}
	return set
}
