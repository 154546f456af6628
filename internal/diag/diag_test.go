package diag

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func TestSortIsByPlaceAndDropsRepeats(t *testing.T) {
	at := func(file string, start int, rule string) Diagnostic {
		return Diagnostic{Rule: rule, File: file, Span: Span{start, start + 1}, Message: "m"}
	}
	got := Sort([]Diagnostic{at("b", 1, "x"), at("a", 9, "x"), at("a", 2, "y"), at("a", 2, "x"), at("b", 1, "x")})
	want := []Diagnostic{at("a", 2, "x"), at("a", 2, "y"), at("a", 9, "x"), at("b", 1, "x")}
	if !slices.EqualFunc(got, want, func(a, b Diagnostic) bool { return compare(a, b) == 0 }) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestSeverityNames(t *testing.T) {
	for s := Off; s <= Error; s++ {
		if back, ok := ParseSeverity(s.String()); !ok || back != s {
			t.Errorf("%v does not survive its name", s)
		}
	}
	if s, ok := ParseSeverity("fatal"); ok || s != Off {
		t.Errorf("fatal is taken for %v", s)
	}
}

func TestPositionCountsCodePoints(t *testing.T) {
	src := []byte("ab\r\n中文x\xffy\nlast")
	for _, c := range []struct {
		offset int
		want   Position
	}{
		{0, Position{1, 1}}, {2, Position{1, 3}}, {4, Position{2, 1}}, {7, Position{2, 2}},
		{10, Position{2, 3}}, {12, Position{2, 5}}, {14, Position{3, 1}}, {99, Position{3, 5}}, {-1, Position{1, 1}},
	} {
		if got := PositionAt(src, c.offset); got != c.want {
			t.Errorf("offset %d is at %v, want %v", c.offset, got, c.want)
		}
	}
}

func TestNearest(t *testing.T) {
	known := []string{"description", "name", "license", "metadata"}
	for word, want := range map[string]string{
		"descripton": "description", "nmae": "name", "Name": "name", "lisence": "license", "model": "", "": "", "x": "",
	} {
		if got := Nearest(word, known); got != want {
			t.Errorf("%q is near %q, want %q", word, got, want)
		}
	}
}

// What is passed over without its distance is no nearer than that.
func TestAtLeastIsNoMoreThanTheDistance(t *testing.T) {
	words := []string{"", "a", "ab", "ba", "abc", "acb", "aabb", "bbaa", "form.md", "from.md", "h12", "g34", "\u00e9t\u00e9", "\u4e2d\u6587", "\xff"}
	for _, a := range words {
		for _, b := range words {
			if got, most := atLeast(a, b), Distance(a, b); got > most || got < 0 || a == b && got != 0 {
				t.Errorf("%q and %q are at least %d apart, and are %d", a, b, got, most)
			}
		}
	}
	if got := atLeast("h12", "g34"); got != 3 {
		t.Errorf("h12 and g34 are at least %d apart, want 3", got)
	}
}

func TestMeant(t *testing.T) {
	known := []string{"output", "strict", "string", "note"}
	for word, want := range map[string]string{
		"out": "output", "stri": "", "strin": "string", "strit": "strict", "nots": "note", "": "", "output": "output", "stritc": "strict",
	} {
		if got := Meant(word, known); got != want {
			t.Errorf("%q means %q, want %q", word, got, want)
		}
	}
}

func TestTextShowsLineAndCaret(t *testing.T) {
	src := "---\nname:\t中文 👨\u200d👩 bad\n---\n"
	at := strings.Index(src, "bad")
	d := Diagnostic{
		Rule: "name/format", Severity: Error, File: "a/SKILL.md", Span: Span{at, at + 3}, Message: "the name \"bad\" is bad",
		Related:  []Related{{File: "b/SKILL.md", Span: Span{4, 8}, Message: "like this one"}},
		Fix:      &Fix{Title: "write good"},
		OtherFix: &Fix{Title: "rename it", Unsafe: true},
	}
	got := text(t, d, src, TextOptions{Base: "skills", Excerpt: true})
	want := strings.Join([]string{
		`skills/a/SKILL.md:2:14: error: the name "bad" is bad [name/format]`,
		"    2 | name:    中文 👨\u200d👩 bad",
		`      |                    ^^^`,
		`  skills/b/SKILL.md:2:1: note: like this one`,
		"    2 | name:    中文 👨\u200d👩 bad",
		`      | ----`,
		`      = help: write good (skillpack lint --fix)`,
		`      = help: or rename it (skillpack lint --fix-unsafe)`,
		``, ``,
	}, "\n")
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestTextOfManyRelatedPlacesStaysShort(t *testing.T) {
	d := Diagnostic{Rule: "r/x", Severity: Note, File: "f", Message: "m", Related: make([]Related, 4)}
	if got := text(t, d, "source\n", TextOptions{Excerpt: true}); strings.Count(got, "note: ") != 5 || strings.Contains(got, "-\n") {
		t.Errorf("got\n%s", got)
	}
}

func TestTextNamesTheFlagForLineEndings(t *testing.T) {
	ofOne := func(rule string) bool { return rule == "r/ends" }
	for rule, want := range map[string]bool{"r/ends": true, "r/x": false} {
		d := Diagnostic{Rule: rule, Severity: Warning, File: "f", Message: "m"}
		got := text(t, d, "source\r\n", TextOptions{Excerpt: true, LineEndings: ofOne})
		if strings.Contains(got, "      = help: save the file with LF (skillpack lint --fix-line-endings)\n") != want {
			t.Errorf("of %s\n%s", rule, got)
		}
	}
}

// Colour adds to the text and changes none of it, and each line ends without it.
func TestColourIsOnTop(t *testing.T) {
	d := Diagnostic{
		Rule: "r/x", Severity: Warning, File: "f", Span: Span{4, 7}, Message: "m",
		Related: []Related{{File: "g", Span: Span{0, 3}, Message: "n"}}, Fix: &Fix{Title: "quote it"},
	}
	plain := text(t, d, "one two\n", TextOptions{Excerpt: true})
	coloured := text(t, d, "one two\n", TextOptions{Excerpt: true, Color: true})
	if got := regexp.MustCompile("\x1b\\[[0-9;]*m").ReplaceAllString(coloured, ""); got != plain || coloured == plain {
		t.Errorf("got\n%s\nwant\n%s", got, plain)
	}
	for line := range strings.Lines(coloured) {
		if last := strings.LastIndex(line, "\x1b["); last >= 0 && !strings.HasPrefix(line[last:], "\x1b[0m") {
			t.Errorf("the colour runs on behind %q", line)
		}
	}
}

func TestTextWithoutExcerptIsOneLine(t *testing.T) {
	d := Diagnostic{Rule: "r/x", Severity: Warning, File: "f", Message: "m"}
	d.Fix = &Fix{Title: "quote it"}
	if got, want := text(t, d, "source\n", TextOptions{}), "f:1:1: warning: m [r/x]\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestTextOfALongLineStaysShort(t *testing.T) {
	src := strings.Repeat("x", 5000) + "HERE" + strings.Repeat("y", 5000)
	d := Diagnostic{Rule: "r/x", Severity: Note, File: "f", Span: Span{5000, 5004}, Message: "m"}
	lines := strings.Split(text(t, d, src, TextOptions{Excerpt: true}), "\n")
	if n := columns(lines[1]); n > maxExcerpt+12 {
		t.Errorf("the excerpt is %d columns wide", n)
	}
	caret := strings.Index(lines[2], "^")
	if excerpt := []rune(lines[1]); string(excerpt[caret:caret+4]) != "HERE" {
		t.Errorf("the caret is not under the place:\n%s\n%s", lines[1], lines[2])
	}
	if !strings.HasSuffix(lines[2], "^^^^") || strings.Count(lines[2], "^") != 4 {
		t.Errorf("the caret line is %q", lines[2])
	}
}

func TestNothingFromTheTreeSteersATerminal(t *testing.T) {
	src := "\x1b[31mred\u202eevil\x9b"
	d := Diagnostic{Rule: "r/x", Severity: Note, File: "f\x1b]0;x\a", Span: Span{0, 4}, Message: "got \"\x1b[2J\""}
	got := text(t, d, src, TextOptions{Excerpt: true})
	if strings.ContainsAny(got, "\x1b\a\u202e") {
		t.Errorf("a control character got through: %q", got)
	}
	for _, want := range []string{`\u{1b}[31mred\u{202e}evil\x9b`, `got "\u{1b}[2J"`} {
		if !strings.Contains(got, want) {
			t.Errorf("%q lacks %q", got, want)
		}
	}
	if family := "👨‍👩‍👧"; Printable(family) != family {
		t.Errorf("an emoji sequence is escaped: %q", Printable(family))
	}
}

func TestJSONIsWhole(t *testing.T) {
	src := "one\ntwo\n"
	ds := []Diagnostic{{
		Rule: "r/x", Severity: Error, File: "f", Span: Span{4, 7}, Message: "a <b>", Doc: "docs/rules.md#r-x",
		Fix: &Fix{Title: "quote it", Edits: []Edit{{Span{4, 7}, `"two"`}}},
	}}
	var b strings.Builder
	if err := WriteJSON(&b, ds, nil, func(string) []byte { return []byte(src) }); err != nil {
		t.Fatal(err)
	}
	var got map[string]any
	if err := json.Unmarshal([]byte(b.String()), &got); err != nil {
		t.Fatal(err)
	}
	f := got["findings"].([]any)[0].(map[string]any)
	for key, want := range map[string]any{
		"rule": "r/x", "severity": "error", "file": "f", "line": 2.0, "column": 1.0, "endLine": 2.0, "endColumn": 4.0,
		"message": "a <b>", "doc": "docs/rules.md#r-x",
	} {
		if f[key] != want {
			t.Errorf("%s is %v, want %v", key, f[key], want)
		}
	}
	if got["errors"] != 1.0 || got["warnings"] != 0.0 || got["version"] != 1.0 {
		t.Errorf("the counts are wrong: %v", got)
	}
	edit := f["fix"].(map[string]any)["edits"].([]any)[0].(map[string]any)
	if edit["start"] != 4.0 || edit["end"] != 7.0 || edit["new"] != `"two"` {
		t.Errorf("the edit is %v", edit)
	}
}

func TestJSONWithoutFindingsHasAnEmptyList(t *testing.T) {
	var b strings.Builder
	if err := WriteJSON(&b, nil, nil, func(string) []byte { return nil }); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.String(), `"findings": []`) {
		t.Errorf("got %s", b.String())
	}
}

func text(t *testing.T, d Diagnostic, src string, o TextOptions) string {
	t.Helper()
	var b strings.Builder
	err := WriteText(&b, []Diagnostic{d}, func(string) []byte { return []byte(src) }, o)
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}
