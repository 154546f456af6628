package lint

import (
	"strings"
	"testing"
)

// Every id that a rule cites says something to who does not know the documents.
func TestCitesSayWhatTheyStandFor(t *testing.T) {
	for _, r := range Rules() {
		for _, c := range r.Cites() {
			if len(c.Text) < 5 || strings.Contains(c.Text, "fm:") {
				t.Errorf("%s cites %s, which is %q", r.ID, c.ID, c.Text)
			}
		}
	}
}

func TestCites(t *testing.T) {
	cites := (&Rule{Doc: Doc{Cites: []string{"F1", "Y", "Y19", "Y24", "Z99"}}}).Cites()
	for i, want := range []Cite{
		{"F1", false, "A skill is a directory with `SKILL.md` at its root. MUST"},
		{"Y", false, "YAML to JSON, where readers disagree"},
		{"Y19", true, "`description: Two modes: fast and slow`"},
		{"Y24", true, "`description: >-` and `|` blocks; a plain scalar wrapped over two indented lines"},
		{"Z99", false, ""},
	} {
		if cites[i] != want {
			t.Errorf("got %+v, want %+v", cites[i], want)
		}
	}
}
