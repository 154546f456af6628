package lint

import (
	"slices"

	"skillpack/internal/diag"
)

// concerning returns the findings that concern one of some directories, and all of them
// where there is no directory.
func concerning(dirs []string, found []diag.Diagnostic) []diag.Diagnostic {
	if len(dirs) == 0 {
		return found
	}
	inOne := func(file string) bool {
		return slices.ContainsFunc(dirs, func(dir string) bool { return within(dir, file) })
	}
	return slices.DeleteFunc(found, func(d diag.Diagnostic) bool {
		return !inOne(d.File) && !slices.Contains(dirs, d.Skill) &&
			!slices.ContainsFunc(d.Related, func(r diag.Related) bool { return inOne(r.File) })
	})
}
