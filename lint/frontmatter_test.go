package lint

import (
	"fmt"
	"strings"
	"testing"

	"skillpack/internal/diag"
)

// described is a tree of one skill "x" with the given description, whose line is 3.
func described(description string) map[string]string {
	return map[string]string{"x/SKILL.md": block("name: x", "description: "+description)}
}

func at(line, column int, rest string) []string {
	return []string{fmt.Sprintf("x/SKILL.md:%d:%d %s", line, column, rest)}
}

// Groups Y and N: the block and its fields.
func frontmatterCases() []lintCase {
	deep := strings.Repeat("[", 10_000) + strings.Repeat("]", 10_000)
	return []lintCase{
		{"Y19", described("Two modes: fast and slow"), at(3, 23, "error frontmatter/yaml: quote")},
		{"Y21", map[string]string{"x/SKILL.md": block("license: [", "metadata: 1")}, at(2, 10, `error frontmatter/yaml: "[" that opens here is never closed`)},
		{"Y24 folded", described(">-\n  one\n  two"), nil},
		{"Y24 literal", described("|\n  one\n  two"), nil},
		{"Y24 wrapped", described("one\n  two"), nil},
		{"Y26 unindented", described("one\ntwo"), at(4, 1, "error frontmatter/yaml: ")},
		{"Y26 text after quotes", described(`"a" b`), at(3, 18, "error frontmatter/yaml: ")},
		{"Y26 tab", described("Does it.\nmetadata:\n\ta: b"), at(5, 1, "error frontmatter/yaml: tab")},
		{"Y29", one("argument-hint: [query]"), at(4, 16, `warning frontmatter/field-type: "argument-hint" is a list, but Claude Code and VS Code expect text; put quotes around it`)},
		{"Y29 quoted", one(`argument-hint: "[query]"`), nil},
		{"Y29 number", one("argument-hint: 5"), at(4, 16, `warning frontmatter/field-type: "argument-hint" is a number, but Claude Code and VS Code expect text; quote it: "5"`)},
		{"Y38 nan", one("limit: .nan"), at(4, 8, `error frontmatter/number: ".nan"`)},
		{"Y38 inf", one("limit: -.inf"), at(4, 8, `error frontmatter/number: "-.inf"`)},
		{"Y38 too large", one("limit: 1e400"), at(4, 8, `error frontmatter/number: "1e400"`)},
		{"Y39 top", one("license: a", "license: b"), at(5, 1, `error frontmatter/duplicate-key: on line 4 and again on line 5`)},
		{"Y39 nested", one("metadata:", "  a: x", "  a: y"), at(6, 3, `error frontmatter/duplicate-key: on line 5 and again on line 6`)},
		{"Y40 merge", one("base:", "  a: b", "more:", "  <<: x"), at(7, 3, `error frontmatter/not-portable: "<<"`)},
		{"Y40 anchor", one("a: &b x"), at(4, 4, "error frontmatter/not-portable: anchor")},
		{"Y40 tag", one("a: !!binary x"), at(4, 4, "error frontmatter/not-portable: tag")},
		{"Y40 image", described("![x](u)"), at(3, 14, "error frontmatter/not-portable: tag")},
		{"Y40 quoted", one(`"<<": x`), nil},
		{"Y42", one(`bins: ["gws"]`, "steps:", "  - a", "  - b: {c: d, e: [1, 2]}", "  - [f]"), []string{
			`x/SKILL.md:4:7 note frontmatter/flow-style: "bins" holds a list in brackets, which StrictYAML and so skills-ref refuse; write each item on a line`,
			`x/SKILL.md:7:8 note frontmatter/flow-style: "steps" holds a mapping in brackets, which StrictYAML and so skills-ref refuse; write each key on a line`,
		}},
		{"Y42 in block style", one("bins:", "  - gws", "steps:", "  - a", "  - b:", "      c: d", "      e:", "        - 1"), nil},
		{"Y42 uneven", one("a:", "  b: c", "d: e", "f:", "    g: h"), at(7, 1, `note frontmatter/flow-style: the keys below "f" are indented unlike those of the mapping before it`)},
		{"Y42 uneven below", one("a:", "  b:", "    c: d", "  e:", "      f: g"), at(7, 3, `note frontmatter/flow-style: the keys below "e" are indented`)},
		{"Y42 uneven lists", one("a:", "  - b", "c:", "- d", "e:", "    - f"), nil},
		{"Y42 once a field", one("a:", "  - [b]", "  - {c: d}"), at(5, 5, `note frontmatter/flow-style: "a" holds a list in brackets`)},
		{"Y42 brackets in text", one("a: x [y]", `b: "[x]"`), nil},
		{"Y44 list", map[string]string{"x/SKILL.md": block("- name: x")}, at(2, 1, "error frontmatter/not-mapping: a list")},
		{"Y44 scalar", map[string]string{"x/SKILL.md": block("name")}, at(2, 1, "error frontmatter/not-mapping: text")},
		{"Y26 conflict", map[string]string{"x/SKILL.md": block("name: x", "<<<<<<< HEAD", "description: a", "=======", "description: b", ">>>>>>> c")},
			at(3, 1, "error frontmatter/yaml: a merge conflict was left here; keep one side")},
		{"Y44 number key", one("1: a"), at(4, 1, "error frontmatter/key: a number")},
		{"Y44 list key", one("a: {b: [c], [d]}"), at(4, 13, "error frontmatter/key: a key is a list, expected text; write a key and a \":\" in front of it")},
		{"Y44 boolean key", one("true: a"), at(4, 1, "error frontmatter/key: a boolean")},
		{"Y44 second document", one("...", "a: b"), at(4, 1, "error frontmatter/documents: document")},
		{"Y45 brackets", one("a: " + deep), at(4, 104, "error frontmatter/yaml: nested")},
		{"Y45 scalar", one("a: " + strings.Repeat("x", 5<<20)), at(2, 1, "error frontmatter/size: bytes")},

		{"Y22", described("Post to #ops daily"), at(3, 22, `warning frontmatter/comment-in-value: the value is "Post to" without "#ops daily"`)},
		{"Y22 spaced", described("Post daily # to ops"), at(3, 25, `warning frontmatter/comment-in-value: "Post daily" without "# to ops"`)},
		{"Y22 quoted", described(`"Post to #ops daily"`), nil},
		{"Y22 quoted with a comment", described(`"Post daily" # to ops`), nil},
		{"Y22 no blank before", described("Post to a#ops daily"), nil},
		{"Y22 a silencer", one("created: 2026-05-06 #skillpack-ignore frontmatter/ambiguous-scalar"), nil},
		{"Y22 other key", one("hint: see #42"), at(4, 11, `warning frontmatter/comment-in-value: "see" without "#42"`)},
		{"Y22 nested", one("style:", "  color: deep #ff0000"), at(5, 15, `warning frontmatter/comment-in-value: "#ff0000"`)},
		{"Y22 nothing left", one("color: #ff0000"), at(4, 8, `warning frontmatter/comment-in-value: "#ff0000" is a comment and leaves the value empty`)},
		{"Y22 a real comment", one("license: MIT # see LICENSE", "hint: # to do"), nil},

		{"Y32", one("metadata: {version: 1.10}"), []string{
			`x/SKILL.md:4:11 note frontmatter/flow-style: "metadata" holds a mapping in brackets`,
			`x/SKILL.md:4:12 error frontmatter/metadata: metadata value "version" is a number, expected text; quote it: "1.10"`,
		}},
		{"N53 nested map", one("metadata:", "  a: {b: c}"), at(5, 3, `error frontmatter/metadata: "a" is a mapping, expected text`)},
		{"N53 list", one("metadata:", "  a: [b, c]"), at(5, 3, `error frontmatter/metadata: "a" is a list, expected text; write it as one text, such as "a, b"`)},
		{"N53 number", one("metadata:", "  a: 2"), at(5, 3, `error frontmatter/metadata: "a" is a number, expected text; quote it: "2"`)},
		{"N53 boolean", one("metadata:", "  a: true"), at(5, 3, `error frontmatter/metadata: "a" is a boolean, expected text; quote it: "true"`)},
		{"N53 null", one("metadata:", "  a: ~"), at(5, 3, `error frontmatter/metadata: "a" is empty, expected text`)},
		{"N53 date", one("metadata:", "  a: 2026-05-06"), at(5, 3,
			`error frontmatter/metadata: "a" must be text to every reader, but "2026-05-06" is text in YAML 1.2 and a date in YAML 1.1; quote it`)},
		{"N53 quoted", one("metadata:", `  a: "2026-05-06"`, `  b: '2'`, "  c: text", "  d: |", "    1.10"), nil},
		{"N53 not a mapping", one("metadata: [a]"), at(4, 1, `error frontmatter/metadata: "metadata" is a list, expected a mapping of text to text`)},
		{"N53 empty", one("metadata:"), at(4, 1, `error frontmatter/metadata: "metadata" is empty, expected a mapping`)},
		{"N53 no entry", one("metadata: {}"), at(4, 11, `note frontmatter/flow-style: write nothing for none, and leave out the key`)},
		{"F7", one("metadata:", "  io.modelcontextprotocol/team: a", "  io.modelcontextprotocol.skills/b: c"),
			at(5, 3, `warning frontmatter/reserved-metadata: "io.modelcontextprotocol/team" starts with`)},
		{"C proto", one("__proto__: a"), at(4, 1, `error frontmatter/reserved-key: "__proto__"`)},
		{"C proto nested", one("steps:", "  - a:", "      b: 1", "      __proto__: c"), at(7, 7, `error frontmatter/reserved-key: "__proto__"`)},
		{"C proto as a value", one("base: __proto__"), nil},

		{"F4 missing", map[string]string{"x/SKILL.md": block("name: x")}, at(1, 1, `error frontmatter/description: no "description"`)},
		{"F4 empty", described(""), at(3, 1, `error frontmatter/description: "description" is empty, expected text`)},
		{"F4 blank", described(`"  \n"`), at(3, 14, "error frontmatter/description: is blank")},
		{"F4 number", described("5"), at(3, 14, `error frontmatter/description: "description" is a number, expected text; quote it: "5"`)},
		{"F4 list", described("[a]"), at(3, 14, `error frontmatter/description: "description" is a list, expected text`)},
		{"N47 342 of 3 bytes", described(strings.Repeat("中", 342)), nil},
		{"N47 1,024 emoji", described(strings.Repeat("😀", 1024)), nil},
		{"N47 1,025 emoji", described(strings.Repeat("😀", 1025)), at(3, 14, "error frontmatter/description: has 1025 characters, at most 1024 are allowed")},
		{"N50", described("Restarts <service> and waits"), at(3, 23, `warning frontmatter/description-markup: holds "<service>"`)},
		{"N50 several", described("Turns </b> to <b class='x'> and <br/>"), at(3, 20, `warning frontmatter/description-markup: holds "</b>", "<b class='x'>", "<br/>"`)},
		{"N50 in a block", described(">-\n  Restarts\n  <service>."), at(5, 3, `warning frontmatter/description-markup: "<service>"`)},
		{"N50 none", described("Maps a -> b, a <= b, a < b and c > d, 3 <> 4, <3"), nil},

		{"F5 compatibility", one("compatibility: Needs git"), nil},
		{"F5 compatibility number", one("compatibility: 2"), at(4, 16, `error frontmatter/compatibility: "compatibility" is a number, expected text; quote it: "2"`)},
		{"F5 compatibility empty", one(`compatibility: ""`), at(4, 16, "error frontmatter/compatibility: is empty, expected 1 to 500 characters")},
		{"F5 compatibility 500", one("compatibility: " + strings.Repeat("é", 500)), nil},
		{"F5 compatibility 501", one("compatibility: " + strings.Repeat("é", 501)), at(4, 16, "error frontmatter/compatibility: has 501 characters, at most 500 are allowed")},
		{"F5 license", one("license: [MIT]"), at(4, 10, `error frontmatter/license: "license" is a list, expected text`)},
		{"F5 license number", one("license: 1.10"), at(4, 10, `error frontmatter/license: "license" is a number, expected text; quote it: "1.10"`)},
		{"F5 license null", one("license:"), at(4, 1, `error frontmatter/license: "license" is empty, expected text; write the text after the colon or remove the key`)},
		{"N51 list", one("allowed-tools: [Read, Bash]"), at(4, 16, `warning frontmatter/allowed-tools: is a list, expected one text with blanks between the tools; write allowed-tools: "Read Bash"`)},
		{"N51 block list", one("allowed-tools:", "  - Read", "  - Bash(git add:*)"), at(5, 3, `warning frontmatter/allowed-tools: write allowed-tools: "Read Bash(git add:*)"`)},
		{"N51 commas", one("allowed-tools: Read, Bash(git add:*)"), at(4, 16, "warning frontmatter/allowed-tools: has commas between tools, expected blanks")},
		{"N51 commas inside", one("allowed-tools: Read Bash(git add:*, a)"), nil},
		{"N51 empty list", one("allowed-tools: []"), at(4, 16, `warning frontmatter/allowed-tools: is a list, expected one text with blanks between the tools`)},
		{"N51 number", one("allowed-tools: 5"), at(4, 16, `warning frontmatter/allowed-tools: is a number, expected text`)},
		{"N55", one("model: fast", "context: fork", "user-invocable: true", "version: 2", "pace: 1.5"), nil},
	}
}

