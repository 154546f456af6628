package lint

import (
	"fmt"
	"slices"
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

// M7, E5: nested skills add to the one around them; of several around one, to the innermost.
func nestedCases() []lintCase {
	return []lintCase{
		{"M7 nested", map[string]string{"a/SKILL.md": manifest("a"), "a/b/SKILL.md": manifest("b"), "a/b/n.md": "# N\n", "a/x/c/SKILL.md": manifest("c")}, []string{
			`a/SKILL.md:2:7 note catalog/nested: 2 skills lie inside this one, the first in "a/b", and add 3 files, 116 bytes, to it, which makes 4 files of 512 and 172 bytes of 16777216; move those out that are no part of this skill`}},
		{"M7 twice", map[string]string{"a/SKILL.md": manifest("a"), "a/b/SKILL.md": manifest("b"), "a/b/c/SKILL.md": manifest("c")}, []string{
			`a/SKILL.md:2:7 note catalog/nested: the skill "a/b" lies inside this one and adds 2 files, 112 bytes, to it, which makes 3 files of 512 and 168 bytes of 16777216; move it out unless it is a part of this skill`,
			`a/b/SKILL.md:2:7 note catalog/nested: the skill "a/b/c" lies inside this one and adds 1 file, 56 bytes, to it, which makes 2 files`}},
		{"M7 in the root", map[string]string{"SKILL.md": manifest("a"), "b/SKILL.md": manifest("b")}, []string{
			`SKILL.md:2:7 note catalog/nested: the skill "b"`}},
		{"M7 without a name", map[string]string{"a/SKILL.md": "# A\n", "a/b/SKILL.md": manifest("b")}, []string{
			`a/SKILL.md:1:1 note catalog/nested: the skill "a/b"`, `a/SKILL.md:1:1 error frontmatter/missing: `}},
		{"M7 side by side", map[string]string{"a/SKILL.md": manifest("a"), "ab/SKILL.md": manifest("ab")}, nil},
	}
}

// M7: the finding names the skills inside, not all where they are many.
func TestNestedRelates(t *testing.T) {
	files := map[string]string{"x/SKILL.md": manifest("x")}
	for i := range 12 {
		name := fmt.Sprintf("s%02d", i)
		files["x/"+name+"/SKILL.md"] = manifest(name)
	}
	l := lintFiles(t, files)
	checkFindings(t, l, []string{`x/SKILL.md:2:7 note catalog/nested: 12 skills lie inside this one, the first in "x/s00", and add 12 files`})
	if r := l.found[0].Related; len(r) != nestedShown || r[9].File != "x/s09/SKILL.md" || r[9].Message != "inside, with 1 file, 58 bytes" {
		t.Errorf("relates to %+v", r)
	}
}

func TestMetadataBudget(t *testing.T) { // catalog/metadata-budget
	described := func(name string, n int, more ...string) string { // n characters with the name
		return block(append([]string{"name: " + name, "description: " + strings.Repeat("ä", n-len(name))}, more...)...)
	}
	tree := func(last string) map[string]string {
		files := map[string]string{"h/SKILL.md": last}
		for _, name := range []string{"a", "b", "c", "d", "e", "f", "g"} {
			files[name+"/SKILL.md"] = described(name, 1000)
		}
		return files
	}
	const over = ` note catalog/metadata-budget: names and descriptions of 8 skills have 8001 characters together, this one `
	for _, test := range []struct {
		name  string
		files map[string]string
		globs []Glob
		want  []string
	}{
		{"8,000", tree(described("h", 1000)), nil, nil},
		{"8,001", tree(described("h", 1001)), nil, []string{`h/SKILL.md:3:14` + over + `1001 of them; hosts may show a model only 8000, shorten`}},

		{"not for models", tree(described("h", 1001, "disable-model-invocation: true")), nil, nil},
		{"for models", tree(described("h", 1001, "disable-model-invocation: false")), nil, []string{`h/SKILL.md:3:14` + over + `1001`}},
		{"unlisted", tree(described("h", 1001)), []Glob{{GlobUnlisted, "h", "skillpack.yaml", diag.Span{}}}, nil},
		{"another glob", tree(described("h", 1001)), []Glob{{GlobIgnore, "h", "skillpack.yaml", diag.Span{}}}, []string{`h/SKILL.md:3:14` + over + `1001`}},
	} {
		t.Run("E1 "+test.name, func(t *testing.T) {
			l := linted{tree: loadFiles(t, test.files, skill.Options{})}
			l.found = slices.DeleteFunc(Run(t.Context(), l.tree, Config{Globs: test.globs}),
				func(d diag.Diagnostic) bool { return d.Rule == "frontmatter/similar-description" })
			checkFindings(t, l, test.want)
			if len(test.want) == 0 {
				return
			}
			for i, want := range []string{"a/SKILL.md", "b/SKILL.md", "c/SKILL.md"} {
				if got := l.found[0].Related[i]; got.File != want || got.Message != "1000 characters" {
					t.Errorf("related %d: got %v", i, got)
				}
			}
		})
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

// What is left out anyway is not suggested to be named in another way.
func TestGlobsOfWhatIsLeftOut(t *testing.T) { // catalog/glob
	tree := loadFiles(t, map[string]string{
		"a/SKILL.md": manifest("a"), "a/.codex/x": "", ".codex/b/x.md": "", "a/node_modules/x.md": "", ".codexes": "",
	}, skill.Options{Exclude: []string{".codex"}})
	const excluded = `, since include and exclude leave out ".codex" already; delete this one`
	for _, test := range []struct{ key, pattern, want string }{
		{GlobIgnore, ".codex/**", `the glob ".codex/**" of "ignore" matches no file or directory of the tree` + excluded},
		{GlobIgnore, ".codex", excluded},
		{GlobIgnore, ".codex/b/*.md", excluded},
		{GlobUnlisted, ".codex/b", `matches no directory of a skill` + excluded},
		{GlobIgnore, "a/node_modules/x.md", `, since "a/node_modules" is left out of any tree; delete it`},
		{GlobUnlisted, "*/*.md", "; correct or delete it"},
		{GlobIgnore, ".codexed/**", `; did you mean ".codexes/**"?`},
	} {
		found := Run(t.Context(), tree, Config{Globs: []Glob{{test.key, test.pattern, "skillpack.yaml", diag.Span{}}}})
		if len(found) != 1 || !strings.Contains(found[0].Message, test.want) {
			t.Errorf("%s %s: found %v, want %s", test.key, test.pattern, found, test.want)
		}
	}
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
