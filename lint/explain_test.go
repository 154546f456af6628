package lint

import (
	"strings"
	"testing"

	"skillpack/internal/diag"
)

func TestExplain(t *testing.T) {
	r := &Rule{
		ID: "text/b", Opinion: diag.Note,
		Tree: func(*Pass) {},
		Doc:  Doc{Summary: "S.", Why: strings.Repeat("word ", 30) + "end.", Bad: "bad\x1b\n\nbad", Good: "good\n", Cites: []string{"F1"}},
	}
	want := `text/b (off by default; note under --profile all)

S.

word word word word word word word word word word word word word word word word
word word word word word word word word word word word word word word end.

Reported:

    bad\u{1b}

    bad

Right:

    good

To silence it:

  in markdown, before the block:
      <!-- skillpack-ignore text/b: reason -->
  in the frontmatter, above a field or behind it:
      # skillpack-ignore text/b: reason
  for some paths, in skillpack.yaml:
      rules: {text/b: {ignore: "legacy/**"}}
  everywhere, in skillpack.yaml:
      rules: {text/b: off}

Based on:

  F1  A skill is a directory with ` + "`SKILL.md`" + ` at its root. MUST
`
	if got := Explain(r); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	r.ID = "files/name"
	if got := Explain(r); strings.Contains(got, "skillpack-ignore") || !strings.Contains(got, "rules: {files/name: off}") {
		t.Errorf("of a rule that no comment can silence\n%s", got)
	}
	r.ID = "text/length"
	if got := Explain(r); !strings.Contains(got, "in markdown, before the first block:\n") || !strings.Contains(got, "above the first field:\n") {
		t.Errorf("of a rule of whole files\n%s", got)
	}
	r.ID = "text/bom"
	if got := Explain(r); !strings.Contains(got, "\n\nFixed by: --fix, where it can be told what is meant\n\nTo silence it:") {
		t.Errorf("of a rule that --fix helps with\n%s", got)
	}
	r.ID, r.Severity, r.Required = "a/b", diag.Error, true
	if got := Explain(r); !strings.HasPrefix(got, "a/b (error, which cannot be lowered)\n") || !strings.Contains(got, "\nIt cannot be silenced: ") || strings.Contains(got, "skillpack-ignore") {
		t.Errorf("of a required rule\n%s", got)
	}
}

// What is shown of a real rule fits a terminal of 80 columns, but for its examples.
func TestExplainFitsATerminal(t *testing.T) {
	for _, r := range Rules() {
		for line := range strings.Lines(Explain(r)) {
			if n := len([]rune(line)); n > 81 && !strings.HasPrefix(line, "    ") {
				t.Errorf("%s: a line of %d columns: %s", r.ID, n, line)
			}
		}
	}
}

func TestMarkdownOfARule(t *testing.T) {
	got := Markdown(&Rule{ID: "links/b", Tree: func(*Pass) {}, Doc: Doc{Summary: "S <x>.", Why: "W.", Bad: "```\nbad", Good: "good"}})
	for _, want := range []string{"S \\<x>.\n\nW.\n", "\nReported:\n\n````text\n```\nbad\n````\n", "<!-- skillpack-ignore links/b: reason -->"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is missing in:\n%s", want, got)
		}
	}
}
