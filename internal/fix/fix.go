// Package fix applies the fixes that findings carry to a tree of skills.
//
// It plans in memory and writes at the end. A plan is made in rounds over a view of the
// tree: check it, apply the fixes that do not overlap, check again, until nothing
// changes. Each fix is held to its promise before it counts: what it does not touch must
// read as it did before. What a plan cannot do it says, and leaves alone.
package fix

import (
	"context"
	"io/fs"

	"skillpack/internal/diag"
	"skillpack/internal/skill"
)

// Check loads the tree of a view and returns it with what is reported of it. Nothing else
// is ever fixed, so that what is silenced stays as it is.
type Check func(ctx context.Context, files *View) (*skill.Tree, []diag.Diagnostic, error)

// Options say which fixes are applied besides the safe ones.
type Options struct {
	Unsafe      bool // those that change a name or a path
	LineEndings bool // save files with LF where their line endings are reported
}

// Plan is what fixing changes in a tree.
type Plan struct {
	Changes []Change          // sorted by path
	Renames []diag.Rename     // made in this order after the changes; each goes by what those before it left
	Refused []Refusal         // fixes that are left alone, in the order of the findings
	Found   int               // how many findings Check reports before any of the plan is done
	Left    []diag.Diagnostic // what Check reports once all of the plan is done
}

// Change replaces the bytes of one file.
type Change struct {
	Path          string // below the root, links followed, as it is before any rename
	Before, After []byte
	Fixed         int // findings that this takes away
}

// Refusal is a fix that is not applied.
type Refusal struct {
	Finding diag.Diagnostic
	Reason  string // the end of a sentence that begins with the place
}

// Fixed returns how many findings the plan takes away.
func (p *Plan) Fixed() int {
	n := len(p.Renames)
	for i := range p.Changes {
		n += p.Changes[i].Fixed
	}
	return n
}

// Now returns the path that what was at a path has once the plan is done.
func (p *Plan) Now(file string) string { return renamed(file, p.Renames) }

// maxRounds bounds the rounds of a plan, should two fixes undo each other. Real trees
// take three or four.
const maxRounds = 20

// Make plans the fixes of a tree, and writes nothing. The tree's file system must stay
// as it is until Make returns.
func Make(ctx context.Context, fsys fs.FS, check Check, o Options) (*Plan, error) {
	m := &maker{view: newView(fsys), options: o}
	for round := range maxRounds {
		tree, found, err := check(ctx, m.view)
		if err != nil {
			return nil, err
		}
		m.plan.Left, m.plan.Refused = found, nil
		if round == 0 {
			m.plan.Found = len(found)
		}
		// A rename moves what edits are of, so it waits until all of them are done.
		if !m.edit(tree, found) && !m.rename(tree, found) {
			break
		}
	}
	m.plan.Changes, m.plan.Renames = m.view.changes(), m.view.renames
	return &m.plan, nil
}

// maker is a plan being made.
type maker struct {
	view    *View
	options Options
	plan    Plan
}

// wanted returns the fix to apply for a finding, nil for none.
func (m *maker) wanted(d *diag.Diagnostic, file *skill.File) *diag.Fix {
	switch {
	case m.options.LineEndings && file != nil && OfLineEndings(d.Rule):
		return lineEndingsFix(file.Content())
	case d.Fix == nil || d.Fix.Unsafe && !m.options.Unsafe:
		return nil
	}
	return d.Fix
}

func (m *maker) refuse(d *diag.Diagnostic, reason string) {
	m.plan.Refused = append(m.plan.Refused, Refusal{*d, reason})
}
