package lint

import (
	"strings"

	"skillpack/internal/diag"
)

// relinkFix makes a link lead to its target and keeps its query and fragment; nil where
// it is written with escapes or in angle brackets.
func relinkFix(j judged) *diag.Fix {
	if source(j.file, j.link.Span) != j.link.Dest {
		return nil
	}
	span := j.link.Span
	if end := strings.IndexAny(j.link.Dest, "?#"); end >= 0 {
		span.End = span.Start + end
	}
	to := linkTo(j.file, j.target)
	if strings.HasSuffix(source(j.file, span), "/") {
		to += "/"
	}
	return &diag.Fix{Title: "write " + to, Edits: []diag.Edit{{Span: span, New: to}}}
}
