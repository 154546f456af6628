package lint

import (
	"strings"
	"testing"

	"skillpack/internal/diag"
	"skillpack/internal/skill"
)

// silenceCases are comments that silence, or that do not.
func silenceCases() []lintCase {
	body := func(lines string) map[string]string {
		return map[string]string{"x/SKILL.md": manifest("x") + lines}
	}
	const broken = "[a](gone.md)\n"
	long := manifest("x") + strings.Repeat("- one more\n", 502)
	return []lintCase{
		{"L78 silenced block", body("<!-- skillpack-ignore links/missing: written later -->\n" + broken), nil},
		{"L78 silenced list, and not what follows", body("\n<!-- skillpack-ignore links/missing -->\n- [a](gone.md)\n- b\n  - [c](gone.md)\n\n" + broken),
			at(12, 5, `error links/missing: "gone.md"`)},
		{"L78 silenced table", body("\n<!-- skillpack-ignore links/missing -->\n| a |\n|---|\n| [a](gone.md) |\n"), nil},
		{"L78 silenced in its paragraph", body("\n[a](gone.md) <!-- skillpack-ignore links/missing -->\n"), nil},
		{"L78 silenced item", body("\n- [a](gone.md)\n<!-- skillpack-ignore links/missing -->\n- [b](gone.md)\n- [c](gone.md)\n"), []string{
			`x/SKILL.md:7:7 error links/missing: "gone.md"`, `x/SKILL.md:10:7 error links/missing: "gone.md"`}},
		{"L78 silenced first item, in its text", body("\n- [a](gone.md) <!-- skillpack-ignore links/missing -->\n- [b](gone.md)\n"),
			at(8, 7, `error links/missing: "gone.md"`)},
		{"F8 the whole body, before its first block", map[string]string{"x/SKILL.md": strings.Replace(long, "\n# Title", "\n<!-- skillpack-ignore text/length: all is needed -->\n# Title", 1)}, nil},
		{"F8 the whole body, before the first field", map[string]string{"x/SKILL.md": strings.Replace(long, "name: x", "# skillpack-ignore text/length: all is needed\nname: x", 1)}, nil},
		{"F8 the whole body, before another field", map[string]string{"x/SKILL.md": strings.Replace(long, "description", "# skillpack-ignore text/length\ndescription", 1)}, []string{
			`x/SKILL.md:3:20 note text/unused-silencer: "text/length" reports nothing`, `x/SKILL.md:506:1 warning text/length: `}},
		{"F8 the whole body, before another block", map[string]string{"x/SKILL.md": strings.Replace(long, "# Title\n", "# Title\n<!-- skillpack-ignore text/length -->\ntext\n\n", 1)}, []string{
			`x/SKILL.md:6:23 note text/unused-silencer: "text/length" reports nothing`, `x/SKILL.md:505:1 warning text/length: `}},
		{"E4 the whole file, before the first block", map[string]string{"x/SKILL.md": strings.ReplaceAll(manifest("x")[:len(manifest("x"))-len("# Title\n")]+"<!-- skillpack-ignore text/line-endings -->\n# Title\n", "\n", "\r\n")}, nil},
		{"A1 before the first block", map[string]string{"x/SKILL.md": "\ufeff" + strings.Replace(manifest("x"), "# Title", "<!-- skillpack-ignore text/bom -->\n# Title", 1)}, nil},
		{"L78 silenced elsewhere", body("\n<!-- skillpack-ignore links/missing -->\ntext\n\n" + broken), []string{
			`x/SKILL.md:7:23 note text/unused-silencer: "links/missing" reports nothing that this comment could silence; delete it`,
			`x/SKILL.md:10:5 error links/missing: "gone.md"`}},
		{"L78 silenced in another file", map[string]string{
			"x/SKILL.md": manifest("x") + "[b](b.md)\n", "x/b.md": "# B\n\n<!-- skillpack-ignore links/missing -->\n" + broken,
		}, nil},
		{"L79 two rules by one comment", body("\n<!-- skillpack-ignore links/missing, links/code-path: x -->\n[a](gone.md) `scripts/gone.py`\n"), nil},
		{"L79 two rules, one unused", body("\n<!-- skillpack-ignore links/missing, links/code-path: x -->\n" + broken),
			at(7, 38, `note text/unused-silencer: "links/code-path" reports nothing`)},
		{"L79 two comments before one block", body("\n<!-- skillpack-ignore links/missing -->\n<!-- skillpack-ignore links/code-path -->\n\n[a](gone.md) `scripts/gone.py`\n"), nil},
		{"A17 behind a field", one("license: [MIT] # skillpack-ignore frontmatter/license: as our tools want it"), nil},
		{"A17 before a field", one("# skillpack-ignore frontmatter/metadata", "metadata:", "  a: {b: c}", "  version: 1.10"), nil},
		{"A17 before another field", one("# skillpack-ignore frontmatter/license", "more: x", "license: [MIT]"), []string{
			`x/SKILL.md:4:20 note text/unused-silencer: "frontmatter/license" reports nothing`, `x/SKILL.md:6:10 error frontmatter/license: `}},
		{"A17 in a text", one("more: |", "  # skillpack-ignore frontmatter/license", "license: [MIT]"), at(6, 10, `error frontmatter/license: `)},
		{"A1 before the first field", map[string]string{"x/SKILL.md": "\ufeff" + block("# skillpack-ignore text/bom: made by a tool", "name: x", "description: Does what it says.")}, nil},
		{"A1 before the second field", map[string]string{"x/SKILL.md": "\ufeff" + block("name: x", "# skillpack-ignore text/bom", "description: Does what it says.")}, []string{
			`x/SKILL.md:1:1 error text/bom: byte order mark`, `x/SKILL.md:3:20 note text/unused-silencer: "text/bom" reports nothing`}},
		{"N45 required", block1("name: x", "description: '' # skillpack-ignore frontmatter/description"), []string{
			`x/SKILL.md:3:14 error frontmatter/description: `,
			`x/SKILL.md:3:36 note text/unused-silencer: the rule "frontmatter/description" cannot be silenced, since no catalog can hold what it reports; correct that, and delete this`}},
		{"L78 misspelt rule", body("\n<!-- skillpack-ignore links/mising -->\n" + broken), []string{
			`x/SKILL.md:7:23 note text/unused-silencer: unknown rule "links/mising"; did you mean "links/missing"?`, `x/SKILL.md:8:5 error links/missing: `}},
		{"L78 strange rule", body("\n<!-- skillpack-ignore everything: x -->\ntext\n"),
			at(7, 23, `note text/unused-silencer: unknown rule "everything"; write the id`)},
		{"L78 no rule", body("\n<!-- skillpack-ignore -->\ntext\n"),
			at(7, 1, `note text/unused-silencer: "skillpack-ignore" names no rule; write its id behind`)},
		{"L82 rule that is off", body("\n<!-- skillpack-ignore files/unreferenced -->\ntext\n"), nil},
		{"L79 web links that nobody asked for", body("\n<!-- skillpack-ignore links/external -->\ntext\n"), nil},
		{"L78 excused", body("\n<!-- skillpack-ignore links/missing, text/unused-silencer: only some checkouts have it -->\ntext\n"), nil},
		{"L78 excused for nothing", body("\n<!-- skillpack-ignore links/missing, text/unused-silencer -->\n" + broken),
			at(7, 38, `note text/unused-silencer: "text/unused-silencer" reports nothing`)},
		{"L78 unused before the first block", map[string]string{"x/SKILL.md": strings.Replace(manifest("x"), "# Title", "<!-- skillpack-ignore links/missing -->\n# Title", 1)},
			at(5, 23, `note text/unused-silencer: "links/missing" reports nothing`)},
		{"L78 outside of any skill", map[string]string{"x/SKILL.md": manifest("x"), "README.md": "<!-- skillpack-ignore links/missing -->\ntext\n"}, nil},
		{"L79 in code", body("\n```\n<!-- skillpack-ignore links/missing -->\n```\n"), nil},
		{"N56 silenced", map[string]string{"a/SKILL.md": block("name: b # skillpack-ignore name/directory", "description: Does what it says.")}, nil},
	}
}

