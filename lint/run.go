package lint

import (
	"cmp"
	"context"
	"runtime"
	"slices"

	"skillpack/internal/diag"
	"skillpack/internal/skill"
)

// Config changes what the rules report. The zero Config is the default.
type Config struct {
	Severity map[string]diag.Severity // by rule id; overrides the rule's own
	Ignore   []Ignore
	All      bool // turns on what is off by default; Severity is stronger
	// Instructions and Globs are checked against the tree.
	Instructions Instructions
	Globs        []Glob
	// Only are directories of skills. Where there are any, only what concerns these skills
	// is returned; a skill inside another is one of its own.
	Only []string
	// External holds what the web says of those of ExternalLinks that are not fine.
	External map[string]Answer
}

// Lowers reports whether a finding of an error rule may be no error any more.
func (c Config) Lowers(rule string) bool {
	severity, set := c.Severity[rule]
	return set && severity != diag.Error ||
		slices.ContainsFunc(c.Ignore, func(i Ignore) bool { return i.Rule == rule || i.Rule == AllRules })
}

// Ignore drops the findings of one rule in the files that a glob matches, itself or
// by a directory that holds them.
type Ignore struct {
	Rule  string // rule id, or "*" for all
	Paths string // a pattern as skill.ParseGlobs returns it
	File  string // where it is written, as a path below the root; "" for nowhere
	Span  diag.Span
}

// DocBase is where the documentation of rules lives, before "#" and the anchor.
const DocBase = "docs/rules.md"

// Run checks the tree and returns all findings, those of skill.Load too, sorted and
// without repeats. It works on all cores. When ctx ends it returns early with what it has.
func Run(ctx context.Context, tree *skill.Tree, c Config) []diag.Diagnostic {
	index := newTreeIndex(tree)
	r := &runner{tree: tree, config: c, index: index, unreadable: unreadable(tree), only: newDirSet(c.Only)}
	r.around, r.tops = r.only.around(index.owners), r.only.tops(tree)
	r.texts = textsOf(index, r.tops, r.isAsked)
	for _, rule := range Rules() {
		r.all = append(r.all, rule)
		if c.Runs(rule) {
			r.rules = append(r.rules, rule)
		}
	}
	found := r.checkSkills(ctx)
	found = append(found, r.checkTree(ctx)...)
	r.silencers = newSilencers(tree, r.texts, c.Ignore, c.Runs)
	r.takeProblems()
	for _, f := range found {
		r.take(f)
	}
	if ctx.Err() == nil {
		r.checkLast()
	}
	return diag.Sort(concerning(r.only, withoutEchoes(r.out)))
}

type runner struct {
	tree   *skill.Tree
	config Config
	all    []*Rule
	rules  []*Rule // that are on
	index  *treeIndex
	texts  []*texts
	out    []diag.Diagnostic

	unreadable map[string]bool // directories of skills
	only       dirSet          // Config.Only
	around     dirSet          // those of only that are no skill's, and what encloses them
	tops       []*skill.Skill  // as dirSet.tops of only
	silencers  *silencers
}

// checkSkills reads the texts of all skills asked for, some at a time, and returns what is found in
// each, in the order of the skills.
func (r *runner) checkSkills(ctx context.Context) findings {
	found := make([]findings, len(r.texts))
	free := newHeldPool(r.texts)
	inParallel(ctx, len(r.texts), func(i int) {
		held := free.get()
		found[i] = r.checkSkill(r.texts[i], held)
		free.put(held)
	})
	return slices.Concat(found...)
}

// isAsked reports whether what is found in the files that a skill alone holds can be of
// those that Config.Only asks for.
func (r *runner) isAsked(s *skill.Skill) bool {
	return len(r.only) == 0 || r.only.hold(s.Dir) || r.around[s.Dir]
}

