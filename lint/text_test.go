package lint

import (
	"maps"
	"strings"
	"testing"

	"skillpack/internal/skill"
)

// Group A: fences, encoding, line endings.
func textCases() []lintCase {
	crlf := strings.ReplaceAll(manifest("x"), "\n", "\r\n")
	return []lintCase{
		{"A1", map[string]string{"x/SKILL.md": "\ufeff" + manifest("x")},
			[]string{`x/SKILL.md:1:1 error text/bom: starts with a byte order mark`}},
		{"A3 CRLF", map[string]string{"x/SKILL.md": crlf},
			[]string{`x/SKILL.md:1:4 warning text/line-endings: add the line "*.md text eol=lf" to .gitattributes`}},
		{"A3 one CRLF", map[string]string{"x/SKILL.md": manifest("x") + "text\r\n"},
			[]string{`x/SKILL.md:6:5 warning text/line-endings: CRLF`}},
		{"A3 fixed", map[string]string{"x/SKILL.md": crlf, ".gitattributes": "*.md text eol=lf\n"}, nil},
		{"A3 fixed nearby", map[string]string{"x/SKILL.md": crlf, "x/.gitattributes": "/SKILL.md -text\n"}, nil},
		{"A3 automatic is not fixed", map[string]string{"x/SKILL.md": crlf, ".gitattributes": "* text=auto\n"},
			[]string{`x/SKILL.md:1:4 warning text/line-endings: no .gitattributes fixes them`}},
		{"A4 bare CR", one("license: MIT\rmodel: fast"),
			[]string{`x/SKILL.md:4:13 warning text/carriage-return: carriage return`}},
		{"A4 control", one("license: \"M\aIT\""),
			[]string{`x/SKILL.md:4:12 error text/control: U+0007`}},
		{"A4 control in the body", map[string]string{"x/SKILL.md": manifest("x") + "\x1b[1m\n"},
			[]string{`x/SKILL.md:6:1 error text/control: U+001B; delete it, or in the frontmatter write it as an escape`}},
		{"A4 read in another encoding", map[string]string{"x/SKILL.md": manifest("x") + "it\u00e2\u0080\u0099s\n"},
			[]string{`x/SKILL.md:6:4 error text/control: U+0080 (and 1 more in this file); the text was UTF-8, was read in another encoding and saved again; restore it`}},
		{"A5", map[string]string{"x/SKILL.md": "--- \nname: x\ndescription: Does what it says.\n---\n"},
			[]string{`x/SKILL.md:1:4 error frontmatter/fence: opening fence has blanks behind it`}},
		{"A7", one(`compatibility: "x --- y"`, `allowed-tools: "*"`), nil},
		{"A10 closed at the end", map[string]string{"x/SKILL.md": "---\nname: x\ndescription: Does what it says.\n---"}, nil},
		{"A10 dashes in a value", map[string]string{"x/SKILL.md": "---\ndescription: Does it.\nname: a---"},
			[]string{`x/SKILL.md:1:1 error frontmatter/fence: no closing fence`}},
		{"A11 never closed", map[string]string{"x/SKILL.md": "---\nname: x\ndescription: Does it.\n# Title\n"},
			[]string{`x/SKILL.md:1:1 error frontmatter/fence: no closing fence`}},
		{"A11 nothing between", map[string]string{"x/SKILL.md": "---\n---\n# Title\n", "z/SKILL.md": manifest("z")},
			[]string{`x/SKILL.md:2:1 error frontmatter/empty: frontmatter is empty`}},
		{"A13 comment", map[string]string{"x/SKILL.md": "<!-- note -->\n" + manifest("x")},
			[]string{`x/SKILL.md:2:1 error frontmatter/not-first: must start at the first byte`}},
		{"A13 heading", map[string]string{"x/SKILL.md": "# Title\n\n" + manifest("x")},
			[]string{`x/SKILL.md:3:1 error frontmatter/not-first: move it`}},
		{"A13 code block", map[string]string{"x/SKILL.md": "```yaml\nname: x\ndescription: Does it.\n```\n"},
			[]string{`x/SKILL.md:1:1 error frontmatter/not-first: must start at the first byte`}},
		{"A13 code block below text", map[string]string{"x/SKILL.md": "The skill:\n\n```yaml\n---\nname: x\ndescription: Does it.\n---\n```\n"},
			[]string{`x/SKILL.md:4:1 error frontmatter/not-first: below other text`}},
		{"A13 example in a section", map[string]string{"x/SKILL.md": "# Skills\n\n## Format\n\n```yaml\n---\nname: x\ndescription: Does it.\n---\n```\n"},
			[]string{`x/SKILL.md:1:1 error frontmatter/missing: no frontmatter`}},
		{"A15", map[string]string{"x/SKILL.md": "# Title\n\nname: x\n"},
			[]string{`x/SKILL.md:1:1 error frontmatter/missing: no frontmatter`}},
		{"A16", map[string]string{"x/SKILL.md": manifest("x") + "\n---\na: b\nname: y\n---\n"}, nil},
		{"A17", one("# a comment", "license: MIT # see LICENSE"), nil},
		{"A18", map[string]string{"x/SKILL.md": block("name: x", "description: Prüft 中文 😀.", "author: \"a\u2028b\"") + "Grüße 中 😀 \u2028 end\n"}, nil},
		{"A18 not UTF-8", map[string]string{"x/SKILL.md": manifest("x") + "Gr\xfc\xdfe\n"},
			[]string{`x/SKILL.md:6:3 error text/encoding: 0xfc is not UTF-8`}},
		{"A19 NUL", map[string]string{"x/SKILL.md": manifest("x") + "a\x00b\n"},
			[]string{`x/SKILL.md:6:2 error text/nul: NUL byte`}},
		{"A19 directory", map[string]string{"x/SKILL.md/a.txt": "a", "z/SKILL.md": manifest("z")},
			[]string{`x/SKILL.md:1:1 error files/skill-md: directory`}},
		{"A19 empty", map[string]string{"x/SKILL.md": ""},
			[]string{`x/SKILL.md:1:1 error frontmatter/missing: the file is empty`}},
	}
}

