package lint

import (
	"cmp"
	"fmt"
	"path"
	"slices"

	"skillpack/internal/diag"
	"skillpack/internal/skill"
)

// copied is a skill that a symbolic link publishes at another path too.
type copied struct {
	*skill.Skill
	of *skill.Skill
}

// withoutLinked returns of skills of one name the first of those with the same file for a
// SKILL.md, one that no link leads to where there is one, and apart from them the others.
func withoutLinked(skills []*skill.Skill) (once []*skill.Skill, again []copied) {
	for _, same := range groupBy(skills, func(s *skill.Skill) string { return s.Manifest.Real }) {
		first := max(slices.IndexFunc(same, func(s *skill.Skill) bool { return s.Manifest.Through == "" }), 0)
		for i, s := range same {
			if i != first {
				again = append(again, copied{s, same[first]})
			}
		}
		once = append(once, same[first])
	}
	slices.SortFunc(once, func(a, b *skill.Skill) int { return cmp.Compare(a.Dir, b.Dir) })
	return once, again
}

// link returns the symbolic link that publishes the skill again: that of the directory
// where there is one.
func (c copied) link() string { return c.Manifest.Through }

// place returns the directory in which the link, or the directory that it makes a skill, is.
func (c copied) place() string {
	if c.link() == c.Manifest.Path {
		return path.Dir(c.Dir)
	}
	return path.Dir(c.link())
}

// reportLinked reports all that links in one directory publish again, at the first of it.
func reportLinked(p *Pass, in []copied) {
	slices.SortFunc(in, func(a, b copied) int { return cmp.Compare(a.Dir, b.Dir) })
	first, links := in[0], groupBy(in, copied.link)
	what, out := fmt.Sprintf("the symbolic link %s publishes", quotedPath(first.link())), "the link or what it leads"
	if len(links) > 1 {
		what, out = fmt.Sprintf("%d symbolic links in %s publish", len(links), quotedPath(first.place())), "the links or what they lead"
	}
	skills := "a skill"
	if len(in) > 1 {
		skills = fmt.Sprintf("%d skills", len(in))
	}
	d := diag.Diagnostic{File: first.Manifest.Path, Span: first.Front.Get(nameKey).Value.Span,
		Message: fmt.Sprintf("%s %s a second time, %s as %s; exclude %s to in skillpack.yaml",
			what, skills, quotedPath(first.of.Dir), quotedPath(first.Dir), out)}
	for _, c := range in[:min(len(in), copiesShown)] {
		d.Related = append(d.Related, diag.Related{File: c.of.Manifest.Path, Span: c.of.Front.Get(nameKey).Value.Span, Message: "the same file"})
	}
	p.Report(d)
}
