package lint

import (
	"strings"
	"testing"

	"skillpack/internal/skill"
)

// What every byte of a tree passes through. MB/s are of one core.
func BenchmarkTexts(b *testing.B) {
	const paragraph = "Run `python scripts/a.py --all`, then read [the guide](references/a.md) and <https://example.com/x>. " +
		"Patterns, paths and tokens such as sk-... are words here; \"quoted\" ones – too.\n\n"
	text := []byte(strings.Repeat(paragraph, 64<<10/len(paragraph)))
	tree := &skill.Tree{Scheme: "skill"}
	s := &skill.Skill{Dir: "x", Manifest: &skill.File{Path: "x/SKILL.md"}}
	tree.Skills, tree.Dirs = []*skill.Skill{s}, []string{"x",
		"x/references", "x/references/a.md", "x/scripts", "x/scripts/a.py"} // those with a dot stand for the files
	x := newTreeIndex(tree)
	in := &texts{skill: s, linkIndex: x.forSkill()}
	marks := newSecretMarks(secretKinds())
	for name, read := range map[string]func(){
		"secrets": func() { findSecrets(text, marks) },
		"hidden":  func() { invisibleFaults(text) },
		"links":   func() { in.mayBeFaulty(s.Manifest, text) },
		"paths":   func() { in.doubtPaths(s.Manifest, text) },
		"run":     func() { runsByInterpreter(text, "b.py") },
		"runs": func() {
			for range interpretedWords(text) {
			}
		},
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				read()
			}
		})
	}
}
