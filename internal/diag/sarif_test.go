package diag

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
)

func testTool() Tool {
	return Tool{Name: "skillpack", Version: "1", Rules: []RuleInfo{
		{ID: "catalog/empty", Severity: Error, Summary: "S.", Why: "W.", Help: "h", Markdown: "*h*"},
		{ID: "name/format", Severity: Error, Summary: "S.", Why: "W.", Help: "h", Markdown: "*h*"},
		{ID: "text/control", Opinion: Note, Summary: "S.", Why: "W.", Help: "h", Markdown: "*h*"},
	}}
}

func sarifOf(t *testing.T, ds []Diagnostic, src Source) (*sarif.Report, []byte) {
	t.Helper()
	var b bytes.Buffer
	if err := WriteSARIF(&b, ds, src, func(file string) string { return file }, testTool()); err != nil {
		t.Fatal(err)
	}
	report, err := sarif.FromBytes(b.Bytes(), sarif.WithStrictValidation())
	if err != nil {
		t.Fatal(err)
	}
	if err := report.Validate(); err != nil {
		t.Errorf("not valid against the schema: %v", err)
	}
	return report, b.Bytes()
}

func TestSARIFIsValid(t *testing.T) {
	ds, src := everyShape()
	report, out := sarifOf(t, ds, src)
	if _, again := sarifOf(t, ds, src); !bytes.Equal(out, again) {
		t.Error("two runs differ")
	}
	report.Version = "2.0.0"
	if report.Validate() == nil {
		t.Error("the schema takes another version")
	}
	sarifOf(t, nil, src)
}

func TestSARIFOfAFinding(t *testing.T) {
	ds, src := everyShape()
	report, _ := sarifOf(t, ds, src)
	run := report.Runs[0]
	if *run.ColumnKind != "unicodeCodePoints" {
		t.Errorf("columns are %s", *run.ColumnKind)
	}
	r := run.Results[1]
	if *r.RuleID != "name/format" || r.RuleIndex != 1 || r.Level != "error" || *r.Message.Text != `"bad" is <bad>, 100%: truly` {
		t.Errorf("got %+v", r)
	}
	checkRegion(t, r.Locations[0], "a/SKILL.md", 2, 11, 2, 14)
	checkRegion(t, r.RelatedLocations[0], "b%20c/SKILL.md", 2, 1, 2, 4)
	if len(r.Fixes) != 1 {
		t.Fatalf("%d fixes, want the one without a rename", len(r.Fixes))
	}
	change := r.Fixes[0].ArtifactChanges[0]
	if at := change.Replacements[0]; *at.InsertedContent.Text != `"bad"` || *at.DeletedRegion.StartColumn != 11 || *at.DeletedRegion.EndColumn != 14 {
		t.Errorf("the replacement is %+v", at)
	}
	for i, level := range []string{"error", "error", "warning", "note", "note"} {
		if run.Results[i].Level != level {
			t.Errorf("result %d is %s, want %s", i, run.Results[i].Level, level)
		}
	}
	if fixes := run.Results[2].Fixes; len(fixes) != 0 {
		t.Errorf("half of a fix is there: %+v", fixes)
	}
	if deleted := run.Results[3].Fixes[0].ArtifactChanges[0].Replacements[0]; deleted.InsertedContent != nil {
		t.Errorf("a deletion inserts %+v", deleted.InsertedContent)
	}
}

func checkRegion(t *testing.T, l *sarif.Location, uri string, line, column, endLine, endColumn int) {
	t.Helper()
	at, where := l.PhysicalLocation.Region, *l.PhysicalLocation.ArtifactLocation.URI
	if where != uri || *at.StartLine != line || *at.StartColumn != column || *at.EndLine != endLine || *at.EndColumn != endColumn {
		t.Errorf("got %s:%d:%d to %d:%d, want %s:%d:%d to %d:%d", where, *at.StartLine, *at.StartColumn, *at.EndLine, *at.EndColumn,
			uri, line, column, endLine, endColumn)
	}
}

func TestSARIFRules(t *testing.T) {
	report, _ := sarifOf(t, nil, nil)
	rules := report.Runs[0].Tool.Driver.Rules
	if r := rules[1]; *r.ID != "name/format" || *r.ShortDescription.Text != "S." || *r.FullDescription.Text != "W." || *r.Help.Markdown != "*h*" ||
		r.DefaultConfiguration.Level != "error" || !r.DefaultConfiguration.Enabled || r.Properties.Tags[0] != "name" {
		t.Errorf("got %+v", r)
	}
	if off := rules[2].DefaultConfiguration; off.Enabled || off.Level != "note" {
		t.Errorf("a rule that is off is %+v", off)
	}
}

// A fingerprint stays where lines above come and go, and tells equal findings apart.
func TestSARIFFingerprints(t *testing.T) {
	prints := func(before string) []string {
		text := before + "bad\n  bad\nother bad\n"
		var ds []Diagnostic
		for at := range text {
			if strings.HasPrefix(text[at:], "bad") {
				ds = append(ds, Diagnostic{Rule: "name/format", Severity: Error, File: "f", Span: Span{at, at + 3}, Message: "m"})
			}
		}
		report, _ := sarifOf(t, ds, func(string) []byte { return []byte(text) })
		var all []string
		for _, r := range report.Runs[0].Results {
			all = append(all, r.PartialFingerprints["skillpackFinding/v1"])
		}
		return all
	}
	first, moved := prints(""), prints("# Title\n\nText.\n")
	for i := range first {
		if first[i] != moved[i] {
			t.Errorf("finding %d: %s became %s", i, first[i], moved[i])
		}
		for j := range i {
			if first[i] == first[j] {
				t.Errorf("findings %d and %d have one fingerprint", i, j)
			}
		}
	}
}

func TestFileURI(t *testing.T) {
	for file, want := range map[string]string{
		"a/b.md": "a/b.md", "a b/100%.md": "a%20b/100%25.md", "a:b/c": "./a:b/c", "q?#.md": "q%3F%23.md", "é.md": "%C3%A9.md",
		"/abs/a b": "file:///abs/a%20b", "../x": "../x", ".": ".",
	} {
		if got := fileURI(file); got != want {
			t.Errorf("%q is %s, want %s", file, got, want)
		}
	}
}

// The report is one line, so that what is mixed into a log stays apart.
func TestSARIFIsOneLine(t *testing.T) {
	ds, src := everyShape()
	_, out := sarifOf(t, ds, src)
	if !json.Valid(out) || bytes.Count(out, []byte("\n")) != 1 {
		t.Errorf("got %.200s", out)
	}
}
