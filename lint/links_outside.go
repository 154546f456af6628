package lint

import (
	"fmt"
	"path"
	"slices"
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
			Bad:   "-- x/SKILL.md --\n...\nSee [reviews](../code-review/SKILL.md).\n-- code-review/SKILL.md --\n...\nReviews.",
			Good:  "-- x/SKILL.md --\n...\nSee [reviews](skill://code-review/SKILL.md).\n-- code-review/SKILL.md --\n...\nReviews.",
			Cites: []string{"E3", "L80", "L83"},
		},
		Texts: checkOutside,
	}
}

func checkOutside(p *Pass, t *texts) {
	for j := range t.faulty(linkOutside, linkAbsolute) {
		d := diag.Diagnostic{File: j.file.Path, Span: j.link.Span, Message: t.outsideMessage(j)}
		if parent := j.owner.Parent; parent != nil && j.fault == linkOutside && skill.Within(j.target, parent.Dir) {
			d.Skill = j.owner.Dir // the enclosing skill, which holds both ends, is fine
		}
		p.Report(d)
	}
}

func (x *linkIndex) outsideMessage(j judged) string {
	if j.fault == linkAbsolute {
		return fmt.Sprintf("%s is an absolute path, which no host can resolve; %s", quoted(j.link.Dest), x.insteadOfAbsolute(j))
	}
	if target := x.behindLink(j); target != "" && !x.exists(j.target) {
		return x.behindLinkMessage(j, target)
	}
	if x.tree.Guessed && !x.exists(j.target) {
		return fmt.Sprintf("%s leaves the skill; put the file into the skill, or write its URI if it is another skill's", quoted(j.link.Dest))
	}
	if s := x.skillMeant(j.dest.path); s != nil && !x.exists(j.target) {
		return fmt.Sprintf("%s leaves the skill, and nothing of the tree is there; did you mean %q",
			quoted(j.link.Dest), x.tree.URI(s.Manifest.Path))
	}
	if !x.exists(j.target) {
		return fmt.Sprintf("%s leaves the skill, and nothing of the tree is there; remove the link or put the file into the skill",
			quoted(j.link.Dest))
	}
	message := fmt.Sprintf("%s leaves the skill, so it works on disk only", quoted(j.link.Dest))
	other := x.owner(j.target)
	if other == nil {
		return fmt.Sprintf("%s; put a copy into the skill or remove the link", message)
	}
	return fmt.Sprintf("%s; write %s", message, x.uriToWrite(other, j.target))
}

// skillMeant returns the skill that a path to "name" or "name/SKILL.md" names although
// it stands elsewhere: of several the one with most of the path's directories, nil
// where that is not one.
func (x *linkIndex) skillMeant(written string) *skill.Skill {
	segments := strings.Split(strings.TrimSuffix(strings.TrimSuffix(written, "/"), "/SKILL.md"), "/")
	var best *skill.Skill
	most, unique := 0, false
	named := x.named[segments[len(segments)-1]]
	for _, s := range named[:min(len(named), mostCompared)] {
		shared := 0
		for _, dir := range strings.Split(s.Dir, "/") {
			if slices.Contains(segments, dir) {
				shared++
			}
		}
		switch {
		case shared > most:
			best, most, unique = s, shared, true
		case shared == most:
			unique = false
		}
	}
	if !unique {
		return nil
	}
	return best
}

// insteadOfAbsolute says what to write for "/references/x.md", which some site
// generators resolve against the skill.
func (x *linkIndex) insteadOfAbsolute(j judged) string {
	inside := path.Join(j.owner.Dir, strings.TrimPrefix(j.dest.path, "/"))
	if strings.HasPrefix(j.dest.path, "/") && skill.Within(inside, j.owner.Dir) && x.exists(inside) {
		return fmt.Sprintf("write %q", linkTo(j.file, inside))
	}
	advice := "put the file into the skill and link to it there"
	if strings.HasPrefix(j.dest.path, "/") {
		return "write the whole address of a web page, or " + advice
	}
	return advice
}

// mainFile returns the SKILL.md of a skill for the skill's directory, and any other
// path unchanged.
func mainFile(s *skill.Skill, target string) string {
	if target == s.Dir {
		return s.Manifest.Path
	}
	return target
}
