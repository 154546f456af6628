package baseline

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"skillpack/internal/diag"
	"skillpack/internal/skill"
)

const text = "---\nname: x\n---\n[a](gone.md)\n  [a](gone.md)\n[b](gone.md)\n"

func finding(offset int, message string) *diag.Diagnostic {
	return &diag.Diagnostic{Rule: "links/missing", Span: diag.Span{Start: offset, End: offset + 1}, Message: message}
}

func TestEntryOf(t *testing.T) {
	first := strings.Index(text, "[a]")
	key := func(d *diag.Diagnostic, file, data string) Key { return EntryOf(d, file, []byte(data)).Key }
	known := key(finding(first, `"gone.md" does not exist`), "x/SKILL.md", text)
	for name, tt := range map[string]struct {
		d    *diag.Diagnostic
		file string
		data string
		same bool
	}{
		"the same":                   {finding(first, `"gone.md" does not exist`), "x/SKILL.md", text, true},
		"in other words":             {finding(first, `nothing is at "gone.md"`), "x/SKILL.md", text, true},
		"on an equal line, indented": {finding(strings.Index(text, "  [a]")+2, "m"), "x/SKILL.md", text, true},
		"lines above":                {finding(first+6, "m"), "x/SKILL.md", "a\nb\r\n\n" + text, true},
		"CRLF":                       {finding(first+3, "m"), "x/SKILL.md", strings.ReplaceAll(text, "\n", "\r\n"), true},
		"other text of the line":     {finding(first+5, "m"), "x/SKILL.md", text, false},
		"on another line":            {finding(strings.Index(text, "[b]"), "m"), "x/SKILL.md", text, false},
		"another file":               {finding(first, "m"), "y/SKILL.md", text, false},
		"another rule":               {&diag.Diagnostic{Rule: "links/case", Span: diag.Span{Start: first, End: first + 1}}, "x/SKILL.md", text, false},
	} {
		if got := key(tt.d, tt.file, tt.data); (got == known) != tt.same {
			t.Errorf("%s: %+v, and %+v", name, got, known)
		}
	}
	lines := func(end int) *diag.Diagnostic { return &diag.Diagnostic{Rule: "r", Span: diag.Span{End: end}} }
	if lf, crlf := key(lines(3), "x", "a\nb\nc"), key(lines(4), "x", "a\r\nb\r\nc"); lf != crlf {
		t.Errorf("the ends of lines tell %+v from %+v", lf, crlf)
	}
	long := &diag.Diagnostic{Rule: "text/length", Span: diag.Span{Start: 2, End: 3}}
	if before, grown := key(long, "x", "a\nb"), key(long, "x", "a\nc"); before != grown {
		t.Errorf("what measures a text is known by its place: %+v, and %+v", before, grown)
	}
	if past := EntryOf(finding(99, "m"), "x", []byte("a")); past.Line == "" || past.Text == "" {
		t.Error("a place behind the end has no digests")
	}
}

func TestTakeCounts(t *testing.T) {
	var b Baseline
	x, other := Key{File: "x"}, Key{File: "y"}
	b.Add(Entry{x, "one"})
	b.Add(Entry{x, "in other words"})
	if b.Take(other) || !b.Take(x) || b.Len() != 1 || !b.Take(x) || b.Take(x) || b.Len() != 0 {
		t.Errorf("left %v", b.known)
	}
}

// D78: JSON cannot hold every name of a file, and a baseline that was read knows it still.
func TestOddNamesSurviveEncoding(t *testing.T) {
	var b Baseline
	e := EntryOf(&diag.Diagnostic{Rule: "files/name", Message: "a \xff"}, "x/a\xff\xfe.md", nil)
	b.Add(e)
	data, err := b.Encode()
	if err != nil {
		t.Fatal(err)
	}
	read, err := Parse(data)
	if err != nil || !read.Take(e.Key) {
		t.Errorf("%+v is not in %s (%v)", e, data, err)
	}
}

func TestSelect(t *testing.T) {
	var b Baseline
	for _, k := range []Key{{File: "x"}, {File: "y"}, {File: "y"}, {File: "y", Rule: "r"}} {
		b.Add(Entry{Key: k})
	}
	got := b.Select(func(file, rule string) bool { return file == "y" && rule == "" })
	if got.Len() != 2 || b.Len() != 4 || got.Take(Key{File: "x"}) {
		t.Errorf("selected %v of %v", got.known, b.known)
	}
}

