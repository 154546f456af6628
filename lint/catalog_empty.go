package lint

import (
	"fmt"

	"skillpack/internal/diag"
	"skillpack/internal/protocol"
	"skillpack/internal/skill"
)

func catalogEmpty() *Rule {
	return &Rule{
		ID:       "catalog/empty",
		Severity: diag.Error, Required: true,
		Doc: Doc{
			Summary: "The tree holds no skill.",
			Why:     "An empty catalog is nearly always a wrong directory, or an include or exclude pattern that takes everything away.",
			Bad:     "-- docs/README.md --\n# How to write a skill\n",
			Good:    "-- release-notes/SKILL.md --\n...\n# Release notes\n",
			Cites:   []string{"F1"},
		},
		Tree: checkEmpty,
	}
}

func checkEmpty(p *Pass) {
	if len(p.Tree.Skills) > 0 || p.Tree.Guessed {
		return
	}
	message := fmt.Sprintf("no skill found: of %s none is named exactly %q", fileCount(len(p.Tree.Files)), protocol.ManifestName)
	advice := "name the directory that holds your skills"
	if out := configuredOut(p.Tree); len(out) > 0 {
		message = "no skill found"
		if len(p.Tree.Files) > 0 {
			message += fmt.Sprintf(" in %s", fileCount(len(p.Tree.Files)))
		}
		message += ", and include and exclude leave out " + quotedList(out)
		advice = "correct these globs, or " + advice
	}
	p.Report(diag.Diagnostic{File: ".", Message: message + "; " + advice})
}

func fileCount(n int) string {
	if n == 1 {
		return "1 file"
	}
	return fmt.Sprintf("%d files", n)
}

// configuredOut returns the paths that the configuration leaves out.
func configuredOut(t *skill.Tree) []string {
	var out []string
	for _, l := range t.LeftOut {
		if l.Configured {
			out = append(out, l.Path)
		}
	}
	return out
}
