package lint

import (
	"cmp"
	"context"
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
// without repeats. When ctx ends it returns early with what it has.
func Run(ctx context.Context, tree *skill.Tree, c Config) []diag.Diagnostic {
	r := &runner{tree: tree, config: c, unreadable: unreadable(tree)}
	found := make(map[string][]diag.Diagnostic) // of Load, by rule
	for _, d := range tree.Problems {
		found[d.Rule] = append(found[d.Rule], d)
	}
	r.silencers = collectSilencers(tree, c.Ignore, r.config.Runs)
	rules := Rules()
	for _, rule := range rules {
		if ctx.Err() != nil {
			break
		}
		r.run(rule, found[rule.ID])
	}
	for _, rule := range rules {
		if rule.Last != nil && ctx.Err() == nil && r.config.Runs(rule) {
			rule.Last(r.pass(rule, ""))
		}
	}
	return diag.Sort(concerning(c.Only, withoutEchoes(r.out)))
}

type runner struct {
	tree   *skill.Tree
	config Config
	out    []diag.Diagnostic

	unreadable map[string]bool // directories of skills
	silencers  *silencers
}

func (r *runner) run(rule *Rule, found []diag.Diagnostic) {
	pass := r.pass(rule, "")
	for _, d := range found {
		pass.report(d)
	}
	if r.config.severity(rule) == diag.Off {
		return
	}
	if rule.Tree != nil {
		rule.Tree(pass)
	}
	if rule.File != nil {
		for f := range skillFiles(r.tree) {
			rule.File(pass, f)
		}
	}
	if rule.Skill != nil {
		for _, s := range r.tree.Skills {
			rule.Skill(r.pass(rule, s.Dir), s)
		}
	}
}

// pass returns what a check of a rule works with. Findings are filed under the skill in
// dir, where it is not empty.
func (r *runner) pass(rule *Rule, dir string) *Pass {
	severity := r.config.severity(rule)
	return &Pass{Tree: r.tree, Instructions: r.config.Instructions, Globs: r.config.Globs, External: r.config.External, silencers: r.silencers, report: func(d diag.Diagnostic) {
		d.Skill = cmp.Or(dir, d.Skill)
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
	}}
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
