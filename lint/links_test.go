package lint

import (
	"slices"
	"strings"
	"testing"

	"skillpack/internal/diag"
	"skillpack/internal/skill"
)

// bodyLine is the line of a SKILL.md of withBody on which the body begins.
const bodyLine = 6

// withBody is a tree of one skill "x" with the given body, and more files of the
// skill as pairs of a path and its content.
func withBody(body string, others ...string) map[string]string {
	files := map[string]string{"x/SKILL.md": manifest("x") + body}
	for pair := range slices.Chunk(others, 2) {
		files["x/"+pair[0]] = pair[1]
	}
	return files
}

// inBody is a finding in the body's first line.
func inBody(column int, rest string) []string { return at(bodyLine, column, rest) }

func linkCases() []lintCase {
	return slices.Concat(missingLinkCases(), templateLinkCases(), anchorCases(), outsideCases(), fineLinkCases(), nestedLinkCases(), deepLinkCases(), namedPathCases())
}

func missingLinkCases() []lintCase {
	return []lintCase{
		{"L78 missing", withBody("See [a](references/a.md).\n"), inBody(9,
			`error links/missing: "references/a.md" does not exist in the skill; add the file "references/a.md" to it`)},
		{"L78 near in its folder", withBody("[a](refs/from.md)\n", "refs/form.md", "a\n"), inBody(5,
			`error links/missing: did you mean "refs/form.md"`)},
		{"L78 near in another folder", withBody("[a](refrences/form.md)\n", "a/form.md", "a\n", "references/form.md", "a\n"), inBody(5,
			`error links/missing: did you mean "references/form.md"`)},
		{"L78 not near by a common ending", withBody("[a](refs/styling.md) [b](refs/moods-chinese.md) [c](refs/icra_article.md)\n",
			"refs/sending.md", "a\n", "refs/mureka-chinese.md", "a\n", "refs/nature_article.md", "a\n"), []string{
			`x/SKILL.md:6:5 error links/missing: "refs/styling.md" does not exist in the skill; add the file "refs/styling.md" to it or remove the link`,
			`x/SKILL.md:6:26 error links/missing: add the file`,
			`x/SKILL.md:6:53 error links/missing: add the file`}},
		{"L78 near with a word more", withBody("[a](refs/form.md) [b](refs/power-query.pq)\n", "refs/form-a.md", "a\n", "refs/power-query.pq.md", "a\n"), []string{
			`x/SKILL.md:6:5 error links/missing: did you mean "refs/form-a.md"`,
			`x/SKILL.md:6:23 error links/missing: did you mean "refs/power-query.pq.md"`}},
		{"L78 near is never the file itself", withBody("", "refs/form.md", "[a](from.md)\n"), []string{
			`x/refs/form.md:1:5 error links/missing: add the file "refs/from.md" to it`}},
		{"L78 a name that every skill has is not near", withBody("", "refs/a.md", "[b](../b/SKILL.md) [c](../c/README.md) [d](../d/SKILL.md)\n",
			"README.md", "a\n", "refs/b.md", "b\n", "e/d/README.md", "a\n"), []string{
			`x/refs/a.md:1:5 error links/missing: did you mean "b.md"`,
			`x/refs/a.md:1:24 error links/missing: add the file "c/README.md" to it`,
			`x/refs/a.md:1:44 error links/missing: add the file "d/SKILL.md" to it`}},
		{"L78 near, a name that every skill has", withBody("[a](c/README.md)\n", "b/c/README.md", "a\n"), inBody(5,
			`error links/missing: did you mean "b/c/README.md"`)},
		{"L78 folder", withBody("[a](examples/)\n"), inBody(5,
			`error links/missing: "examples/" does not exist in the skill; add the directory "examples" to it or remove the link`)},
		{"L78 long path", withBody("[a](references/" + strings.Repeat("long-", 20) + "name.md)\n"), inBody(5,
			`error links/missing: add the file "references/`+strings.Repeat("long-", 20)+`name.md" to it or remove`)},
		{"L78 near is named from the file", withBody("", "references/a.md", "[b](other/b c.md)\n\n[b](<other/b c.md>)\n", "b c.md", "b\n"),
			[]string{`x/references/a.md:3:6 error links/missing: did you mean "../b%20c.md"`}},
		{"L78 case", withBody("[a](references/form.md)\n", "references/FORM.md", "a\n"), inBody(5,
			`error links/case: "references/form.md" exists only in another case; write "references/FORM.md"`)},
		{"L78 case of a folder", withBody("[a](References/a.md)\n", "references/a.md", "a\n"), inBody(5,
			`error links/case: write "references/a.md"`)},
		{"L78 Unicode form", withBody("[a](caf\u00e9.md)\n", "cafe\u0301.md", "a\n"), inBody(5,
			`error links/case: another case or Unicode form; write "cafe%CC%81.md"`)},
		{"L78 every kind", withBody("[a][r] ![i](i.png) <img src=\"h.png\"> <a href='h.html'>h</a>\n\n[r]: r.md\n"), []string{
			`x/SKILL.md:6:13 error links/missing: "i.png"`,
			`x/SKILL.md:6:30 error links/missing: "h.png"`,
			`x/SKILL.md:6:47 error links/missing: "h.html"`,
			`x/SKILL.md:8:6 error links/missing: "r.md"`}},
		{"L78 LICENSE", withBody("[MIT](LICENSE)\n"), inBody(7, `error links/missing: "LICENSE"`)},
		{"L78 a file with a slash behind it", withBody("[a](a.md/)\n", "a.md", "a\n"), inBody(5,
			`error links/missing: "a.md/" ends with a slash, but is a file; remove the slash`)},
		{"L78 backslash", withBody("[a](references\\a.md)\n", "references/a.md", "a\n"), inBody(5,
			`error links/missing: "references\\a.md" has a backslash, which separates no paths in links; write "references/a.md"`)},
		{"L78 broken escape", withBody("[a](100%.md)\n"), inBody(5, `error links/missing: "100%.md"`)},
		{"L78 our own URI", withBody("[a](skill://x/a.md) [b](skill://x/SKILL.md) [c](skill://x/) [d](skill://x) [e](skill://x/refs)\n", "refs/a.md", "a\n"), []string{
			`x/SKILL.md:6:5 error links/missing: "skill://x/a.md" is no file or directory of a skill of this tree`,
			`x/SKILL.md:6:49 error links/missing: "skill://x/" is no file or directory of a skill of this tree; did you mean "skill://x"`}},
		{"L78 slip in our own URI", withBody("[a](skill://x/rfes/a.md) [b](skill://elsewhere/of/no/skill.md)\n", "refs/a.md", "a\n"), []string{
			`x/SKILL.md:6:5 error links/missing: did you mean "skill://x/refs/a.md"`,
			`x/SKILL.md:6:30 error links/missing: correct it, the URIs of this skill begin with "skill://x/"`}},
		{"L87 in every markdown file", withBody("", "references/a.md", "![x](b.png)\n", "c.markdown", "[d]\n\n[d]: e.md\n"), []string{
			`x/c.markdown:3:6 error links/missing: "e.md"`,
			`x/references/a.md:1:6 error links/missing: "b.png"`}},
		{"L84", withBody("", "references/GUIDE.md", "[x](other.md)\n\n[x](references/other.md)\n", "references/other.md", "a\n"), []string{
			`x/references/GUIDE.md:3:5 warning links/root-relative: "references/other.md" exists only from the skill's directory, and relies on hosts that look there; from this file write "other.md"`}},
		{"L84 not from the skill's directory to the outside", map[string]string{
			"x/SKILL.md": manifest("x"), "x/a/b/c.md": "[d](../d.md)\n", "d.md": "d\n"}, []string{
			`x/a/b/c.md:1:5 error links/missing: "../d.md"`}},
		{"L84 not below the tree's root", map[string]string{
			"x/SKILL.md": manifest("x"), "x/a/b.md": "[x](z/SKILL.md)\n", "z/SKILL.md": manifest("z")}, []string{
			`x/a/b.md:1:5 error links/missing: "z/SKILL.md"`}},
	}
}

