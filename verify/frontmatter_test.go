package verify_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"skillpack/internal/skill"
	"skillpack/verify"
)

// fenced is a SKILL.md with a frontmatter of these lines.
func fenced(lines string) string { return "---\n" + lines + "\n---\nbody\n" }

// TestCompareEqual covers H2 and E1: what is equal in content, however it is written.
func TestCompareEqual(t *testing.T) {
	for _, c := range []struct{ name, entry, manifest string }{
		{"H2 plain", `{"name":"a","description":"b"}`, fenced("name: a\ndescription: b")},
		{"H2 the order of keys", `{"description":"b","name":"a"}`, fenced("name: a\ndescription: b")},
		{"H2 the order of inner keys", `{"m":{"y":"2","x":"1"}}`, fenced("m: {x: '1', y: '2'}")},
		{"H2 white space in the JSON", " {\n\"name\" :\t\"a\" } \n", fenced("name: a")},
		{"H2 escapes in the JSON", `{"n\u0061me":"\u00e9\ud83d\ude00"}`, fenced("name: é😀")},
		{"H2 a comment", `{"name":"a"}`, fenced("name: a # not content")},
		{"H2 a byte order mark", `{"name":"a"}`, "\uFEFF" + fenced("name: a")},
		{"H2 CRLF", `{"name":"a","t":"x\ny\n"}`, strings.ReplaceAll(fenced("name: a\nt: |\n  x\n  y"), "\n", "\r\n")},
		{"H2 blanks behind a fence", `{"name":"a"}`, "---  \nname: a\n--- \n"},
		{"H2 a folded text", `{"t":"x y\n"}`, fenced("t: >\n  x\n  y")},
		{"H2 no body", `{"name":"a"}`, "---\nname: a\n---"},
		{"Y a date is text", `{"d":"2026-05-06"}`, fenced("d: 2026-05-06")},
		{"Y yes is text", `{"d":"yes"}`, fenced("d: yes")},
		{"Y a leading zero", `{"d":10}`, fenced("d: 010")},
		{"Y hexadecimal", `{"d":31}`, fenced("d: 0x1F")},
		{"Y null", `{"a":null,"b":null}`, fenced("a: ~\nb:")},
		{"Y booleans", `{"a":true,"b":[false]}`, fenced("a: True\nb: [FALSE]")},
		{"E1 an equal value", `{"d":1.1}`, fenced("d: 1.10")},
		{"E1 an exponent", `{"d":1000}`, fenced("d: 1e3")},
		{"E1 a negative exponent", `{"d":0.00125}`, fenced("d: 12.50E-4")},
		{"E1 zeros", `{"d":[0,0,-0.0]}`, fenced("d: [0.00, 0e5, 0]")},
		{"E1 a large integer", `{"d":9007199254740993}`, fenced("d: 9007199254740993")},
		{"E1 empty collections", `{"a":[],"b":{}}`, fenced("a: []\nb: {}")},
	} {
		t.Run(c.name, func(t *testing.T) {
			if found := verify.Compare(json.RawMessage(c.entry), []byte(c.manifest)); found != nil {
				t.Errorf("differs: %q", found)
			}
		})
	}
}