func block1(lines ...string) map[string]string {
	return map[string]string{"x/SKILL.md": block(lines...)}
}

func TestIgnoresThatSilenceNothing(t *testing.T) {
	files := map[string]string{"x/SKILL.md": manifest("x") + "[a](gone.md)\n", "w/SKILL.md": manifest("w")}
	ignore := func(rule, paths string) Config {
		return Config{Ignore: []Ignore{{Rule: rule, Paths: paths, File: skill.ConfigName}}}
	}
	missing := []string{`x/SKILL.md:6:5 error links/missing: "gone.md"`}
	for _, c := range []struct {
		id     string
		config Config
		want   []string
	}{
		{"used", ignore("links/missing", "x"), nil},
		{"used, all rules", ignore("*", "x"), nil},
		{"used twice", Config{Ignore: []Ignore{{"links/missing", "x", "skillpack.yaml", diag.Span{}}, {"links/missing", "**", "skillpack.yaml", diag.Span{}}}}, nil},
		{"unused", ignore("links/missing", "w"), append([]string{`skillpack.yaml:1:1 note text/unused-silencer: "links/missing" reports nothing in what the glob "w" matches; delete it`}, missing...)},
		{"all rules", ignore("*", "w"), missing},
		{"no such path, of which catalog/glob speaks", ignore("links/missing", "z"), missing},
		{"a rule that is off", ignore("files/unreferenced", "w"), missing},
		{"from nowhere", Config{Ignore: []Ignore{{Rule: "links/missing", Paths: "w"}}}, missing},
	} {
		t.Run(c.id, func(t *testing.T) {
			tree := loadFiles(t, files, skill.Options{})
			checkFindings(t, linted{tree, Run(t.Context(), tree, c.config)}, c.want)
		})
	}
}

