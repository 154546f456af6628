package lint

import (
	"fmt"
	"strings"

	"skillpack/internal/diag"
	"skillpack/internal/protocol"
	"skillpack/internal/skill"
)

func nameFormat() *Rule {
	return &Rule{
		ID:       "name/format",
		Severity: diag.Error,
		Doc: Doc{
			Summary: "The name is not 1 to 64 characters of a-z, 0-9 and single inner hyphens.",
			Why:     "The format allows no other name, and most hosts refuse the skill.",
			Bad:     "name: PDF_Tools",
			Good:    "name: pdf-tools",
			Cites:   []string{"F3", "N57", "N58"},
		},
		Skill: checkNameFormat,
	}
}

func checkNameFormat(p *Pass, s *skill.Skill) {
	field, name, ok := nameField(s)
	if !ok {
		return
	}
	if broken := protocol.NameFaults(name); len(broken) > 0 {
		fix, other := formatFixes(p.Tree, s, field, name)
		p.Report(diag.Diagnostic{
			File: s.Manifest.Path, Span: field.Value.Span, Fix: fix, OtherFix: other,
			Message: fmt.Sprintf("the name %s %s; %s", quoted(name), strings.Join(broken, " and "), betterName(p.Tree, s, name)),
		})
	}
}

func betterName(t *skill.Tree, s *skill.Skill, name string) string {
	better, dir := protocol.PlainName(name), baseOf(s)
	switch {
	case isBeside(t, s, better) && len(protocol.NameFaults(dir)) == 0:
		return fmt.Sprintf("write %q, as the directory is called", dir)
	case better == "":
		return "write words of a-z and 0-9 joined by \"-\""
	case isBeside(t, s, better):
		return fmt.Sprintf("write words of a-z and 0-9 joined by \"-\", but not %q, which is another directory", better)
	case s.Dir == "." || dir == better:
		return fmt.Sprintf("write %q", better)
	case len(protocol.NameFaults(dir)) == 0:
		return fmt.Sprintf("write %q and rename the directory to match, or write %q as the directory is called", better, dir)
	}
	return fmt.Sprintf("write %q and rename the directory to match", better)
}

// formatFixes returns the ways to a name that passes: the directory's, where that does,
// and the nearest to the one written, which the directory then takes over.
func formatFixes(t *skill.Tree, s *skill.Skill, field *skill.Field, name string) (fix, other *diag.Fix) {
	better, dir := protocol.PlainName(name), baseOf(s)
	if better != "" && !isBeside(t, s, better) {
		fix = callBothFix(s, field, better)
	}
	if dir != "" && dir != better && len(protocol.NameFaults(dir)) == 0 {
		return writeNameFix(field, dir), fix
	}
	return fix, nil
}

// writeNameFix writes another name. It is unsafe, since a name is what a skill is known by.
func writeNameFix(field *skill.Field, name string) *diag.Fix {
	return &diag.Fix{
		Title: "write " + nameLine(name), Unsafe: true,
		Edits: []diag.Edit{{Span: field.Value.Span, New: yamlText(name)}},
	}
}

// nameLine shows the line that gives a valid name.
func nameLine(name string) string {
	if text := yamlText(name); text != name {
		return "name: " + text
	}
	return `"name: ` + name + `"`
}

// yamlText writes a valid name so that every reader takes it as text.
func yamlText(name string) string {
	if coreReader.read(name) != asText || doubt(name) != "" {
		return `"` + name + `"`
	}
	return name
}