// TestCompareDifferent covers H2 and E1: each difference, with its path and both sides.
func TestCompareDifferent(t *testing.T) {
	for _, c := range []struct {
		name, entry, manifest string
		want                  []string
	}{
		{"H2 another text", `{"name":"a"}`, fenced("name: b"), []string{`name: the entry has text "a", SKILL.md has text "b"`}},
		{"H2 type only", `{"v":1}`, fenced(`v: "1"`), []string{`v: the entry has number 1, SKILL.md has text "1"`}},
		{"H2 the other type only", `{"v":"1"}`, fenced("v: 1"), []string{`v: the entry has text "1", SKILL.md has number 1`}},
		{"H2 text true", `{"v":"true"}`, fenced("v: true"), []string{`v: the entry has text "true", SKILL.md has true`}},
		{"H2 booleans", `{"v":true}`, fenced("v: false"), []string{`v: the entry has true, SKILL.md has false`}},
		{"H2 a missing key", `{"a":"x"}`, fenced("a: x\nb: y"), []string{`b: the entry has nothing, SKILL.md has text "y"`}},
		{"H2 an extra key", `{"a":"x","allowed-tools":"Bash"}`, fenced("a: x"), []string{`allowed-tools: the entry has text "Bash", SKILL.md has nothing`}},
		{"H2 null is not missing", `{"a":"x","b":null}`, fenced("a: x"), []string{`b: the entry has null, SKILL.md has nothing`}},
		{"H2 null is not empty text", `{"b":""}`, fenced("b:"), []string{`b: the entry has text "", SKILL.md has null`}},
		{"H2 inner", `{"metadata":{"version":1.0,"x":"y"}}`, fenced("metadata: {version: '1.0', x: z}"), []string{
			`metadata.version: the entry has number 1.0, SKILL.md has text "1.0"`,
			`metadata.x: the entry has text "y", SKILL.md has text "z"`}},
		{"H2 a list", `{"tags":["a","x"]}`, fenced("tags: [a, b, c]"), []string{
			`tags[1]: the entry has text "x", SKILL.md has text "b"`,
			`tags[2]: the entry has nothing, SKILL.md has text "c"`}},
		{"H2 a longer list", `{"tags":["a",{"b":1}]}`, fenced("tags: [a]"), []string{`tags[1]: the entry has a mapping of 1 field, SKILL.md has nothing`}},
		{"H2 the order of a list", `{"t":[[1],2]}`, fenced("t: [2, [1]]"), []string{
			`t[0]: the entry has a list of 1 item, SKILL.md has number 2`,
			`t[1]: the entry has number 2, SKILL.md has a list of 1 item`}},
		{"H2 a key that is hard to read", `{"a b":1,"":{"x.y":2}}`, fenced("a b: 3\n'': {x.y: 4}"), []string{
			`["a b"]: the entry has number 1, SKILL.md has number 3`,
			`[""]["x.y"]: the entry has number 2, SKILL.md has number 4`}},
		{"H2 controls are escaped", `{"a":"\u001b[2J"}`, fenced("a: x"), []string{`a: the entry has text "\x1b[2J", SKILL.md has text "x"`}},
		{"H2 the place of a long text", `{"a":"` + strings.Repeat("é", 100) + `!"}`, fenced("a: " + strings.Repeat("é", 100) + "?"), []string{
			`a: the entry has text "…éééééééééé!", SKILL.md has text "…éééééééééé?"`}},
		{"H2 line ends in a text", `{"t":"x\r\ny\n"}`, fenced("t: |\n  x\n  y"), []string{`t: the entry has text "x\r\ny\n", SKILL.md has text "x\ny\n"`}},
		{"Y a date", `{"d":"2026-05-06T00:00:00Z"}`, fenced("d: 2026-05-06"), []string{`d: the entry has text "2026-05-06T00:00:00Z", SKILL.md has text "2026-05-06"`}},
		{"Y yes", `{"d":true}`, fenced("d: yes"), []string{`d: the entry has true, SKILL.md has text "yes"`}},
		{"Y octal", `{"d":8}`, fenced("d: 010"), []string{`d: the entry has number 8, SKILL.md has number 10`}},
		{"E1 a rounded integer", `{"d":9007199254740992}`, fenced("d: 9007199254740993"), []string{`d: the entry has number 9007199254740992, SKILL.md has number 9007199254740993`}},
		{"E1 a rounded fraction", `{"d":0.1}`, fenced("d: 0.1000000000000000055"), []string{`d: the entry has number 0.1, SKILL.md has number 0.1000000000000000055`}},
		{"E1 the sign", `{"d":-1}`, fenced("d: 1"), []string{`d: the entry has number -1, SKILL.md has number 1`}},
		{"E1 a huge exponent", `{"d":1e99999999999999999999}`, fenced("d: 1"), []string{`d: the entry has number 1e99999999999999999999, SKILL.md has number 1`}},
		{"E1 an exponent that wraps", `{"d":1e-2305843009213693951}`, fenced("d: 1"), []string{`d: the entry has number 1e-2305843009213693951, SKILL.md has number 1`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			for _, d := range verify.Compare(json.RawMessage(c.entry), []byte(c.manifest)) {
				got = append(got, d.String())
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(c.want, "\n"))
			}
		})
	}
}

