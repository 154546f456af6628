package lint

import (
	"strings"
	"testing"

	"skillpack/internal/diag"
	"skillpack/internal/skill"
)

func catalogCases() []lintCase {
	return []lintCase{
		{"F1 no skill", map[string]string{"docs/README.md": "# Hi\n", "a.txt": "a"},
			[]string{`.:1:1 error catalog/empty: of 2 files none is named exactly "SKILL.md"`}},
		{"F1 one file", map[string]string{"a.txt": "a"}, []string{`.:1:1 error catalog/empty: of 1 file none`}},
		{"D62 no other skill", map[string]string{"x/skill.md": manifest("x")}, []string{`x/skill.md:1:1 error files/skill-md: `}},
		{"F1 no file", nil, []string{`.:1:1 error catalog/empty: of 0 files`}},
		{"F1 a skill", one(), nil},
		{"D74 one broken among three", map[string]string{
			"a/SKILL.md": manifest("a"), "b/SKILL.md": block("name: b", "description: x: y"), "c/SKILL.md": manifest("c"),
		}, []string{`b/SKILL.md:3:15 error frontmatter/yaml: quote`}},
	}
}

func TestEmptyByConfiguration(t *testing.T) { // F1
	files := map[string]string{"x/SKILL.md": manifest("x"), "a.txt": "a"}
	for _, test := range []struct {
		options skill.Options
		want    string
	}{
		{skill.Options{Exclude: []string{"**"}}, `: no skill found, and include and exclude leave out "a.txt", "x"; correct these globs, or name`},
		{skill.Options{Exclude: []string{"x"}}, `: no skill found in 1 file, and include and exclude leave out "x"; correct`},
		{skill.Options{Include: []string{"y"}}, `: no skill found, and include and exclude leave out "a.txt", "x"; correct`},
	} {
		l := linted{tree: loadFiles(t, files, test.options)}
		l.found = Run(t.Context(), l.tree, Config{})
		checkFindings(t, l, []string{".:1:1 error catalog/empty" + test.want})
	}
	misnamed := linted{tree: loadFiles(t, map[string]string{"x/skill.md": manifest("x")}, skill.Options{})}
	misnamed.found = Run(t.Context(), misnamed.tree, Config{Severity: map[string]diag.Severity{"files/skill-md": diag.Off}})
	checkFindings(t, misnamed, []string{".:1:1 error catalog/empty: of 1 file none"})
}

func TestGlobsThatMatchNothing(t *testing.T) { // catalog/glob
	files := map[string]string{
		"internal/quiet/SKILL.md": manifest("quiet"), "tidy/SKILL.md": manifest("tidy"), "tidy/drafts/a.md": "a", "x.txt": "x",
	}
	for _, test := range []struct{ key, pattern, want string }{
		{GlobUnlisted, "internal/*", ""},
		{GlobUnlisted, "internal", ""},
		{GlobUnlisted, "intrenal/*", `the glob "intrenal/*" of "unlisted" matches no directory of a skill; did you mean "internal/*"?`},
		{GlobUnlisted, "internal/queit", `did you mean "internal/quiet"?`},
		{GlobUnlisted, "internal/quiet/SKILL.md", `did you mean "internal/quiet"?`},
		{GlobUnlisted, "quiet", `did you mean "**/quiet"?`},
		{GlobUnlisted, "skills/tidy", `did you mean "tidy"?`},
		{GlobUnlisted, "x.txt", `matches no directory of a skill; correct or delete it, it is relative to the root of the tree`},
		{GlobUnlisted, "**/hidden-*", "matches no directory of a skill; correct"},
		{GlobExclude, "tidy/drafts", ""},
		{GlobExclude, "drafts", `the glob "drafts" of "exclude" matches no file or directory of the tree; did you mean "**/drafts"?`},
		{GlobExclude, "tidy/darfts/*.md", `did you mean "tidy/drafts/*.md"?`},
		{GlobExclude, "**/*.log", ""},
		{GlobInclude, "**/tydi", "matches no file or directory of the tree; correct"},
		{GlobInclude, "**", ""},
		{GlobIgnore, "tidy/**", ""},
		{GlobIgnore, "skillpack.yaml", ""},
		{GlobIgnore, "**/vendor", ""},
		{GlobIgnore, "vendor", `the glob "vendor" of "ignore" matches no`},
	} {
		o := skill.Options{}
		switch test.key {
		case GlobExclude:
			o.Exclude = []string{test.pattern}
		case GlobInclude:
			o.Include = []string{test.pattern, "tidy", "internal"}
		}
		at := diag.Span{Start: 10, End: 12}
		found := Run(t.Context(), loadFiles(t, files, o), Config{Globs: []Glob{{test.key, test.pattern, "skillpack.yaml", at}}})
		switch {
		case test.want == "" && len(found) > 0:
			t.Errorf("%s %s: found %v", test.key, test.pattern, found)
		case test.want == "":
		case len(found) != 1 || found[0].Rule != "catalog/glob" || found[0].Severity != diag.Warning ||
			found[0].File != "skillpack.yaml" || found[0].Span != at || !strings.Contains(found[0].Message, test.want):
			t.Errorf("%s %s: found %v, want %s", test.key, test.pattern, found, test.want)
		}
	}
}