func templateLinkCases() []lintCase {
	return []lintCase{
		{"L79 links of a template", map[string]string{
			"x/SKILL.md": manifest("x"), "x/templates/a.md": "[a](LICENSE) [b](../../docs/x.md)\n",
			"x/assets/template/c.md": "[a](./API.md)\n", "x/a/README.template.md": "[a](API.md)\n"}, nil},
		{"L87 links of a template to what is elsewhere", map[string]string{
			"x/SKILL.md": manifest("x"), "x/references/b.md": "b\n", "x/docs/form.md": "f\n", "other/SKILL.md": manifest("other"),
			"x/templates/a.md": "[c](../b.md) [d](../../other/SKILL.md) [e](/etc/x) [f](../references/B.md)\n"}, []string{
			`x/templates/a.md:1:5 error links/missing: did you mean "../references/b.md"`,
			`x/templates/a.md:1:18 error links/outside: "../../other/SKILL.md"`,
			`x/templates/a.md:1:44 error links/outside: "/etc/x"`,
			`x/templates/a.md:1:56 error links/case: "../references/B.md"`}},
		{"L87 links of what is no template", map[string]string{
			"templates/SKILL.md": manifest("templates") + "[a](LICENSE)\n", "templates/assets/b.md": "[b](c.md)\n",
			"templates/templates-guide.md": "[c](d.md)\n"}, []string{
			`templates/SKILL.md:6:5 error links/missing: "LICENSE"`,
			`templates/assets/b.md:1:5 error links/missing: "c.md"`,
			`templates/templates-guide.md:1:5 error links/missing: "d.md"`}},
	}
}

