package lint

import (
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
	filled := make(map[string]bool)
	for _, s := range p.tops {
		for _, f := range s.Files {
			for d := path.Dir(f.Path); !filled[d]; d = path.Dir(d) {
				filled[d] = true
			}
		}
		for _, d := range s.Dirs {
			if !filled[d] && filled[path.Dir(d)] {
				p.Report(diag.Diagnostic{File: d, Message: fmt.Sprintf(
					"the directory %q holds no file, and git does not keep it, so another checkout builds another catalog; "+
						"put a file into it or remove it", d)})
			}
		}
	}
}

// hasDir reports whether a directory of the tree has the given path.
func hasDir(t *skill.Tree, dir string) bool {
	_, ok := slices.BinarySearchFunc(t.Dirs, dir, strings.Compare)
	return ok
}
