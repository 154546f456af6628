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
		{"a glob of the configuration", "skillpack.yaml", "exclude: [s/My_Dir/drafts]", `"skillpack.yaml" points there by "s/My_Dir"; change that with the name`},
		{"a glob for another directory", "skillpack.yaml", "exclude: [is/My_Dir, s/My_Dir2]", ""},
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

// The configuration names directories by themselves, files and URIs.
func TestRenameOfWhatIsConfigured(t *testing.T) {
	dir, file := named("my-skill"), named("a")
	for _, c := range []struct {
		name   string
		before tree
		o      fix.Options
		reason string
	}{
		{"a directory", tree{"My_Dir/SKILL.md": dir, "skillpack.yaml": "unlisted: [My_Dir]"}, fix.Options{Unsafe: true}, `"skillpack.yaml" points there by "My_Dir"; change that with the name`},
		{"a URI", tree{"My_Dir/SKILL.md": dir, "skillpack.yaml": "instructions: See skill://My_Dir/SKILL.md"}, fix.Options{Unsafe: true}, `"skillpack.yaml" points there by "My_Dir"; change that with the name`},
		{"a file", tree{"a/skill.md": file, "skillpack.yaml": "rules:\n  links/missing: {severity: error, ignore: [a/skill.md]}"}, fix.Options{}, `"skillpack.yaml" points there by "a/skill.md"; change that with the name`},
		{"nothing of that name", tree{"a/skill.md": file, "skillpack.yaml": "exclude: [a, skill.md, a/skill.mdx]"}, fix.Options{}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := planned(t, c.before.files(), linted, c.o)
			switch {
			case c.reason == "" && len(p.Renames) != 1:
				t.Errorf("not renamed: %v", p.Refused)
			case c.reason != "" && (len(p.Renames) > 0 || len(p.Refused) == 0 || p.Refused[0].Reason != c.reason):
				t.Errorf("renames %v, refused %v", p.Renames, p.Refused)
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

// D64: a name that a link gives to another skill's file is not written into that file:
// each of them would take it in turn.
func TestNameBehindALink(t *testing.T) {
	for _, c := range []struct {
		name         string
		before, want tree
		reason       string
	}{
		{"of a file", tree{"b/SKILL.md": named("c"), "a/SKILL.md": "-> ../b/SKILL.md"},
			tree{"b/SKILL.md": named("b"), "a/SKILL.md": "-> ../b/SKILL.md"}, ""},
		{"of a directory", tree{"b/SKILL.md": named("c"), "a": "-> b"}, tree{"b/SKILL.md": named("b"), "a": "-> b"}, ""},
		{"of two", tree{"a/SKILL.md": "-> ../c.md", "b/SKILL.md": "-> ../c.md", "c.md": named("c")},
			tree{"a/SKILL.md": "-> ../c.md", "b/SKILL.md": "-> ../c.md", "c.md": named("c")}, `"b/SKILL.md" is the same file; make "a/SKILL.md" a copy`},
		{"of one", tree{"a/SKILL.md": "-> c.md", "a/c.md": named("c")}, tree{"a/SKILL.md": "-> c.md", "a/c.md": named("a")}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := isDone(t, c.before, c.want, fix.Options{Unsafe: true})
			if c.reason != "" && (len(p.Refused) == 0 || p.Refused[0].Reason != c.reason) {
				t.Errorf("refused %v, want %s", p.Refused, c.reason)
			}
		})
	}
}
