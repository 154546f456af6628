package lint

import (
	"iter"
	"path"
	"slices"

	"skillpack/internal/diag"
	"skillpack/internal/skill"
)

// dirSet is directories of a tree. To look for one takes no longer where there are many.
type dirSet map[string]bool

func newDirSet(dirs []string) dirSet {
	set := make(dirSet, len(dirs))
	for _, dir := range dirs {
		set[dir] = true
	}
	return set
}

// hold reports whether a path is one of the directories or lies in one.
func (s dirSet) hold(p string) bool {
	for !s[p] {
		above := path.Dir(p)
		if above == p {
			return false
		}
		p = above
	}
	return true
}

// around returns the directories that are no skill's own, and those that enclose them.
func (s dirSet) around(owners map[string]*skill.Skill) dirSet {
	out := dirSet{}
	for dir := range s {
		if owners[dir] != nil {
			continue
		}
		for !out[dir] {
			out[dir], dir = true, path.Dir(dir)
		}
	}
	return out
}

// tops returns the skills that no other encloses of which one of the directories is a part, or
// which are a part of one; all that no other encloses where there is no directory.
func (s dirSet) tops(t *skill.Tree) []*skill.Skill {
	above := dirSet{}
	for dir := range s {
		for !above[dir] {
			above[dir], dir = true, path.Dir(dir)
		}
	}
	var out []*skill.Skill
	for _, k := range t.Skills {
		if k.Parent == nil && (len(s) == 0 || above[k.Dir] || s.hold(k.Dir)) {
			out = append(out, k)
		}
	}
	return out
}

// concerning returns the findings that concern one of some skills, given by directory, and
// all of them where there is none: those of that skill or of a file that it holds, and
// those that speak of such a file.
func concerning(dirs dirSet, found []diag.Diagnostic) []diag.Diagnostic {
	if len(dirs) == 0 {
		return found
	}
	return slices.DeleteFunc(found, func(d diag.Diagnostic) bool {
		ofOne := d.Skill == "" && dirs.hold(d.File) || d.Skill != "" && dirs[d.Skill]
		return !ofOne && !slices.ContainsFunc(d.Related, func(r diag.Related) bool { return dirs.hold(r.File) })
	})
}

// askedFiles yields the files of skills, once each, that a finding is to be told of; for a
// check that looks at each file by itself.
func (p *Pass) askedFiles() iter.Seq[*skill.File] {
	return func(yield func(*skill.File) bool) {
		for _, s := range p.tops {
			all := len(p.only) == 0 || p.only.hold(s.Dir)
			for _, f := range s.Files {
				if (all || p.only.hold(f.Path)) && !yield(f) {
					return
				}
			}
		}
	}
}