// Each fix removes its finding, and leaves nothing new behind.
func TestFixes(t *testing.T) {
	for _, c := range []struct{ id, before, after string }{
		{"Y22", "hint: see #42", `hint: "see #42"`},
		{"Y22 nothing left", "color: #ff0000", `color: "#ff0000"`},
		{"Y29", "argument-hint: [query]", `argument-hint: "[query]"`},
		{"Y29 quotes inside", `argument-hint: ["a\b"]`, `argument-hint: "[\"a\\b\"]"`},
		{"Y32", "metadata:\n  version: 1.10", "metadata:\n  version: \"1.10\""},
		{"N53", "metadata:\n  a: 2026-05-06", "metadata:\n  a: \"2026-05-06\""},
		{"Y33", "created: 2026-05-06", `created: "2026-05-06"`},
		{"Y34", "mode: 007", `mode: "007"`},
		{"Y34 key", "on: push", `"on": push`},
		{"F5", "license: 1.10", `license: "1.10"`},
		{"N51 list", "allowed-tools: [Read, 'Bash(git add:*)']", `allowed-tools: "Read Bash(git add:*)"`},
		{"N51 commas", "allowed-tools: Read,Bash(a, b),  Edit", "allowed-tools: Read Bash(a, b) Edit"},
	} {
		t.Run(c.id, func(t *testing.T) {
			checkFix(t, one(c.before), one(c.after))
		})
	}
	t.Run("N45", func(t *testing.T) { checkFix(t, named("12306", "12306"), named("12306", `"12306"`)) })
	t.Run("N57", func(t *testing.T) { checkFix(t, named("pdf-tools", "PDF Tools"), named("pdf-tools", "pdf-tools")) })
	t.Run("N57 ambiguous", func(t *testing.T) { checkFix(t, named("12", "_12"), named("12", `"12"`)) })
}

