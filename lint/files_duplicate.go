package lint

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"skillpack/internal/diag"
	"skillpack/internal/protocol"
	"skillpack/internal/skill"
)

func filesDuplicate() *Rule {
	return &Rule{
		ID:       "files/duplicate",
		Severity: diag.Note,
		Doc: Doc{
			Summary: "Skills hold copies of one file.",
			Why: "Copies drift apart when one is put right and the others are not. Symbolic links inside the tree are followed, " +
				"so each skill can have the file and the tree only one.",
			Bad: "-- x/SKILL.md --\n...\nSee [the style](style.md).\n-- x/style.md (1024 bytes) --\nWrite short sentences.\n" +
				"-- y/SKILL.md --\n...\nSee [the style](style.md).\n-- y/style.md (1024 bytes) --\nWrite short sentences.",
			Good: "-- x/SKILL.md --\n...\nSee [the style](style.md).\n-- x/style.md (1024 bytes) --\nWrite short sentences.\n" +
				"-- y/SKILL.md --\n...\nSee [the style](style.md).\n-- y/style.md -> ../x/style.md --",
			Cites: []string{"D64", "D67"},
		},
		Tree: checkDuplicates,
	}
}

const (
	leastCopied = 1024 // bytes; what is smaller is often the same by nature
	copiesShown = 10
)

// checkDuplicates reports what the same skills hold in one finding, at the first copy of
// the first content, since whole directories are often copied.
func checkDuplicates(p *Pass) {
	x := p.index.forSkill()
	groups := make(map[string]*copyGroup) // by the directories of the skills
	for _, files := range sameFiles(p) {
		if len(files) < 2 {
			continue
		}
		files, dirs := inUnrelatedSkills(x, files)
		if len(files) < 2 {
			continue
		}
		if groups[dirs] == nil {
			groups[dirs] = &copyGroup{first: files[0], other: files[1], skills: strings.Count(dirs, "\x00") - 1}
		}
		groups[dirs].add(files)
	}
	for _, g := range groups {
		p.Report(g.finding())
	}
}

// sameFiles returns the files of skills by content, each content with its files in the
// order of their paths, and the contents in that of their first. It passes over those that
// nobody asks about.
func sameFiles(p *Pass) [][]*skill.File {
	var all [][]*skill.File
	at := make(map[string]int)
	twins := p.sizesOfTwins()
	for f := range skillFiles(p.Tree) {
		if twins[f.Size] < 2 || f.Real != f.Path || isCopiedByNature(path.Base(f.Path)) {
			continue
		}
		digest := f.Digest()
		i, known := at[digest]
		if !known {
			i = len(all)
			at[digest], all = i, append(all, nil)
		}
		all[i] = append(all[i], f)
	}
	return all
}

// sizesOfTwins returns how many files have each size that one has of which a finding is to be
// told: others need not be compared.
func (p *Pass) sizesOfTwins() map[int64]int {
	files := make(map[int64]int)
	for f := range p.askedFiles() {
		if f.Size >= leastCopied {
			files[f.Size] = 0
		}
	}
	for f := range skillFiles(p.Tree) {
		if n, asked := files[f.Size]; asked {
			files[f.Size] = n + 1
		}
	}
	return files
}

// inUnrelatedSkills returns of some files the first of each skill, without those of a skill
// that encloses one before it or lies in it; and the directories of these skills.
func inUnrelatedSkills(x *linkIndex, files []*skill.File) (firsts []*skill.File, dirs string) {
	var skills []*skill.Skill
	for _, f := range files {
		s := x.owner(f.Path)
		if !slices.ContainsFunc(skills, func(other *skill.Skill) bool { return areNested(s, other) }) {
			skills, firsts, dirs = append(skills, s), append(firsts, f), dirs+s.Dir+"\x00"
		}
	}
	return firsts, dirs
}

// copyGroup is the files that some skills have in common.
type copyGroup struct {
	first, other *skill.File // of one content, in the first two skills
	skills       int         // how many others than the first there are
	files        int         // in each
	bytes        int64       // of these
	related      []diag.Related
}

// add takes in one content: its file in each of the skills.
func (g *copyGroup) add(files []*skill.File) {
	g.files++
	g.bytes += files[0].Size
	for _, f := range files[1:] {
		if len(g.related) < copiesShown {
			g.related = append(g.related, diag.Related{File: f.Path, Message: "a copy of " + quotedPath(fromFile(f, files[0].Path))})
		}
	}
}

func (g *copyGroup) finding() diag.Diagnostic {
	what, where := "this file is", "another skill"
	if n := g.files - 1; n > 0 {
		what = fmt.Sprintf("this file and %d more of the skill are", n)
	}
	if g.skills > 1 {
		where = fmt.Sprintf("%d other skills", g.skills)
	}
	return diag.Diagnostic{File: g.first.Path, Related: g.related, Message: fmt.Sprintf(
		"%s also in %s, as %s (%d bytes in each); change the copies together, or make all but one symbolic links",
		what, where, quotedPath(fromFile(g.first, g.other.Path)), g.bytes)}
}

// areNested reports whether two skills are one, or one of them encloses the other.
func areNested(a, b *skill.Skill) bool {
	return skill.Within(b.Dir, a.Dir) || skill.Within(a.Dir, b.Dir)
}

// isCopiedByNature reports whether a file of that name is to be in every skill that needs
// it, or is written by a tool. A SKILL.md has a rule of its own for names that repeat.
func isCopiedByNature(base string) bool {
	switch base {
	case "package-lock.json", "npm-shrinkwrap.json", "pnpm-lock.yaml", "go.sum":
		return true
	}
	return base == protocol.ManifestName || isLegal(base) || strings.HasPrefix(base, ".") || path.Ext(base) == ".lock" ||
		strings.HasPrefix(strings.ToUpper(base), "CODE_OF_CONDUCT")
}