// checkSkill makes the checks of one skill and of the files that it alone holds.
func (r *runner) checkSkill(t *texts, held *heldTexts) findings {
	var found findings
	p := r.pass(found.add)
	p.held, t.held = held, held
	t.linkIndex = r.index.forSkill()
	manifest := t.skill.Manifest.Content() // held, since many checks ask for it
	for _, f := range t.files {
		held.content(f) // before a check asks what another file is
	}
	for _, f := range t.files {
		t.read(f, held.content(f))
		for _, p.rule = range r.rules {
			if p.rule.File != nil {
				p.rule.File(p, f)
			}
		}
	}
	for _, p.rule = range r.rules {
		if p.rule.Texts != nil {
			p.rule.Texts(p, t)
		}
		if p.rule.Skill != nil {
			p.dir = t.skill.Dir
			p.rule.Skill(p, t.skill)
			p.dir = ""
		}
	}
	runtime.KeepAlive(manifest)
	t.release()
	held.release()
	return found
}

// checkTree makes the checks of the tree as a whole, some at a time.
func (r *runner) checkTree(ctx context.Context) findings {
	rules := slices.DeleteFunc(slices.Clone(r.rules), func(rule *Rule) bool { return rule.Tree == nil })
	found := make([]findings, len(rules))
	inParallel(ctx, len(rules), func(i int) {
		p := r.pass(found[i].add)
		p.rule = rules[i]
		p.rule.Tree(p)
	})
	return slices.Concat(found...)
}

// checkLast makes the checks of what all others left.
func (r *runner) checkLast() {
	for _, rule := range r.rules {
		if rule.Last != nil {
			p := r.pass(r.take)
			p.rule, p.silencers = rule, r.silencers
			rule.Last(p)
		}
	}
}

// pass returns what checks work with that report so.
func (r *runner) pass(report func(finding)) *Pass {
	return &Pass{Tree: r.tree, Instructions: r.config.Instructions, Globs: r.config.Globs, External: r.config.External,
		only: r.only, tops: r.tops, index: r.index, texts: r.texts, report: report}
}

// takeProblems takes what Load found.
func (r *runner) takeProblems() {
	rules := make(map[string]*Rule, len(r.all))
	for _, rule := range r.all {
		rules[rule.ID] = rule
	}
	for _, d := range r.tree.Problems {
		if rule := rules[d.Rule]; rule != nil {
			r.take(finding{rule: rule, Diagnostic: d})
		}
	}
}

// take completes a finding and keeps it if it is to be said.
func (r *runner) take(f finding) {
	rule, d, severity := f.rule, f.Diagnostic, r.config.severity(f.rule)
	d.Skill = cmp.Or(f.dir, d.Skill)
	d.Rule, d.Doc = rule.ID, DocBase+"#"+Anchor(rule.ID)
	if d.Severity == diag.Off || d.Severity > severity {
		d.Severity = severity
	}
	switch {
	case rule.ofLoad() && rule.Severity == diag.Error && r.unreadable[d.Skill]:
		d.Severity = diag.Error // whatever was configured
	case severity == diag.Off || !rule.Required && r.silencers.silence(&d):
		return
	}
	r.out = append(r.out, d)
}

// Runs reports whether a rule has its say: the one that asks the web only has where
// answers were got.
func (c Config) Runs(rule *Rule) bool {
	return c.severity(rule) != diag.Off && (rule.ID != "links/external" || c.External != nil)
}

func (c Config) severity(rule *Rule) diag.Severity {
	if s, ok := c.Severity[rule.ID]; ok && !rule.Required {
		return s
	}
	if c.All && rule.Severity == diag.Off {
		return rule.Opinion
	}
	return rule.Severity
}

// unreadable returns the directories of the skills whose frontmatter could not be
// read, so that there is nothing to publish.
func unreadable(tree *skill.Tree) map[string]bool {
	dirs := map[string]bool{}
	for _, s := range tree.Skills {
		if s.Front == nil {
			dirs[s.Dir] = true
		}
	}
	return dirs
}
