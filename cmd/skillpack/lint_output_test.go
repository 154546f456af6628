package main

import (
	"strings"
	"testing"

	"skillpack/internal/diag"
)

// A long list of findings ends in its rules, with what mends them.
func TestCountsByRule(t *testing.T) {
	var found []diag.Diagnostic
	for range 3 {
		found = append(found, diag.Diagnostic{Rule: "text/line-endings", Severity: diag.Warning})
	}
	found = append(found, diag.Diagnostic{Rule: "text/bom", Severity: diag.Error, Fix: &diag.Fix{}})
	for _, rule := range strings.Fields("a b c d e f g h i j") {
		found = append(found, diag.Diagnostic{Rule: "note/" + rule, Severity: diag.Note})
	}
	var b strings.Builder
	writeByRule(&b, found)
	for _, want := range []string{
		"     1  error    text/bom  1 by --fix\n", "     3  warning  text/line-endings  3 by --fix-line-endings\n",
		"     2  in 2 other rules\n",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
}
