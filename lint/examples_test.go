package lint

import (
	"slices"
	"strings"
	"testing"

	"skillpack/internal/diag"
)

// The examples of the documentation are real: the bad one is reported, the good one
// is not. Left out are rules whose example is told in words.
func TestDocExamples(t *testing.T) {
	inWords := []string{"frontmatter/size", "name/collision", "name/directory", "name/duplicate", "name/prefix"}
	for _, r := range Rules() {
		group, _, _ := strings.Cut(r.ID, "/")
		if group != "frontmatter" && group != "name" || slices.Contains(inWords, r.ID) {
			continue
		}
		t.Run(r.ID, func(t *testing.T) {
			if !reports(t, r.Doc.Bad, r.ID) {
				t.Errorf("the bad example is not reported:\n%s", r.Doc.Bad)
			}
			if reports(t, r.Doc.Good, r.ID) {
				t.Errorf("the good example is reported:\n%s", r.Doc.Good)
			}
		})
	}
}

func reports(t *testing.T, example, id string) bool {
	t.Helper()
	found := lintFiles(t, exampleTree(example)).found
	return slices.ContainsFunc(found, func(d diag.Diagnostic) bool { return d.Rule == id })
}

// exampleTree makes a tree of an example: a whole SKILL.md, or lines of frontmatter
// to which name and description are added where they are not the point.
func exampleTree(example string) map[string]string {
	lines := strings.Split(example, "\n")
	switch first := lines[0]; {
	case first == "---" || strings.HasPrefix(first, "#") || strings.HasPrefix(first, "<!--"):
		return map[string]string{"release-notes/SKILL.md": example}
	case strings.HasPrefix(first, "- "):
		return map[string]string{"x/SKILL.md": block(lines...)}
	}
	dir := "x"
	if name, ok := strings.CutPrefix(lines[0], "name: "); ok {
		dir = strings.Trim(name, `"`)
	} else {
		lines = append([]string{"name: x"}, lines...)
	}
	if !strings.Contains(example, "description:") {
		lines = append(lines, "description: Does what it says.")
	}
	return map[string]string{dir + "/SKILL.md": block(lines...)}
}