func anchorCases() []lintCase {
	return []lintCase{
		{"L78 anchor", withBody("[a](#the-step)\n\n## The steps\n"), inBody(5,
			`warning links/anchor: no heading of "SKILL.md" makes the anchor "#the-step"; did you mean "#the-steps"`)},
		{"L78 anchor of a heading that goes on", withBody("[a](#setup) [b](#deploy)\n\n## Setup in three steps\n## Deploy by hand\n## Deploy by machine\n"), []string{
			`x/SKILL.md:6:5 warning links/anchor: "#setup"; did you mean "#setup-in-three-steps"`,
			`x/SKILL.md:6:17 warning links/anchor: "#deploy"; add the heading`}},
		{"L78 anchor not near by a common ending", withBody("[a](#81-general)\n\n## 4.2.1 General\n"), inBody(5,
			`warning links/anchor: "#81-general"; add the heading`)},
		{"L78 anchor of a heading in code", withBody("[a](#2-the-steps)\n\n```\n```sh\n```\n```\n## 2. The *steps*\n```\n##"), inBody(5,
			`warning links/anchor: "#2-the-steps"; line 12 looks like it, but stands in a block of code or HTML; end the block before it`)},
		{"L78 anchor of another file", withBody("[a](a.md#b) [c](a.md#c)\n", "a.md", "# C\n"), inBody(5,
			`warning links/anchor: no heading of "a.md" makes the anchor "#b"; add the heading or link to the file alone`)},
		{"L78 anchors that are there", withBody("[1](#two-words) [2](#two-words-1) [3](#id) [4](#caf%C3%A9) [5](#user-content-id) [6](#x) [7](#top) [8](#) [9](#v) [10](#w)\n\n"+
			"## Two Words\n## Two words\n## Café\n<a id=\"id\"></a>\n## X y {#x}\n## V y {: #v .a}\n## W y { #w }\n", "README.md", "[1](#readme)\n"), nil},
		{"L78 anchor in another case", withBody("[1](#Two-Words) [2](#ID) [3](#café)\n\n## Two Words\n## Café\n<a id=\"id\"></a>\n"), nil},
		{"L78 anchor with what is left of an emoji", withBody("[1](#%EF%B8%8F-configuration) [2](#️-configuration) [3](#configuration)\n\n## ⚙️ Configuration\n"), inBody(57,
			`warning links/anchor: "#configuration"; did you mean "#%EF%B8%8F-configuration"`)},
		{"L78 anchor of a heading in HTML", withBody("[1](#big-title) [2](#small)\n\n<h1 align=\"center\">Big <b>Title</b></h1>\n"), inBody(21,
			`warning links/anchor: "#small"`)},
		{"L78 anchors in a template", withBody("", "assets/template.md", "[1](#later) [2](#soo)\n\n# Soon\n"), []string{
			`x/assets/template.md:1:17 warning links/anchor: did you mean "#soon"`}},
		{"L78 fragments that are no anchors", withBody("[1](a.go#L10) [2](a.md?plain=1#L1) [3](a.md#:~:text=a) [4](a.md#L1-L2) [5](#L3C1-L4C2)\n", "a.go", "package a\n", "a.md", "a\n"), nil},
		{"L78 anchor of our own URI", withBody("[1](skill://x/SKILL.md#title) [2](skill://x/SKILL.md#no)\n"), inBody(35,
			`warning links/anchor: "#no"`)},
	}
}

