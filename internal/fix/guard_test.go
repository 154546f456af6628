package fix_test

import (
	"context"
	"io/fs"
	"strings"
	"testing"

	"skillpack/internal/diag"
	"skillpack/internal/fix"
	"skillpack/internal/skill"
)

// claims is a Check by which a fix replaces each of some texts by another, for as long as
// all of them are there.
func claims(file, rule string, replace ...string) fix.Check {
	return func(ctx context.Context, fsys *fix.View) (*skill.Tree, []diag.Diagnostic, error) {
		t, _, err := skill.Load(ctx, fsys, skill.Options{})
		if err != nil {
			return nil, nil, err
		}
		d := diag.Diagnostic{Rule: rule, Severity: diag.Error, File: file, Fix: &diag.Fix{Title: "try it"}}
		for i := 0; i < len(replace); i += 2 {
			at := strings.Index(string(t.Source(file)), replace[i])
			if at < 0 {
				return t, nil, nil
			}
			span := diag.Span{Start: at, End: at + len(replace[i])}
			d.Fix.Edits = append(d.Fix.Edits, diag.Edit{Span: span, New: replace[i+1]})
		}
		for _, p := range t.Problems { // the finding is the one of Load, if it is one
			if p.Rule == rule {
				d.Span = p.Span
			}
		}
		return t, []diag.Diagnostic{d}, nil
	}
}

// A fix that breaks what it does not mean to touch is not applied, and says why.
func TestBadFixes(t *testing.T) {
	const manifest = "---\nname: x\ndescription: A.\nmetadata:\n  a: b\n  c: d\nlist: [1, 2]\ntext: one\nurl: u # c\n---\n[a](a.md) [b](b.md)\n"
	for _, c := range []struct {
		name    string
		replace []string
		reason  string
	}{
		{"no YAML any more", []string{": A.", ": [A."}, "its fix would make the frontmatter unreadable: "},
		{"a field swallowed", []string{"A.\nmeta", "\"A.\n meta"}, "its fix would make the frontmatter unreadable: "},
		{"a field in a comment", []string{"metadata:\n", "#metadata:\n"}, "its fix would make the frontmatter unreadable: "},
		{"a value above goes on", []string{"url: u", " more\nurl: u"}, "its fix would change \"text\" as well"},
		{"a field gone", []string{"url: u", "#"}, "its fix would change \"url\" as well"},
		{"a field more", []string{"A.", "A.\nmore: 1"}, "its fix would change \"url\" as well"},
		{"a value cut short", []string{"name: x", "name: x #"}, ""},
		{"a value nested", []string{"url: u", "url:\n  u: v"}, "its fix would change \"url\" as well"},
		{"a value emptied", []string{"url: u", "url: ~"}, "its fix would change \"url\" as well"},
		{"a nested field", []string{"a: b\n", "a: b\n  e: f\n"}, "its fix would change \"metadata\" as well"},
		{"another key", []string{"name: x", "naem: x"}, ""},
		{"a key twice", []string{"url:", "list:"}, "its fix would make the frontmatter unreadable: "},
		{"an item", []string{"[1,", "[1, 3,"}, "its fix would change \"list\" as well"},
		{"the end of the frontmatter", []string{"url: u", "---\nurl: u"}, "its fix would change \"url\" as well"},
		{"the fence", []string{"---\n[a]", "[a]"}, "its fix would make the frontmatter unreadable: "},
		{"another link", []string{"\n[a]", "\n<!--\n[a]"}, "its fix would change the link to \"a.md\" as well"},
		{"its own link", []string{"a.md", "c.md"}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := planned(t, one(manifest).files(), claims("x/SKILL.md", "test/rule", c.replace...), fix.Options{})
			if c.reason == "" {
				if len(p.Changes) != 1 || len(p.Refused) > 0 {
					t.Errorf("not applied: %v", p.Refused)
				}
				return
			}
			if len(p.Changes) > 0 || len(p.Refused) != 1 || !strings.HasPrefix(p.Refused[0].Reason, c.reason) {
				t.Errorf("refused %v, want %q; changed %v", p.Refused, c.reason, p.Changes)
			}
		})
	}
}

// A fix of what cannot be read must bring it further: its fault is gone, and no other is
// there in its place.
func TestFixesOfTheUnreadable(t *testing.T) {
	const manifest = "---\nname: x\ndescription: a: b\nlicense: c: d\n---\n"
	for _, c := range []struct {
		name    string
		replace []string
		applied bool
	}{
		{"Y19 the next fault shows", []string{"a: b", "'A: b'"}, true},
		{"the same fault", []string{"a: b", "a: c"}, false},
		{"another fault", []string{"a: b", "[b"}, false},
		{"the line above", []string{"name: x", "name: y"}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := planned(t, one(manifest).files(), claims("x/SKILL.md", "frontmatter/yaml", c.replace...), fix.Options{})
			if got := len(p.Changes) == 1; got != c.applied || got == (len(p.Refused) == 1) {
				t.Errorf("changes %v, refused %v", p.Changes, p.Refused)
			}
		})
	}
}

// Edits that are none, and of files that have no text, harm nothing.
func TestSenselessFixes(t *testing.T) {
	span := func(start, end int) diag.Edit { return diag.Edit{Span: diag.Span{Start: start, End: end}} }
	for name, d := range map[string]diag.Diagnostic{
		"the same":  {File: "x/SKILL.md", Fix: &diag.Fix{Edits: []diag.Edit{{Span: diag.Span{End: 3}, New: "---"}}}},
		"none":      {File: "x/SKILL.md", Fix: &diag.Fix{}},
		"beyond":    {File: "x/SKILL.md", Fix: &diag.Fix{Edits: []diag.Edit{span(5, 9999)}}},
		"backwards": {File: "x/SKILL.md", Fix: &diag.Fix{Edits: []diag.Edit{span(5, 4)}}},
		"unsorted":  {File: "x/SKILL.md", Fix: &diag.Fix{Edits: []diag.Edit{span(5, 6), span(1, 2)}}},
		"no file":   {File: "x/none.md", Fix: &diag.Fix{Edits: []diag.Edit{span(0, 1)}}},
		"binary":    {File: "x/a.bin", Fix: &diag.Fix{Edits: []diag.Edit{span(0, 1)}}},
	} {
		t.Run(name, func(t *testing.T) {
			before := one(front(""))
			before["x/a.bin"] = "\x00\x01"
			p := planned(t, before.files(), only(d), fix.Options{})
			if len(p.Changes) > 0 || len(p.Refused) != 1 {
				t.Errorf("changes %v, refused %v", p.Changes, p.Refused)
			}
		})
	}
}

// only is a Check that finds the same in every tree.
func only(found ...diag.Diagnostic) fix.Check {
	return func(ctx context.Context, fsys *fix.View) (*skill.Tree, []diag.Diagnostic, error) {
		t, _, err := skill.Load(ctx, fsys, skill.Options{})
		return t, found, err
	}
}

// Two fixes that undo each other come to an end.
func TestEndlessFixes(t *testing.T) {
	check := func(ctx context.Context, fsys *fix.View) (*skill.Tree, []diag.Diagnostic, error) {
		from, to := "x/SKILL.md", "# A"
		if data, err := fs.ReadFile(fsys, from); err == nil && strings.Contains(string(data), to) {
			return claims(from, "test/rule", to, "# B")(ctx, fsys)
		}
		return claims(from, "test/rule", "# B", to)(ctx, fsys)
	}
	planned(t, one("---\nname: x\ndescription: A.\n---\n# A\n").files(), check, fix.Options{})
}
