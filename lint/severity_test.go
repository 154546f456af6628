package lint

import (
	"testing"

	"skillpack/internal/diag"
	"skillpack/internal/skill"
)

// What the cases let a project lower is then silent, or no longer an error, and
// nothing else takes its place.
func TestLowered(t *testing.T) {
	for _, c := range []struct {
		id, rule string
		to       diag.Severity
		files    map[string]string
		want     []string
	}{
		{"A1", "text/bom", diag.Warning, map[string]string{"x/SKILL.md": "\ufeff" + manifest("x")}, []string{`x/SKILL.md:1:1 warning text/bom: byte order mark`}},
		{"Y32", "frontmatter/metadata", diag.Off, one("metadata:", "  version: 1.10"), nil},
		{"N53", "frontmatter/metadata", diag.Note, one("metadata:", "  a: [b]"), at(5, 3, `note frontmatter/metadata: "a" is a list`)},
		{"N56", "name/directory", diag.Off, map[string]string{"a/SKILL.md": manifest("b"), "c/SKILL.md": manifest("d")}, nil},
		{"N58", "name/format", diag.Off, named("café", "café"), nil},
		{"N60", "name/reserved", diag.Error, named("claude", "claude"), []string{`claude/SKILL.md:2:7 error name/reserved: "claude"`}},
	} {
		t.Run(c.id, func(t *testing.T) {
			tree := loadFiles(t, c.files, skill.Options{})
			found := Run(t.Context(), tree, Config{Severity: map[string]diag.Severity{c.rule: c.to}})
			checkFindings(t, linted{tree, found}, c.want)
		})
	}
}

// What no catalog can hold stays an error, whatever is configured.
func TestRequired(t *testing.T) {
	for _, r := range Rules() {
		if r.Required && r.Severity != diag.Error {
			t.Errorf("%s is required, but no error", r.ID)
		}
	}
	for rule, files := range map[string]map[string]string{
		"frontmatter/description": {"x/SKILL.md": block("name: x")},
		"frontmatter/yaml":        one("a: b: c"),
		"frontmatter/fence":       {"x/SKILL.md": "---\nname: x\n"}, // not required, but here nothing can be read
	} {
		c := Config{Severity: map[string]diag.Severity{rule: diag.Off}, Ignore: []Ignore{{Rule: "*", Paths: "**"}}}
		found := Run(t.Context(), loadFiles(t, files, skill.Options{}), c)
		if len(found) != 1 || found[0].Rule != rule || found[0].Severity != diag.Error {
			t.Errorf("%s: found %v", rule, found)
		}
	}
}
