package lint

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
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

// Rules that compare skills look closely only at those that may be like one asked for; what
// they say is what they say of it in a run of all.
func TestOnlyComparesAsAll(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 2))
	said := map[string]int{}
	for range 100 {
		files := map[string]string{}
		for i := range 4 + r.IntN(9) {
			dir := fmt.Sprintf("g%d/s%d", r.IntN(2), i)
			name := fmt.Sprintf("s%d", i)
			if r.IntN(4) == 0 {
				name = "s1"
			}
			words := []string{"red", "green"}
			for w := range 22 {
				words = append(words, fmt.Sprintf("%c%d", 'a'+w, w))
			}
			for range r.IntN(3) {
				words[r.IntN(2)] = []string{"red", "green", "blue", "black", "white", "the", "s1"}[r.IntN(7)]
			}
			if r.IntN(3) == 0 {
				words = words[:r.IntN(5)]
			}
			files[dir+"/SKILL.md"] = saying(name, "x "+strings.ToLower(strings.Join(words, " ")))
			if r.IntN(5) == 0 {
				files[dir+"/deep/"+name+"/SKILL.md"] = files[dir+"/SKILL.md"]
			}
		}
		tree := loadFiles(t, files, skill.Options{})
		for _, s := range tree.Skills {
			only := newDirSet([]string{s.Dir})
			want := plain(concerning(only, Run(t.Context(), tree, Config{All: true})))
			found := Run(t.Context(), tree, Config{All: true, Only: []string{s.Dir}})
			got := plain(found)
			if !slices.Equal(got, want) {
				t.Fatalf("of %s is said\n%v\nand in a run of all\n%v", s.Dir, got, want)
			}
			for _, d := range found {
				said[d.Rule]++
			}
		}
	}
	for _, rule := range []string{"name/duplicate", "frontmatter/similar-description"} {
		if said[rule] < 20 {
			t.Errorf("%s was said %d times, only %v", rule, said[rule], said)
		}
	}
}
