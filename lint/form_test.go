package lint

import (
	"strings"
	"testing"

	"skillpack/internal/diag"
)

// TestForm holds every finding of the tables to the contract of diag.Diagnostic.
func TestForm(t *testing.T) {
	for _, c := range allCases() {
		l := lintFiles(t, c.files)
		for _, d := range l.found {
			if fault := formFault(l, d); fault != "" {
				t.Errorf("%s: %s: %s", c.id, fault, render(l, d))
			}
		}
	}
}

func formFault(l linted, d diag.Diagnostic) string {
	size := len(l.tree.Source(d.File))
	switch {
	case d.Message == "" || strings.HasSuffix(d.Message, ".") || strings.ContainsAny(d.Message, "\r\n"):
		return "a message is one line without a full stop"
	case d.Doc != DocBase+"#"+Anchor(d.Rule):
		return "no link to the documentation"
	case !inFile(d.Span, size):
		return "the place is not in the file"
	}
	for _, r := range d.Related {
		if !inFile(r.Span, len(l.tree.Source(r.File))) {
			return "a related place is not in its file"
		}
	}
	for _, fix := range []*diag.Fix{d.Fix, d.OtherFix} {
		if fix != nil && editsFault(fix, size) != "" {
			return editsFault(fix, size)
		}
	}
	return ""
}

func editsFault(fix *diag.Fix, size int) string {
	behind := 0
	for _, e := range fix.Edits {
		if e.Span.Start < behind || !inFile(e.Span, size) {
			return "edits overlap, are not sorted or not in the file"
		}
		behind = e.Span.End
	}
	if fix.Title == "" || len(fix.Edits) == 0 && fix.Rename == nil {
		return "a fix has a title and edits or a rename"
	}
	return ""
}

func inFile(s diag.Span, size int) bool { return 0 <= s.Start && s.Start <= s.End && s.End <= size }
