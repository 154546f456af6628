package lint

import (
	"cmp"
	"fmt"
	"slices"
	"unicode/utf8"

	"skillpack/internal/diag"
	"skillpack/internal/skill"
)

// maxMetadata is how many characters of names and descriptions wide hosts show a model.
const maxMetadata = 8000

func catalogMetadataBudget() *Rule {
	return &Rule{
		ID:       "catalog/metadata-budget",
		Severity: diag.Note,
		Doc: Doc{
			Summary: "The names and descriptions of all skills together are over the 8,000 characters that wide hosts show a model.",
			Why: "A model chooses a skill by its description. Claude Code gives all descriptions together 1% of the model's context " +
				"window, 8,000 characters where it does not know the window (code.claude.com/docs/en/skills), and OpenAI's Codex 2%, " +
				"likewise with 8,000 characters (github.com/openai/codex, pull request 18213). What is over is cut off or left out, so " +
				"the model finds some skills no more. Skills that are unlisted or have \"disable-model-invocation: true\" do not count.",
			Bad:   "-- tool-*/SKILL.md (400 files) --\n...\n",
			Good:  "-- tool-*/SKILL.md (40 files) --\n...\n",
			Cites: []string{"E1", "F4"},
		},
		Tree: checkMetadataBudget,
	}
}

// shownSkill is a skill that a host tells its model of.
type shownSkill struct {
	*skill.Skill
	characters int // of its name and description
}

func checkMetadataBudget(p *Pass) {
	if p.Tree.Guessed {
		return // hosts are offered what another root holds
	}
	var shown []shownSkill
	total := 0
	for _, s := range p.Tree.Skills {
		if hiddenFromModels(p, s) {
			continue
		}
		name, _ := s.Front.Text(nameKey)
		description, _ := s.Front.Text(descriptionKey)
		n := utf8.RuneCountInString(name) + utf8.RuneCountInString(description)
		shown, total = append(shown, shownSkill{s, n}), total+n
	}
	if total <= maxMetadata {
		return
	}
	slices.SortStableFunc(shown, func(a, b shownSkill) int { return cmp.Compare(b.characters, a.characters) })
	var related []diag.Related
	for _, s := range shown[1:min(len(shown), 1+offendersShown)] {
		related = append(related, diag.Related{File: s.Manifest.Path, Span: descriptionSpan(s.Skill), Message: fmt.Sprintf("%d characters", s.characters)})
	}
	largest := shown[0]
	p.Report(diag.Diagnostic{
		File: largest.Manifest.Path, Span: descriptionSpan(largest.Skill), Related: related,
		Message: fmt.Sprintf(
			"names and descriptions of %d skills have %d characters together, this one %d of them; hosts may show a model only %d, shorten the longest or list fewer skills",
			len(shown), total, largest.characters, maxMetadata),
	})
}

// hiddenFromModels reports whether no host offers a skill to its model.
func hiddenFromModels(p *Pass, s *skill.Skill) bool {
	if v := s.Front.Get("disable-model-invocation"); v != nil && v.Value.Kind == skill.Bool && v.Value.Text == "true" {
		return true
	}
	return s.Front == nil || slices.ContainsFunc(p.Globs, func(g Glob) bool {
		return g.Key == GlobUnlisted && matchesAny(g.Pattern, []string{s.Dir})
	})
}

// descriptionSpan returns where a skill's description stands, the start of its file for
// none.
func descriptionSpan(s *skill.Skill) diag.Span {
	if field := s.Front.Get(descriptionKey); field != nil {
		return field.Value.Span
	}
	return diag.Span{}
}
