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
			Summary: "Skills lie inside another one, which publishes their files too.",
			Why: "That is allowed. The files of the inner skills stand in their own manifests and in the outer one's: they count against " +
				"its 512 files and 16 MiB, and a change to one of them takes back users' approvals of both. One finding stands for all " +
				"skills right inside one.",
			Bad:   "-- pdf/SKILL.md --\n...\n-- pdf/forms/SKILL.md --\n...\n",
			Good:  "-- pdf/SKILL.md --\n...\n-- pdf-forms/SKILL.md --\n...\n",
			Cites: []string{"M7", "E5", "H6", "D67"},
		},
		Tree: checkNested,
	}
}

// nestedShown is how many of the skills inside another a finding names.
const nestedShown = 10

func checkNested(p *Pass) {
	for _, inner := range groupBy(p.Tree.Skills, func(s *skill.Skill) *skill.Skill { return s.Parent }) {
		if outer := inner[0].Parent; outer != nil {
			reportNested(p, outer, inner)
		}
	}
}

// reportNested reports at a skill those that it encloses and no other in between.
func reportNested(p *Pass, outer *skill.Skill, inner []*skill.Skill) {
	var span diag.Span
	if field, _, ok := nameField(outer); ok {
		span = field.Value.Span
	}
	d := diag.Diagnostic{File: outer.Manifest.Path, Skill: outer.Dir, Span: span}
	files, size := 0, int64(0)
	for i, s := range inner {
		files, size = files+len(s.Files), size+totalSize(s)
		if i < nestedShown {
			d.Related = append(d.Related, diag.Related{File: s.Manifest.Path,
				Message: fmt.Sprintf("inside, with %s, %d bytes", fileCount(len(s.Files)), totalSize(s))})
		}
	}
	what, out := fmt.Sprintf("the skill %s lies inside this one and adds", quotedPath(inner[0].Dir)), "it out unless it is a part"
	if len(inner) > 1 {
		what, out = fmt.Sprintf("%d skills lie inside this one, the first in %s, and add", len(inner), quotedPath(inner[0].Dir)), "those out that are no part"
	}
	d.Message = fmt.Sprintf("%s %s, %d bytes, to it, which makes %s of %d and %d bytes of %d; move %s of this skill",
		what, fileCount(files), size, fileCount(len(outer.Files)), protocol.MaxFiles, totalSize(outer), protocol.MaxBytes, out)
	p.Report(d)
}

// totalSize returns the bytes of all files of a skill.
func totalSize(s *skill.Skill) int64 {
	total := int64(0)
	for _, f := range s.Files {
		total += f.Size
	}
	return total
}
