package lint

import (
	"strings"
	"testing"

	"skillpack/internal/skill"
)

func named(dir, name string) map[string]string {
	return map[string]string{dir + "/SKILL.md": manifest(name)}
}

// Group N, names.
func nameCases() []lintCase {
	long := strings.Repeat("a", 65)
	return []lintCase{
		{"N45 number", named("12306", "12306"),
			[]string{`12306/SKILL.md:2:7 error name/text: "name" is a number, expected text; quote it: "12306"`}},
		{"N45 octal", named("010", "010"), []string{`010/SKILL.md:2:7 error name/text: "name" is a number, expected text; quote it: "010"`}},
		{"N45 quoted", named("12306", `"12306"`), nil},
		{"N45 n", named("n", "n"),
			[]string{`n/SKILL.md:2:7 warning frontmatter/ambiguous-scalar: "n" is text in YAML 1.2 and false in YAML 1.1; quote it`}},
		{"N45 yes", named("yes", "yes"),
			[]string{`yes/SKILL.md:2:7 warning frontmatter/ambiguous-scalar: "yes" is text in YAML 1.2 and true in YAML 1.1`}},
		{"N45 boolean", named("true", "true"),
			[]string{`true/SKILL.md:2:7 error name/text: "name" is a boolean, expected text; quote it: "true"`}},
		{"N45 list", named("x", "[x]"),
			[]string{`x/SKILL.md:2:7 error name/text: "name" is a list, expected text`}},
		{"F3 no name", map[string]string{"x/SKILL.md": block("description: Does it.")},
			[]string{`x/SKILL.md:1:1 error name/missing: no "name"; write "name: x"`}},
		{"F3 no name, no good directory", map[string]string{"技/SKILL.md": block("description: Does it.")},
			[]string{`技/SKILL.md:1:1 error name/missing: write one of a-z, 0-9 and "-"`}},
		{"F3 null name", map[string]string{"x/SKILL.md": block("name:", "description: Does it.")},
			[]string{`x/SKILL.md:2:1 error name/missing: the name is empty`}},
		{"N45 null", named("null", "null"), []string{`null/SKILL.md:2:1 error name/missing: the name is empty; write name: "null"`}},
		{"F3 blank name", named("x", `" "`), []string{`x/SKILL.md:2:1 error name/missing: the name is empty`}},

		{"N56", named("cache", "acme-cache"),
			[]string{`cache/SKILL.md:2:7 error name/directory: the name "acme-cache" differs from its directory "cache"; rename the directory to "acme-cache" or write "name: cache"`}},
		{"N56 nested", map[string]string{"group/SKILL.md": manifest("group"), "group/a/SKILL.md": manifest("b")},
			[]string{`group/SKILL.md:2:7 note catalog/nested: "group/a"`,
				`group/a/SKILL.md:2:7 error name/directory: rename the directory to "b" or write "name: a"`}},
		{"N56 bad directory", named("My Cache", "acme-cache"),
			[]string{`My Cache/SKILL.md:2:7 error name/directory: "My Cache"; rename the directory to "acme-cache"`}},
		{"N56 ambiguous directory", named("no", "acme"),
			[]string{`no/SKILL.md:2:7 error name/directory: or write name: "no"`}},
		{"N56 another directory has the name", map[string]string{"cache/SKILL.md": manifest("docs"), "docs/a.md": "a\n"},
			[]string{`cache/SKILL.md:2:7 error name/directory: differs from its directory "cache"; write "name: cache"`}},
		{"N56 another directory has the name, no good directory", map[string]string{"My Cache/SKILL.md": manifest("docs"), "docs/a.md": "a\n"},
			[]string{`My Cache/SKILL.md:2:7 error name/directory: "My Cache"; call both "my-cache"`}},
		{"N56 root", map[string]string{"SKILL.md": manifest("anything")}, nil},

		{"N57 upper case", named("PDF-Tools", "PDF-Tools"),
			[]string{`PDF-Tools/SKILL.md:2:7 error name/format: the name "PDF-Tools" has upper-case letters; write "pdf-tools" and rename the directory to match`}},
		{"N57 upper case, good directory", named("pdf-tools", "PDF-Tools"),
			[]string{`pdf-tools/SKILL.md:2:7 error name/format: has upper-case letters; write "pdf-tools"`}},
		{"N57 both wrong", named("Other", "PDF-Tools"), []string{
			`Other/SKILL.md:2:7 error name/directory: "PDF-Tools" differs from its directory "Other"; call both "pdf-tools"`,
			`Other/SKILL.md:2:7 error name/format: upper-case`,
		}},
		{"N57 another directory has the better name", map[string]string{"tools/SKILL.md": manifest("PDF_Tools"), "pdf-tools/a.md": "a\n"}, []string{
			`tools/SKILL.md:2:7 error name/directory: write "name: tools"`,
			`tools/SKILL.md:2:7 error name/format: allowed; write "tools", as the directory is called`,
		}},
		{"N57 colon", named("x", `"a:b"`), []string{
			`x/SKILL.md:2:7 error name/directory: write "name: x"`,
			`x/SKILL.md:2:7 error name/format: has ":" where only a-z, 0-9 and "-" are allowed; write "a-b" and rename the directory to match, or write "x" as the directory is called`,
		}},
		{"N57 doubled", named("a--b", "a--b"),
			[]string{`a--b/SKILL.md:2:7 error name/format: doubles "-"; write "a-b"`}},
		{"N57 leading", named("-a", "-a"),
			[]string{`-a/SKILL.md:2:7 error name/format: starts with "-"; write "a"`}},
		{"N57 trailing", named("a-", "a-"),
			[]string{`a-/SKILL.md:2:7 error name/format: ends with "-"; write "a"`}},
		{"N57 underscore", named("a_b", "a_b"),
			[]string{`a_b/SKILL.md:2:7 error name/format: has "_" where only a-z, 0-9 and "-" are allowed; write "a-b"`}},
		{"N57 65 characters", named(long, long),
			[]string{long + `/SKILL.md:2:7 error name/format: has 65 characters where 64 are allowed; write "` + long[:64] + `"`}},
		{"N57 64 characters", named(long[:64], long[:64]), nil},
		{"N57 blank", named("my skill", "my skill"),
			[]string{`my skill/SKILL.md:2:7 error name/format: has " " where only`}},
		{"N57 several", named("x-y", `"-X--Y_"`),
			[]string{`x-y/SKILL.md:2:7 error name/format: has upper-case letters and has "_" where only a-z, 0-9 and "-" are allowed and starts with "-" and doubles "-"; write "x-y"`}},
		{"N58", named("café", "café"),
			[]string{`café/SKILL.md:2:7 error name/format: has "é" where only a-z, 0-9 and "-" are allowed; write "cafe" and rename the directory to match`}},
		{"N58 nothing stays", named("技能", "技能"),
			[]string{`技能/SKILL.md:2:7 error name/format: has "技", "能" where only a-z, 0-9 and "-" are allowed; write words of a-z and 0-9`}},

		{"N60 anthropic", named("anthropic-helper", "anthropic-helper"),
			[]string{`anthropic-helper/SKILL.md:2:7 warning name/reserved: holds "anthropic"`}},
		{"N60 claude", named("claude", "claude"), []string{`claude/SKILL.md:2:7 warning name/reserved: holds "claude"`}},
		{"N60 part of a word", named("claudette", "claudette"), nil},

		// E6
		{"N62 one name", map[string]string{"a/x/SKILL.md": manifest("x"), "b/x/SKILL.md": manifest("x"), "c/x/SKILL.md": manifest("x")},
			[]string{`b/x/SKILL.md:2:7 warning name/duplicate: 3 skills have the name "x", the first in "a/x", and the same SKILL.md; delete the copies or exclude them in skillpack.yaml`}},
		{"N62 one name, not copies", map[string]string{"a/x/SKILL.md": manifest("x"), "b/x/SKILL.md": manifest("x"), "c/x/SKILL.md": manifest("x", "license: MIT")},
			[]string{`b/x/SKILL.md:2:7 warning name/duplicate: 3 skills have the name "x", the first in "a/x"; give each a name of its own`}},
		{"N62 one URI", map[string]string{"a/SKILL.md": manifest("x"), "b/SKILL.md": manifest("x")}, []string{
			`a/SKILL.md:2:7 error name/collision: "a" and "b" would both be published as "skill://x"`,
			`a/SKILL.md:2:7 error name/directory: "x"`,
			`b/SKILL.md:2:7 error name/collision: "b" and "a" would both be published as "skill://x"`,
			`b/SKILL.md:2:7 error name/directory: "x"`,
		}},
		{"N62 one is right", map[string]string{"x/SKILL.md": manifest("x"), "b/SKILL.md": manifest("x")}, []string{
			`b/SKILL.md:2:7 error name/collision: "b" and "x" would both be published as "skill://x"`,
			`b/SKILL.md:2:7 error name/directory: differs from its directory "b"; write "name: b"`,
		}},
		{"N62 behind a nested skill", map[string]string{
			"a/SKILL.md": manifest("a"), "a/b/SKILL.md": manifest("b"), "c/SKILL.md": manifest("x"), "x/SKILL.md": manifest("x"),
		}, []string{
			`a/SKILL.md:2:7 note catalog/nested: "a/b"`,
			`c/SKILL.md:2:7 error name/collision: "c" and "x"`,
			`c/SKILL.md:2:7 error name/directory: "x"`,
		}},
		{"N62 files under one URI", map[string]string{
			"g/SKILL.md": manifest("g"), "g/a/SKILL.md": manifest("b"), "g/a/n.md": "# N\n", "g/b/n.md": "# N\n",
		}, []string{
			`g/SKILL.md:2:7 note catalog/nested: "g/a"`,
			`g/a/SKILL.md:2:7 error name/collision: "g/a" and "g/b" would both be published as "skill://g/b"`,
			`g/a/SKILL.md:2:7 error name/directory: "b"`,
		}},

		{"M3", map[string]string{"Team Tools/x/SKILL.md": manifest("x"), "Team Tools/z/SKILL.md": manifest("z")},
			[]string{`Team Tools/x/SKILL.md:1:1 warning name/prefix: the directory "Team Tools" becomes "Team%20Tools"`}},
		{"M3 behind a plain one", map[string]string{"a/x/SKILL.md": manifest("x"), "b c/z/SKILL.md": manifest("z")},
			[]string{`b c/z/SKILL.md:1:1 warning name/prefix: the directory "b c" becomes "b%20c"`}},
		{"M3 a skill's own name", map[string]string{"café/SKILL.md": manifest("café"), "café/x/SKILL.md": manifest("x")},
			[]string{`café/SKILL.md:2:7 note catalog/nested: "café/x"`, `café/SKILL.md:2:7 error name/format: "é"`}},
		{"M3 deeper", map[string]string{"team/Team Tools/x/SKILL.md": manifest("x")}, nil},
	}
}

func TestPrefixOfTheTree(t *testing.T) {
	tree := loadFiles(t, one(), skill.Options{Prefix: "größe"})
	found := Run(t.Context(), tree, Config{})
	checkFindings(t, linted{tree, found}, []string{`x/SKILL.md:1:1 warning name/prefix: the prefix "größe" becomes "gr%C3%B6%C3%9Fe"`})
}

// N62: a finding names the other places.
func TestRelatedPlaces(t *testing.T) {
	l := lintFiles(t, map[string]string{"a/x/SKILL.md": manifest("x"), "b/x/SKILL.md": manifest("x"), "c/x/SKILL.md": manifest("x")})
	if len(l.found) != 1 || len(l.found[0].Related) != 2 {
		t.Fatalf("got %v, want one finding with two related places", l.found)
	}
	for i, want := range []string{"a/x/SKILL.md", "c/x/SKILL.md"} {
		if r := l.found[0].Related[i]; r.File != want || r.Span.Start == 0 {
			t.Errorf("related %d: got %s at %v, want the name in %s", i, r.File, r.Span, want)
		}
	}
}