// What is on only where somebody turns it on is then held to it.
func TestSilencersOfWhatIsTurnedOn(t *testing.T) {
	tree := loadFiles(t, map[string]string{"x/SKILL.md": manifest("x") + "\n<!-- skillpack-ignore files/unreferenced -->\ntext\n"}, skill.Options{})
	for _, c := range []Config{{All: true}, {Severity: map[string]diag.Severity{"files/unreferenced": diag.Note}}} {
		checkFindings(t, linted{tree, Run(t.Context(), tree, c)}, at(7, 23, `note text/unused-silencer: "files/unreferenced" reports nothing`))
	}
	off := Config{All: true, Severity: map[string]diag.Severity{unusedSilencer: diag.Off}}
	checkFindings(t, linted{tree, Run(t.Context(), tree, off)}, nil)
}

func TestOnly(t *testing.T) {
	tree := loadFiles(t, map[string]string{
		"a/SKILL.md":          manifest("a") + "[a](gone.md)\n",
		"b/SKILL.md":          manifest("b") + "[b](gone.md)\n",
		"b/sub/SKILL.md":      manifest("sub") + "[c](gone.md)\n",
		"bb/SKILL.md":         manifest("bb"),
		"one/refund/SKILL.md": manifest("refund"),
		"two/refund/SKILL.md": manifest("refund"),
		"two/SKILL.md":        "none\n",
	}, skill.Options{})
	for _, c := range []struct {
		only []string
		want []string
	}{
		{[]string{"a"}, []string{`a/SKILL.md:6:5 error links/missing`}},
		{[]string{"b"}, []string{`b/SKILL.md:2:7 note catalog/nested`, `b/SKILL.md:6:5 error links/missing`, `b/sub/SKILL.md:6:5 error links/missing`}},
		{[]string{"two"}, []string{`two/SKILL.md:1:1 note catalog/nested`, `two/SKILL.md:1:1 error frontmatter/missing`, `two/refund/SKILL.md:2:7 warning name/duplicate`}},
		{[]string{"b/sub", "a"}, []string{`a/SKILL.md:6:5 error links/missing`, `b/SKILL.md:2:7 note catalog/nested`, `b/sub/SKILL.md:6:5 error links/missing`}},
		{[]string{"bb"}, nil},
		{[]string{"one"}, []string{`two/refund/SKILL.md:2:7 warning name/duplicate`}},
	} {
		got := Run(t.Context(), tree, Config{Only: c.only})
		checkFindings(t, linted{tree, got}, c.want)
	}
}
