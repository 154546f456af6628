package lint

import (
	"fmt"
	"maps"
	"testing"

	"skillpack/internal/diag"
	"skillpack/internal/skill"
)

// What is said of one skill is the same whether the others were read or not.
func TestOnlyNeedsNoOtherFiles(t *testing.T) {
	copies := map[string]string{}
	for _, name := range []string{"a", "b", "c"} {
		copies[name+"/SKILL.md"] = manifest(name) + "See [the guide](guide.md) and [more](skill://c/guide.md#none).\n"
		copies[name+"/guide.md"] = "# Guide\n" + fmt.Sprintf("%2000d\n", len(name))
	}
	cases := append(allCases(), lintCase{id: "D64 copies", files: copies})
	said := 0
	for _, c := range cases {
		whole := loadFiles(t, c.files, skill.Options{ByName: true})
		for _, s := range whole.Skills[:min(len(whole.Skills), 4)] {
			only := []string{s.Dir}
			want := Run(t.Context(), whole, Config{Only: only, All: true})
			tree := loadFiles(t, c.files, skill.Options{ByName: true, Only: only})
			got := Run(t.Context(), tree, Config{Only: only, All: true})
			said += len(got)
			if fmt.Sprintf("%+v", plain(got)) != fmt.Sprintf("%+v", plain(want)) {
				t.Errorf("%s, only %s:\ngot  %+v\nwant %+v", c.id, s.Dir, plain(got), plain(want))
			}
		}
	}
	if said < 500 {
		t.Errorf("only %d findings in all", said)
	}
}

// plain is what people are told of findings.
func plain(found []diag.Diagnostic) []string {
	var out []string
	for _, d := range found {
		out = append(out, fmt.Sprintf("%s %v %s %s %s %v\n", d.File, d.Span, d.Rule, d.Skill, d.Message, d.Related))
	}
	return out
}

// The directories of a set are found as those of a list are, however many there are.
func TestDirSet(t *testing.T) {
	for _, dir := range []string{".", "a", "a/b", "ab"} {
		for _, p := range []string{".", "a", "a/b", "a/b/c", "ab/c", "abc", "b"} {
			if got, want := newDirSet([]string{dir, "none"}).hold(p), skill.Within(p, dir); got != want {
				t.Errorf("%q in %q: got %v, want %v", p, dir, got, want)
			}
		}
	}
	owners := map[string]*skill.Skill{"g/a": {}}
	around := newDirSet([]string{"g/a", "h/i/j"}).around(owners)
	if want := (dirSet{"h/i/j": true, "h/i": true, "h": true, ".": true}); !maps.Equal(around, want) {
		t.Errorf("around: got %v, want %v", around, want)
	}
}
