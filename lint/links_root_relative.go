package lint

import (
	"fmt"

	"skillpack/internal/diag"
)

func linksRootRelative() *Rule {
	return &Rule{
		ID:       "links/root-relative",
		Severity: diag.Warning,
		Doc: Doc{
			Summary: "A link resolves against the skill's directory, but not against the directory of its file.",
			Why: "Renderers and most hosts resolve a link against the file that holds it. " +
				"This one works only where a host tries the skill's directory too.",
			Bad:   "-- x/SKILL.md --\n...\n-- x/references/guide.md --\nSee [the form](references/form.md).\n-- x/references/form.md --\nForm.",
			Good:  "-- x/SKILL.md --\n...\n-- x/references/guide.md --\nSee [the form](form.md).\n-- x/references/form.md --\nForm.",
			Cites: []string{"F8", "L84"},
		},
		Texts: checkRootRelative,
	}
}

func checkRootRelative(p *Pass, t *texts) {
	for j := range t.faulty(linkRootRelative) {
		fix := relinkFix(j)
		if fix != nil {
			fix.Unsafe = true // hosts that look in the skill's directory alone lose the file
		}
		p.Report(diag.Diagnostic{
			File: j.file.Path, Span: j.link.Span, Fix: fix,
			Message: fmt.Sprintf("%s exists only from the skill's directory, and relies on hosts that look there; "+
				"from this file write %q", quoted(j.link.Dest), linkTo(j.file, j.target)),
		})
	}
}
