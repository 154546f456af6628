package lint

import (
	"bytes"
	"cmp"
	"iter"
	"path"
	"slices"
	"strings"

	"skillpack/internal/diag"
	"skillpack/internal/protocol"
	"skillpack/internal/skill"
)

// linkIndex answers what stands where in a tree, for the checks of one skill: it belongs to
// one goroutine.
type linkIndex struct {
	*treeIndex
	words    map[*skill.File]map[string]bool // filled when asked for
	headings map[*skill.File][]textHeading   // filled when asked for
}

func newLinkIndex(t *skill.Tree) *linkIndex { return newTreeIndex(t).forSkill() }

// exists reports whether a file or directory has exactly this path.
func (x *linkIndex) exists(p string) bool {
	return x.tree.File(p) != nil || x.isDir(p) || x.owner(p) == nil && x.tree.Beyond(p) || x.tree.BehindLink(p)
}

// owner returns the innermost skill that holds a path, or nil.
func (x *treeIndex) owner(p string) *skill.Skill {
	for {
		if s := x.owners[p]; s != nil || p == "." || strings.HasPrefix(p, "..") {
			return s
		}
		p = path.Dir(p)
	}
}

// leftOut returns what the ignore rules left out at a path or around it, or nil.
func (x *linkIndex) leftOut(p string) *skill.LeftOut {
	all := x.tree.LeftOut
	for end := 1; end <= len(p); end++ {
		if end < len(p) && p[end] != '/' {
			continue
		}
		i, ok := slices.BinarySearchFunc(all, p[:end], func(l skill.LeftOut, p string) int { return cmp.Compare(l.Path, p) })
		if ok {
			return &all[i]
		}
	}
	return nil
}

// hasAnchor reports whether a fragment leads somewhere in a file. "{#x}" and "{: #x}"
// behind a heading count, since several renderers take them for the heading's id.
func (x *linkIndex) hasAnchor(f *skill.File, d dest) bool {
	fragment := fragmentOf(f, d)
	return fragment == "" || x.anchorsOf(f)[fragment]
}

// fragmentOf returns what a fragment is among those that a file answers to, "" for one that leads
// somewhere in any case: every one does in a file that is not markdown. Case does not count, as
// on GitHub.
func fragmentOf(f *skill.File, d dest) string {
	fragment := strings.ToLower(strings.TrimPrefix(d.fragment, "user-content-"))
	if fragment == "top" || d.plain || strings.HasPrefix(fragment, ":~:") || isLines(fragment) || !f.IsMarkdown() {
		return ""
	}
	return fragment
}

// anchorsOf returns the fragments that a file answers to, in lower case.
func anchorsOf(f *skill.File) map[string]bool {
	known := make(map[string]bool)
	for _, a := range f.Markdown().Anchors {
		known[strings.ToLower(a)] = true
	}
	for part := range bytes.SplitSeq(f.Content(), []byte("{")) {
		attributes, _, closed := bytes.Cut(part, []byte("}"))
		id, found := bytes.CutPrefix(bytes.TrimLeft(attributes, ": "), []byte("#"))
		if closed && found {
			id, _, _ = bytes.Cut(id, []byte(" "))
			known[strings.ToLower(string(id))] = true
		}
	}
	if strings.HasPrefix(strings.ToLower(path.Base(f.Path)), "readme") {
		known["readme"] = true // of the page on which GitHub shows it
	}
	return known
}

// isLines reports whether a fragment in lower case counts lines: "l10", "l10-l20",
// "l10c2-l11c5".
func isLines(fragment string) bool {
	return strings.HasPrefix(fragment, "l") && len(fragment) > 1 && strings.Trim(fragment, "lc-0123456789") == "" &&
		'0' <= fragment[1] && fragment[1] <= '9'
}

// near returns the path of the skill that a writer most likely meant by a missing
// path, or "": the same name elsewhere in the skill, else a name like it where the
// path leads.
func (x *linkIndex) near(owner *skill.Skill, missing string) string {
	if same := x.sameName(owner, missing); len(same) > 0 {
		return cmp.Or(diag.Nearest(missing, same[:min(len(same), mostCompared)]), same[0])
	}
	dir, base := path.Dir(missing), path.Base(missing)
	if name := nearest(base, x.names()[dir]); name != "" {
		return path.Join(dir, name)
	}
	return ""
}

// sameName returns the paths of the skill's files with the name that a missing path
// ends with. Of the names that stand in many directories the directory's name counts
// too, and "a/SKILL.md" may also be a.md.
func (x *linkIndex) sameName(owner *skill.Skill, missing string) []string {
	base := path.Base(missing)
	if len(missing) > longestCompared {
		return nil
	}
	if !isCommonName(base) {
		return x.inSkill(owner, base)
	}
	dir := path.Base(path.Dir(missing))
	same := slices.DeleteFunc(x.inSkill(owner, base), func(p string) bool {
		return skill.Fold(path.Base(path.Dir(p))) != skill.Fold(dir)
	})
	if len(same) == 0 && path.Dir(missing) != owner.Dir {
		same = x.inSkill(owner, dir+path.Ext(base))
	}
	return same
}

// inSkill returns the paths of the skill's files with the given name, in any case.
func (x *linkIndex) inSkill(owner *skill.Skill, base string) []string {
	return slices.Clone(within(x.places()[skill.Fold(base)], owner.Dir))
}

// isCommonName reports whether a file of this name says nothing without the name of
// its directory.
func isCommonName(base string) bool {
	stem := strings.ToLower(strings.TrimSuffix(base, path.Ext(base)))
	return slices.Contains([]string{"skill", "readme", "index", "main", "__init__"}, stem)
}

// linkTo returns how a file writes a link to a path of the tree.
func linkTo(from *skill.File, to string) string {
	return protocol.EncodePath(fromFile(from, to))
}

// skillFiles yields every file that some skill holds, each once.
func skillFiles(t *skill.Tree) iter.Seq[*skill.File] {
	return func(yield func(*skill.File) bool) {
		for _, s := range t.Skills {
			if s.Parent != nil {
				continue // its files are in the enclosing skill's list
			}
			for _, f := range s.Files {
				if !yield(f) {
					return
				}
			}
		}
	}
}
