package lint

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"skillpack/internal/diag"
	"skillpack/internal/skill"
)

func frontmatterPlaceholder() *Rule {
	return &Rule{
		ID:       "frontmatter/placeholder",
		Severity: diag.Warning,
		Doc: Doc{
			Summary: "The description is still the one of a starter skill.",
			Why: "A host chooses a skill by its description, and this one fits no request, or all of them. Looked for are the words of " +
				"common starters, such as those of \"skillpack new\", and marks such as \"TODO:\".",
			Bad:   "description: Replace with description of the skill and when Claude should use it.",
			Good:  "description: Writes the release notes of a project. Use before a release.",
			Cites: []string{"F4"},
		},
		Skill: checkPlaceholder,
	}
}

// placeholderForm is a form, and words in lower case without blanks of which one is in each text
// that has it, in any case: nearly no description has one, and to look for them is cheap.
type placeholderForm struct {
	words []string
	form  func() *regexp.Regexp
}

// placeholderForms are how descriptions of starters begin, or what they are as a whole.
// A form that could begin a true description goes on to where it no longer can.
var placeholderForms = []placeholderForm{
	{[]string{"replace"}, lazily(`(?i)^replace (this |me )?with (an? |the |your |one |some )?([a-z-]+ ){0,2}(description|sentence|text|summary)\b`)},
	{[]string{"todo", "tbd", "fixme", "placeholder", "lorem"}, lazily(`^(\W*(TODO|TBD|FIXME)\b *([:\])}>*]|$)|(?i:todo|tbd|fixme|placeholder|lorem ipsum dolor\b.*)\W*$)`)},
	{[]string{"cription"}, lazily(`(?i)^(an? |the |your |insert |add |enter |write )*((short|brief|clear|concise|complete|detailed|one-line|one-sentence|skill) )*description ` +
		`((of|for) )?(what )?(this|the|your|my|a) skill( does)?(\W*$|[.,:;(]| and (when|how)\b)`)},
	{[]string{"cription"}, lazily(`(?i)^(an? |the |your |insert |add |enter |write )*((short|brief|clear|concise|complete|detailed|one-line|one-sentence|skill) )*description( here| goes here)?\W*$`)},
	{[]string{"what"}, lazily(`(?i)^(describe )?what (this|the|your) skill does( and when (to use it|it should be used|claude should use it)|\. use when[^a-z]*)?\W*$`)},
	{[]string{"[", "<", "{"}, lazily(`^(\[[^\[\]]*\]|<[^<>]*>|\{[^{}]*\}|\{\{[^{}]*\}\})\.?$`)},
}

func checkPlaceholder(p *Pass, s *skill.Skill) {
	const usual = 1024 // bytes of a description, so that most need no memory
	written, _ := s.Front.Text(descriptionKey)
	lower := appendLower(make([]byte, 0, usual), written)
	for _, f := range placeholderForms {
		if !slices.ContainsFunc(f.words, func(word string) bool { return bytes.Contains(lower, []byte(word)) }) {
			continue
		}
		if text := strings.Join(strings.Fields(written), " "); f.form().MatchString(text) {
			p.At(s.Manifest, s.Front.Get(descriptionKey).Value.Span, fmt.Sprintf(
				"the description %s is that of a starter; say what the skill does and when to use it", quoted(text)))
			return
		}
	}
}

// appendLower appends a text with its letters of ASCII in lower case.
func appendLower(dst []byte, text string) []byte {
	start := len(dst)
	dst = append(dst, text...)
	for i, c := range dst[start:] {
		if 'A' <= c && c <= 'Z' {
			dst[start+i] = c | 0x20
		}
	}
	return dst
}
