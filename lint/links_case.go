package lint

import (
	"fmt"

	"skillpack/internal/diag"
	"skillpack/internal/skill"
)

func linksCase() *Rule {
	return &Rule{
		ID:       "links/case",
		Severity: diag.Error,
		Doc: Doc{
			Summary: "A link spells a file's name in another case or Unicode form than the file has.",
			Why:     "It works on disks that ignore case, such as those of macOS and Windows, and nowhere else; URIs are exact.",
			Bad:     "-- x/SKILL.md --\n...\nSee [the form](references/form.md).\n-- x/references/FORM.md --\nForm.",
			Good:    "-- x/SKILL.md --\n...\nSee [the form](references/FORM.md).\n-- x/references/FORM.md --\nForm.",
			Cites:   []string{"M1", "L78"},
		},
		Texts: checkLinkCase,
	}
}

func checkLinkCase(p *Pass, t *texts) {
	for j := range t.faulty(linkCase) {
		what := "case"
		if !skill.IsASCII(j.target) || !skill.IsASCII(j.dest.path) {
			what = "case or Unicode form"
		}
		p.Report(diag.Diagnostic{
			File: j.file.Path, Span: j.link.Span, Fix: relinkFix(j),
			Message: fmt.Sprintf("%s exists only in another %s; write %q", quoted(j.link.Dest), what, linkTo(j.file, j.target)),
		})
	}
}