func outsideCases() []lintCase {
	two := func(link string) map[string]string {
		return map[string]string{"x/SKILL.md": manifest("x") + link + "\n", "other/SKILL.md": manifest("other"), "docs/a.md": "a\n"}
	}
	return []lintCase{
		{"L80 another skill", two("[o](../other/SKILL.md)"), inBody(5,
			`error links/outside: "../other/SKILL.md" leaves the skill, so it works on disk only; write the URI "skill://other/SKILL.md"`)},
		{"L80 another skill's folder", two("[o](../other/#title)"), inBody(5,
			`error links/outside: write the URI "skill://other/SKILL.md"`)},
		{"L80 a file of no skill", two("[o](../docs/a.md)"), inBody(5,
			`error links/outside: so it works on disk only; put a copy into the skill`)},
		{"L80 another skill, not there", map[string]string{"x/SKILL.md": manifest("x") + "[1](../other/SKILL.md) [2](../../b/other/) [3](../none/SKILL.md) [4](../two)\n",
			"a/other/SKILL.md": manifest("other"), "b/c/other/SKILL.md": manifest("other", "license: MIT"), "a/two/SKILL.md": manifest("two")}, []string{
			`b/c/other/SKILL.md:2:7 warning name/duplicate: "other"`,
			`x/SKILL.md:6:5 error links/outside: "../other/SKILL.md" leaves the skill, and nothing of the tree is there; remove the link`,
			`x/SKILL.md:6:28 error links/outside: "../../b/other/" leaves the skill, and nothing of the tree is there; did you mean "skill://b/c/other/SKILL.md"`,
			`x/SKILL.md:6:48 error links/outside: "../none/SKILL.md" leaves the skill, and nothing of the tree is there; remove the link`,
			`x/SKILL.md:6:70 error links/outside: did you mean "skill://a/two/SKILL.md"`}},
		{"L80 out of the tree", two("[o](../../docs/x.md)"), inBody(5,
			`error links/outside: "../../docs/x.md" leaves the skill, and nothing of the tree is there`)},
		{"L80 absolute", two("[o](/abs/path)"), inBody(5, `error links/outside: "/abs/path" is an absolute path`)},
		{"L80 absolute, from the skill", withBody("[o](/a.md)\n", "a.md", "a\n"), inBody(5, `error links/outside: write "a.md"`)},
		{"L80 drive", two(`[o](C:\x) [o](c:/x.md)`), []string{
			`x/SKILL.md:6:5 error links/outside: "C:\\x" is an absolute path`,
			`x/SKILL.md:6:15 error links/outside: "c:/x.md" is an absolute path`}},
		{"L80 file URL", two("[o](file:///etc/hosts) <FILE://x>"), []string{
			`x/SKILL.md:6:5 error links/outside: "file:///etc/hosts"`,
			`x/SKILL.md:6:25 error links/outside: "FILE://x"`}},
		{"L80 home", two("[o](~/notes.md)"), inBody(5, `error links/outside: "~/notes.md"`)},
		{"L80 out of a root that is a skill", map[string]string{"SKILL.md": manifest("x") + "[o](../x/a.md) [a](a.md)\n", "a.md": "a\n"},
			[]string{`SKILL.md:6:5 error links/outside: "../x/a.md"`}},
	}
}

