package lint

import (
	"fmt"

	"skillpack/internal/diag"
	"skillpack/internal/protocol"
	"skillpack/internal/skill"
)

func catalogNested() *Rule {
	return &Rule{
		ID:       "catalog/nested",
		Severity: diag.Note,
		Doc: Doc{
			Summary: "A skill lies inside another one, which publishes its files too.",
			Why: "That is allowed. The files of the inner skill stand in both manifests: they count against the 512 files and 16 MiB of " +
				"the outer one, and a change to one of them takes back users' approvals of both.",
			Bad:   "-- pdf/SKILL.md --\n...\n-- pdf/forms/SKILL.md --\n...\n",
			Good:  "-- pdf/SKILL.md --\n...\n-- pdf-forms/SKILL.md --\n...\n",
			Cites: []string{"M7", "E5", "H6", "D67"},
		},
		Skill: checkNested,
	}
}

func checkNested(p *Pass, s *skill.Skill) {
	if s.Parent == nil {
		return
	}
	var span diag.Span
	if field, _, ok := nameField(s); ok {
		span = field.Value.Span
	}
	p.Report(diag.Diagnostic{
		File: s.Manifest.Path, Span: span,
		Message: fmt.Sprintf(
			"this skill lies inside %s and adds %s, %d bytes, to it, which makes %s of %d and %d bytes of %d; move it out unless it is a part of that skill",
			quotedPath(s.Parent.Dir), fileCount(len(s.Files)), totalSize(s), fileCount(len(s.Parent.Files)), protocol.MaxFiles, totalSize(s.Parent), protocol.MaxBytes),
		Related: []diag.Related{{File: s.Parent.Manifest.Path, Message: "the skill around it"}},
	})
}

// totalSize returns the bytes of all files of a skill.
func totalSize(s *skill.Skill) int64 {
	total := int64(0)
	for _, f := range s.Files {
		total += f.Size
	}
	return total
}
