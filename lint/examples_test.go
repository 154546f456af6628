package lint_test

import (
	"bytes"
	"fmt"
	"path"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rogpeppe/go-internal/txtar"

	"skillpack/lint"
)

// TestDocExamples holds that the examples of the documentation are real: the bad one is
// reported, the good one is not. The rule is on.
func TestDocExamples(t *testing.T) {
	for _, r := range lint.Rules() {
		t.Run(r.ID, func(t *testing.T) {
			if !mentions(rendered(t, exampleTree(t, r.Doc.Bad), r), r.ID) {
				t.Errorf("the bad example is not reported:\n%s", r.Doc.Bad)
			}
			if mentions(rendered(t, exampleTree(t, r.Doc.Good), r), r.ID) {
				t.Errorf("the good example is reported:\n%s", r.Doc.Good)
			}
		})
	}
}

// exampleTree makes a tree of an example: files, each under a line "-- name --" as at
// sourceTree, or a whole SKILL.md, or lines of frontmatter to which name and description
// are added where they are not the point.
func exampleTree(t *testing.T, example string) fstest.MapFS {
	t.Helper()
	lines := strings.Split(example, "\n")
	switch first := lines[0]; {
	case strings.HasPrefix(first, "-- "):
		return exampleFiles(t, example)
	case first == "---" || strings.HasPrefix(first, "#") || strings.HasPrefix(first, "<!--"):
		return manifestAt("release-notes", example)
	case strings.HasPrefix(first, "- "):
		return manifestAt("x", lint.Block(lines...))
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
	return manifestAt(dir, lint.Block(lines...))
}

func manifestAt(dir, text string) fstest.MapFS {
	return fstest.MapFS{dir + "/SKILL.md": {Data: []byte(text)}}
}

// exampleFiles reads an example of several files. In a SKILL.md a first line "..." stands
// for a frontmatter without fault.
func exampleFiles(t *testing.T, example string) fstest.MapFS {
	t.Helper()
	archive := txtar.Parse([]byte(example))
	fsys, err := lint.SourceTree(archive.Files)
	if err != nil {
		t.Fatal(err)
	}
	for name, f := range fsys {
		if body, ok := bytes.CutPrefix(f.Data, []byte("...\n")); ok && path.Base(name) == "SKILL.md" {
			front := fmt.Sprintf("---\nname: %s\ndescription: Does what it says.\n---\n", path.Base(path.Dir(name)))
			f.Data = append([]byte(front), body...)
		}
	}
	return fsys
}
