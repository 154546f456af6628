package lint

import (
	"testing"

	"skillpack/internal/diag"
	"skillpack/internal/skill"
)

// TestNeedsRoot holds that a guessed root only ever costs findings of the rules that say so:
// a baseline keeps theirs, and would call those of any other rule gone.
func TestNeedsRoot(t *testing.T) {
	silent := 0
	for _, c := range allCases() {
		known := countByRule(lintFiles(t, c.files).found)
		guessed := loadFiles(t, c.files, skill.Options{ByName: true, Guessed: true})
		less := countByRule(Run(t.Context(), guessed, Config{}))
		for rule, n := range known {
			if less[rule] >= n {
				continue
			}
			silent++
			if !NeedsRoot(rule) {
				t.Errorf("%s: %s has %d findings, and %d where the root is guessed", c.id, rule, n, less[rule])
			}
		}
	}
	if silent == 0 {
		t.Error("a guessed root silences nothing")
	}
}

func countByRule(found []diag.Diagnostic) map[string]int {
	n := map[string]int{}
	for _, d := range found {
		n[d.Rule]++
	}
	return n
}