// checkFix applies the fix of the only finding of before, a tree of one file.
func checkFix(t *testing.T, before, after map[string]string) {
	t.Helper()
	l := lintFiles(t, before)
	if len(l.found) != 1 || l.found[0].Fix == nil {
		t.Fatalf("got %v, want one finding with a fix", l.found)
	}
	for path, want := range after {
		if got := apply(before[path], l.found[0].Fix); got != want {
			t.Errorf("got  %q\nwant %q", got, want)
		}
	}
	checkFindings(t, lintFiles(t, after), nil)
}

func apply(content string, fix *diag.Fix) string {
	for i := len(fix.Edits) - 1; i >= 0; i-- {
		e := fix.Edits[i]
		content = content[:e.Span.Start] + e.New + content[e.Span.End:]
	}
	return content
}

// What cannot be put right without a guess has no fix.
func TestNoFix(t *testing.T) {
	for _, line := range []string{
		"description2: daily # to ops", "metadata: {a: ~}", "metadata: {a: [b]}", "license: [MIT]",
		"allowed-tools: [Read, 'two tools']", "allowed-tools: []", "allowed-tools:\n  - Read # only\n  - Edit", "argument-hint: [a,\n  b]",
	} {
		for _, d := range lintFiles(t, one(line)).found {
			if d.Fix != nil {
				t.Errorf("%q: got the fix %v", line, d.Fix)
			}
		}
	}
}
