package lint

import (
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
	// External holds what the web says of those of ExternalLinks that are not fine.
	External map[string]Answer
}

// Lowers reports whether a finding of an error rule may be no error any more.
func (c Config) Lowers(rule string) bool {
	severity, set := c.Severity[rule]
	return set && severity != diag.Error ||
		slices.ContainsFunc(c.Ignore, func(i Ignore) bool { return i.Rule == rule || i.Rule == "*" })
}

// Ignore drops the findings of one rule in the files that a glob matches, itself or
// by a directory that holds them.
type Ignore struct {
	Rule  string // rule id, or "*" for all
	Paths string // a pattern as skill.ParseGlobs returns it
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
	for _, rule := range Rules() {
		if ctx.Err() != nil {
			break
		}
		r.run(rule, found[rule.ID])
	}
	return diag.Sort(withoutEchoes(r.out))
}

type runner struct {
	tree   *skill.Tree
	config Config
	out    []diag.Diagnostic

	unreadable map[string]bool // directories of skills
}

func (r *runner) run(rule *Rule, found []diag.Diagnostic) {
	severity := r.severity(rule)
	of := "" // the skill a finding is filed under
	pass := &Pass{Tree: r.tree, Instructions: r.config.Instructions, Globs: r.config.Globs, External: r.config.External, report: func(d diag.Diagnostic) {
		if of != "" {
			d.Skill = of
		}
		d.Rule, d.Doc = rule.ID, DocBase+"#"+Anchor(rule.ID)
		if d.Severity == diag.Off || d.Severity > severity {
			d.Severity = severity
		}
		switch {
		case rule.ofLoad() && rule.Severity == diag.Error && r.unreadable[d.Skill]:
			d.Severity = diag.Error // whatever was configured
		case severity == diag.Off || !rule.Required && r.ignored(d):
			return
		}
		r.out = append(r.out, d)
	}}
	for _, d := range found {
		pass.report(d)
	}
	if severity == diag.Off {
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
			of = s.Dir
			rule.Skill(pass, s)
		}
	}
}

func (r *runner) severity(rule *Rule) diag.Severity {
	if s, ok := r.config.Severity[rule.ID]; ok && !rule.Required {
		return s
	}
	if r.config.All && rule.Severity == diag.Off {
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

func (r *runner) ignored(d diag.Diagnostic) bool {
	for _, i := range r.config.Ignore {
		if i.Rule != "*" && i.Rule != d.Rule {
			continue
		}
		if _, ok := (skill.Globs{i.Paths}).Match(d.File); ok {
			return true
		}
	}
	return false
}
