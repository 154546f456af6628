package diag

import (
	"encoding/xml"
	"strings"
	"testing"
)

func junit(t *testing.T, ds []Diagnostic, src Source, o JUnitOptions) (JUnit, string) {
	t.Helper()
	var b strings.Builder
	if err := WriteJUnit(&b, ds, src, o); err != nil {
		t.Fatal(err)
	}
	var back JUnit
	if err := xml.Unmarshal([]byte(b.String()), &back); err != nil {
		t.Fatalf("not well-formed: %v\n%s", err, b.String())
	}
	return back, b.String()
}

func TestJUnit(t *testing.T) {
	ds, src := everyShape()
	got, out := junit(t, ds, src, JUnitOptions{Checked: []string{"a/SKILL.md", "fine/SKILL.md"}})
	if !strings.HasPrefix(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites ") {
		t.Errorf("got %.80s", out)
	}
	if got.Tests != 6 || got.Failures != 2 || len(got.Suites) != 4 {
		t.Errorf("%d tests, %d failures in %d suites", got.Tests, got.Failures, len(got.Suites))
	}
	a := got.Suites[1]
	if a.Name != "a/SKILL.md" || a.Tests != 2 || a.Failures != 1 {
		t.Errorf("got %+v", a)
	}
	c := a.Cases[0]
	if c.Name != "name/format at 2:11" || c.File != "a/SKILL.md" || c.Line != 2 || c.Failure == nil ||
		c.Failure.Message != `"bad" is <bad>, 100%: truly` || c.Failure.Text != `a/SKILL.md:2:11: error: "bad" is <bad>, 100%: truly [name/format]` {
		t.Errorf("got %+v, %+v", c, c.Failure)
	}
	if c := a.Cases[1]; c.Failure != nil || !strings.Contains(c.Output, "warning: two lines") {
		t.Errorf("a warning is %+v", c)
	}
	if c := got.Suites[3].Cases[0]; c.Name != "no findings" || c.Class != "fine" || c.Failure != nil {
		t.Errorf("a clean file is %+v", c)
	}
	if strict, _ := junit(t, ds, src, JUnitOptions{Strict: true}); strict.Failures != 3 {
		t.Errorf("with strict %d failures", strict.Failures)
	}
	if none, _ := junit(t, nil, src, JUnitOptions{}); none.Tests != 0 {
		t.Errorf("without findings %+v", none)
	}
}

func TestJUnitHoldsWhatXMLCannot(t *testing.T) {
	d := Diagnostic{Rule: "r/x", Severity: Error, File: "]]><x a=\"\x00\x1b\ufffe\xff&'.md", Message: "\x01 <b> ]]> & \ud7ff \uffff \x0b"}
	got, _ := junit(t, []Diagnostic{d}, func(string) []byte { return nil }, JUnitOptions{})
	if name := got.Suites[0].Name; name != "]]><x a=\"\\u{0}\\u{1b}\ufffd\\xff&'.md" {
		t.Errorf("got %q", name)
	}
}
