package site

import "testing"

func TestResolve(t *testing.T) {
	s := made(t, compiled(t, tree{
		"team/a/SKILL.md":            "A.\n",
		"team/a/references/GUIDE.md": "G.\n",
		"team/a/references/other.md": "O.\n",
		"team/a/b c/100%.md":         "P.\n",
		"team/a/run.py":              "print()\n",
		"team/a/in/SKILL.md":         "Nested.\n",
		"team/a/in/notes.md":         "N.\n",
		"team/b/SKILL.md":            "B.\n",
		"hidden/SKILL.md":            "H.\n",
	}, "hidden"), Options{})
	guide := s.views["skill://team/a/references/GUIDE.md"]
	for _, c := range []struct{ name, dest, want string }{
		{"L84 against the file's own directory", "other.md", "view/team/a/references/other.md/index.html"},
		{"L84 not against the skill's directory", "references/other.md", "absent"},
		{"a skill by its SKILL.md", "../SKILL.md", "skills/team/a/index.html"},
		{"a skill by its directory", "../../b/", "skills/team/b/index.html"},
		{"a skill by its directory without slash", "../../b", "skills/team/b/index.html"},
		{"a nested skill", "../in/SKILL.md", "skills/team/a/in/index.html"},
		{"a file of a nested skill", "../in/notes.md", "view/team/a/in/notes.md/index.html"},
		{"a folder", "./", "skills/team/a/index.html#files"},
		{"a folder without skill", "../../", "absent"},
		{"a file as a folder", "other.md/", "absent"},
		{"itself", "?x=1", "view/team/a/references/GUIDE.md/index.html"},
		{"escapes", "../b%20c/100%25.md", "view/team/a/b c/100%.md/index.html"},
		{"an escape that is none", "100%.md", "absent"},
		{"a slash escaped", "..%2FSKILL.md", "absent"},
		{"dots escaped", "%2e%2e/SKILL.md", "skills/team/a/index.html"},
		{"blanks around", " other.md ", "view/team/a/references/other.md/index.html"},
		{"a heading", "other.md#Big%20One", "view/team/a/references/other.md/index.html#doc-Big%20One"},
		{"a heading of a skill", "../SKILL.md#use", "skills/team/a/index.html#doc-use"},
		{"a line of code", "../run.py#L10-L12", "view/team/a/run.py/index.html#L10"},
		{"a heading of code", "../run.py#main", "view/team/a/run.py/index.html"},
		{"a line of a source", "../SKILL.md?plain=1#L3", "view/team/a/SKILL.md/index.html#L3"},
		{"a URI", "skill://team/b/SKILL.md", "skills/team/b/index.html"},
		{"a URI of a file in another spelling", "skill://team/a/b%20c/%31%30%30%25.md#x", "view/team/a/b c/100%.md/index.html#doc-x"},
		{"a URI of nothing", "skill://team/c/SKILL.md", "absent"},
		{"a URI that is none", "skill://team//SKILL.md", "absent"},
		{"an unlisted skill by URI", "skill://hidden/SKILL.md", "absent"},
		{"an unlisted skill by path", "../../../hidden/SKILL.md", "absent"},
		{"above everything", "../../../../../x", "absent"},
		{"from the root", "/etc/passwd", "absent"},
		{"another host", "//evil.example/x", "foreign"},
		{"another scheme", "javascript:alert(1)", "foreign"},
		{"the scheme in capitals", "SKILL://team/b/SKILL.md", "foreign"},
		{"a colon behind a slash", "./a:b", "absent"},
		{"NUL", "a\x00b", "absent"},
	} {
		t.Run(c.name, func(t *testing.T) {
			l, v := s.resolve(guide, c.dest)
			got := map[verdict]string{foreign: "foreign", absent: "absent", found: l.page}[v]
			if l.fragment != "" {
				got += "#" + l.fragment
			}
			if got != c.want {
				t.Errorf("resolve(%q) = %q, want %q", c.dest, got, c.want)
			}
		})
	}
}