// F8: the body may have 500 lines and about 5,000 tokens.
func lengthCases() []lintCase {
	lines := func(n int) string { return strings.Repeat("- a\n", n-1) } // behind "# Title"
	const twenty = "one two three four five six seven eight nine ten one two three four five six seven eight nine ten\n"
	return []lintCase{
		{"F8 500 lines", map[string]string{"x/SKILL.md": manifest("x") + lines(500)}, nil},
		{"F8 500 lines and blank ones behind", map[string]string{"x/SKILL.md": manifest("x") + lines(500) + "\n\n \n"}, nil},
		{"F8 501 lines", map[string]string{"x/SKILL.md": manifest("x") + lines(501)},
			[]string{`x/SKILL.md:505:1 warning text/length: the body has 501 lines, and an agent reads all of it; at most 500 lines`}},
		{"F8 501 lines with CRLF", map[string]string{"x/SKILL.md": strings.ReplaceAll(manifest("x")+lines(501), "\n", "\r\n"), ".gitattributes": "* -text\n"},
			[]string{`x/SKILL.md:505:1 warning text/length: the body has 501 lines, and`}},
		{"F8 tokens", map[string]string{"x/SKILL.md": manifest("x") + strings.Repeat(twenty, 240)}, nil},
		{"F8 too many tokens", map[string]string{"x/SKILL.md": manifest("x") + strings.Repeat(twenty, 300)},
			[]string{`x/SKILL.md:249:1 warning text/length: the body has about 6200 tokens (estimated from words, digits and signs), and`}},
		{"F8 tokens in one line", map[string]string{"x/SKILL.md": manifest("x") + strings.Repeat("中", 6000)},
			[]string{`x/SKILL.md:6:1 warning text/length: about 6000 tokens`}},
		{"F8 both", map[string]string{"x/SKILL.md": manifest("x") + strings.Repeat(twenty, 600)},
			[]string{`x/SKILL.md:249:1 warning text/length: the body has 601 lines and about 12300 tokens (estimated`}},
		{"F8 long frontmatter", one("license: |\n  " + strings.Repeat("a\n  ", 600)), nil},
		{"F8 another file", map[string]string{"x/SKILL.md": manifest("x"), "x/a.md": lines(900)}, nil},
		{"F8 broken frontmatter", map[string]string{"x/SKILL.md": "---\nname: x: y\n---\n" + lines(900)},
			[]string{`x/SKILL.md:2:8 error frontmatter/yaml: `}},
	}
}

