package fix_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"skillpack/internal/fix"
	"skillpack/internal/skill"
)

// FuzzFix fixes any SKILL.md: the outcome needs no second run, and what could be read can
// be read as well as before.
func FuzzFix(f *testing.F) {
	for _, seed := range []string{
		"\ufeff--- \r\nname: x\ndescription: a: b # c\n---\n[a](A.md)\n",
		"---\nname: 12\ndescripton: |\n a\nallowed-tools:\n- Read\n- 'B(c d)'\non: {a: 010, b: ~}\n---\t\n",
		"---\nname: x\ndescription: ![a](b)\nhint: [c] d\nmetadata: {e: 1.10}\nallowed_tools: a,b\n---\n",
	} {
		f.Add(seed, true)
	}
	f.Fuzz(func(t *testing.T, manifest string, all bool) {
		files := func(manifest string) fstest.MapFS {
			return tree{"x/SKILL.md": strings.TrimPrefix(manifest, "-> "), "x/a.md": ""}.files()
		}
		o := fix.Options{Unsafe: all, LineEndings: all}
		p := planned(t, files(manifest), linted, o)
		for _, c := range p.Changes {
			was, _, _ := skill.ParseFrontmatter(c.Before)
			is, _, _ := skill.ParseFrontmatter(c.After)
			if was != nil && (is == nil || len(is.Fields) != len(was.Fields)) {
				t.Errorf("%q became %q", c.Before, c.After)
			}
			if again := planned(t, files(string(c.After)), linted, o); again.Fixed() > 0 {
				t.Errorf("%q became %q, and then %v", c.Before, c.After, after(t, tree{"x/SKILL.md": string(c.After)}, again))
			}
		}
	})
}
