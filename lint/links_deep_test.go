package lint

import "testing"

func deepLinkCases() []lintCase {
	const guide = "references/guide.md"
	return []lintCase{
		{"F8 two steps from SKILL.md", withBody("[g](references/guide.md)\n", guide, "[d](details.md)\n", "references/details.md", "d\n"), []string{
			`x/references/guide.md:1:5 warning links/deep: SKILL.md does not mention "details.md", which only other files lead to; mention it there too, with when to read it`}},
		{"F8 once for each file, at the first link of the nearest", withBody("[g](references/guide.md) [a](a.md)\n",
			"a.md", "a\n\n[d](references/details.md#no)\n", guide, "[d](details.md) [d](details.md) [e](e.md)\n", "references/details.md", "[e](e.md)\n", "references/e.md", "[g](guide.md)\n"), []string{
			`x/a.md:3:5 warning links/anchor: "#no"`,
			`x/a.md:3:5 warning links/deep: "references/details.md#no"`,
			`x/references/guide.md:1:37 warning links/deep: "e.md"`}},
		{"F8 named in code, in prose, by its stem, by its folder, by a pattern", withBody("`references/guide.md` `references/a.md` references/b.md `c` long-word `more/` `rules/*.md` `api-{lang}.md`\n",
			guide, "[a](a.md) [b](b.md) [c](c.md) [d](long-word.md) [e](../more/e.md) [f](../rules/f.md) [g](api-go.md)\n",
			"references/a.md", "a\n", "references/b.md", "b\n", "references/c.md", "c\n", "references/long-word.md", "d\n", "more/e.md", "e\n", "rules/f.md", "f\n",
			"references/api-go.md", "g\n"), nil},
		{"F8 a word of the text is no name", withBody("[g](references/guide.md) has more\n", guide, "[m](more.md)\n", "references/more.md", "m\n"), []string{
			`x/references/guide.md:1:5 warning links/deep: "more.md"`}},
		{"F8 linked as a folder", withBody("[r](references/) [m](more)\n", guide, "[d](details.md) [e](../more/in/e.md)\n", "references/details.md", "d\n", "more/in/e.md", "e\n"), nil},
		{"F8 no chain of images, scripts and the skill itself", withBody("[g](references/guide.md)\n", guide,
			"![i](i.png) [s](s.py) [x](../SKILL.md) [g](guide.md) [t](../assets/t.md)\n", "references/i.png", "i", "references/s.py", "s\n", "assets/t.md", "t\n"), nil},
		{"F8 a file that nothing leads to", withBody("", guide, "[d](details.md)\n", "references/details.md", "d\n"), nil},
		{"F8 what is for people", withBody("[r](README.md)\n", "README.md", "[d](docs/d.md) [c](CHANGELOG.md)\n", "docs/d.md", "d\n", "CHANGELOG.md", "c\n"), nil},
	}
}

// The second place of a finding is the link before it, where there is one.
func TestDeepLinkRelates(t *testing.T) {
	l := lintFiles(t, withBody("[a](a.md)\n", "a.md", "[b](b.md)\n", "b.md", "[c](c.md)\n", "c.md", "c\n"))
	checkFindings(t, l, []string{`x/a.md:1:5 warning links/deep: "b.md"`, `x/b.md:1:5 warning links/deep: "c.md"`})
	for i, want := range []string{"x/SKILL.md", "x/a.md"} {
		if r := l.found[i].Related; len(r) != 1 || r[0].File != want {
			t.Errorf("finding %d relates to %+v, want %s", i, r, want)
		}
	}
	named := lintFiles(t, withBody("Read `a.md`.\n", "a.md", "[b](b.md)\n", "b.md", "b\n"))
	if r := named.found[0].Related; len(r) != 0 {
		t.Errorf("without a link it relates to %+v", r)
	}
}

// namedPathCases are paths in prose and in blocks of shell.
func namedPathCases() []lintCase {
	block := func(lines string) map[string]string { return withBody("```bash\n" + lines + "\n```\n") }
	return []lintCase{
		{"L87 prose", withBody("See references/a.md. Or (scripts/b.py), **assets/c.png**; references/a.md again.\n"), []string{
			`x/SKILL.md:6:5 warning links/code-path: "references/a.md" does not exist in the skill; add the file or correct the path`,
			`x/SKILL.md:6:26 warning links/code-path: "scripts/b.py"`,
			`x/SKILL.md:6:43 warning links/code-path: "assets/c.png"`}},
		{"L87 prose after code of the same file", withBody("Use `scripts/a.py`; scripts/a.py is quick.\n"), inBody(6, `warning links/code-path: "scripts/a.py"`)},
		{"L87 a heading that is the path", withBody("## scripts/a.py\n\n## 2. scripts/b.py\n\n## The script (scripts/c.py)\n"), []string{
			`x/SKILL.md:6:4 warning links/code-path: "scripts/a.py"`,
			`x/SKILL.md:8:7 warning links/code-path: "scripts/b.py"`}},
		{"L79 prose", withBody("src/a.py and/or.md references/*.md scripts/<x>.py scripts/your-x.py https://a.example/scripts/x.py ../scripts/x.py " +
			"docs/scripts/x.py references/etc. scripts/ 中文scripts/x.py [no](https://a.example/b) \\[scripts/x\\]\n"), nil},
		{"L79 prose of what is to come", withBody("Create scripts/a.py.\n\nIt reads references/b.md (create this file).\n\nreferences/c.md, if it exists.\n\nPlanned: references/d.md\n\nSave to scripts/e.py.\n"), nil},
		{"L79 the reader's project", block("docker-compose up -d\npython scripts/a.py"), nil},
		{"L79 the reader's project, behind", block("python scripts/a.py\npytest tests/"), nil},
		{"L87 another block than the project's", withBody("```sh\nmake\n```\n\n```sh\npython scripts/a.py\n```\n"), []string{`x/SKILL.md:11:8 warning links/code-path: "scripts/a.py"`}},
		{"L79 data of a script", withBody("`scripts/list.json` `scripts/a.py`\n"), inBody(22, `warning links/code-path: "scripts/a.py"`)},
		{"L79 a skill for work on skills", map[string]string{"skill-writer/SKILL.md": manifest("skill-writer") + "`references/log.md` and `references/giude.md`\n",
			"skill-writer/references/guide.md": "g\n"}, []string{
			`skill-writer/SKILL.md:6:26 warning links/code-path: did you mean "references/guide.md"`}},
		{"L87 links of samples", withBody("", "expected_outputs/a.md", "[a](b.md) [c](../SKILL.MD)\n", "examples/a.md", "[a](b.md)\n", "examples/README.md", "[a](b.md)\n"), []string{
			`x/examples/README.md:1:5 error links/missing: "b.md"`,
			`x/expected_outputs/a.md:1:15 error links/case: "../SKILL.MD"`}},
	}
}
