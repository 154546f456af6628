package lint

import (
	"iter"
	"slices"

	"skillpack/internal/diag"
	"skillpack/internal/skill"
)

// concerning returns the findings that concern one of some skills, given by directory, and
// all of them where there is none: those of that skill or of a file that it holds, and
// those that speak of such a file.
func concerning(dirs []string, found []diag.Diagnostic) []diag.Diagnostic {
	if len(dirs) == 0 {
		return found
	}
	inOne := func(file string) bool {
		return slices.ContainsFunc(dirs, func(dir string) bool { return skill.Within(file, dir) })
	}
	return slices.DeleteFunc(found, func(d diag.Diagnostic) bool {
		ofOne := d.Skill == "" && inOne(d.File) || d.Skill != "" && slices.Contains(dirs, d.Skill)
		return !ofOne && !slices.ContainsFunc(d.Related, func(r diag.Related) bool { return inOne(r.File) })
	})
}

// askedFiles yields the files of skills, once each, that a finding is to be told of; for a
// check that looks at each file by itself.
func (p *Pass) askedFiles() iter.Seq[*skill.File] {
	all := skillFiles(p.Tree)
	if len(p.only) == 0 {
		return all
	}
	return func(yield func(*skill.File) bool) {
		for f := range all {
			asked := slices.ContainsFunc(p.only, func(dir string) bool { return skill.Within(f.Path, dir) })
			if asked && !yield(f) {
				return
			}
		}
	}
}

// isOfAsked reports whether a telling is of a skill that findings are to be told of.
func (p *Pass) isOfAsked(t *telling) bool {
	return len(p.only) == 0 || slices.ContainsFunc(p.only, func(dir string) bool { return skill.Within(t.skill.Dir, dir) })
}