const whole = `{
"skillpack-baseline": 1,
"findings": [
{"file":"a/SKILL.md","rule":"links/missing","message":"\"<b>.md\" does not exist","line":"00","text":"aa"},
{"file":"b/SKILL.md","rule":"files/link","message":"m","line":"11","text":"bb","count":2},
{"file":"b/SKILL.md","rule":"links/missing","message":"m","line":"11","text":"bb"}
]
}
`

func TestEncode(t *testing.T) {
	for range 5 {
		var b Baseline
		for _, e := range []Entry{
			{Key{"b/SKILL.md", "links/missing", "11", "bb"}, "m"}, {Key{"b/SKILL.md", "files/link", "11", "bb"}, "m"},
			{Key{"a/SKILL.md", "links/missing", "00", "aa"}, `"<b>.md" does not exist`}, {Key{"b/SKILL.md", "files/link", "11", "bb"}, "m"}, {Key{"gone", "x", "y", "z"}, ""},
		} {
			b.Add(e)
		}
		b.Take(Key{"gone", "x", "y", "z"})
		got, err := b.Encode()
		if err != nil || string(got) != whole {
			t.Fatalf("%v\n%s", err, got)
		}
	}
	read, err := Parse([]byte(whole))
	if err != nil || read.Len() != 4 {
		t.Fatal(read, err)
	}
	if again, err := read.Encode(); err != nil || string(again) != whole {
		t.Errorf("%v\n%s", err, again)
	}
	if empty, err := new(Baseline).Encode(); err != nil || string(empty) != "{\n\"skillpack-baseline\": 1,\n\"findings\": [\n]\n}\n" {
		t.Errorf("%v\n%s", err, empty)
	}
}

func TestParseRefuses(t *testing.T) {
	for data, want := range map[string]string{
		"":                            "it is not the JSON of a baseline",
		"<<<<<<< HEAD\n" + whole:      "it is not the JSON of a baseline",
		"[]":                          "it is not the JSON of a baseline",
		`{"findings": []}`:            "it holds something else than a baseline; name another file",
		`{"skillpack": 1}`:            "something else",
		`{"skillpack-baseline": 2}`:   "version 2, and this skillpack reads version 1; use the skillpack that wrote it",
		`{"skillpack-baseline": 0}`:   "version 0",
		`{"skillpack-baseline": "1"}`: "it is not the JSON of a baseline",
		strings.Replace(whole, "rule", "role", 1):            "it is no baseline that skillpack wrote",
		strings.Replace(whole, `"count":2`, `"count":-2`, 1): "a count in it is -2",
	} {
		_, err := Parse([]byte(data))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: %v, want %q", data, err, want)
		}
	}
}

func TestWriteFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "b.json")
	link := filepath.Join(dir, "link.json")
	if err := os.Symlink("b.json", link); err != nil {
		t.Fatal(err)
	}
	for _, data := range []string{"one", "two"} {
		if err := WriteFile(path, []byte(data)); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != data {
			t.Errorf("%q, %v", got, err)
		}
	}
	if err := WriteFile(link, []byte("three")); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(path); err != nil || string(got) != "three" {
		t.Errorf("through a link: %q, %v", got, err)
	}
	if err := os.Chmod(path, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := WriteFile(path, []byte("four")); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the mode is %v, %v", info.Mode(), err)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 2 {
		t.Errorf("left behind: %v, %v", entries, err)
	}
	for _, bad := range []string{filepath.Join(dir, "none", "b.json"), dir} {
		if err := WriteFile(bad, nil); err == nil || !strings.Contains(err.Error(), bad) || strings.Contains(err.Error(), "~") {
			t.Errorf("%q: %v", bad, err)
		}
	}
	if entries, err := os.ReadDir(filepath.Dir(dir)); err != nil || len(entries) != 1 {
		t.Errorf("left beside: %v, %v", entries, err)
	}
}

// What a killed run leaves beside the file is no part of a skill that is there.
func TestBeside(t *testing.T) {
	dir := t.TempDir()
	for _, file := range []string{"SKILL.md", beside("b.json")} {
		if err := os.WriteFile(filepath.Join(dir, file), []byte("---\nname: x\ndescription: Does things.\n---\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	tree, _, err := skill.Load(t.Context(), os.DirFS(dir), skill.Options{})
	if err != nil || len(tree.Files) != 1 {
		t.Errorf("%d files, %v", len(tree.Files), err)
	}
}