func TestMatchAttributes(t *testing.T) {
	for _, c := range []struct {
		pattern, file string
		want          bool
	}{
		{"*", "a/b/SKILL.md", true},
		{"*.md", "a/SKILL.md", true},
		{"SKILL.md", "a/SKILL.md", true},
		{"skill.md", "a/SKILL.md", false},
		{"/*.md", "a/SKILL.md", false},
		{"/a/*.md", "a/SKILL.md", true},
		{"a/**", "a/b/SKILL.md", true},
		{"a/*", "a/b/SKILL.md", false},
		{"**/SKILL.md", "SKILL.md", true},
		{"b/*.md", "a/b/SKILL.md", false},
		{"{a,b}.md", "a.md", false},
		{"{a,b}.md", "{a,b}.md", true},
		{"S?ILL.md", "SKILL.md", true},
		{"[A-S]KILL.md", "SKILL.md", true},
	} {
		if got := matchAttributes(c.pattern, c.file); got != c.want {
			t.Errorf("%q on %q: got %v", c.pattern, c.file, got)
		}
	}
}

func TestLineAttributes(t *testing.T) {
	for _, c := range []struct {
		name, content string
		fixed         bool
	}{
		{"nothing", "", false},
		{"eol", "*.md eol=lf", true},
		{"crlf", "*.md text eol=crlf", true},
		{"untouched", "* -text", true},
		{"binary", "* binary", true},
		{"normalised only", "* text", false},
		{"another file", "*.sh text eol=lf", false},
		{"comment", "# *.md eol=lf", false},
		{"macro", "[attr]*.md eol=lf", false},
		{"later line wins", "* -text\n*.md text", false},
		{"later line takes back", "* eol=lf\n*.md !eol", false},
		{"lines add up", "* eol=lf\n*.md text", true},
		{"quoted pattern", "\"SKILL.md\" eol=lf", true},
		{"tabs and CRLF", "*.md\ttext\teol=lf\r\n", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			var a lineAttributes
			a.apply(c.content, "x/SKILL.md")
			if got := a.untouched || a.eol; got != c.fixed {
				t.Errorf("fixed: got %v", got)
			}
		})
	}
}

// TestAttributesAboveTheTree holds that those of the repository count (A3).
func TestAttributesAboveTheTree(t *testing.T) {
	crlf := map[string]string{"x/SKILL.md": strings.ReplaceAll(manifest("x"), "\n", "\r\n")}
	above := []skill.Attributes{
		{Below: "packs/skills", Content: []byte("/skills/** -eol\n/packs/skills/x/*.md eol=lf\n")},
		{Below: "skills", Content: []byte("*.sh -eol\n")},
	}
	for _, c := range []struct {
		id    string
		above []skill.Attributes
		inner string
		want  int
	}{
		{"A3 none", nil, "", 1},
		{"A3 above", above, "", 0},
		{"A3 of the tree is stronger", above, "*.md -eol\n", 1},
		{"A3 of another path", []skill.Attributes{{Below: "skills", Content: []byte("/x/*.md eol=lf\n")}}, "", 1},
	} {
		t.Run(c.id, func(t *testing.T) {
			files := maps.Clone(crlf)
			files[".gitattributes"] = c.inner
			tree := loadFiles(t, files, skill.Options{Attributes: c.above})
			if found := Run(t.Context(), tree, Config{}); len(found) != c.want {
				t.Errorf("found %v, want %d", found, c.want)
			}
		})
	}
}

// A deeper .gitattributes is stronger, and its patterns are relative to it.
func TestNestedAttributes(t *testing.T) {
	l := lintFiles(t, map[string]string{
		"a/b/SKILL.md":     manifest("b"),
		".gitattributes":   "/a/b/*.md eol=lf\n",
		"a/.gitattributes": "/b/SKILL.md !eol\n",
		"b/.gitattributes": "* eol=lf\n",
	})
	if fixedEndings(l.tree, "a/b/SKILL.md") {
		t.Error("a/.gitattributes takes the rule back, yet it holds")
	}
	if !fixedEndings(l.tree, "a/b/OTHER.md") {
		t.Error("the rule of the root does not hold for a/b/OTHER.md")
	}
}
