package lint

import (
	"fmt"
	"slices"
	"testing"

	"skillpack/internal/diag"
)

// N56, N57: both ways out, each of which changes what a skill is known by.
func TestNameFixes(t *testing.T) {
	for _, c := range []struct {
		id, rule   string
		files      map[string]string
		fix, other string // as shown tells
	}{
		{"N56", "name/directory", named("cache", "acme-cache"), `name "cache"`, `cache -> acme-cache`},
		{"N56 nested", "name/directory", map[string]string{"g/SKILL.md": manifest("g"), "g/a/SKILL.md": manifest("b")}, `name "a"`, `g/a -> g/b`},
		{"N56 ambiguous directory", "name/directory", named("no", "acme"), `name "\"no\""`, `no -> acme`},
		{"N56 bad directory", "name/directory", named("My Cache", "acme-cache"), `My Cache -> acme-cache`, ``},
		{"N56 another directory has the name", "name/directory", map[string]string{"cache/SKILL.md": manifest("docs"), "docs/a.md": "a\n"}, `name "cache"`, ``},
		{"N56 neither passes", "name/directory", named("My_Dir", "Other"), `name "other", My_Dir -> other`, ``},
		{"N56 nothing passes", "name/directory", named("技", "能"), ``, ``},

		{"N57 the directory's name", "name/format", named("pdf-tools", "PDF-Tools"), `name "pdf-tools"`, ``},
		{"N57 both", "name/format", named("PDF-Tools", "PDF-Tools"), `name "pdf-tools", PDF-Tools -> pdf-tools`, ``},
		{"N57 another good directory", "name/format", named("x", `"a:b"`), `name "x"`, `name "a-b", x -> a-b`},
		{"N57 root", "name/format", map[string]string{"SKILL.md": manifest("PDF-Tools")}, `name "pdf-tools"`, ``},
		{"N57 another directory has the name", "name/format", map[string]string{"PDF-Tools/SKILL.md": manifest("PDF-Tools"), "pdf-tools/a.md": "a\n"}, ``, ``},
		{"N57 nothing passes", "name/format", named("技能", "技能"), ``, ``},
		{"N58", "name/format", named("café", "café"), `name "cafe", café -> cafe`, ``},
	} {
		t.Run(c.id, func(t *testing.T) {
			found := lintFiles(t, c.files).found
			i := slices.IndexFunc(found, func(d diag.Diagnostic) bool { return d.Rule == c.rule })
			if i < 0 {
				t.Fatalf("no finding of %s", c.rule)
			}
			if fix, other := shown(found[i].Fix), shown(found[i].OtherFix); fix != c.fix || other != c.other {
				t.Errorf("got %s or %s, want %s or %s", fix, other, c.fix, c.other)
			}
		})
	}
}

// shown tells a fix of names in a line; a safe one is marked, since none may be.
func shown(fix *diag.Fix) string {
	if fix == nil {
		return ""
	}
	var text string
	if !fix.Unsafe {
		text = "safe "
	}
	for _, e := range fix.Edits {
		text += fmt.Sprintf("name %q", e.New)
	}
	if r := fix.Rename; r != nil {
		if len(fix.Edits) > 0 {
			text += ", "
		}
		text += r.From + " -> " + r.To
	}
	return text
}
