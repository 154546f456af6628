package discovery

import (
	"path"
	"slices"
	"strings"
	"testing"
)

const legacyIndex = ".well-known/skills/index.json"

func TestLegacyOfZoo(t *testing.T) {
	without := func(src tree, dir string) tree {
		kept := tree{}
		for file, text := range src {
			if !strings.HasPrefix(file, dir) {
				kept[file] = text
			}
		}
		return kept
	}
	s := set(t, without(zoo, "hidden"), Options{Legacy: true})
	want := legacyDocument{Skills: []legacyRow{
		{"deep", "Is nested", []string{"SKILL.md", "x.bin"}},
		{"notes", "Takes notes & \"more\" <b>", []string{"SKILL.md"}},
		{"tools", "Has tools", []string{"SKILL.md", "deep/SKILL.md", "deep/x.bin", "ref/a b.md", "run.sh"}},
	}}
	got := document[legacyDocument](t, s, legacyIndex)
	if len(got.Skills) != len(want.Skills) {
		t.Fatalf("got %+v", got)
	}
	for i, row := range got.Skills {
		if row.Name != want.Skills[i].Name || row.Description != want.Skills[i].Description || !slices.Equal(row.Files, want.Skills[i].Files) {
			t.Errorf("row %+v, want %+v", row, want.Skills[i])
		}
		for _, file := range row.Files {
			content(t, s, path.Join(".well-known/skills", row.Name, file))
		}
	}
	if got := string(content(t, s, ".well-known/skills/tools/ref/a b.md")); got != zoo["team/tools/ref/a b.md"] {
		t.Errorf("the file is %q", got)
	}
	if strings.Contains(string(content(t, s, legacyIndex)), "$schema") {
		t.Error("a schema makes an index one of v0.2.0")
	}
}

// One bad path makes `npx skills` refuse the whole index.
func TestLegacyLeavesOutBadPaths(t *testing.T) {
	for file, want := range map[string]string{
		"é.md":     `has "é"`,
		"a#b.md":   `has "#"`,
		"50%.md":   `has "%"`,
		"what?.md": `has "?"`,
		"[a].md":   `has "["`,
		"a..b.md":  `has ".."`,
		"a\tb":     `has "\t"`,
		"a ":       "ends in a blank",
		"Skill.MD": "is taken for SKILL.md",
	} {
		t.Run(file, func(t *testing.T) {
			s := set(t, tree{"good/SKILL.md": "D", "good/a b.md": "x", "bad/SKILL.md": "D", "bad/" + file: "x"}, Options{Legacy: true})
			rows := document[legacyDocument](t, s, legacyIndex).Skills
			if len(rows) != 1 || rows[0].Name != "good" {
				t.Errorf("the index has %+v", rows)
			}
			if len(s.Warnings()) != 1 || !strings.Contains(s.Warnings()[0], want) || !strings.Contains(s.Warnings()[0], "skill://bad/SKILL.md") {
				t.Errorf("warned of %q, want %q", s.Warnings(), want)
			}
			for _, p := range paths(s) {
				if strings.HasPrefix(p, ".well-known/skills/bad/") {
					t.Errorf("there is %q all the same", p)
				}
			}
			if rows := document[indexDocument](t, s, rootIndex).Skills; len(rows) != 2 {
				t.Errorf("the index of v0.2.0 has %+v", rows)
			}
		})
	}
}

func TestLegacyWithScopes(t *testing.T) {
	s := set(t, twins, Options{Legacy: true, Scoped: true})
	if rows := document[legacyDocument](t, s, "b c/"+legacyIndex).Skills; len(rows) != 1 || rows[0].Description != "Two" {
		t.Errorf("got %+v", rows)
	}
	content(t, s, "b c/.well-known/skills/foo/x.md")
}
