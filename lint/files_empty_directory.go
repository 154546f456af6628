package lint

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"skillpack/internal/diag"
	"skillpack/internal/skill"
)

func filesEmptyDirectory() *Rule {
	return &Rule{
		ID:       "files/empty-directory",
		Severity: diag.Note,
		Doc: Doc{
			Summary: "A directory of a skill holds no file.",
			Why:     "The catalog lists it, but git does not keep it, so that another checkout builds another catalog.",
			Bad:     "-- x/SKILL.md --\n...\nUse the logo in `assets`.\n-- x/assets (directory) --",
			Good:    "-- x/SKILL.md --\n...\nUse the logo in `assets`.\n-- x/assets/logo.svg --\n<svg/>",
			Cites:   []string{"D80", "P4"},
		},
		Tree: checkEmptyDirectories,
	}
}

// checkEmptyDirectories reports the topmost directory of each empty branch.
func checkEmptyDirectories(p *Pass) {
	for _, s := range p.tops {
		for _, d := range s.Dirs {
			if !holdsFile(s.Files, d) && holdsFile(s.Files, path.Dir(d)) {
				p.Report(diag.Diagnostic{File: d, Message: fmt.Sprintf(
					"the directory %q holds no file, and git does not keep it, so another checkout builds another catalog; "+
						"put a file into it or remove it", d)})
			}
		}
	}
}

// holdsFile reports whether some of the files of a skill, sorted by path, are below a directory of it.
func holdsFile(files []*skill.File, dir string) bool {
	_, holds := slices.BinarySearchFunc(files, dir, func(f *skill.File, dir string) int {
		if skill.Within(f.Path, dir) {
			return 0
		}
		n := min(len(f.Path), len(dir))
		return cmp.Or(strings.Compare(f.Path[:n], dir), strings.Compare(f.Path[n:], "/"))
	})
	return holds
}

// hasDir reports whether a directory of the tree has the given path.
func hasDir(t *skill.Tree, dir string) bool {
	_, ok := slices.BinarySearchFunc(t.Dirs, dir, strings.Compare)
	return ok
}
