package lint

import (
	"fmt"
	"path"
	"strings"

	"skillpack/internal/diag"
	"skillpack/internal/skill"
)

func linksOutside() *Rule {
	return &Rule{
		ID:       "links/outside",
		Severity: diag.Error,
		Doc: Doc{
			Summary: "A link leads out of the skill, or is an absolute path.",
			Why: "It may work in the checkout, but a host loads the skill alone and cannot resolve it. " +
				"Another skill is named by its URI. In a template only links to what the tree has, and absolute paths, are reported.",
			Bad:   "[reviews](../code-review/SKILL.md)",
			Good:  "[reviews](skill://code-review/SKILL.md)",
			Cites: []string{"E3", "L80", "L83"},
		},
		Tree: checkOutside,
	}
}

func checkOutside(p *Pass) {
	x := newLinkIndex(p.Tree)
	eachLink(x, func(j judged) {
		d := diag.Diagnostic{File: j.file.Path, Span: j.link.Span, Message: x.outsideMessage(j)}
		if parent := j.owner.Parent; parent != nil && j.fault == linkOutside && within(parent.Dir, j.target) {
			d.Skill = j.owner.Dir // the enclosing skill, which holds both ends, is fine
		}
		p.Report(d)
	}, linkOutside, linkAbsolute)
}

func (x *linkIndex) outsideMessage(j judged) string {
	if j.fault == linkAbsolute {
		return fmt.Sprintf("%s is an absolute path, which no host can resolve; %s", quoted(j.link.Dest), x.insteadOfAbsolute(j))
	}
	if !x.exists(j.target) {
		return fmt.Sprintf("%s leaves the skill, and nothing of the tree is there; remove the link or put the file into the skill",
			quoted(j.link.Dest))
	}
	message := fmt.Sprintf("%s leaves the skill, so it works on disk only", quoted(j.link.Dest))
	other := x.owner(j.target)
	if other == nil {
		return fmt.Sprintf("%s; put a copy of %q into the skill or remove the link", message, j.target)
	}
	return fmt.Sprintf("%s; write the URI %q", message, x.tree.URI(mainFile(other, j.target)))
}

// insteadOfAbsolute says what to write for "/references/x.md", which some site
// generators resolve against the skill.
func (x *linkIndex) insteadOfAbsolute(j judged) string {
	inside := path.Join(j.owner.Dir, strings.TrimPrefix(j.dest.path, "/"))
	if strings.HasPrefix(j.dest.path, "/") && within(j.owner.Dir, inside) && x.exists(inside) {
		return fmt.Sprintf("write %q", linkTo(j.file, inside))
	}
	return "put the file into the skill and link to it there"
}

// mainFile returns the SKILL.md of a skill for the skill's directory, and any other
// path unchanged.
func mainFile(s *skill.Skill, target string) string {
	if target == s.Dir {
		return s.Manifest.Path
	}
	return target
}
