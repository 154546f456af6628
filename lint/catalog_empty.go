package lint

import (
	"fmt"

	"skillpack/internal/diag"
	"skillpack/internal/protocol"
)

func catalogEmpty() *Rule {
	return &Rule{
		ID:       "catalog/empty",
		Severity: diag.Error, Required: true,
		Doc: Doc{
			Summary: "The tree holds no skill.",
			Why:     "An empty catalog is nearly always a wrong directory, or an include or exclude pattern that takes everything away.",
			Bad:     "docs/README.md",
			Good:    "release-notes/SKILL.md",
			Cites:   []string{"F1"},
		},
		Tree: checkEmpty,
	}
}

func checkEmpty(p *Pass) {
	if len(p.Tree.Skills) == 0 {
		p.Report(diag.Diagnostic{File: ".", Message: fmt.Sprintf(
			"no skill found: of %d files none is named exactly %q; name the directory that holds your skills", len(p.Tree.Files), protocol.ManifestName)})
	}
}
