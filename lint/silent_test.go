package lint

import (
	"strings"
	"testing"

	"skillpack/internal/skill"
)

// What every byte of a tree passes through allocates nothing where there is nothing to say.
func TestSilentTextAllocatesNothing(t *testing.T) {
	body := strings.Repeat("See [a](references/a.md), [web](https://example.com/x), and run `python scripts/a.py` – as scripts/a.py says.\n"+
		"Patterns such as sk-live_x, glpat-x, pat.x, v1.0-x: <https://example.com> <a href=\"references/a.md\">a</a>\n", 20)
	tree := loadFiles(t, map[string]string{"x/SKILL.md": manifest("x") + body, "x/references/a.md": "A", "x/scripts/a.py": "1"}, skill.Options{})
	in := allTexts(newTreeIndex(tree))[0]
	in.linkIndex = newLinkIndex(tree)
	f := tree.File("x/SKILL.md")
	content, marks := f.Content(), newSecretMarks(secretKinds())
	for name, look := range map[string]func() bool{
		"secrets": func() bool { return len(findSecrets(content, marks)) > 0 },
		"links":   func() bool { return in.mayBeFaulty(f, content) },
		"paths":   func() bool { miss, run := in.doubtPaths(f, content); return miss || run },
		"runs":    func() bool { return runsByInterpreter(content, "b.py") },
	} {
		said := look() // and what is made once is made
		if n := testing.AllocsPerRun(5, func() { said = look() || said }); n != 0 || said {
			t.Errorf("%s: %v allocations, and it says something: %v", name, n, said)
		}
	}
}
