package lint

import "skillpack/internal/diag"

// The rules of this file document what skill.Load finds while it looks for the
// frontmatter block and parses it. A skill whose frontmatter cannot be read gets no
// other finding about its fields (Y21).

func frontmatterMissing() *Rule {
	return &Rule{ID: "frontmatter/missing", Severity: diag.Error, Required: true, Doc: Doc{
		Summary: "SKILL.md has no frontmatter.",
		Why:     "Name and description are taken from the frontmatter alone; nothing is harvested from the body.",
		Bad:     "# Release notes\n\nname: release-notes",
		Good:    "---\nname: release-notes\ndescription: Writes release notes.\n---\n# Release notes",
		Cites:   []string{"F2", "A15", "A19"},
	}}
}

func frontmatterNotFirst() *Rule {
	return &Rule{ID: "frontmatter/not-first", Severity: diag.Error, Required: true, Doc: Doc{
		Summary: "The frontmatter does not start at the first byte of the file.",
		Why:     "A comment, a heading or a code fence before it hides it from hosts.",
		Bad:     "<!-- note -->\n---\nname: release-notes\ndescription: Writes release notes.\n---",
		Good:    "---\nname: release-notes\ndescription: Writes release notes.\n---\n<!-- note -->",
		Cites:   []string{"F2", "A13"},
	}}
}

func frontmatterFence() *Rule {
	return &Rule{ID: "frontmatter/fence", Severity: diag.Error, Doc: Doc{
		Summary: "A fence of the frontmatter is missing or is not exactly \"---\".",
		Why:     "With a blank behind the fence, or without a closing one, hosts see no frontmatter or take the body for it.",
		Bad:     "---\nname: release-notes\ndescription: Writes release notes.\n# Release notes",
		Good:    "---\nname: release-notes\ndescription: Writes release notes.\n---\n# Release notes",
		Cites:   []string{"F2", "A5", "A10", "A11"},
	}}
}

func frontmatterEmpty() *Rule {
	return &Rule{ID: "frontmatter/empty", Severity: diag.Error, Required: true, Doc: Doc{
		Summary: "The frontmatter block is empty.",
		Why:     "Name and description are required.",
		Bad:     "---\n---",
		Good:    "---\nname: release-notes\ndescription: Writes release notes.\n---",
		Cites:   []string{"F2", "A11"},
	}}
}

func frontmatterYAML() *Rule {
	return &Rule{ID: "frontmatter/yaml", Severity: diag.Error, Required: true, Doc: Doc{
		Summary: "The frontmatter is not valid YAML.",
		Why:     "Nothing is guessed at, since each host would guess differently. Nearly always a value needs quotes.",
		Bad:     "description: Two modes: fast and slow",
		Good:    "description: \"Two modes: fast and slow\"",
		Cites:   []string{"F2", "Y19", "Y21", "Y26", "Y45"},
	}}
}

func frontmatterNotMapping() *Rule {
	return &Rule{ID: "frontmatter/not-mapping", Severity: diag.Error, Required: true, Doc: Doc{
		Summary: "The frontmatter is a list or a single value.",
		Why:     "It must be a mapping, from which name and description are taken.",
		Bad:     "- name: release-notes",
		Good:    "name: release-notes",
		Cites:   []string{"F2", "Y44"},
	}}
}

func frontmatterKey() *Rule {
	return &Rule{ID: "frontmatter/key", Severity: diag.Error, Required: true, Doc: Doc{
		Summary: "A key is not text.",
		Why:     "JSON has only text as keys, and readers turn a number or boolean into different texts.",
		Bad:     "1: first",
		Good:    "\"1\": first",
		Cites:   []string{"Y", "Y44"},
	}}
}

func frontmatterDuplicateKey() *Rule {
	return &Rule{ID: "frontmatter/duplicate-key", Severity: diag.Error, Required: true, Doc: Doc{
		Summary: "A key stands twice in one mapping.",
		Why:     "Some readers keep the first value, some the last, some refuse the file.",
		Bad:     "license: MIT\nlicense: Apache-2.0",
		Good:    "license: MIT OR Apache-2.0",
		Cites:   []string{"Y", "Y39"},
	}}
}

func frontmatterNotPortable() *Rule {
	return &Rule{ID: "frontmatter/not-portable", Severity: diag.Error, Required: true, Doc: Doc{
		Summary: "The frontmatter uses an anchor, an alias, a tag or a merge key.",
		Why:     "One reader expands them, another ignores them, a third refuses the file, so no catalog can agree with all.",
		Bad:     "description: ![diagram](a.png)",
		Good:    "description: \"![diagram](a.png)\"",
		Cites:   []string{"Y", "C", "Y40"},
	}}
}

func frontmatterNumber() *Rule {
	return &Rule{ID: "frontmatter/number", Severity: diag.Error, Required: true, Doc: Doc{
		Summary: "A number has no JSON form: infinite, not a number, or too large for a double.",
		Why:     "The catalog is JSON. One such value makes wide clients refuse the whole listing.",
		Bad:     "limit: .inf",
		Good:    "limit: \".inf\"",
		Cites:   []string{"Y", "C", "Y38"},
	}}
}

func frontmatterDocuments() *Rule {
	return &Rule{ID: "frontmatter/documents", Severity: diag.Error, Required: true, Doc: Doc{
		Summary: "The frontmatter holds more than one YAML document.",
		Why:     "Hosts read the first one, the last one, or refuse the file.",
		Bad:     "name: release-notes\n...\ndescription: Writes release notes.",
		Good:    "name: release-notes\ndescription: Writes release notes.",
		Cites:   []string{"Y44"},
	}}
}

func frontmatterSize() *Rule {
	return &Rule{ID: "frontmatter/size", Severity: diag.Error, Required: true, Doc: Doc{
		Summary: "The frontmatter is larger than this reader takes.",
		Why:     "Hosts keep every skill's frontmatter in memory and show it to a model; long text belongs into the body.",
		Bad:     "-- release-notes/SKILL.md (repeats) --\n---\nname: release-notes\ndescription: Writes release notes.\nnotes: |\n  the history of the project, release by release (x25000)\n---",
		Good:    "-- release-notes/SKILL.md (repeats) --\n---\nname: release-notes\ndescription: Writes release notes.\n---\nthe history of the project, release by release (x25000)",
		Cites:   []string{"Y45"},
	}}
}
