package diag

import (
	"path"
	"strings"
	"testing"
)

func github(t *testing.T, ds []Diagnostic, src Source) string {
	t.Helper()
	var b strings.Builder
	if err := WriteGitHub(&b, ds, src, func(file string) string { return path.Join("sub", file) }); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestGitHubAnnotations(t *testing.T) {
	ds, src := everyShape()
	want := strings.Join([]string{
		`::error file=sub,line=1,endLine=1,col=1,endColumn=1,title=catalog/empty::nothing here`,
		`::error file=sub/a/SKILL.md,line=2,endLine=2,col=11,endColumn=14,title=name/format::"bad" is <bad>, 100%25: truly%0Asub/b c/SKILL.md:2:1: like this`,
		`::warning file=sub/a/SKILL.md,line=1,endLine=3,title=name/text::two lines`,
		`::notice file=sub/b c/SKILL.md,line=1,endLine=1,title=text/control::esc \u{1b}[31m and bad \xff`,
		`::notice file=sub/b c/SKILL.md,line=3,endLine=3,col=1,endColumn=1,title=text/control::beyond`,
		``,
	}, "\n")
	if got := github(t, ds, src); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// Columns are code points, with a tab as one, wherever the place stands.
func TestGitHubColumns(t *testing.T) {
	for line, want := range map[string]string{
		"\t\tX":                "col=3,endColumn=4",
		"中文X":                  "col=3,endColumn=4",
		"😀X":                   "col=2,endColumn=3",
		"👨\u200d👩\u200d👧 é\tX": "col=9,endColumn=10",
		"\xffX":                "col=2,endColumn=3",
	} {
		src := []byte("first\r\n" + line + "\r\n")
		at := strings.Index(string(src), "X")
		d := Diagnostic{Rule: "r/x", Severity: Error, File: "f", Span: Span{at, at + 1}, Message: "m"}
		if got := github(t, []Diagnostic{d}, func(string) []byte { return src }); !strings.Contains(got, "line=2,endLine=2,"+want+",") {
			t.Errorf("%q: got %s, want %s", line, got, want)
		}
	}
}

// No name or message ends the command, starts another or adds a property.
func TestGitHubEscapes(t *testing.T) {
	d := Diagnostic{
		Rule: "r/x", Severity: Error, File: "a,line=9::b%0A\n::stop-commands::x", Message: "one\r\n::add-mask::two",
	}
	want := `::error file=sub/a%2Cline=9%3A%3Ab%250A\n%3A%3Astop-commands%3A%3Ax,line=1,endLine=1,col=1,endColumn=1,title=r/x::one\u{d}\n::add-mask::two` + "\n"
	if got := github(t, []Diagnostic{d}, func(string) []byte { return nil }); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := githubData("a%b\r\nc"); got != "a%25b%0D%0Ac" {
		t.Errorf("got %s", got)
	}
}

func TestGitHubHasNoPlaceForTheWhole(t *testing.T) {
	var b strings.Builder
	d := Diagnostic{Rule: "catalog/empty", Severity: Error, File: ".", Message: "m"}
	err := WriteGitHub(&b, []Diagnostic{d}, func(string) []byte { return nil }, func(file string) string { return file })
	if want := "::error title=catalog/empty::m\n"; err != nil || b.String() != want {
		t.Errorf("got %q, %v, want %q", b.String(), err, want)
	}
}
