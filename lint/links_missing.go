package lint

import (
	"fmt"
	"path"
	"strings"

	"skillpack/internal/diag"
	"skillpack/internal/skill"
)

func linksMissing() *Rule {
	return &Rule{
		ID:       "links/missing",
		Severity: diag.Error,
		Doc: Doc{
			Summary: "A link leads to a file or directory that the skill does not have.",
			Why: "A host that follows the link gets an error instead of the instructions. " +
				"Links resolve against the directory of the file that holds them. In a template, or in a sample of what comes out, those that lead to nothing " +
				"like a file of the skill are for the place it is copied to, and not reported.",
			Bad:   "-- x/SKILL.md --\n...\nSee [the form](refrences/form.md).\n-- x/references/form.md --\nForm.",
			Good:  "-- x/SKILL.md --\n...\nSee [the form](references/form.md).\n-- x/references/form.md --\nForm.",
			Cites: []string{"M1", "L78", "L83", "L87"},
		},
		Texts: checkMissingLinks,
	}
}

func checkMissingLinks(p *Pass, t *texts) {
	for j := range t.faulty(linkMissing, linkRenamed) {
		p.At(j.file, j.link.Span, t.missingMessage(j))
	}
}

func (x *linkIndex) missingMessage(j judged) string {
	switch {
	case j.fault == linkRenamed:
		return fmt.Sprintf("%s works on disk only: the skill there is published under its name, which is not its directory's; "+
			"name the directory like the skill, or write the URI %q", quoted(j.link.Dest), x.tree.URI(j.target))
	case j.dest.form == destURI:
		return x.missingURIMessage(j)
	case x.tree.File(j.target) != nil:
		return fmt.Sprintf("%s ends with a slash, but is a file; remove the slash", quoted(j.link.Dest))
	}
	if l := x.leftOut(j.target); l != nil {
		return fmt.Sprintf("%s leads to %q, which %q leaves out of the catalog; include it or remove the link", quoted(j.link.Dest), l.Path, l.Rule)
	}
	if slashed := strings.ReplaceAll(j.target, `\`, "/"); slashed != j.target && x.exists(slashed) {
		return fmt.Sprintf("%s has a backslash, which separates no paths in links; write %q", quoted(j.link.Dest), linkTo(j.file, slashed))
	}
	message := fmt.Sprintf("%s does not exist in the skill", quoted(j.link.Dest))
	if near := x.near(j.owner, j.target); near != "" && near != j.file.Path {
		return fmt.Sprintf("%s; did you mean %q", message, linkTo(j.file, near))
	}
	if target := x.behindLink(j); target != "" {
		return x.behindLinkMessage(j, target)
	}
	kind := "file"
	if j.dest.folder {
		kind = "directory"
	}
	if inside := x.rootRelativeTarget(j); inside != "" {
		return fmt.Sprintf("%s; add the %s %s to it and write %q, or remove the link", message, kind, quotedPath(fromSkill(j.owner, inside)), linkTo(j.file, inside))
	}
	return fmt.Sprintf("%s; add the %s %s to it or remove the link", message, kind, quotedPath(fromSkill(j.owner, j.target)))
}

// rootRelativeTarget returns the path that a link is meant to lead to that begins with the
// skill's directory in which its file is, "" where it does not: "references/b.md" in
// references/a.md is not meant for references/references.
func (x *linkIndex) rootRelativeTarget(j judged) string {
	first, _, _ := strings.Cut(j.dest.path, "/")
	inside := path.Join(j.owner.Dir, j.dest.path)
	dir := path.Join(j.owner.Dir, first)
	if first == ".." || dir == j.owner.Dir || !skill.Within(j.file.Path, dir) || !skill.Within(inside, dir) || x.isDir(path.Join(path.Dir(j.file.Path), first)) {
		return ""
	}
	return inside
}

func (x *linkIndex) missingURIMessage(j judged) string {
	message := fmt.Sprintf("%s is no file or directory of a skill of this tree", quoted(j.link.Dest))
	if near := nearest(j.dest.path, x.uris()); near != "" {
		return fmt.Sprintf("%s; did you mean %q", message, near)
	}
	return fmt.Sprintf("%s; correct it, the URIs of this skill begin with %q", message, x.tree.URI(j.owner.Dir)+"/")
}
