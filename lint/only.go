package lint

import (
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
