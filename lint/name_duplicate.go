package lint

import (
	"fmt"
	"slices"

	"skillpack/internal/diag"
	"skillpack/internal/skill"
)

func nameDuplicate() *Rule {
	return &Rule{
		ID:       "name/duplicate",
		Severity: diag.Warning,
		Doc: Doc{
			Summary: "Skills at several paths have one name.",
			Why: "Their URIs differ, so all can be served, but a person or a model that asks by name cannot tell them apart. " +
				"One finding stands for all skills of the name, and one for all that symbolic links in one directory publish again.",
			Bad:   "-- billing/refunds/SKILL.md --\n...\n-- shop/refunds/SKILL.md --\n...",
			Good:  "-- billing/billing-refunds/SKILL.md --\n...\n-- shop/shop-refunds/SKILL.md --\n...",
			Cites: []string{"E6", "H4", "N62"},
		},
		Tree: checkNameDuplicates,
	}
}

func checkNameDuplicates(p *Pass) {
	groups := groupBy(ofAskedNames(p), func(s *skill.Skill) string {
		_, name, _ := nameField(s)
		return name
	})
	var linked []copied
	for _, skills := range groups {
		if _, name, ok := nameField(skills[0]); ok {
			once, again := withoutLinked(distinct(p.Tree, skills))
			reportDuplicates(p, name, once)
			linked = append(linked, again...)
		}
	}
	for _, in := range groupBy(linked, copied.place) {
		reportLinked(p, in)
	}
}

// ofAskedNames returns the skills that have a name of one that is asked for. In a tree with
// symbolic links it returns all, since a finding tells of all that such links publish again.
func ofAskedNames(p *Pass) []*skill.Skill {
	all := p.Tree.Skills
	if len(p.only) == 0 || slices.ContainsFunc(all, func(s *skill.Skill) bool { return s.Manifest.Through != "" }) {
		return all
	}
	asked := make(map[string]bool)
	for _, s := range all {
		if _, name, _ := nameField(s); p.only.hold(s.Dir) {
			asked[name] = true
		}
	}
	var out []*skill.Skill
	for _, s := range all {
		if _, name, _ := nameField(s); asked[name] {
			out = append(out, s)
		}
	}
	return out
}

// distinct keeps the first skill of each URI; equal URIs are name/collision.
func distinct(t *skill.Tree, skills []*skill.Skill) []*skill.Skill {
	if len(skills) < 2 {
		return skills
	}
	var out []*skill.Skill
	for _, same := range groupBy(skills, func(s *skill.Skill) string { return t.URI(s.Manifest.Path) }) {
		out = append(out, same[0])
	}
	return out
}

func reportDuplicates(p *Pass, name string, skills []*skill.Skill) {
	if len(skills) < 2 {
		return
	}
	first, second := skills[0], skills[1]
	d := diag.Diagnostic{
		File: second.Manifest.Path, Span: second.Front.Get(nameKey).Value.Span,
		Message: fmt.Sprintf("%d skills have the name %s, the first in %s%s",
			len(skills), quoted(name), quotedPath(first.Dir), duplicateAdvice(skills)),
	}
	for _, other := range skills {
		if other != second {
			d.Related = append(d.Related, diag.Related{
				File: other.Manifest.Path, Span: other.Front.Get(nameKey).Value.Span, Message: "the same name"})
		}
	}
	p.Report(d)
}

// duplicateAdvice tells copies, which links make too, from skills that merely share a
// name.
func duplicateAdvice(skills []*skill.Skill) string {
	if slices.ContainsFunc(skills, func(s *skill.Skill) bool { return s.Manifest.Digest() != skills[0].Manifest.Digest() }) {
		return "; give each a name of its own"
	}
	return ", and the same SKILL.md; delete the copies or exclude them in skillpack.yaml"
}

// groupBy puts items with one key together. Groups stand in the order of their
// first item, items in their own.
func groupBy[T any, K comparable](items []T, key func(T) K) [][]T {
	at := make(map[K]int, len(items))
	of := make([]int, len(items)) // the group of each
	var sizes []int
	for i, item := range items {
		k := key(item)
		group, ok := at[k]
		if !ok {
			group = len(sizes)
			at[k], sizes = group, append(sizes, 0)
		}
		of[i] = group
		sizes[group]++
	}
	groups, memory := make([][]T, len(sizes)), make([]T, len(items))
	for group, size := range sizes {
		groups[group], memory = memory[:0:size], memory[size:]
	}
	for i, item := range items {
		groups[of[i]] = append(groups[of[i]], item)
	}
	return groups
}