func fineLinkCases() []lintCase {
	return []lintCase{
		{"L78 escapes", withBody("[1](a%20b.md) [2](<a b.md>) [3](a\\(b.md) [4](caf%c3%a9.md) ![5](c&amp;d.png)\n",
			"a b.md", "a\n", "a(b.md", "a\n", "café.md", "a\n", "c&d.png", "a"), nil},
		{"L79", withBody("`Foo[T](x)` `[a](b.md)` [a](https://example.com/a.md) [a](mailto:a@b.c) [a]({{placeholder}}) [text][not-defined]\n" +
			"[a](//example.com/x) [a](tel:1) [a](command:x.y) [a](github://a/b.md) <https://example.com>\n\n" +
			"```md\n[a](b.md)\n```\n\n`references/type-*.md`\n"), nil},
		{"L79 a lesson in markdown", withBody("[link text](file.md) ![alt](../images/picture.png) [Text](./docs/page.md)\n"), nil},
		{"L79 a lesson in markdown that means a file", withBody("[text](refs/fom.md)\n", "refs/form.md", "a\n"), inBody(8, `error links/missing: did you mean "refs/form.md"`)},
		{"L79 prose", withBody("f[T](x), C[C](=O)N, a[i](operand) and [x](...args)\n"), nil},
		{"L85", withBody("[1](x.md \"title\") [2](a(1).md) [3](x.md?raw=1) [4](x.md#part) [5](x.md?raw=1#part 'title')\n",
			"x.md", "# Part\n", "a(1).md", "a\n"), nil},
		{"L85 missing", withBody("[1](y.md \"title\") [2](y(1).md) [3](y.md?raw=1) [4](y/z.md?raw=1#part)\n", "y/a.md", "a\n"), []string{
			`x/SKILL.md:6:5 error links/missing: "y.md"`,
			`x/SKILL.md:6:23 error links/missing: "y(1).md"`,
			`x/SKILL.md:6:36 error links/missing: "y.md?raw=1"`,
			`x/SKILL.md:6:52 error links/missing: "y/z.md?raw=1#part"`}},
		{"L86", withBody("<!-- [a](a.md) -->\n\n    [b](b.md)\n\n~~~\n[c](c.md)\n~~~\n\n" +
			"[d](${VAR}/x) [e](<path/to/file>) [f](URL) [g](./path/to/x.md) [h](<file>) [i]({name}.md) [j](skill://<name>/SKILL.md)\n" +
			"[k](../your-skill/SKILL.md) [l](/path/to/x) [m](*.md) [n]() [o](IMAGE_URL)\n"), nil},
		{"L81", map[string]string{
			"x/SKILL.md":        manifest("x") + "[1](references) [2](references/) [3](SKILL.md) [4](.) [5](./) [6](z) [7](z/) [8](z/SKILL.md) [9](#title)\n",
			"x/references/a.md": "[1](..) [2](../) [3](../references/a.md) [4](a.md) [5](../../x/SKILL.md)\n",
			"x/z/SKILL.md":      manifest("z")},
			[]string{`x/SKILL.md:2:7 note catalog/nested: "x/z"`}},
	}
}

func nestedLinkCases() []lintCase {
	nested := func(outer, inner string) map[string]string {
		return map[string]string{
			"x/SKILL.md": manifest("x") + outer + "\n", "x/a.md": "a\n",
			"x/z/SKILL.md": manifest("z") + inner + "\n", "x/z/references/b.md": "[z](../SKILL.md)\n",
		}
	}
	return []lintCase{
		{"L83", nested("[1](z/references/b.md) [2](z/SKILL.md#title)", "[1](references/b.md)"), []string{`x/SKILL.md:2:7 note catalog/nested: "x/z"`}},
		{"L83 broken once", nested("[1](z/references/c.md)", "[1](references/c.md)"), []string{
			`x/SKILL.md:2:7 note catalog/nested: "x/z"`,
			`x/SKILL.md:6:5 error links/missing: did you mean "z/references/b.md"`,
			`x/z/SKILL.md:6:5 error links/missing: did you mean "references/b.md"`}},
		{"L83 not from the enclosing skill's directory", nested("", "[1](a.md)"), []string{
			`x/SKILL.md:2:7 note catalog/nested: "x/z"`,
			`x/z/SKILL.md:6:5 error links/missing: "a.md"`}},
		{"L83 out of the nested skill", nested("", "[1](../a.md) [2](../SKILL.md)"), []string{
			`x/SKILL.md:2:7 note catalog/nested: "x/z"`,
			`x/z/SKILL.md:6:5 error links/outside: write the URI "skill://x/a.md"`,
			`x/z/SKILL.md:6:18 error links/outside: write the URI "skill://x/SKILL.md"`}},
	}
}

// A skill that is published under another name than its directory's is not where a
// link through the directory leads.
func TestLinkThroughRenamedDirectory(t *testing.T) {
	tree := loadFiles(t, map[string]string{
		"x/SKILL.md":   manifest("x") + "[1](cache/a.md) [2](cache) [3](b.md)\n",
		"x/b.md":       "b\n",
		"x/cache/a.md": "[1](SKILL.md) [2](../cache/a.md)\n", "x/cache/SKILL.md": manifest("acme-cache"),
	}, skill.Options{Prefix: "acme", ByName: true})
	found := Run(t.Context(), tree, Config{Severity: map[string]diag.Severity{"name/directory": diag.Off}})
	checkFindings(t, linted{tree, found}, []string{
		`x/SKILL.md:2:7 note catalog/nested: "x/cache"`,
		`x/SKILL.md:6:5 error links/missing: "cache/a.md" works on disk only`,
		`x/SKILL.md:6:21 error links/missing: write the URI "skill://acme/x/acme-cache"`,
		`x/cache/a.md:1:19 error links/missing: write the URI "skill://acme/x/acme-cache/a.md"`,
	})
}

