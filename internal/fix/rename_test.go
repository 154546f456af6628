package fix_test

import (
	"strings"
	"testing"

	"skillpack/internal/fix"
)

func named(name string) string { return "---\nname: " + name + "\ndescription: Does things.\n---\n" }

// D62: the file gets its name, and what only then can be seen is fixed as well.
func TestSkillMD(t *testing.T) {
	p := isDone(t, tree{"a/skill.md": named("a"), "b/Skill.md": named("b\ncreated: 2026-05-06"), "b/README.md": "[s](Skill.md)\n"},
		tree{"a/SKILL.md": named("a"), "b/SKILL.md": named("b\ncreated: \"2026-05-06\""), "b/README.md": "[s](SKILL.md)\n"}, fix.Options{})
	if p.Fixed() != 4 || len(p.Left) > 0 {
		t.Errorf("fixed %d, left %v", p.Fixed(), p.Left)
	}
}

func TestSkillMDTwice(t *testing.T) {
	before := tree{"a/skill.md": named("a"), "a/Skill.md": named("a")}
	p := isDone(t, before, before, fix.Options{})
	if len(p.Refused) != 2 || p.Refused[0].Reason != `there is already "a/skill.md"` {
		t.Errorf("refused %v", p.Refused)
	}
}

// A link from elsewhere would not be fixed, so the file stays as well.
func TestSkillMDThatIsLinked(t *testing.T) {
	before := tree{"a/skill.md": named("a"), "README.md": "[a](a/skill.md)\n"}
	p := isDone(t, before, before, fix.Options{})
	if len(p.Refused) != 1 || p.Refused[0].Reason != `"README.md" points there by "a/skill.md"; change that with the name` {
		t.Errorf("refused %v", p.Refused)
	}
}

// N56: without being asked neither way is gone; asked, the name gives way where the
// directory's name passes, else the directory.
func TestNameAndDirectory(t *testing.T) {
	before := tree{"cache/SKILL.md": named("acme-cache"), "My_Dir/SKILL.md": named("my-skill"), "My_Dir/a.md": ""}
	isDone(t, before, before, fix.Options{})
	isDone(t, before, tree{"cache/SKILL.md": named("cache"), "my-skill/SKILL.md": named("my-skill"), "my-skill/a.md": ""},
		fix.Options{Unsafe: true})
}

// N57: the name that passes is written where the directory has it already.
func TestNameFormat(t *testing.T) {
	before := tree{"pdf-tools/SKILL.md": named("PDF Tools")}
	isDone(t, before, before, fix.Options{})
	isDone(t, before, tree{"pdf-tools/SKILL.md": named("pdf-tools")}, fix.Options{Unsafe: true})
}

// A directory stays where something points at it, and the reason is told.
func TestRenameThatWouldBreak(t *testing.T) {
	base := tree{"s/My_Dir/SKILL.md": named("mine") + "[a](a.md)\n", "s/My_Dir/a.md": "[back](SKILL.md) [up](../other/SKILL.md)\n"}
	for _, c := range []struct {
		name, file, text, reason string
	}{
		{"nothing", "s/other/SKILL.md", named("other"), ""},
		{"a link of a sibling", "s/other/SKILL.md", named("other") + "[m](../My_Dir/a.md#x)\n",
			`"s/other/SKILL.md" points there by "../My_Dir/a.md"; change that with the name`},
		{"a link from above", "README.md", "[m](s/My_Dir)\n", `"README.md" points there by "s/My_Dir"; change that with the name`},
		{"a link of its own by way of its name", "s/My_Dir/b.md", "[m](../My_Dir/a.md)\n",
			`"s/My_Dir/b.md" points there by "../My_Dir/a.md"; change that with the name`},
		{"a URI", "s/other/SKILL.md", named("other") + "[m](skill://s/My_Dir/SKILL.md)\n",
			`"s/other/SKILL.md" points there by "skill://s/My_Dir/SKILL.md"; change that with the name`},
		{"a symbolic link", "s/other/a.md", "-> ../My_Dir/a.md", `"s/other/a.md" points there by "s/My_Dir/a.md"; change that with the name`},
		{"a plugin's list", ".claude-plugin/marketplace.json", `{"skills": ["./s/My_Dir"]}`,
			`".claude-plugin/marketplace.json" points there by "s/My_Dir"; change that with the name`},
		{"another directory in a plugin's list", "marketplace.json", `{"skills": ["./s/My_Dir2"]}`, ""},
		{"a directory of nearly that name", "s/MINE/a.md", "", `there is already "s/MINE"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			before := tree{c.file: c.text}
			for file, text := range base {
				before[file] = text
			}
			p := planned(t, before.files(), linted, fix.Options{Unsafe: true})
			if c.reason == "" {
				if len(p.Renames) != 1 {
					t.Errorf("not renamed: %v", p.Refused)
				}
				return
			}
			if len(p.Renames) > 0 || len(p.Refused) == 0 || p.Refused[0].Reason != c.reason {
				t.Errorf("renames %v, refused %v, want %s", p.Renames, p.Refused, c.reason)
			}
		})
	}
}

// D67: an enclosing skill and the one inside it both get their names.
func TestNestedRenames(t *testing.T) {
	isDone(t, tree{"A_b/SKILL.md": named("a-b"), "A_b/C_d/SKILL.md": named("c-d"), "A_b/C_d/skill.txt": ""},
		tree{"a-b/SKILL.md": named("a-b"), "a-b/c-d/SKILL.md": named("c-d"), "a-b/c-d/skill.txt": ""}, fix.Options{Unsafe: true})
}

// D64: what a link leads to is renamed at its own place, and the link is in the way.
func TestRenameBehindALink(t *testing.T) {
	before := tree{"pool/A_b/SKILL.md": named("a-b"), "linked": "-> pool"}
	p := planned(t, before.files(), linted, fix.Options{Unsafe: true})
	for _, r := range p.Refused {
		if strings.HasPrefix(r.Finding.File, "linked/") && r.Reason != `"linked" is a symbolic link; rename where it leads` {
			t.Errorf("refused %v", r)
		}
	}
	if len(p.Refused) == 0 {
		t.Error("nothing is refused")
	}
}
