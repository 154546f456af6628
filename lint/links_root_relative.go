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
			Bad:   "in references/guide.md: [form](references/form.md)",
			Good:  "in references/guide.md: [form](form.md)",
			Cites: []string{"F8", "L84"},
		},
		Tree: checkRootRelative,
	}
}

func checkRootRelative(p *Pass) {
	eachLink(newLinkIndex(p.Tree), func(j judged) {
		p.At(j.file, j.link.Span, fmt.Sprintf("%s exists only from the skill's directory, and relies on hosts that look there; "+
			"from this file write %q", quoted(j.link.Dest), linkTo(j.file, j.target)))
	}, linkRootRelative)
}
