package main

import (
	"path/filepath"
	"slices"
	"strings"

	"skillpack/lint"
)

// coverage is what a run checked of one tree. Paths are absolute, links resolved.
type coverage struct {
	in   []string        // the directories and files asked for
	out  []string        // what is in them but was not asked for, or is left out
	mute map[string]bool // rules that did not say all that they might have
}

// covered returns what the run checks of a tree.
func (t *target) covered(p *project) coverage {
	c := coverage{mute: map[string]bool{}}
	for _, rule := range lint.Rules() {
		c.mute[rule.ID] = !p.config.Lint.Runs(rule) || p.tree.Guessed && lint.NeedsRoot(rule.ID)
	}
	for _, l := range p.tree.LeftOut {
		if l.Configured {
			c.out = append(c.out, t.absolute(l.Path))
		}
	}
	asked := t.asked(p.tree)
	if t.buffer != nil {
		c.in = []string{t.absolute(t.buffer.path)}
		return c
	}
	if asked == nil {
		c.in = []string{t.root}
		return c
	}
	for _, dir := range asked {
		c.in = append(c.in, t.absolute(dir))
	}
	for _, s := range p.tree.Skills {
		if !slices.Contains(asked, s.Dir) {
			c.out = append(c.out, t.absolute(s.Dir))
		}
	}
	return c
}

func (t *target) absolute(path string) string { return filepath.Join(t.root, filepath.FromSlash(path)) }

// has reports whether a rule was to say all that it can of a file.
func (c coverage) has(file, rule string) bool {
	return !c.mute[rule] && deepest(c.in, file) > deepest(c.out, file)
}

// deepest returns the length of the longest of some paths that is a file or above it, 0 for
// none.
func deepest(tops []string, file string) int {
	longest := 0
	for _, top := range tops {
		above := strings.TrimSuffix(top, string(filepath.Separator)) + string(filepath.Separator)
		if file == top || strings.HasPrefix(file, above) {
			longest = max(longest, len(top))
		}
	}
	return longest
}
