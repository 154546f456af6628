package lint

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"skillpack/internal/diag"
	"skillpack/internal/skill"
)

// Many wrong links, or many words, take time and memory in proportion to the tree.

// Each broken link costs the same however many there are, and however long.
func TestManyBrokenLinks(t *testing.T) {
	const n = 2000
	var body strings.Builder
	files := map[string]string{}
	for i := range n {
		fmt.Fprintf(&body, "[a](none-%d.md) [b](file-%d.md#no) [c](#anchor-x%d)\n## Anchor %d\n", i, i, i, i)
		files[fmt.Sprintf("x/file-%d.md", i)] = "a\n"
	}
	long := strings.Repeat("a/", 1<<18)
	files["x/SKILL.md"] = manifest("x") + body.String() + "[d](" + long + "d.md) [e](#" + long + ")\n"
	tree := loadFiles(t, files, skill.Options{})
	found := Run(t.Context(), tree, Config{Severity: map[string]diag.Severity{"files/limit": diag.Off}})
	found = slices.DeleteFunc(found, func(d diag.Diagnostic) bool { return !strings.HasPrefix(d.Rule, "links/") })
	if want := 3*n + 2; len(found) != want {
		t.Errorf("got %d findings, want %d", len(found), want)
	}
	for _, d := range found {
		if len(d.Message) > 1000 {
			t.Fatalf("a message of %d bytes", len(d.Message))
		}
	}
}

// A wrong link costs the same in a directory of any size: of the names of its length
// only the first are looked at.
func TestNearestLooksAtTheFirstNames(t *testing.T) {
	known := slices.Repeat([]string{"12345.md"}, mostLookedAt-1)
	if got := nearest("police.md", append(known, "policy.md")); got != "policy.md" {
		t.Errorf("got %q at the bound, want policy.md", got)
	}
	if got := nearest("police.md", append(known, "12345.md", "policy.md")); got != "" {
		t.Errorf("got %q behind the bound, want none", got)
	}
	if got := nearest("police.md", append(slices.Repeat([]string{"a.md"}, mostLookedAt), "policy.md")); got != "policy.md" {
		t.Errorf("got %q behind names of another length, want policy.md", got)
	}
	if got := nearest("police.md", append(slices.Repeat([]string{"a.md"}, mostPassed), "policy.md")); got != "" {
		t.Errorf("after %d names of another length got %q", mostPassed, got)
	}
}

// L78: so does a wrong fragment of a file with any number of headings.
func TestNearAnchorLooksAtTheFirstHeadings(t *testing.T) {
	for before, want := range map[int]string{mostAnchors - 1: "setup-by-hand", mostAnchors: ""} {
		tree := loadFiles(t, withBody("", "a.md", strings.Repeat("# A\n", before)+"# Setup by hand\n"), skill.Options{})
		if got := nearAnchor("setup", tree.File("x/a.md")); got != want {
			t.Errorf("behind %d headings got %q, want %q", before, got, want)
		}
	}
}

// L87: a file is not read again for each path in it that is missing.
func TestMissingPathsReadTheirFileOnce(t *testing.T) {
	const text = 1 << 20
	files := withBody("other\n" + strings.Repeat("word ", text/5))
	files["other/SKILL.md"], files["other/scripts/a.py"] = manifest("other"), ""
	tree := loadFiles(t, files, skill.Options{})
	x, f := newLinkIndex(tree), tree.File("x/SKILL.md")
	message := func() string { return x.codePathMessage(f, codeWord{text: "scripts/a.py"}, "scripts/a.py") }
	if got := message(); !strings.Contains(got, `in the skill "other"`) {
		t.Errorf("got %s", got)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	message()
	runtime.ReadMemStats(&after)
	if got := after.TotalAlloc - before.TotalAlloc; got > text/2 {
		t.Errorf("the second message took %d bytes of memory", got)
	}
}

// L79: nor for each path whose section is asked for.
func TestSectionsOfPathsReadTheirFileOnce(t *testing.T) {
	const text = 1 << 20
	tree := loadFiles(t, withBody("## Roadmap\n"+strings.Repeat("word\n", text/5)+"### Part\n#### Sub\n### Next\n"), skill.Options{})
	x, f := newLinkIndex(tree), tree.File("x/SKILL.md")
	at := func(start int) codeWord { return codeWord{span: diag.Span{Start: start, End: start + 1}} }
	if end := len(f.Content()) - 1; !x.isUnder(f, at(end), "roadmap") || x.isUnder(f, at(end), "part", "sub") || x.isUnder(f, at(1), "roadmap") {
		t.Error("a section is not told from the others")
	}
	if allocations := testing.AllocsPerRun(10, func() { x.isUnder(f, at(text), "part") }); allocations > 5 {
		t.Errorf("%g allocations, want few", allocations)
	}
}

// A line is not read again for each code span in it.
func TestManyCodeSpansOnALine(t *testing.T) {
	const n = 20_000
	tree := loadFiles(t, withBody(strings.Repeat("`scripts/a.py` ", n)+"\n"), skill.Options{})
	if found := Run(t.Context(), tree, Config{Severity: map[string]diag.Severity{"text/length": diag.Off}}); len(found) != n {
		t.Errorf("got %d findings, want %d", len(found), n)
	}
}
