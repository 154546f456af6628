package skill

import (
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"skillpack/internal/protocol"
)

// ConfigName is the file at the root of a tree that configures it. It is never part
// of a skill.
const ConfigName = "skillpack.yaml"

// Rules of LeftOut that are not a pattern.
const (
	ruleOutput      = "the output"
	ruleCatalog     = "a catalog"
	ruleBaseline    = "a baseline"
	ruleSite        = "a site"
	ruleNotIncluded = "not included"
)

// versionControl lists the folders (or, in a linked checkout, files) of version
// control systems. A link into one is refused too: secrets live there.
func versionControl() []string {
	return []string{".git", ".hg", ".svn", ".jj", ".bzr", "CVS", "_darcs"}
}

// litterNames are left out whatever they are: file, directory or link.
func litterNames() []string {
	return []string{
		".DS_Store", "Thumbs.db", "thumbs.db", "desktop.ini", "Desktop.ini",
		"node_modules", "__pycache__", ".venv",
	}
}

// litterFiles are patterns of files, not of directories, each with one "*". The last five
// are the swap, backup and lock files of editors.
func litterFiles() []string {
	return []string{"*.pyc", "*.swp", "*.swo", "*~", ".#*", "#*#"}
}

// namePattern is a pattern with one "*", taken apart.
type namePattern struct{ pattern, before, behind string }

func namePatterns(patterns []string) []namePattern {
	all := make([]namePattern, len(patterns))
	for i, pattern := range patterns {
		before, behind, _ := strings.Cut(pattern, "*")
		all[i] = namePattern{pattern, before, behind}
	}
	return all
}

func (p *namePattern) matches(name string) bool {
	return len(name) >= len(p.before)+len(p.behind) && strings.HasSuffix(name, p.behind) && strings.HasPrefix(name, p.before)
}

// ignoreRules decides what of the tree is left out. It is asked of a path after the
// directories that hold it, so it need not ask of these again.
type ignoreRules struct {
	names            []string
	files            []namePattern
	include, exclude Globs
	unused           map[string]bool // patterns of both that matched no path so far
	output           string
}

func newIgnoreRules(o Options) (*ignoreRules, error) {
	include, err := ParseGlobs(o.Include)
	if err != nil {
		return nil, err
	}
	exclude, err := ParseGlobs(o.Exclude)
	if err != nil {
		return nil, err
	}
	unused := map[string]bool{}
	for _, pattern := range slices.Concat(include, exclude) {
		unused[pattern] = true
	}
	return &ignoreRules{
		names: slices.Concat(versionControl(), litterNames()), files: namePatterns(litterFiles()),
		include: include, exclude: exclude, unused: unused, output: o.Output,
	}, nil
}

// see notes which patterns match a path that the walk comes by.
func (r *ignoreRules) see(file string) {
	for pattern := range r.unused {
		if doublestar.MatchUnvalidated(pattern, file) {
			delete(r.unused, pattern)
		}
	}
}

// isConfigured reports whether a rule that left something out is one of Options.
func (r *ignoreRules) isConfigured(rule string) bool {
	return rule == ruleNotIncluded || slices.Contains(r.exclude, rule)
}

// leavesOut returns the rule that leaves a path out, "" for none. Include is not
// looked at, since a directory that it does not name may hold one that it does.
func (r *ignoreRules) leavesOut(file string, kind fs.FileMode) string {
	name := file[strings.LastIndexByte(file, '/')+1:]
	if slices.Contains(r.names, name) {
		return name
	}
	if !kind.IsDir() {
		for i := range r.files {
			if p := &r.files[i]; p.matches(name) {
				return p.pattern
			}
		}
	}
	switch {
	case file == ConfigName:
		return ConfigName
	case IsOutput(file, r.output):
		return ruleOutput
	}
	pattern, _ := r.exclude.matchOnly(file)
	return pattern
}

// includes reports whether Include takes the path in, in a directory that it does not.
func (r *ignoreRules) includes(file string) bool {
	if len(r.include) == 0 {
		return true
	}
	_, ok := r.include.matchOnly(file)
	return ok
}

// IsVersionControl reports whether a name is that of a folder (or file) of a version control
// system, which is left out of every tree with all that is below it.
func IsVersionControl(name string) bool { return slices.Contains(versionControl(), name) }

// inVersionControl returns the version control folder that a path leads into, or "".
func inVersionControl(file string) string {
	for segment := range strings.SplitSeq(file, "/") {
		if IsVersionControl(segment) {
			return segment
		}
	}
	return ""
}

// IsOutput reports whether a file is the one that a build writes, which is at a path below
// the root or "", or what a build that was killed has left of it beside its place.
func IsOutput(file, output string) bool {
	if output == "" || file == output {
		return output != ""
	}
	dir, base := path.Split(output)
	rest, below := strings.CutPrefix(file, dir+"."+base+".")
	return below && !strings.Contains(rest, "/") && strings.HasSuffix(rest, ".tmp")
}

// ownFile returns the rule that leaves out a file at the root which is a catalog or a
// baseline of ours, whichever run left it there: a root that is itself a skill must not
// publish them. It is "" for any other file, and for one that cannot be read; reading it
// later reports why.
func ownFile(fsys fs.FS, file string) string {
	if path.Ext(file) != ".json" {
		return ""
	}
	f, err := fsys.Open(file)
	if err != nil {
		return ""
	}
	defer f.Close()
	head := make([]byte, max(len(protocol.CatalogStart), len(protocol.BaselineStart))+2)
	n, _ := io.ReadFull(f, head)
	// A checkout on Windows may have given it CRLF.
	switch start := strings.ReplaceAll(string(head[:n]), "\r\n", "\n"); {
	case strings.HasPrefix(start, protocol.CatalogStart):
		return ruleCatalog
	case strings.HasPrefix(start, protocol.BaselineStart):
		return ruleBaseline
	}
	return ""
}

// isSite reports whether a directory with these children is a site that skillpack wrote.
func isSite(list []child) bool {
	return slices.ContainsFunc(list, func(c child) bool {
		return c.name == protocol.SiteMarker && c.kind.IsRegular()
	})
}

// Skips returns what reports whether the walk of Load leaves a directory out, whatever is in
// it.
func (o Options) Skips() (func(dir string) bool, error) {
	rules, err := newIgnoreRules(o)
	if err != nil {
		return nil, err
	}
	return func(dir string) bool {
		_, excluded := rules.exclude.Match(dir)
		return excluded || rules.leavesOut(dir, fs.ModeDir) != ""
	}, nil
}
