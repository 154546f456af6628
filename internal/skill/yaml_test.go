package skill

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"skillpack/internal/diag"
)

// fenced puts YAML between fences.
func fenced(yaml string) string { return "---\n" + yaml + "---\nbody\n" }

func TestYAMLValues(t *testing.T) {
	for _, tt := range []struct{ name, yaml, want string }{
		{"A7", "description: \"x --- y\"\nallowed-tools: \"*\"\n", `{"description":"x --- y","allowed-tools":"*"}`},
		{"A17", "# comment\na: b\n  # comment\n", `{"a":"b"}`},
		{"A18 letters", "a: Größe 中文 😀\nb: \"Größe 中文 😀\"\nü: |\n  Größe\n", `{"a":"Größe 中文 😀","b":"Größe 中文 😀","ü":"Größe\n"}`},
		{"A18 line separators", "a: x\u2028y\u2029z\u0085w\nb: 'x\u2028y'\nc: \"x\u2028\"\nd: |\n  x\u2028y\n", `{"a":"x\u2028y\u2029z` + "\u0085" + `w","b":"x\u2028y","c":"x\u2028","d":"x\u2028y\n"}`},
		{"A18 byte order mark inside", "a: \ufeffx\n\ufeffb: c\n", "{\"a\":\"\ufeffx\",\"\ufeffb\":\"c\"}"},
		{"A18 escapes that name a stand-in", "a: \"\\u0100\\x47\u0085\x7f\"\n", "{\"a\":\"\u0100G\u0085\x7f\"}"},
		{"Y22", "description: Post to #ops daily\n", `{"description":"Post to"}`},
		{"Y24 folded block", "a: >-\n  one\n  two\n", `{"a":"one two"}`},
		{"Y24 literal block", "a: |\n  one\n  two\n", `{"a":"one\ntwo\n"}`},
		{"Y24 plain over two lines", "a: one\n  two\n", `{"a":"one two"}`},
		{"Y24 plain with an empty line", "a: one\n\n  two\n", `{"a":"one\ntwo"}`},
		{"Y24 quoted over two lines", "a: \"one\n  two \\\n  three\"\nb: 'one\n\n  two'\n", `{"a":"one two three","b":"one\ntwo"}`},
		{"Y24 chomping and indentation", "a: |+\n  x\n\nb: >2\n   y\n  z\nc: |-\n  x\n\n", `{"a":"x\n\n","b":" y\nz\n","c":"x"}`},
		{"Y29", "argument-hint: [query]\n", `{"argument-hint":["query"]}`},
		{"Y32", "metadata: {version: 1.10}\n", `{"metadata":{"version":1.10}}`},
		{"Y33", "created: 2026-05-06\n", `{"created":"2026-05-06"}`},
		{"Y34", "a: off\nb: 007\nc: 0x10\nd: 12:30\ne: 1_000\n", `{"a":"off","b":7,"c":16,"d":"12:30","e":"1_000"}`},
		{"Y34 booleans of YAML 1.1", "a: yes\nb: No\nc: on\nd: y\ne: true\nf: False\n", `{"a":"yes","b":"No","c":"on","d":"y","e":true,"f":false}`},
		{"Y37", "id: 9007199254740993\n", `{"id":9007199254740993}`},
		{"Y40 quoted", "\"<<\": x\n'<<x': \"*a\"\nc: '&a'\nd: a & b * c ! d\ne: <<\n", `{"<<":"x","<<x":"*a","c":"&a","d":"a & b * c ! d","e":"<<"}`},
		{"Y42", "bins: [\"gws\"]\nother:\n  - a\n  -\n  - b: {c: 1, \"d\":[]}\nmore:\n- x\n", `{"bins":["gws"],"other":["a",null,{"b":{"c":1,"d":[]}}],"more":["x"]}`},
		{"null", "a:\nb: ~\nc: null\nd: Null\ne: nULL\nf: ''\n", `{"a":null,"b":null,"c":null,"d":null,"e":"nULL","f":""}`},
		{"key order", "z: 1\na: 2\nm: 3\n", `{"z":1,"a":2,"m":3}`},
		{"__proto__", "__proto__: {a: b}\n", `{"__proto__":{"a":"b"}}`},
		{"keys that look like booleans of YAML 1.1", "yes: a\non: b\n", `{"yes":"a","on":"b"}`},
		{"escapes of YAML 1.2", `a: "\/ \\/ \x41 \u00e9 \U0001F600 \0 \e \N \_ \L \P"` + "\n", `{"a":"/ \\/ A é 😀 \u0000 \u001b ` + "\u0085 \u00a0" + ` \u2028 \u2029"}`},
		{"slash in other styles", "a: x\\/y\nb: 'x\\/y'\n", `{"a":"x\\/y","b":"x\\/y"}`},
		{"CRLF", "a: |\r\n  x\r\n  y\r\nb: one\r\n  two\r\n", `{"a":"x\ny\n","b":"one two"}`},
		{"explicit key", "? a\n: b\n", `{"a":"b"}`},
		{"flow pairs", "a: [b: c, d, {e}]\n", `{"a":[{"b":"c"},"d",{"e":null}]}`},
		{"flow root", "{a: b}\n", `{"a":"b"}`},
		{"flow over lines", "a: [b,\n# c\n\n d,\n]\ne:\n  f: {g: h, # i\n   j: [-k, -: l]\n  }\nm: [? n]\n", `{"a":["b","d"],"e":{"f":{"g":"h","j":["-k",{"-":"l"}]}},"m":[{"n":null}]}`},
		{"flow root over lines", "{\na: b,\n\"c\": [d\n]}\n", `{"a":"b","c":["d"]}`},
		{"colon inside a word", "a: http://x:80/y#z\nb: -x\nc: ?y\n", `{"a":"http://x:80/y#z","b":"-x","c":"?y"}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			data := fenced(tt.yaml)
			front, _, found := parseManifest("x/SKILL.md", []byte(data))
			for _, d := range found {
				if d.Rule != "text/control" {
					t.Errorf("found %s", showFinding(data, d))
				}
			}
			if got := string(front.AppendJSON(nil)); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

func TestYAMLFindings(t *testing.T) {
	for _, tt := range []struct{ name, yaml, want, says string }{
		{"Y19", "name: x\ndescription: Two modes: fast and slow\n", `3:23 frontmatter/yaml ":"`, "quote the value"},
		{"Y19 behind wide letters", "description: 中文😀: x\n", `2:17 frontmatter/yaml ":"`, "quote"},
		{"Y19 in CRLF", "a: x\r\nb: c: d\r\n", `3:5 frontmatter/yaml ":"`, "quote"},
		{"Y19 in the second line of a value", "name: x\ndescription: one\n  two: three\n", `4:6 frontmatter/yaml ":"`, "continues the value above"},
		{"Y19 in a list item", "a:\n  - b: c: d\n", `3:9 frontmatter/yaml ":"`, "quote"},
		{"Y26 unindented continuation", "description: one\ntwo\nname: x\n", `3:1 frontmatter/yaml "two"`, "indent it"},
		{"Y26 text behind quotes", "description: \"a\" b\n", `2:18 frontmatter/yaml "b"`, "behind the closing quote"},
		{"Y26 tab", "metadata:\n\ta: b\n", `3:1 frontmatter/yaml "\t"`, "use blanks"},
		{"Y26 tab in a continuation", "a: b\n\tc\n", `3:1 frontmatter/yaml "\t"`, "use blanks"},
		{"unclosed double quote", "name: x\ndescription: \"open\nlicense: y\n", `3:14 frontmatter/yaml "\""`, "never closed"},
		{"quote inside single quotes", "a: 'it's'\n", `2:8 frontmatter/yaml "s'"`, "behind the closing quote"},
		{"unclosed bracket", "a: [b\nc: d\n", `2:4 frontmatter/yaml "["`, "never closed"},
		{"wrong bracket", "a: {b: c]\n", `2:9 frontmatter/yaml "]"`, `expected "}"`},
		{"bracket inside brackets", "a: {b: c[d]}\n", `2:9 frontmatter/yaml "["`, "quote the value"},
		{"escaped bracket inside brackets", "a: {b: \\[\"c\"]}\n", `2:8 frontmatter/yaml "\\"`, `"\" before a bracket; write "[" alone`},
		{"closing fence below the body", "a: b\n\n# Title\n\nSome text.\n", `6:1 frontmatter/yaml "Some text."`, `put a line "---" before it if the frontmatter ends there`},
		{"missing comma", "a: b\nc:\n  [d: e: f]\n", `4:3 frontmatter/yaml "[d: e: f]"`, "missing"},
		{"two lists", "argument-hint: [a] [b]\n", `2:20 frontmatter/yaml "[b]"`, "behind the closing"},
		{"reserved character", "a: @x\n", `2:4 frontmatter/yaml "@"`, "reserves"},
		{"backquote", "a: `x` y\n", "2:4 frontmatter/yaml \"`\"", "reserves"},
		{"list behind a key", "a: - b\n", `2:4 frontmatter/yaml "-"`, "on a line of its own"},
		{"no blank behind the colon", "name:x\nb: c\n", `2:5 frontmatter/yaml ":"`, "no blank"},
		{"indentation of no level", "a:\n  b: 1\n c: 2\n", `4:2 frontmatter/yaml "c: 2"`, "indented by 1"},
		{"no escape", "a: \"\\d\"\n", `2:5 frontmatter/yaml "\\d"`, "starts no escape"},
		{"escape that YAML 1.2 lacks", "a: \"\\'\"\n", `2:5 frontmatter/yaml "\\'"`, "without a backslash"},
		{"comment right behind a quote", "a: 'x'#c\n", `2:7 frontmatter/yaml "#"`, "a blank before"},
		{"comment right behind brackets", "a: [b]#c\n", `2:7 frontmatter/yaml "#"`, "a blank before"},
		{"comment right behind a block header", "a: |-#c\n", `2:6 frontmatter/yaml "#"`, "a blank before"},
		{"Y26 unindented line in brackets", "m:\n  a: [b,\n  c]\n", `4:1 frontmatter/yaml "  c]"`, "not indented"},
		{"Y26 bracket left of its key", "m:\n  a: [[b]\n ]\n", `4:1 frontmatter/yaml " ]"`, "not indented"},
		{"Y26 unindented line in a key", "? [a,\nb]\n: c\n", "3:1 frontmatter/yaml \"b]\"\n2:3 frontmatter/key \"[a,\\nb]\"", "not indented"},
		{"a comment right behind a bracket", "a: [#c\n b]\n", `2:5 frontmatter/yaml "#"`, "blank before"},
		{"a comment right behind a brace", "a: {#c\n b: d}\n", `2:5 frontmatter/yaml "#"`, "blank before"},
		{"a comment right behind a comma", "a: [b,#c\n d]\n", `2:7 frontmatter/yaml "#"`, "blank before"},
		{"a comment right behind a comma in braces", "a: {b: c,#c\n d: e}\n", `2:10 frontmatter/yaml "#"`, "blank before"},
		{"a hyphen in brackets", "a: [-, b]\n", `2:5 frontmatter/yaml "-"`, "quote it"},
		{"a hyphen in braces", "a: {b: -}\n", `2:8 frontmatter/yaml "-"`, "quote it"},
		{"a colon at the end in brackets", "a: [b:]\n", `2:5 frontmatter/yaml "b:"`, "quote it"},
		{"a colon at the end in braces", "a: {b:, c: d}\n", `2:5 frontmatter/yaml "b:"`, "quote it"},
		{"a question mark in brackets", "a: [?b: c]\n", `2:5 frontmatter/yaml "?"`, "quote the value"},
		{"a question mark in braces", "a: {?b: c}\n", `2:5 frontmatter/yaml "?"`, "quote the value"},
		{"Y26 unindented line in quotes", "m:\n  a: 'b\n  c'\n", `4:1 frontmatter/yaml "  c'"`, "not indented"},
		{"block header at the start of a line", "a:\n|\n  b\n", `3:1 frontmatter/yaml "|"`, "behind the key"},
		{"tab on an empty line", "a: [b]\n\t\nc: d\n", `3:1 frontmatter/yaml "\t"`, "use blanks"},
		{"list item among keys", "a: b\n- c\n", `3:1 frontmatter/yaml "- c"`, "expected a key"},
		{"bad block header", "a: |x\n  y\n", `2:1 frontmatter/yaml "a: |x"`, "not valid YAML"},
		{"text behind the only document", "\"a\":b\n", `2:4 frontmatter/yaml ":"`, ""},

		{"Y38", "a: .inf\nb: -.INF\nc: .NaN\nd: 1e400\ne: -1e400\n", "2:4 frontmatter/number \".inf\"\n3:4 frontmatter/number \"-.INF\"\n4:4 frontmatter/number \".NaN\"\n5:4 frontmatter/number \"1e400\"\n6:4 frontmatter/number \"-1e400\"", "quote it"},
		{"Y39", "a: 1\nb:\n  c: 2\n  'c': 3\na: 4\n", "5:3 frontmatter/duplicate-key \"'c'\"\n6:1 frontmatter/duplicate-key \"a\"", "on line 4 and again on line 5"},
		{"Y40 merge key", "<<: {a: b}\n", `2:1 frontmatter/not-portable "<<"`, "merge key"},
		{"Y40 merge with alias", "<<: *base\n", `2:5 frontmatter/not-portable "*"`, "alias"},
		{"Y40 anchor and alias", "a: &x b\nc: *x\n", "2:4 frontmatter/not-portable \"&x\"\n3:4 frontmatter/not-portable \"*x\"", "anchor"},
		{"Y40 anchor on a mapping", "a: &x\n  b: c\n", `2:4 frontmatter/not-portable "&x"`, "anchor"},
		{"Y40 anchor on a key", "&x a: b\n", `2:1 frontmatter/not-portable "&x"`, "anchor"},
		{"Y40 tag", "a: !!str x\n", `2:4 frontmatter/not-portable "!!str"`, "tag"},
		{"Y40 tag !", "a: ! x\n", `2:4 frontmatter/not-portable "!"`, "tag"},
		{"Y40 tag ! on nothing", "a: !\nb:\n  !\n", "2:4 frontmatter/not-portable \"!\"\n4:3 frontmatter/not-portable \"!\"", "tag"},
		{"Y40 tag on nothing", "a: !!null\nb: c\n", `2:4 frontmatter/not-portable "!!null"`, "tag"},
		{"Y40 !!binary", "a: !!binary x\n", `2:4 frontmatter/not-portable "!!binary"`, "tag"},
		{"Y40 image", "description: ![x](u)\n", `2:14 frontmatter/not-portable "![x"`, "tag"},
		{"Y40 bold", "description: **Bold** text\n", `2:14 frontmatter/not-portable "*"`, "alias"},
		{"Y44 list", "- a\n- b\n", `2:1 frontmatter/not-mapping "- a\n- b"`, "a list"},
		{"Y44 scalar", "just text\n", `2:1 frontmatter/not-mapping "just text"`, "text"},
		{"Y44 keys", "1: a\ntrue: b\n~: c\n[d]: e\n1.5: f\n", "2:1 frontmatter/key \"1\"\n3:1 frontmatter/key \"true\"\n4:1 frontmatter/key \"~\"\n5:1 frontmatter/key \"[d]\"\n6:1 frontmatter/key \"1.5\"", "expected text"},
		{"Y44 nested key", "metadata:\n  2: a\n", `3:3 frontmatter/key "2"`, "a number"},
		{"Y44 second document", "a: b\n--- # next\nc: d\n", `3:1 frontmatter/documents "---"`, "document marker"},
		{"Y44 document end", "a: b\n...\n", `3:1 frontmatter/documents "..."`, "document marker"},
		{"Y45 brackets", "a: " + strings.Repeat("[", 10000) + "\n", `2:4 frontmatter/yaml "["`, "never closed"},
		{"Y45 closed brackets", "a: " + strings.Repeat("[", 9000) + strings.Repeat("]", 9000) + "\n", `2:104 frontmatter/yaml "["`, "nested more than 100 deep"},
		{"Y45 nested lists", "a:\n" + strings.Repeat("- ", 500) + "x\n", `3:201 frontmatter/yaml "-"`, "nested more than 100 deep"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			data := fenced(tt.yaml)
			front, body, found := parseManifest("x/SKILL.md", []byte(data))
			if front != nil {
				t.Errorf("frontmatter %s", front.AppendJSON(nil))
			}
			if got := showFindings(data, found); got != tt.want {
				t.Errorf("found %s\nwant  %s", got, tt.want)
			}
			if len(found) > 0 && !strings.Contains(found[0].Message, tt.says) {
				t.Errorf("message %q does not say %q", found[0].Message, tt.says)
			}
			if data[body.Start:body.End] != "body\n" {
				t.Errorf("body %q", data[body.Start:body.End])
			}
		})
	}
}

// TestYAMLMessages keeps the parser's own words out of our messages.
func TestYAMLMessages(t *testing.T) {
	for _, yaml := range []string{"a: b: c\n", "a: [\n", "a: b\n- c\n", "- a\nb: c\n", "a: {b c: d: e}\n", "a: *b\n", "%A\n", "a: |x\n"} {
		_, _, found := parseManifest("x/SKILL.md", []byte(fenced(yaml)))
		if len(found) != 1 {
			t.Fatalf("%q: %+v", yaml, found)
		}
		if m := found[0].Message; strings.Contains(m, "yaml:") || strings.HasPrefix(m, "did not") || strings.HasPrefix(m, "line ") || strings.HasSuffix(m, ".") {
			t.Errorf("%q: %s", yaml, m)
		}
	}
}

func TestYAMLRelated(t *testing.T) {
	data := fenced("a: 1\nb: 2\n\"a\": 3\n")
	_, _, found := parseManifest("x/SKILL.md", []byte(data))
	r := found[0].Related[0]
	if r.File != "x/SKILL.md" || data[r.Span.Start:r.Span.End] != "a" || diag.PositionAt([]byte(data), r.Span.Start).Line != 2 {
		t.Errorf("%+v", r)
	}
}

func TestYAMLFix(t *testing.T) {
	for _, tt := range []struct{ name, yaml, want, json string }{
		{"Y19", "description: Two \"modes\": fast\\slow # c\nb: c\n", "description: \"Two \\\"modes\\\": fast\\\\slow\" # c\nb: c\n", `{"description":"Two \"modes\": fast\\slow","b":"c"}`},
		{"Y19 CRLF", "a: b: c\r\n", "a: \"b: c\"\r\n", `{"a":"b: c"}`},
		{"reserved", "a: `x` y\n", "a: \"`x` y\"\n", "{\"a\":\"`x` y\"}"},
		{"two lists", "a: [b] [c]\n", "a: \"[b] [c]\"\n", `{"a":"[b] [c]"}`},
		{"bold", "a: **b** c\n", "a: \"**b** c\"\n", `{"a":"**b** c"}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			data := fenced(tt.yaml)
			_, _, found := parseManifest("x/SKILL.md", []byte(data))
			fixed := applyFix(t, data, found)
			if fixed != fenced(tt.want) {
				t.Errorf("fixed %q", fixed)
			}
			front, _, found := parseManifest("x/SKILL.md", []byte(fixed))
			if got := string(front.AppendJSON(nil)); got != tt.json || len(found) > 0 {
				t.Errorf("read as %s, %v", got, found)
			}
		})
	}
	for _, yaml := range []string{"a: b: c\n  d\n", "a: \"b\" c\n", "a: *b\n", "a: !x y\n", "a: &x y: z\n"} {
		if _, _, found := parseManifest("x/SKILL.md", []byte(fenced(yaml))); found[0].Fix != nil {
			t.Errorf("%q has the fix %+v, which guesses", yaml, found[0].Fix)
		}
	}
}

// TestYAMLSpans shows each value as kind, style, text and the texts of its spans.
func TestYAMLSpans(t *testing.T) {
	for _, tt := range []struct{ name, yaml, want string }{
		{"Y22", "d: Post to #ops daily \n", `d: String Plain "Post to" raw "Post to" at "Post to" comment "#ops daily"`},
		{"Y24 plain", "d: one\n   two # c\n", `d: String Plain "one two" raw "one\n   two" at "one\n   two" comment "# c"`},
		{"Y24 folded", "d: >-\n  one\n   two\n\n # c\ne: x\n", "d: String Folded \"one\\n two\" at \">-\\n  one\\n   two\"\ne: String Plain \"x\" raw \"x\" at \"x\""},
		{"Y24 literal with comment", "d: |2 # c\n   one\n  two\n  # three\ne:\n", "d: String Literal \" one\\ntwo\\n# three\\n\" at \"|2 # c\\n   one\\n  two\\n  # three\"\ne: Null Plain \"null\" at \"\""},
		{"Y24 block above a comment", "d: |\n    one\n  # c\n", `d: String Literal "one\n" at "|\n    one"`},
		{"Y24 empty block", "d: |-\ne: ''\n", "d: String Literal \"\" at \"|-\"\ne: String SingleQuoted \"\" at \"''\""},
		{"quotes", "d: 'it''s' # c\n\"e\\\"\": \"a\n  \\\" b\"\n", "d: String SingleQuoted \"it's\" at \"'it''s'\" comment \"# c\"\ne\": String DoubleQuoted \"a \\\" b\" at \"\\\"a\\n  \\\\\\\" b\\\"\""},
		{"numbers", "d: 010 # x\ne: .5\n", "d: Number Plain \"10\" raw \"010\" at \"010\" comment \"# x\"\ne: Number Plain \"0.5\" raw \".5\" at \".5\""},
		{"flow", "d: [a, {b: 'c' , }, # x\n  ] # y\n", "d: List at \"[a, {b: 'c' , }, # x\\n  ]\"\n. String Plain \"a\" raw \"a\" at \"a\"\n. Map at \"{b: 'c' , }\"\n.b: String SingleQuoted \"c\" at \"'c'\""},
		{"flow pair", "d: [b: c, {}, []]\n", "d: List at \"[b: c, {}, []]\"\n. Map at \"b: c\"\n.b: String Plain \"c\" raw \"c\" at \"c\"\n. Map at \"{}\"\n. List at \"[]\""},
		{"list", "d:\n- a\n-\n- b: 1\n  c: 2\n", "d: List at \"- a\\n-\\n- b: 1\\n  c: 2\"\n. String Plain \"a\" raw \"a\" at \"a\"\n. Null Plain \"null\" at \"\"\n. Map at \"b: 1\\n  c: 2\"\n.b: Number Plain \"1\" raw \"1\" at \"1\"\n.c: Number Plain \"2\" raw \"2\" at \"2\""},
		{"wide letters", "é😀: 中 # 文\nx: [é, 中]\n", "é😀: String Plain \"中\" raw \"中\" at \"中\" comment \"# 文\"\nx: List at \"[é, 中]\"\n. String Plain \"é\" raw \"é\" at \"é\"\n. String Plain \"中\" raw \"中\" at \"中\""},
		{"line separators", "a: \u2028x\u0085\nb: c\n", "a: String Plain \"\\u2028x\\u0085\" raw \"\\u2028x\\u0085\" at \"\\u2028x\\u0085\"\nb: String Plain \"c\" raw \"c\" at \"c\""},
		{"CRLF", "a: b # c\r\nd: |\r\n  e\r\n", "a: String Plain \"b\" raw \"b\" at \"b\" comment \"# c\"\nd: String Literal \"e\\n\" at \"|\\r\\n  e\""},
		{"bare CR", "a: b\rc: d\n", "a: String Plain \"b\" raw \"b\" at \"b\"\nc: String Plain \"d\" raw \"d\" at \"d\""},
		{"tabs", "a:\tb\t# c\n", "a: String Plain \"b\" raw \"b\" at \"b\" comment \"# c\""},
		{"explicit", "? a\n: b\n? c\n", "a: String Plain \"b\" raw \"b\" at \"b\"\nc: Null Plain \"null\" at \"\""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			data := fenced(tt.yaml)
			front, _, found := parseManifest("x/SKILL.md", []byte(data))
			if front == nil {
				t.Fatal(showFindings(data, found))
			}
			if got := strings.TrimSuffix(showFields(data, "", front.Fields), "\n"); got != tt.want {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
}

func showFields(data, indent string, fields []Field) string {
	var b strings.Builder
	for _, f := range fields {
		if key := data[f.Span.Start:f.Span.End]; strings.Trim(key, `'"`) != f.Key && !strings.Contains(key, `\`) {
			fmt.Fprintf(&b, "KEY %q AT %q ", f.Key, key)
		}
		b.WriteString(indent + f.Key + ": " + showValue(data, indent, f.Value))
	}
	return b.String()
}

func showValue(data, indent string, v *Value) string {
	kind := [...]string{"Null", "Bool", "Number", "String", "List", "Map"}[v.Kind]
	at := data[v.Span.Start:v.Span.End]
	if v.Kind == List || v.Kind == Map {
		b := fmt.Sprintf("%s at %q\n", kind, at) + showFields(data, indent+".", v.Fields)
		for _, item := range v.Items {
			b += indent + ". " + showValue(data, indent+".", item)
		}
		return strings.ReplaceAll(b, "..", ".")
	}
	style := [...]string{"Plain", "SingleQuoted", "DoubleQuoted", "Literal", "Folded"}[v.Style]
	s := fmt.Sprintf("%s %s %q", kind, style, v.Text)
	if v.Raw != "" {
		s += fmt.Sprintf(" raw %q", v.Raw)
	}
	s += fmt.Sprintf(" at %q", at)
	if v.Comment != (diag.Span{}) {
		s += fmt.Sprintf(" comment %q", data[v.Comment.Start:v.Comment.End])
	}
	return s + "\n"
}

func TestNumbers(t *testing.T) {
	for plain, want := range map[string]string{
		"0": "0", "-0": "-0", "+1": "1", "010": "10", "-007": "-7", "00": "0", "123": "123",
		"0o17": "15", "0x1F": "31", "0xffffffffffffffffffff": "1208925819614629174706175", "0x0": "0", "0o00": "0",
		"1.10": "1.10", "5.": "5", ".5": "0.5", "-.5": "-0.5", "+.5e3": "0.5e3", "5.e3": "5e3", "01.50": "1.50",
		"1e3": "1e3", "1E+03": "1E+03", "1e-400": "1e-400", "0.0": "0.0",
		"9007199254740993": "9007199254740993",
	} {
		if kind, got := resolvePlain(plain); kind != Number || got != want || !isFinite(got) {
			t.Errorf("%s is %d %s, want the number %s", plain, kind, got, want)
		}
	}
	for _, text := range []string{"1_000", "0b11", "12:30", "1:20", "-0x10", "+0o7", "0o8", "0x", "0o", ".", "-", "+", "e3", "1e", "1e+", ".e3", "1.2.3", "--1", "+-1", "-.nan", ".Nan", "0xg", "١", "1 2", "1,0"} {
		if kind, got := resolvePlain(text); kind != String || got != text {
			t.Errorf("%s is %d %s, want text", text, kind, got)
		}
	}
	for _, plain := range []string{".inf", "+.inf", "-.Inf", ".nan", "1e400", "61e9540", strings.Repeat("9", 400), "0x" + strings.Repeat("f", 300), "0x" + strings.Repeat("f", 300000)} {
		if kind, got := resolvePlain(plain); kind != Number || isFinite(got) {
			t.Errorf("%.20s is %d %.20s, want a number that is not finite", plain, kind, got)
		}
	}
}

// TestYAMLIsLinear holds Y45: no block takes more than time in its size.
func TestYAMLIsLinear(t *testing.T) {
	for _, tt := range [][3]string{
		{"a: ", "[", ""}, {"", "a:\n", ""}, {"a: [", "b,", "]\n"}, {"a: \"", "\\/", "\"\n"}, {"", "- ", "\n"}, {"a: ", "&b ", "\n"},
		{"", "# c\n", "a: b\n"}, {"a: ", "b ", "\n"}, {"a: b", " ", "\n"}, {"a:\n", "  - b # c\n", ""}, {"a: |\n", " b\n", ""},
		{"a: 0x", "f", "\n"}, {"a: 1", "0", "\n"}, {"a: ", "\u2028", "\n"}, {"a: ", "b: ", "\n"}, {"", "a: \"b\n", ""}, {"", "\x01: b\n", ""},
	} {
		t.Run(tt[1], func(t *testing.T) {
			const size = maxFrontmatter / 4
			room := size - len(tt[0]) - len(tt[2])
			data := fenced(tt[0] + strings.Repeat(tt[1], room/len(tt[1])) + tt[2])
			begun := time.Now()
			_, _, found := parseManifest("x/SKILL.md", []byte(data))
			if took := time.Since(begun); took > 20*time.Second {
				t.Errorf("took %v", took)
			}
			if len(found) > maxFindings {
				t.Errorf("%d findings", len(found))
			}
		})
	}
}
