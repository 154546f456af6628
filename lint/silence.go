package lint

import (
	"bytes"
	"slices"

	"skillpack/internal/diag"
	"skillpack/internal/skill"
)

// silencers are what keeps findings from being reported: the comments of the tree and
// the ignores of the configuration. They remember which of them did.
type silencers struct {
	comments map[place][]*silenced // each list by the start of the scope
	ruleless []*silenced           // comments without a rule
	ignores  []Ignore
	used     []bool           // of ignores
	runs     func(*Rule) bool // reports whether a rule is on
}

// allRules stands for every rule, in an Ignore.
const allRules = "*"

// place is what comments are looked up by.
type place struct{ file, rule string }

// silenced is one rule of one comment.
type silenced struct {
	skill.Silencer
	rule skill.Word
	file *skill.File
	used bool
	// reach is the greatest end of this scope and those before it in the list, so that a
	// search can stop there.
	reach int
}

// collectSilencers reads the comments of all skills. Without a comment that could be a
// silencer a file's markdown is not parsed.
func collectSilencers(tree *skill.Tree, ignores []Ignore, runs func(*Rule) bool) *silencers {
	s := &silencers{comments: map[place][]*silenced{}, ignores: ignores, used: make([]bool, len(ignores)), runs: runs}
	for _, k := range tree.Skills {
		if k.Front != nil {
			s.add(k.Manifest, k.Front.Silencers)
		}
	}
	for f := range skillFiles(tree) {
		if !bytes.Contains(f.Content(), []byte(skill.SilencerWord)) {
			continue
		}
		if m := f.Markdown(); m != nil {
			s.add(f, m.Silencers)
		}
	}
	for _, list := range s.comments {
		arrange(list)
	}
	return s
}

func (s *silencers) add(f *skill.File, found []skill.Silencer) {
	for _, c := range found {
		if len(c.Rules) == 0 {
			s.ruleless = append(s.ruleless, &silenced{Silencer: c, file: f})
		}
		for _, rule := range c.Rules {
			at := place{f.Path, rule.Text}
			s.comments[at] = append(s.comments[at], &silenced{Silencer: c, rule: rule, file: f})
		}
	}
}

func arrange(list []*silenced) {
	slices.SortStableFunc(list, func(a, b *silenced) int { return a.Scope.Start - b.Scope.Start })
	reach := 0
	for _, s := range list {
		reach = max(reach, s.Scope.End)
		s.reach = reach
	}
}

// silence reports whether a finding is not to be reported.
func (s *silencers) silence(d *diag.Diagnostic) bool {
	byComment := s.commented(d)
	return s.ignored(d) || byComment
}

// commented marks every comment that silences a finding, which are those whose scope
// starts before it and reaches it.
func (s *silencers) commented(d *diag.Diagnostic) (found bool) {
	list := s.comments[place{d.File, d.Rule}]
	behind, _ := slices.BinarySearchFunc(list, d.Span.Start+1, func(c *silenced, at int) int { return c.Scope.Start - at })
	for i := behind - 1; i >= 0 && list[i].reach >= d.Span.Start; i-- {
		if list[i].Covers(d.Span) {
			list[i].used, found = true, true
		}
	}
	return found || d.Rule == unusedSilencer && s.excused(list, d)
}

// excused marks the comment that speaks for itself: it names, besides a rule that it may
// not silence, the one that says so.
func (s *silencers) excused(list []*silenced, d *diag.Diagnostic) (found bool) {
	for _, c := range list {
		if c.Comment.Start <= d.Span.Start && d.Span.End <= c.Comment.End && c.rule.Span != d.Span {
			c.used, found = true, true
		}
	}
	return found
}

// ignored marks every ignore of the configuration that silences a finding.
func (s *silencers) ignored(d *diag.Diagnostic) (found bool) {
	for i, ignore := range s.ignores {
		if ignore.Rule != allRules && ignore.Rule != d.Rule {
			continue
		}
		if _, ok := (skill.Globs{ignore.Paths}).Match(d.File); ok {
			s.used[i], found = true, true
		}
	}
	return found
}
