package lint

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"skillpack/internal/diag"
	"skillpack/internal/protocol"
	"skillpack/internal/skill"
)

// Glob is a glob of the configuration, with its place.
type Glob struct {
	Key     string // what it is for: one of the constants below
	Pattern string // as skill.ParseGlobs returns it
	File    string // path below the root
	Span    diag.Span
}

// The keys of a configuration that take globs.
const (
	GlobInclude  = "include"
	GlobExclude  = "exclude"
	GlobUnlisted = "unlisted"
	GlobIgnore   = "ignore"
)

func catalogGlob() *Rule {
	return &Rule{
		ID:       "catalog/glob",
		Severity: diag.Warning,
		Doc: Doc{
			Summary: "A glob of the configuration matches nothing in the tree.",
			Why: "What it was to leave out or not to list is published. Globs are relative to the root of the tree, and one " +
				"without a wildcard matches there only. A glob of exclude or ignore that begins with a wildcard is not " +
				"reported, since it stands for what may come.",
			Bad:   "-- skillpack.yaml --\nunlisted: [intrenal/*]\n-- internal/audit/SKILL.md --\n...\n# Audit\n",
			Good:  "-- skillpack.yaml --\nunlisted: [internal/*]\n-- internal/audit/SKILL.md --\n...\n# Audit\n",
			Cites: []string{"M1"},
		},
		Tree: checkGlobs,
	}
}

func checkGlobs(p *Pass) {
	if len(p.Globs) == 0 {
		return
	}
	all := treePaths(p.Tree)
	for _, g := range p.Globs {
		known, what, used := all, "file or directory of the tree", false
		switch g.Key {
		case GlobUnlisted:
			known, what = skillDirs(p.Tree), "directory of a skill"
			used = len(known) == 0 || matchesAny(g.Pattern, known)
		case GlobIgnore:
			used = matchesAny(g.Pattern, known) || matchesAny(g.Pattern, problemFiles(p.Tree))
		default:
			used = !slices.Contains(p.Tree.Unused, g.Pattern)
		}
		if used || beginsWild(g.Pattern) && (g.Key == GlobExclude || g.Key == GlobIgnore) {
			continue
		}
		p.Report(diag.Diagnostic{File: g.File, Span: g.Span, Message: fmt.Sprintf(
			"the glob %s of %q matches no %s%s", quotedPath(g.Pattern), g.Key, what,
			cmp.Or(leftOutAlready(p.Tree, g.Pattern), "; "+globAdvice(g.Pattern, all, known)))})
	}
}

// leftOutAlready says that all that a glob may have been for is no part of the tree, "" where
// it is not so. One that begins with a wildcard may have been for anything.
func leftOutAlready(t *skill.Tree, pattern string) string {
	if beginsWild(pattern) {
		return ""
	}
	for _, l := range t.LeftOut {
		_, matches := skill.Globs{pattern}.Match(l.Path)
		if !matches && !strings.HasPrefix(literalPart(pattern)+"/", l.Path+"/") {
			continue
		}
		if l.Configured {
			return fmt.Sprintf(", since include and exclude leave out %s already; delete this one", quotedPath(l.Path))
		}
		return fmt.Sprintf(", since %s is left out of any tree; delete it", quotedPath(l.Path))
	}
	return ""
}

// globAdvice suggests a glob like pattern that matches one of the known paths; all are
// the paths that a part of it may mean.
func globAdvice(pattern string, all, known []string) string {
	for _, candidate := range meantGlobs(pattern, all) {
		if matchesAny(candidate, known) {
			return fmt.Sprintf("did you mean %s?", quotedPath(candidate))
		}
	}
	return "correct or delete it, it is relative to the root of the tree"
}

// meantGlobs returns what somebody may have meant: the directory instead of its
// SKILL.md, the same name further down, the path without that of the root itself, or
// one with a slip of the pen before the first wildcard.
func meantGlobs(pattern string, all []string) []string {
	var meant []string
	if path.Base(pattern) == protocol.ManifestName {
		meant = append(meant, path.Dir(pattern))
	}
	if !beginsWild(pattern) {
		meant = append(meant, "**/"+pattern)
	}
	if _, rest, ok := strings.Cut(pattern, "/"); ok && !beginsWild(rest) {
		meant = append(meant, rest)
	}
	literal := literalPart(pattern)
	if near := nearest(literal, all); near != "" {
		meant = append(meant, near+pattern[len(literal):])
	}
	return meant
}

// literalPart returns the segments of a glob before the first that has a wildcard.
func literalPart(pattern string) string {
	at := strings.IndexAny(pattern, wildcards)
	if at < 0 {
		return pattern
	}
	return pattern[:max(strings.LastIndexByte(pattern[:at], '/'), 0)]
}

const wildcards = `*?[{\`

// beginsWild reports whether the first segment of a glob has a wildcard.
func beginsWild(pattern string) bool { return literalPart(pattern) == "" }

func matchesAny(pattern string, paths []string) bool {
	return slices.ContainsFunc(paths, func(p string) bool {
		_, ok := skill.Globs{pattern}.Match(p)
		return ok
	})
}

func skillDirs(t *skill.Tree) []string {
	var dirs []string
	for _, s := range t.Skills {
		dirs = append(dirs, s.Dir)
	}
	return dirs
}

// treePaths returns every directory and file.
func treePaths(t *skill.Tree) []string {
	paths := slices.Clone(t.Dirs)
	for _, f := range t.Files {
		paths = append(paths, f.Path)
	}
	return paths
}

// problemFiles returns what findings can be in besides the files of the tree.
func problemFiles(t *skill.Tree) []string {
	files := []string{skill.ConfigName}
	for _, d := range t.Problems {
		files = append(files, d.File)
	}
	return files
}
