package lint

import (
	"fmt"
	"strings"
	"testing"

	"skillpack/internal/skill"
)

// overlooked reports what the bytes of x/SKILL.md leave no doubt of, although its markdown
// says otherwise; "" for nothing.
func overlooked(t *testing.T, files map[string]string) string {
	t.Helper()
	x := newTreeIndex(loadFiles(t, files, skill.Options{}))
	for _, in := range allTexts(x) {
		in.linkIndex = x.forSkill()
		for _, f := range in.files {
			if !f.IsMarkdown() {
				continue
			}
			mayFault := in.mayBeFaulty(f, f.Content())
			mayMiss, mayRun := in.doubtPaths(f, f.Content())
			for _, j := range in.judgeLinks(in.skill, f, f.Markdown()) {
				if j.fault != linkFine && !mayFault {
					return fmt.Sprintf("%s: the link %q", f.Path, j.link.Dest)
				}
			}
			if missing := in.missingFiles(f, f.Markdown()); len(missing) > 0 && !mayMiss {
				return fmt.Sprintf("%s: %s", f.Path, missing[0].message)
			}
			for _, r := range in.scriptRuns(f) {
				if r.lacks != "" && !mayRun {
					return fmt.Sprintf("%s: the run of %q", f.Path, r.word.text)
				}
			}
		}
	}
	return ""
}

func TestDoubtOverlooksNothing(t *testing.T) {
	for _, c := range allCases() {
		if what := overlooked(t, c.files); what != "" {
			t.Errorf("%s: %s", c.id, what)
		}
	}
}

// A file of which all is plainly well is not parsed.
func TestNoDoubtOfPlainText(t *testing.T) {
	body := "See [a](references/a.md), [web](https://example.com/x_(y)), ![i](i.png \"I\") and [r].\n\n[r]: references/a.md\n" +
		"[a](references/a.md#the-end) and [below](#runs)\n\n## Runs\n\n" +
		"<b>bold</b> <https://example.com> <a href=\"references/a.md\">a</a>\n\nRun `python scripts/a.py`, as scripts/a.py says. x[0]: y\n"
	tree := loadFiles(t, map[string]string{"x/SKILL.md": manifest("x") + body, "x/references/a.md": "A\n```sh\n# no\n```\n# The end\n", "x/i.png": "", "x/scripts/a.py": "1"}, skill.Options{})
	x := newTreeIndex(tree)
	in := allTexts(x)[0]
	in.linkIndex = x.forSkill()
	f := tree.File("x/SKILL.md")
	mayMiss, mayRun := in.doubtPaths(f, f.Content())
	if in.mayBeFaulty(f, f.Content()) || mayMiss || mayRun {
		t.Errorf("links %t, paths %t, runs %t", in.mayBeFaulty(f, f.Content()), mayMiss, mayRun)
	}
}

func FuzzDoubt(f *testing.F) {
	for _, c := range allCases() {
		if text := c.files["x/SKILL.md"]; len(text) < 2000 {
			f.Add(text)
		}
	}
	for _, text := range []string{
		"[a](\nb.md)", "[a]: <b.md>\n\n[a]", "> [a]:\n> b.md\n\n[a]", "<skill://x/b>", "<A HREF = b.md>", "# _scripts/b.py_", "`./scripts/a.sh x`",
		"`` scripts/b.py ``", "| `scripts/b.py` |", "[a\nb]: c.md\n\n[a b]", "1. [a]: b.md\n\n[a]", "![](b.png)", "[a](b.md#c)", "[a](#c)", "[a](#b)\n\n```\n# b", "[a](#b)\n- x\n  # b\n# B\n", "[a](references/r.md#x)\n<x\n# x\n", "[a](<b.md>)", "“scripts/b.py”",
	} {
		f.Add(manifest("x") + text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		files := map[string]string{"x/SKILL.md": text, "x/scripts/a.sh": "a", "x/references/r.md": strings.ToUpper(text)}
		if what := overlooked(t, files); what != "" {
			t.Error(what)
		}
	})
}

// allTexts returns the texts of all skills.
func allTexts(x *treeIndex) []*texts {
	return textsOf(x, dirSet{}.tops(x.tree), func(*skill.Skill) bool { return true })
}
