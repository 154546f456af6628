package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"sync"

	"skillpack/internal/diag"
	"skillpack/internal/skill"
	"skillpack/lint"
)

// checked is what lint found in all trees that it was called for. Paths are as they
// open from where the user stands.
type checked struct {
	found  []diag.Diagnostic
	skills []string // the SKILL.md of those asked for
	hidden hidden   // those of which more is to come
	notes  []string // what was not checked, for people

	sources map[string]func() []byte // by path
	places  map[string]string        // likewise: absolute paths, links resolved
	covered []func() coverage        // of each tree; few ask
}

func newChecked() *checked {
	return &checked{sources: map[string]func() []byte{}, places: map[string]string{}}
}

// register makes a file of a tree known by a path.
func (c *checked) register(path, file string, t *target, p *project) {
	c.sources[path] = func() []byte { return p.source(file) }
	c.places[path] = t.absolute(file)
	if f := p.tree.File(file); f != nil {
		c.places[path] = t.absolute(f.Real)
	}
}

// source returns the bytes of a file that a finding is in or speaks of.
func (c *checked) source(path string) []byte {
	if read := c.sources[path]; read != nil {
		return read()
	}
	return nil
}

// checkTargets lints every tree, and asks the web where that is asked for.
func checkTargets(ctx context.Context, targets []*target, web externalOptions, std stdio) (*checked, error) {
	c := newChecked()
	for _, t := range targets {
		t.reads = true
		p, err := openTarget(ctx, t, overrides{}, std)
		if err != nil {
			return nil, err
		}
		p.config.Lint.External = web.answers(ctx, t, p)
		found, skills := lintTarget(ctx, t, p)
		if err := cmp.Or(ctx.Err(), p.tree.Err()); err != nil {
			return nil, err
		}
		opens := func(file string) string {
			path := filepath.ToSlash(t.opens(file))
			c.register(path, file, t, p)
			return path
		}
		c.take(found, p.tree, opens)
		c.covered = append(c.covered, sync.OnceValue(func() coverage { return t.covered(p) }))
		if note := linkedOutNote(t, p.tree); note != "" {
			c.notes = append(c.notes, note)
		}
		for _, manifest := range skills {
			c.skills = append(c.skills, opens(manifest))
		}
		c.hidden.add(p.tree, found, skills)
	}
	c.found = diag.Sort(c.found)
	return c, nil
}

// lintTarget returns what was found in what was asked for, and the SKILL.md of the skills
// that were.
func lintTarget(ctx context.Context, t *target, p *project) (found []diag.Diagnostic, skills []string) {
	asked := t.asked(p.tree)
	p.config.Lint.Only = asked
	t.profile.apply(&p.config.Lint)
	found = lint.Run(ctx, p.tree, p.config.Lint)
	if t.buffer != nil {
		found = slices.DeleteFunc(found, func(d diag.Diagnostic) bool { return d.File != t.buffer.path })
	}
	for _, s := range p.tree.Skills {
		if asked == nil || slices.Contains(asked, s.Dir) {
			skills = append(skills, s.Manifest.Path)
		}
	}
	return found, skills
}

// take adds findings, each with the innermost skill that holds its file where it names none,
// and their paths replaced by what opens returns for them.
func (c *checked) take(found []diag.Diagnostic, tree *skill.Tree, opens func(string) string) {
	for _, d := range found {
		if d.Skill = cmp.Or(d.Skill, tree.Holder(d.File)); d.Skill != "" {
			d.Skill = opens(d.Skill)
		}
		d.File = opens(d.File)
		d.Related = slices.Clone(d.Related)
		for i := range d.Related {
			d.Related[i].File = opens(d.Related[i].File)
		}
		d.Fix, d.OtherFix = moved(d.Fix, opens), moved(d.OtherFix, opens)
		c.found = append(c.found, d)
	}
}

func moved(f *diag.Fix, opens func(string) string) *diag.Fix {
	if f == nil || f.Rename == nil {
		return f
	}
	copied := *f
	copied.Rename = &diag.Rename{From: opens(f.Rename.From), To: opens(f.Rename.To)}
	return &copied
}

func (c *checked) writeNotes(w io.Writer) {
	for _, note := range c.notes {
		fmt.Fprintf(w, "skillpack: %s\n", diag.Printable(note))
	}
}
