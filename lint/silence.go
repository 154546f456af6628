package lint

import (
	"slices"

	"skillpack/internal/diag"
	"skillpack/internal/skill"
)

// silencers are what keeps findings from being reported: the comments of the tree and
// the ignores of the configuration. They remember which of them did.
type silencers struct {
	scopes   map[place][]*scope
	comments []*silenced
	excuses  map[string][]*silenced // by file: those that silence what says of a comment that it is of no use
	ruleless []*silenced            // comments without a rule
	ignores  []Ignore
	used     []bool           // of ignores
	runs     func(*Rule) bool // reports whether a rule is on
	whole    map[string]bool  // rules that speak of whole files
}

// AllRules stands for every rule, in an Ignore and as a key of "rules" in skillpack.yaml.
const AllRules = "*"

// place is what scopes are looked up by.
type place struct{ file, rule string }

// scope is where comments silence one rule. However many have the same one, a finding
// meets it once.
type scope struct {
	diag.Span
	used bool
	// reach is the greatest end of this scope and those before it in the list, so that a
	// search can stop there.
	reach int
}

// silenced is one rule of one comment.
type silenced struct {
	skill.Silencer
	rule    skill.Word
	file    *skill.File
	scope   *scope
	excuses bool // it silenced what says that its comment is of no use
}

func (s *silenced) used() bool { return s.scope.used || s.excuses }

// newSilencers takes in the comments of all frontmatter, and those of the texts, in the
// order of the skills.
func newSilencers(tree *skill.Tree, all []*texts, ignores []Ignore, runs func(*Rule) bool) *silencers {
	s := &silencers{excuses: map[string][]*silenced{}, ignores: ignores, used: make([]bool, len(ignores)), runs: runs, whole: map[string]bool{}}
	for _, rule := range Rules() {
		s.whole[rule.ID] = rule.ofWhole()
	}
	for _, k := range tree.Skills {
		if k.Front != nil {
			s.add(k.Manifest, k.Front.Silencers)
		}
	}
	for _, t := range all {
		for _, c := range t.silencers {
			s.add(c.file, []skill.Silencer{c.Silencer})
		}
	}
	s.arrange()
	return s
}

func (s *silencers) add(f *skill.File, found []skill.Silencer) {
	for _, c := range found {
		if len(c.Rules) == 0 {
			s.ruleless = append(s.ruleless, &silenced{Silencer: c, file: f})
		}
		for _, rule := range c.Rules {
			one := &silenced{Silencer: c, rule: rule, file: f}
			if c.Whole && s.whole[rule.Text] {
				one.Scope = diag.Span{End: int(f.Size)}
			}
			s.comments = append(s.comments, one)
			if rule.Text == unusedSilencer {
				s.excuses[f.Path] = append(s.excuses[f.Path], one)
			}
		}
	}
}

// arrange makes the scopes of the comments, each list sorted by where they start.
func (s *silencers) arrange() {
	type key struct {
		place
		diag.Span
	}
	known := map[key]*scope{}
	s.scopes = map[place][]*scope{}
	for _, c := range s.comments {
		at := place{c.file.Path, c.rule.Text}
		k := key{at, c.Scope}
		if known[k] == nil {
			known[k] = &scope{Span: c.Scope}
			s.scopes[at] = append(s.scopes[at], known[k])
		}
		c.scope = known[k]
	}
	for _, list := range s.scopes {
		slices.SortStableFunc(list, func(a, b *scope) int { return a.Start - b.Start })
		reach := 0
		for _, one := range list {
			reach = max(reach, one.End)
			one.reach = reach
		}
	}
}

// silence reports whether a finding is not to be reported.
func (s *silencers) silence(d *diag.Diagnostic) bool {
	byComment := s.commented(d)
	return s.ignored(d) || byComment
}

// commented marks every scope that a finding is in: one that starts before it and
// reaches it.
func (s *silencers) commented(d *diag.Diagnostic) (found bool) {
	list := s.scopes[place{d.File, d.Rule}]
	behind, _ := slices.BinarySearchFunc(list, d.Span.Start+1, func(c *scope, at int) int { return c.Start - at })
	for i := behind - 1; i >= 0 && list[i].reach >= d.Span.Start; i-- {
		if at := list[i]; at.Start < at.End && d.Span.Start <= at.End {
			at.used, found = true, true
		}
	}
	return found || d.Rule == unusedSilencer && s.excused(d)
}

// excused marks the comment that speaks for itself: it names, besides a rule that it may
// not silence, the one that says so.
func (s *silencers) excused(d *diag.Diagnostic) (found bool) {
	list := s.excuses[d.File]
	behind, _ := slices.BinarySearchFunc(list, d.Span.Start+1, func(c *silenced, at int) int { return c.Comment.Start - at })
	for i := behind - 1; i >= 0 && d.Span.End <= list[i].Comment.End; i-- {
		if list[i].rule.Span != d.Span {
			list[i].excuses, found = true, true
		}
	}
	return found
}

// ignored marks every ignore of the configuration that silences a finding.
func (s *silencers) ignored(d *diag.Diagnostic) (found bool) {
	for i, ignore := range s.ignores {
		if ignore.Rule != AllRules && ignore.Rule != d.Rule {
			continue
		}
		if _, ok := (skill.Globs{ignore.Paths}).Match(d.File); ok {
			s.used[i], found = true, true
		}
	}
	return found
}
