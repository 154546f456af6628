package lint

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"skillpack/internal/diag"
	"skillpack/internal/skill"
)

// lintCase is one input and everything that a full run says of it. A wanted finding
// reads "path:line:col severity rule-id: fragment of the message"; no wanted finding
// means that the run is silent.
type lintCase struct {
	id    string // of cases.md, with a word after it where the case has several inputs
	files map[string]string
	want  []string
}

// TestCases runs every table of the package.
func TestCases(t *testing.T) {
	for _, c := range allCases() {
		t.Run(c.id, func(t *testing.T) {
			checkFindings(t, lintFiles(t, c.files), c.want)
		})
	}
}

// allCases is every table; a new table is added here.
func allCases() []lintCase {
	return slices.Concat(catalogCases(), commentCases(), frontmatterCases(), keyCases(), vendorCases(), scalarCases(), securityCases(), nameCases(), nestedCases(), textCases(), lengthCases(), placeholderCases(), linkCases(), fileCases(), silenceCases())
}

// linted is the outcome of a full run.
type linted struct {
	tree  *skill.Tree
	found []diag.Diagnostic
}

// lintFiles loads a tree of the given files and runs every rule over it.
func lintFiles(t *testing.T, files map[string]string) linted {
	t.Helper()
	tree := loadFiles(t, files, skill.Options{ByName: true})
	return linted{tree, Run(t.Context(), tree, Config{})}
}

func loadFiles(t *testing.T, files map[string]string, o skill.Options) *skill.Tree {
	t.Helper()
	fsys := fstest.MapFS{}
	for name, content := range files {
		fsys[name] = &fstest.MapFile{Data: []byte(content)}
	}
	tree, _, err := skill.Load(t.Context(), fsys, o)
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

func checkFindings(t *testing.T, l linted, want []string) {
	t.Helper()
	for i := range max(len(want), len(l.found)) {
		switch {
		case i >= len(want):
			t.Errorf("unexpected %s", render(l, l.found[i]))
		case i >= len(l.found):
			t.Errorf("missing %s", want[i])
		case !matches(render(l, l.found[i]), want[i]):
			t.Errorf("got  %s\nwant %s", render(l, l.found[i]), want[i])
		}
	}
}

func render(l linted, d diag.Diagnostic) string {
	p := diag.PositionAt(l.tree.Source(d.File), d.Span.Start)
	return fmt.Sprintf("%s:%d:%d %s %s: %s", d.File, p.Line, p.Column, d.Severity, d.Rule, d.Message)
}

// matches compares all before the message, and looks for the fragment in the message.
func matches(got, want string) bool {
	gotHead, message, _ := strings.Cut(got, ": ")
	wantHead, fragment, _ := strings.Cut(want, ": ")
	return gotHead == wantHead && strings.Contains(message, fragment)
}

// one is a tree of one skill "x" whose frontmatter ends with the given lines, the
// first of them line 4 of the file.
func one(lines ...string) map[string]string {
	return map[string]string{"x/SKILL.md": manifest("x", lines...)}
}

// manifest is a SKILL.md that no rule reports, with more lines of frontmatter.
func manifest(name string, lines ...string) string {
	front := append([]string{"name: " + name, "description: Does what it says."}, lines...)
	return block(front...)
}

// block is a SKILL.md with exactly these lines of frontmatter.
func block(lines ...string) string {
	return "---\n" + strings.Join(lines, "\n") + "\n---\n# Title\n"
}