// The URI to write is the one that the other skill is published under: by its name, below
// the prefix, nested or not.
func TestL80URIOfAnotherSkill(t *testing.T) {
	tree := loadFiles(t, map[string]string{
		"g/x/SKILL.md":     manifest("x") + "[1](../cache/SKILL.md) [2](../cache/a.md) [3](../cache/inner) [4](../../h/y2/SKILL.md)\n",
		"g/cache/SKILL.md": manifest("acme-cache"), "g/cache/a.md": "a\n",
		"g/cache/inner/SKILL.md": manifest("within"), "h/y2/SKILL.md": manifest("y2"),
	}, skill.Options{Prefix: "acme/team", ByName: true})
	off := map[string]diag.Severity{"name/directory": diag.Off, "catalog/nested": diag.Off, "frontmatter/similar-description": diag.Off}
	checkFindings(t, linted{tree, Run(t.Context(), tree, Config{Severity: off})}, []string{
		`g/x/SKILL.md:6:5 error links/outside: write the URI "skill://acme/team/g/acme-cache/SKILL.md"`,
		`g/x/SKILL.md:6:28 error links/outside: write the URI "skill://acme/team/g/acme-cache/a.md"`,
		`g/x/SKILL.md:6:47 error links/outside: write the URI "skill://acme/team/g/acme-cache/within/SKILL.md"`,
		`g/x/SKILL.md:6:67 error links/outside: write the URI "skill://acme/team/h/y2/SKILL.md"`,
	})
}

// A link from a nested skill into the enclosing one is wrong for the nested one only;
// one that leaves both is wrong for both.
func TestLinkOutOfNestedSkillConcerns(t *testing.T) {
	l := lintFiles(t, map[string]string{
		"x/SKILL.md": manifest("x"), "x/a.md": "a\n", "y2/SKILL.md": manifest("y2"),
		"x/z/SKILL.md": manifest("z") + "[1](../a.md)\n[2](../../y2/SKILL.md)\n",
	})
	checkFindings(t, l, []string{
		`x/SKILL.md:2:7 note catalog/nested: "x/z"`,
		`x/z/SKILL.md:6:5 error links/outside: "skill://x/a.md"`, `x/z/SKILL.md:7:5 error links/outside: "skill://y2/SKILL.md"`})
	for i, want := range []string{"x", "x/z", ""} {
		if got := l.found[i].Skill; got != want {
			t.Errorf("finding %d concerns %q, want %q", i, got, want)
		}
	}
}

// An escaped slash is no separator to who resolves a URI, and no name of a file.
func TestL78EscapedSlash(t *testing.T) {
	tree := loadFiles(t, withBody("[1](references%2Fb.md) [2](references/b%2emd)\n", "references/b.md", "b\n"), skill.Options{})
	checkFindings(t, linted{tree, Run(t.Context(), tree, Config{})}, []string{
		`x/SKILL.md:6:5 error links/missing: "references%2Fb.md" does not exist in the skill`})
}

func TestLinkToWhatIsLeftOut(t *testing.T) {
	tree := loadFiles(t, withBody("[1](drafts/a.md) [2](node_modules/a/b.js)\n", "drafts/a.md", "a\n", "node_modules/a/b.js", "b\n"),
		skill.Options{Exclude: []string{"**/drafts"}})
	checkFindings(t, linted{tree, Run(t.Context(), tree, Config{})}, []string{
		`x/SKILL.md:6:5 error links/missing: "drafts/a.md" leads to "x/drafts`,
		`x/SKILL.md:6:22 error links/missing: which "node_modules" leaves out of the catalog; include it or remove the link`})
}

func TestLinksOfAnotherScheme(t *testing.T) {
	tree := loadFiles(t, withBody("[1](github://a/x/SKILL.md) [2](github://a/x/b.md) [3](skill://x/c.md)\n"),
		skill.Options{Scheme: "github", Prefix: "a"})
	checkFindings(t, linted{tree, Run(t.Context(), tree, Config{})}, inBody(32, `error links/missing: "github://a/x/b.md"`))
}
