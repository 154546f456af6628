package lint

func catalogCases() []lintCase {
	return []lintCase{
		{"F1 no skill", map[string]string{"docs/README.md": "# Hi\n", "a.txt": "a"},
			[]string{`.:1:1 error catalog/empty: of 2 files none is named exactly "SKILL.md"`}},
		{"F1 no file", nil, []string{`.:1:1 error catalog/empty: of 0 files`}},
		{"F1 a skill", one(), nil},
		{"D74 one broken among three", map[string]string{
			"a/SKILL.md": manifest("a"), "b/SKILL.md": block("name: b", "description: x: y"), "c/SKILL.md": manifest("c"),
		}, []string{`b/SKILL.md:3:15 error frontmatter/yaml: quote`}},
	}
}
