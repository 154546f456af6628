package lint

import "skillpack/internal/diag"

// The rules of this file document what skill.Load finds while it walks the tree.

func filesCollision() *Rule {
	return &Rule{ID: "files/collision", Severity: diag.Error, Doc: Doc{
		Summary: "Two names in one directory differ only by case or Unicode form.",
		Why:     "On disks that ignore the difference a checkout holds one of them, so the catalog depends on the machine.",
		Bad:     "references/Form.md and references/form.md",
		Good:    "references/form.md and references/form-2.md",
		Cites:   []string{"M1", "E3", "D78"},
	}}
}

func filesLink() *Rule {
	return &Rule{ID: "files/link", Severity: diag.Error, Doc: Doc{
		Summary: "A symbolic link is dangling, goes round in a circle or leads out of the tree.",
		Why:     "The catalog holds the bytes behind a link, and only those of the tree; these have none.",
		Bad:     "notes.txt -> ../../.env",
		Good:    "A copy of the file, or a link to a file of the tree.",
		Cites:   []string{"M1", "D64", "D65"},
	}}
}

func filesName() *Rule {
	return &Rule{ID: "files/name", Severity: diag.Error, Doc: Doc{
		Summary: "A file or directory has a name that cannot stand in a URI.",
		Why:     "A backslash is a separator to some hosts, and a name that is not UTF-8 has no URI that reads back.",
		Bad:     `a\b.md`,
		Good:    "a-b.md",
		Cites:   []string{"M1", "M3", "D78"},
	}}
}

func filesSkillMD() *Rule {
	return &Rule{ID: "files/skill-md", Severity: diag.Error, Doc: Doc{
		Summary: "A skill's main file is not a file called exactly SKILL.md.",
		Why:     "Hosts look for that spelling only. On disks that ignore case the skill seems to work, elsewhere it does not exist.",
		Bad:     "reviews/skill.md",
		Good:    "reviews/SKILL.md",
		Cites:   []string{"F1", "D62", "A19"},
	}}
}

func filesUnreadable() *Rule {
	return &Rule{ID: "files/unreadable", Severity: diag.Error, Doc: Doc{
		Summary: "A file or directory could not be read, or is no file at all, such as a socket.",
		Why:     "A skill is published whole or not at all, and this part of it cannot be.",
		Bad:     "A file without read permission.",
		Good:    "chmod +r",
		Cites:   []string{"E3"},
	}}
}
