package lint

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"skillpack/internal/diag"
	"skillpack/internal/skill"
)

func linksDeep() *Rule {
	return &Rule{
		ID:       "links/deep",
		Severity: diag.Warning,
		Doc: Doc{
			Summary: "Only other reference files lead to a reference file; SKILL.md does not mention it.",
			Why: "Agents often read only the start of a file that they reach through another, and miss that it leads on. " +
				"References are recommended to be one level deep: SKILL.md names each, with when to read it. " +
				"A skill inside another starts a chain of its own.",
			Bad: "-- x/SKILL.md --\n...\nSee [the guide](references/guide.md).\n" +
				"-- x/references/guide.md --\nSee [the details](details.md).\n-- x/references/details.md --\nDetails.",
			Good: "-- x/SKILL.md --\n...\nSee [the guide](references/guide.md), and for tables [the details](references/details.md).\n" +
				"-- x/references/guide.md --\nSee [the details](details.md).\n-- x/references/details.md --\nDetails.",
			Cites: []string{"F8"},
		},
		Texts: checkDeep,
	}
}

// chain is the links between the markdown files of one skill.
type chain struct {
	skill *skill.Skill
	links map[*skill.File][]judged // that lead from a file to another, in order
}

func checkDeep(p *Pass, t *texts) {
	if !t.mayBeDeep() {
		return
	}
	c := &chain{t.skill, make(map[*skill.File][]judged)}
	for _, f := range t.files {
		if !f.IsMarkdown() {
			continue
		}
		for _, j := range t.judgeLinks(t.skill, f, f.Markdown()) {
			if to := t.tree.File(j.target); j.leads() && t.isStep(f, to) {
				c.links[f] = append(c.links[f], j)
			}
		}
	}
	c.check(p, t.linkIndex)
}

// isStep reports whether a link from one file of the skill to another leads an agent on.
func (t *texts) isStep(from, to *skill.File) bool {
	return to != nil && to != from && to.IsMarkdown() && t.owner(to.Path) == t.skill && isReference(t.skill, to) && isReference(t.skill, from)
}

// leads reports whether a reader gets to where the link was meant to lead.
func (j judged) leads() bool {
	return j.fault == linkFine || j.fault == linkAnchor || j.fault == linkRootRelative
}

// mayBeDeep reports whether texts other than SKILL.md lead to one that SKILL.md does not
// plainly name.
func (t *texts) mayBeDeep() bool {
	content := t.skill.Manifest.Content()
	return slices.ContainsFunc(t.reached, func(to *skill.File) bool { return !hasName(content, path.Base(to.Path)) })
}

// isReference reports whether a file is one that a skill's text leads an agent to read:
// no template or sample, and none of the files that every project has for people.
func isReference(s *skill.Skill, f *skill.File) bool {
	if f == s.Manifest {
		return true
	}
	if isBoilerplate(s, f) || isTemplate(s, f) || isSample(s, f) {
		return false
	}
	stem := strings.ToUpper(strings.TrimSuffix(path.Base(f.Path), path.Ext(f.Path)))
	return path.Dir(f.Path) != s.Dir || !slices.Contains([]string{
		"README", "CHANGELOG", "CONTRIBUTING", "LICENSE", "SECURITY", "NOTICE", "CODE_OF_CONDUCT", "SPEC", "AGENTS", "CLAUDE", "TODO", "ROADMAP",
	}, stem)
}

// check reports, breadth first from SKILL.md, each file that is reached over another.
func (c *chain) check(p *Pass, x *linkIndex) {
	words, linked := manifestWords(c.skill), c.linked(x)
	from := make(map[*skill.File]*judged) // the link to each file that has been reached; nil where SKILL.md mentions it
	var reached []*skill.File
	for _, f := range c.skill.Files {
		if f.IsMarkdown() && f != c.skill.Manifest && x.owner(f.Path) == c.skill && (words.has(c.skill, f) || isLinked(linked, c.skill, f.Path)) {
			from[f] = nil
			reached = append(reached, f)
		}
	}
	from[c.skill.Manifest] = nil
	for i := 0; i < len(reached); i++ {
		for _, j := range c.links[reached[i]] {
			to := x.tree.File(j.target)
			if _, known := from[to]; !known {
				from[to] = &j
				reached = append(reached, to)
				c.report(p, j, from[reached[i]])
			}
		}
	}
}

// linked returns the paths to which SKILL.md links.
func (c *chain) linked(x *linkIndex) map[string]bool {
	paths := make(map[string]bool)
	for _, l := range c.skill.Manifest.Markdown().Links {
		paths[x.judge(c.skill.Manifest, c.skill, l).target] = true
	}
	return paths
}

// report reports the file that a link leads to; before is the link by which the file of
// that link was reached, nil where SKILL.md mentions it.
func (c *chain) report(p *Pass, j judged, before *judged) {
	d := diag.Diagnostic{File: j.file.Path, Span: j.link.Span, Message: fmt.Sprintf(
		"SKILL.md does not mention %s, which only other files lead to; mention it there too, with when to read it", quoted(j.link.Dest))}
	if before == nil {
		before = c.toFile(j.file)
	}
	if before != nil {
		d.Related = []diag.Related{{File: before.file.Path, Span: before.link.Span, Message: "this leads there"}}
	}
	p.Report(d)
}

// toFile returns the link of SKILL.md to a file, nil where there is none.
func (c *chain) toFile(f *skill.File) *judged {
	for _, j := range c.links[c.skill.Manifest] {
		if j.target == f.Path {
			return &j
		}
	}
	return nil
}
