// Package lint checks a loaded tree of skills against the Skills extension, against
// what wide clients refuse and against what breaks once a skill is served.
//
// A rule group/name is the file group_name.go: a Rule value with its documentation as data
// and a stateless check. Those of what skill.Load reports have no check and stand together
// in group_found.go. What several rules share is beside them in a file named for what it
// holds: links_judge.go tells what is wrong with a link, secret_kinds.go which tokens there
// are. Rules lists all rules, sorted by id.
package lint

import (
	"cmp"
	"slices"

	"skillpack/internal/diag"
	"skillpack/internal/skill"
)

// Rule is one kind of finding. Exactly the fields that its kind needs are set: a
// rule of what skill.Load reports has neither check, since Load has found it.
type Rule struct {
	ID       string        // group/name, stable
	Severity diag.Severity // unless configured otherwise
	// Opinion is the severity under the profile "all" of a rule that is Off by default.
	Opinion diag.Severity
	Doc     Doc
	// Required keeps a configuration from lowering or ignoring the rule: no catalog
	// can hold what it reports.
	Required bool

	// Skill checks one skill. Findings concern that skill alone.
	Skill func(*Pass, *skill.Skill)
	// File checks one file. Findings concern every skill that holds the file. Files
	// outside any skill are not checked.
	File func(*Pass, *skill.File)
	// Texts checks what was read in the files that one skill alone holds. Findings concern
	// every skill that holds the file.
	Texts func(*Pass, *texts)
	// Tree checks the tree as a whole, after the texts of all skills were read.
	Tree func(*Pass)
	// Last checks what all the other checks left: silencers that silenced nothing.
	Last func(*Pass)
}

// ofLoad reports whether the rule is found by skill.Load.
func (r *Rule) ofLoad() bool {
	return r.Skill == nil && r.File == nil && r.Texts == nil && r.Tree == nil && r.Last == nil
}

// Doc explains a rule to people. All of it is plain text. Bad and Good are examples that
// the tests run: some lines of frontmatter, a whole SKILL.md, or files, each under a line
// "-- path --". There a SKILL.md that begins with a line "..." has a frontmatter without
// fault.
type Doc struct {
	Summary string   // one sentence: what is reported
	Why     string   // what breaks, and for whom
	Bad     string   // an example that is reported
	Good    string   // the example put right
	Cites   []string // ids of docs/requirements.md (F3, E5) and, where it helps, of docs/cases.md (A5)
}

// Pass is what a check works with: the tree, and the way to report. It belongs to one
// goroutine.
type Pass struct {
	Tree         *skill.Tree
	Instructions Instructions
	Globs        []Glob
	External     map[string]Answer
	only         dirSet // Config.Only
	index        *treeIndex
	tops         []*skill.Skill // as dirSet.tops of only
	texts        []*texts       // of every skill that is read, for Tree checks
	held         *heldTexts     // for Skill, File and Texts checks
	silencers    *silencers     // for Last checks
	rule         *Rule
	dir          string // of the skill, in a Skill check
	report       func(finding)
}

// findings are what checks report, in order.
type findings []finding

func (f *findings) add(one finding) { *f = append(*f, one) }

// finding is what a check reports, before it is known whether it is to be said.
type finding struct {
	rule *Rule
	dir  string // of the skill, in a Skill check
	diag.Diagnostic
}

// runs returns the places of all texts that run scripts.
func (p *Pass) runs() []scriptRun {
	var out []scriptRun
	for _, t := range p.texts {
		out = append(out, t.runs...)
	}
	slices.SortStableFunc(out, func(a, b scriptRun) int { return cmp.Compare(a.file.Path, b.file.Path) })
	return out
}

// Report takes a finding. The rule, its severity and its documentation, and for a
// Skill check the skill, are filled in by the caller of the check; a severity that is set
// and lower than the rule's stays.
func (p *Pass) Report(d diag.Diagnostic) { p.report(finding{p.rule, p.dir, d}) }

// content returns what File.Content does of a file. The check must not keep it.
func (p *Pass) content(f *skill.File) []byte { return p.held.content(f) }

// At reports a message at a place of a file.
func (p *Pass) At(file *skill.File, span diag.Span, message string) {
	p.Report(diag.Diagnostic{File: file.Path, Span: span, Message: message})
}
