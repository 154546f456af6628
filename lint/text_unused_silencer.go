package lint

import (
	"fmt"
	"maps"
	"slices"

	"skillpack/internal/diag"
	"skillpack/internal/skill"
)

const unusedSilencer = "text/unused-silencer"

func textUnusedSilencer() *Rule {
	return &Rule{
		ID:       unusedSilencer,
		Severity: diag.Note,
		Doc: Doc{
			Summary: "A comment skillpack-ignore, or an ignore of skillpack.yaml, silences nothing.",
			Why: "What it was for has been put right, its rule is misspelt, or it stands elsewhere than the finding. Left alone, " +
				"it hides the next finding. A comment silences its rules for the block behind it or, in the frontmatter, " +
				"for the field; before the first block or field it also silences what is said of the whole file. Rules that are " +
				"off, and an ignore of all rules, are not reported.",
			Bad:   "-- release-notes/SKILL.md --\n...\n<!-- skillpack-ignore links/mising: written by the build -->\nSee [the log](log.md).",
			Good:  "-- release-notes/SKILL.md --\n...\n<!-- skillpack-ignore links/missing: written by the build -->\nSee [the log](log.md).",
			Cites: []string{"F8"},
		},
		Last: checkSilencers,
	}
}

// checkSilencers reports those that did nothing. A comment that names this rule too may
// do nothing, so its own use is known last.
func checkSilencers(p *Pass) {
	known := map[string]*Rule{}
	for _, r := range Rules() {
		known[r.ID] = r
	}
	for _, s := range p.silencers.comments {
		if s.rule.Text != unusedSilencer {
			reportSilenced(p, s, known)
		}
	}
	for _, c := range p.silencers.ruleless {
		p.At(c.file, c.Comment, fmt.Sprintf("%q names no rule; write its id behind, such as \"links/missing\", or delete the comment", skill.SilencerWord))
	}
	checkIgnores(p, known)
	for _, s := range p.silencers.comments {
		if s.rule.Text == unusedSilencer {
			reportSilenced(p, s, known)
		}
	}
}

func reportSilenced(p *Pass, s *silenced, known map[string]*Rule) {
	rule := known[s.rule.Text]
	switch {
	case rule == nil:
		p.At(s.file, s.rule.Span, unknownRule(s.rule.Text, known))
	case rule.Required:
		p.At(s.file, s.rule.Span, fmt.Sprintf("the rule %q cannot be silenced, since no catalog can hold what it reports; correct that, and delete this", s.rule.Text))
	case !s.used() && p.silencers.runs(rule):
		p.At(s.file, s.rule.Span, fmt.Sprintf("%q reports nothing that this comment could silence; delete it", s.rule.Text))
	}
}

func unknownRule(id string, known map[string]*Rule) string {
	if near := diag.Meant(id, slices.Sorted(maps.Keys(known))); near != "" {
		return fmt.Sprintf("unknown rule %s; did you mean %q?", quoted(id), near)
	}
	return fmt.Sprintf("unknown rule %s; write the id that a finding ends with, and a \":\" before the reason", quoted(id))
}

// checkIgnores reports the ignores that silence nothing, though their glob matches: of
// the others catalog/glob speaks.
func checkIgnores(p *Pass, known map[string]*Rule) {
	var paths []string
	for i, ignore := range p.silencers.ignores {
		if p.silencers.used[i] || ignore.Rule == AllRules || ignore.File == "" {
			continue
		}
		if rule := known[ignore.Rule]; rule == nil || !p.silencers.runs(rule) {
			continue
		}
		if paths == nil {
			paths = append(treePaths(p.Tree), problemFiles(p.Tree)...)
		}
		if matchesAny(ignore.Paths, paths) {
			p.Report(diag.Diagnostic{File: ignore.File, Span: ignore.Span, Message: fmt.Sprintf(
				"%q reports nothing in what the glob %s matches; delete it", ignore.Rule, quotedPath(ignore.Paths))})
		}
	}
}
