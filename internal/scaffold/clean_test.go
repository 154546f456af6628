package scaffold

import (
	"os"
	"testing"

	"skillpack/internal/skill"
	"skillpack/lint"
)

// Every starter passes every rule, not only those of severity error, also under a
// name that YAML would read as a number or a boolean (N45), but for the one that says that
// the description is still to be written.
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
			unwritten := 0
			for _, d := range lint.Run(t.Context(), tree, lint.Config{}) {
				if d.Rule == "frontmatter/placeholder" {
					unwritten++
					continue
				}
				t.Errorf("%s as %q: %s: %s [%s]", template, name, d.File, d.Message, d.Rule)
			}
			if unwritten != 1 {
				t.Errorf("%s as %q: %d findings say that the description is a starter's, want 1", template, name, unwritten)
			}
		}
	}
}
