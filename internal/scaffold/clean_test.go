package scaffold

import (
	"os"
	"testing"

	"skillpack/internal/skill"
	"skillpack/lint"
)

// Every starter passes every rule, not only those of severity error, also under a
// name that YAML would read as a number or a boolean (N45).
func TestStartersLintClean(t *testing.T) {
	for _, template := range Templates() {
		for _, name := range []string{"release-notes", "12306", "yes", "a"} {
			dir := t.TempDir()
			if _, err := Write(dir, name, template); err != nil {
				t.Fatal(err)
			}
			tree, _, err := skill.Load(t.Context(), os.DirFS(dir), skill.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if len(tree.Skills) != 1 {
				t.Fatalf("%s: %d skills were found, want 1", template, len(tree.Skills))
			}
			for _, d := range lint.Run(t.Context(), tree, lint.Config{}) {
				t.Errorf("%s as %q: %s: %s [%s]", template, name, d.File, d.Message, d.Rule)
			}
		}
	}
}
