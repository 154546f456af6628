package lint

import (
	"fmt"

	"skillpack/internal/diag"
)

func linksAnchor() *Rule {
	return &Rule{
		ID:       "links/anchor",
		Severity: diag.Warning,
		Doc: Doc{
			Summary: "A link's fragment names no heading or HTML id of the file it leads to.",
			Why:     "The reader arrives at the top of the file and has to search for the part that was meant.",
			Bad:     "[steps](#the-step) where the heading is \"The steps\"",
			Good:    "[steps](#the-steps)",
			Cites:   []string{"L78"},
		},
		Tree: checkAnchors,
	}
}

func checkAnchors(p *Pass) {
	x := newLinkIndex(p.Tree)
	eachLink(x, func(j judged) {
		message := fmt.Sprintf("no heading of %q makes the anchor %s", j.target, quoted("#"+j.dest.fragment))
		target := x.tree.File(j.target)
		if near := nearest(j.dest.fragment, target.Markdown().Anchors); near != "" {
			message += fmt.Sprintf("; did you mean %q", "#"+near)
		} else {
			message += "; add the heading or link to the file alone"
		}
		p.At(j.file, j.link.Span, message)
	}, linkAnchor)
}