// TestCompareUnreadable covers H2 where one side has no single reading: it is one
// difference, of the whole.
func TestCompareUnreadable(t *testing.T) {
	good := fenced("name: a")
	for _, c := range []struct{ name, entry, manifest, fragment string }{
		{"H2 no frontmatter", `{"name":"a"}`, "# a\n", "line 1"},
		{"H2 no manifest", `{"name":"a"}`, "", "none that can be read"},
		{"H2 no closing fence", `{"name":"a"}`, "---\nname: a\n", "closing fence"},
		{"H2 an empty frontmatter", `{}`, "---\n---\n", "is empty"},
		{"H2 not UTF-8", `{"name":"a"}`, "---\nname: \xff\n---\n", "none that can be read"},
		{"Y39 a key twice", `{"name":"a"}`, fenced("name: a\nname: b"), "line 3"},
		{"Y40 an anchor", `{"name":"a"}`, fenced("name: &x a"), "anchor"},
		{"Y40 a merge key", `{"name":"a"}`, fenced("<<: {name: a}"), "merge key"},
		{"Y infinity", `{"name":null}`, fenced("name: .inf"), "none that can be read"},
		{"H2 a list", `["name"]`, good, "a list of 1 item"},
		{"H2 null", `null`, good, "null"},
		{"H2 nothing", ``, good, "EOF"},
		{"H2 broken", `{"name":`, good, "EOF"},
		{"H2 broken key", `{1:2}`, good, "no object"},
		{"H2 unclosed", `{"name":"a"`, good, "EOF"},
		{"H2 trailing", `{"name":"a"}{}`, good, "more behind it"},
		{"H2 NaN", `{"name":NaN}`, good, "no object"},
		{"H2 a key twice in the entry", `{"name":"b","name":"a"}`, good, `the key "name" twice`},
		{"H2 deep", `{"name":` + strings.Repeat("[", 1<<20), good, "nested more than"},
	} {
		t.Run(c.name, func(t *testing.T) {
			found := verify.Compare(json.RawMessage(c.entry), []byte(c.manifest))
			if len(found) != 1 || found[0].Path != "" || !strings.Contains(found[0].String(), c.fragment) {
				t.Errorf("got %q, want one difference of the whole with %q", found, c.fragment)
			}
		})
	}
}

func TestCompareBoundsItsAnswer(t *testing.T) {
	lines := strings.Repeat("- x\n", 300)
	if found := verify.Compare(json.RawMessage(`{"t":[]}`), []byte(fenced("t:\n"+lines))); len(found) != 100 {
		t.Errorf("%d differences, want 100", len(found))
	}
	long := strings.Repeat("x", 1<<16)
	again := fenced(long + ": a\n" + long + ": b")
	if found := verify.Compare(json.RawMessage(`{}`), []byte(again)); len(found) != 1 || len(found[0].String()) > 500 {
		t.Errorf("a difference of %d bytes", len(found[0].String()))
	}
	for _, d := range verify.Compare(json.RawMessage(`{"`+long+`":"`+long+`"}`), []byte(fenced("a: "+long))) {
		if n := len(d.String()); n > 400 {
			t.Errorf("a difference of %d bytes", n)
		}
	}
}

// FuzzCompare holds that the JSON of a manifest's own frontmatter never differs from it,
// and that no bytes make it fail.
func FuzzCompare(f *testing.F) {
	f.Add([]byte(fenced("name: a\nm: {x: [1.50, 0x1F, ~, yes]}")), []byte(`{"name":"a"}`))
	f.Add([]byte("\uFEFF---\r\nt: |\r\n x\r\n---\r\n"), []byte(`[1e9`))
	f.Fuzz(func(t *testing.T, manifest, entry []byte) {
		verify.Compare(entry, manifest)
		front, _, _ := skill.ParseFrontmatter(manifest)
		if front == nil {
			return
		}
		if found := verify.Compare(front.AppendJSON(nil), manifest); found != nil {
			t.Errorf("its own frontmatter differs: %q", found)
		}
	})
}
