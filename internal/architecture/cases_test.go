package architecture

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"skillpack/lint"
)

const (
	requirementsFile = "docs/requirements.md"
	casesFile        = "docs/cases.md"
)

// untested are the requirements that no test has to name: a recommendation that no
// rule judges in full, and one that lets a server add what we do not add.
func untested() []string { return []string{"F8", "M6"} }

// TestEachIDIsNamedByATest keeps a case or requirement from losing its test unseen.
// Table H is left out: its duties are those of hosts.
func TestEachIDIsNamedByATest(t *testing.T) {
	named := idsInTests(t)
	for _, id := range slices.Concat(rowsOf(t, requirementsFile), rowsOf(t, casesFile)) {
		if !named[id] && id[0] != 'H' && !slices.Contains(untested(), id) {
			t.Errorf("no test names %s", id)
		}
	}
}

// TestEachIDIsThereOnce keeps the two documents from giving one id to two things.
func TestEachIDIsThereOnce(t *testing.T) {
	ids := slices.Sorted(slices.Values(slices.Concat(rowsOf(t, requirementsFile), rowsOf(t, casesFile))))
	for i := range len(ids) - 1 {
		if ids[i] == ids[i+1] {
			t.Errorf("%s stands twice in %s and %s", ids[i], requirementsFile, casesFile)
		}
	}
}

// TestRulesCiteWhatIsThere holds the ids that a rule is based on to the documents.
func TestRulesCiteWhatIsThere(t *testing.T) {
	known := citable(t)
	for _, r := range lint.Rules() {
		for _, id := range r.Doc.Cites {
			if !known[id] {
				t.Errorf("%s cites %s, which is neither in %s nor in %s", r.ID, id, requirementsFile, casesFile)
			}
		}
	}
}

// TestCommentsCiteWhatIsThere does so for the ids in comments, such as "(F2, C)".
func TestCommentsCiteWhatIsThere(t *testing.T) {
	known := citable(t)
	cited := regexp.MustCompile(`//.*\(([A-Z][0-9]{0,2}(?:, [A-Z][0-9]{0,2})*)\)`)
	for _, file := range filesOf(t, func(p string) bool { return path.Ext(p) == ".go" }) {
		for _, found := range cited.FindAllStringSubmatch(read(t, file), -1) {
			for id := range strings.SplitSeq(found[1], ", ") {
				if !known[id] {
					t.Errorf("%s cites %s, which is neither in %s nor in %s", file, id, requirementsFile, casesFile)
				}
			}
		}
	}
}

// citable returns every id: the rows of both documents, and the requirements' tables
// that have rows without ids and are cited as a whole.
func citable(t *testing.T) map[string]bool {
	known := map[string]bool{"Y": true, "C": true}
	for _, id := range slices.Concat(rowsOf(t, requirementsFile), rowsOf(t, casesFile)) {
		known[id] = true
	}
	return known
}

// rowsOf returns the ids with which the rows of a document's tables begin.
func rowsOf(t *testing.T, file string) []string {
	t.Helper()
	var ids []string
	for _, row := range regexp.MustCompile(`(?m)^\| ([A-Z][0-9]{1,2}) \|`).FindAllStringSubmatch(read(t, file), -1) {
		ids = append(ids, row[1])
	}
	if len(ids) < 50 {
		t.Fatalf("%s has only %d rows with an id", file, len(ids))
	}
	return ids
}

// idsInTests returns every id that stands in a test or script of the project.
func idsInTests(t *testing.T) map[string]bool {
	t.Helper()
	id, named := regexp.MustCompile(`\b[A-Z][0-9]{1,2}\b`), map[string]bool{}
	isTest := func(p string) bool {
		return (strings.HasSuffix(p, "_test.go") || path.Ext(p) == ".txtar") && path.Dir(p) != "internal/architecture"
	}
	for _, file := range filesOf(t, isTest) {
		for _, found := range id.FindAllString(read(t, file), -1) {
			named[found] = true
		}
	}
	return named
}
