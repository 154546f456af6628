package lint

import (
	"fmt"
	"slices"
	"strings"

	"skillpack/internal/diag"
	"skillpack/internal/skill"
)

func nameCollision() *Rule {
	return &Rule{
		ID:       "name/collision",
		Severity: diag.Error, Required: true,
		Doc: Doc{
			Summary: "Two skills, files or directories would be published under one URI.",
			Why: "A skill is published under its name, so this happens where a name differs from its directory. A URI can stand for " +
				"one thing only; whatever a name moves onto another's URI is not published.",
			Bad: "-- skillpack.yaml --\nrules: {name/directory: off}\n-- one/SKILL.md --\n---\nname: refunds\ndescription: Pays money back.\n---\n" +
				"-- two/SKILL.md --\n---\nname: refunds\ndescription: Collects the forms.\n---",
			Good:  "-- one/refunds/SKILL.md --\n...\n-- two/refunds/SKILL.md --\n...",
			Cites: []string{"M1", "M2", "E6", "N62"},
		},
		Tree: checkCollisions,
	}
}

func checkCollisions(p *Pass) {
	if !slices.ContainsFunc(p.Tree.Skills, func(s *skill.Skill) bool { return moved(p.Tree, s.Dir) }) {
		return // each path has a URI of its own
	}
	at := map[string][]string{} // paths by URI
	for _, path := range published(p.Tree) {
		uri := p.Tree.URI(path)
		at[uri] = append(at[uri], path)
	}
	for uri, paths := range at {
		above := uri[:strings.LastIndexByte(uri, '/')]
		if len(paths) > 1 && len(at[above]) < 2 { // else said of what holds them
			reportCollision(p, uri, paths)
		}
	}
}

// published lists every directory and file of the tree's skills once.
func published(t *skill.Tree) []string {
	var out []string
	for _, s := range t.Skills {
		if s.Parent != nil {
			continue // it is in the lists of what encloses it
		}
		out = append(append(out, s.Dir), s.Dirs...)
		for _, f := range s.Files {
			out = append(out, f.Path)
		}
	}
	return out
}

// reportCollision reports at each path that a name moves, so that none of these is
// published. The one that stands where its directories say, if any, is not at fault.
func reportCollision(p *Pass, uri string, paths []string) {
	for i, path := range paths {
		if !moved(p.Tree, path) {
			continue
		}
		other := paths[(i+1)%len(paths)]
		file, span := placeOf(p.index, path)
		otherFile, otherSpan := placeOf(p.index, other)
		p.Report(diag.Diagnostic{
			File: file.Path, Span: span,
			Message: fmt.Sprintf("%s and %s would both be published as %s; rename one of them", quotedPath(path), quotedPath(other), quotedPath(uri)),
			Related: []diag.Related{{File: otherFile.Path, Span: otherSpan, Message: "published under the same URI"}},
		})
	}
}

// moved reports whether a path is published under another one because of a name.
func moved(t *skill.Tree, path string) bool {
	return !strings.HasSuffix("/"+t.Published(path), "/"+path)
}

// placeOf returns where to report on a path: the file itself, for a skill's
// directory its name, for another directory the skill around it.
func placeOf(x *treeIndex, at string) (*skill.File, diag.Span) {
	if f := x.tree.File(at); f != nil {
		return f, diag.Span{}
	}
	s := x.owner(at)
	if field, _, ok := nameField(s); ok && s.Dir == at {
		return s.Manifest, field.Value.Span
	}
	return s.Manifest, diag.Span{}
}
