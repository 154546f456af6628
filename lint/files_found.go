package lint

import "skillpack/internal/diag"

// The rules of this file document what skill.Load finds while it walks the tree.

func filesCollision() *Rule {
	return &Rule{ID: "files/collision", Severity: diag.Error, Doc: Doc{
		Summary: "Two names in one directory differ only by case or Unicode form.",
		Why:     "On disks that ignore the difference a checkout holds one of them, so the catalog depends on the machine.",
		Bad:     "-- x/SKILL.md --\n...\nSee `references`.\n-- x/references/Form.md --\nA form.\n-- x/references/form.md --\nAnother form.",
		Good:    "-- x/SKILL.md --\n...\nSee `references`.\n-- x/references/form.md --\nA form.\n-- x/references/form-2.md --\nAnother form.",
		Cites:   []string{"M1", "E3", "D78"},
	}}
}

func filesLink() *Rule {
	return &Rule{ID: "files/link", Severity: diag.Error, Doc: Doc{
		Summary: "A symbolic link is dangling, goes round in a circle or leads out of the tree.",
		Why:     "The catalog holds the bytes behind a link, and only those of the tree; these have none.",
		Bad:     "-- x/SKILL.md --\n...\nSee [the notes](notes.md).\n-- x/notes.md -> ../../notes.md --",
		Good:    "-- x/SKILL.md --\n...\nSee [the notes](notes.md).\n-- x/notes.md -> ../shared/notes.md --\n-- shared/notes.md --\nNotes.",
		Cites:   []string{"M1", "D64", "D65"},
	}}
}

func filesName() *Rule {
	return &Rule{ID: "files/name", Severity: diag.Error, Doc: Doc{
		Summary: "A file or directory has a name that cannot stand in a URI.",
		Why:     "A backslash is a separator to some hosts, and a name that is not UTF-8 has no URI that reads back.",
		Bad:     "-- x/SKILL.md --\n...\nSee `references`.\n-- x/references/read\\write.md --\nBoth.",
		Good:    "-- x/SKILL.md --\n...\nSee `references`.\n-- x/references/read-write.md --\nBoth.",
		Cites:   []string{"M1", "M3", "D78"},
	}}
}

func filesSkillMD() *Rule {
	return &Rule{ID: "files/skill-md", Severity: diag.Error, Doc: Doc{
		Summary: "A skill's main file is not a file called exactly SKILL.md.",
		Why:     "Hosts look for that spelling only. On disks that ignore case the skill seems to work, elsewhere it does not exist.",
		Bad:     "-- reviews/skill.md --\n---\nname: reviews\ndescription: Reviews a change.\n---\n# Reviews",
		Good:    "-- reviews/SKILL.md --\n---\nname: reviews\ndescription: Reviews a change.\n---\n# Reviews",
		Cites:   []string{"F1", "D62", "A19"},
	}}
}

func filesUnreadable() *Rule {
	return &Rule{ID: "files/unreadable", Severity: diag.Error, Doc: Doc{
		Summary: "A file or directory could not be read, or is no file at all, such as a socket.",
		Why:     "A skill is published whole or not at all, and this part of it cannot be.",
		Bad:     "-- x/SKILL.md --\n...\nSee `agent`.\n-- x/agent (socket) --",
		Good:    "-- x/SKILL.md --\n...\nSee `agent`.\n-- x/agent --\nHow to reach the agent.",
		Cites:   []string{"E3"},
	}}
}
