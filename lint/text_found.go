package lint

import "skillpack/internal/diag"

// The rules of this file document what skill.Load finds in the bytes of SKILL.md.

func textBOM() *Rule {
	return &Rule{ID: "text/bom", Severity: diag.Error, Doc: Doc{
		Summary: "SKILL.md starts with a byte order mark.",
		Why:     "Many hosts look for \"---\" at the first byte and lose the skill behind the three bytes of the mark.",
		Bad:     "-- release-notes/SKILL.md (escaped) --\n\\ufeff---\nname: release-notes\ndescription: Writes release notes.\n---",
		Good:    "-- release-notes/SKILL.md --\n---\nname: release-notes\ndescription: Writes release notes.\n---",
		Cites:   []string{"F2", "A1"},
	}}
}

func textCarriageReturn() *Rule {
	return &Rule{ID: "text/carriage-return", Severity: diag.Warning, Doc: Doc{
		Summary: "A carriage return stands without a line feed behind it.",
		Why:     "Some parsers end the line there and others do not, so a value or a key can get lost.",
		Bad:     "-- release-notes/SKILL.md (escaped) --\n...\nOne line\\rand another.",
		Good:    "-- release-notes/SKILL.md --\n...\nOne line\nand another.",
		Cites:   []string{"A4"},
	}}
}

func textControl() *Rule {
	return &Rule{ID: "text/control", Severity: diag.Error, Doc: Doc{
		Summary: "SKILL.md holds a control character.",
		Why:     "YAML forbids control characters, and terminals act on them. Tab and line ends are fine.",
		Bad:     "-- release-notes/SKILL.md (escaped) --\n---\nname: release-notes\ndescription: \"Shows \\x1b[1m as text\"\n---",
		Good:    "-- release-notes/SKILL.md --\n---\nname: release-notes\ndescription: \"Shows \\e[1m as text\"\n---",
		Cites:   []string{"A4"},
	}}
}

func textEncoding() *Rule {
	return &Rule{ID: "text/encoding", Severity: diag.Error, Required: true, Doc: Doc{
		Summary: "SKILL.md is not UTF-8.",
		Why:     "The protocol can send such a file only as a blob, and no host reads frontmatter from one.",
		Bad:     "-- release-notes/SKILL.md (escaped) --\n...\nGr\\xfc\\xdfe in Latin-1",
		Good:    "-- release-notes/SKILL.md (escaped) --\n...\nGr\\xc3\\xbc\\xc3\\x9fe in UTF-8",
		Cites:   []string{"P5", "A18"},
	}}
}

func textNUL() *Rule {
	return &Rule{ID: "text/nul", Severity: diag.Error, Required: true, Doc: Doc{
		Summary: "SKILL.md holds a NUL byte.",
		Why:     "A file with a NUL byte is binary to most tools and is sent as a blob, from which no host reads frontmatter.",
		Bad:     "-- release-notes/SKILL.md (escaped) --\n...\nOne\\x00two",
		Good:    "-- release-notes/SKILL.md --\n...\nOne two",
		Cites:   []string{"P5", "A19"},
	}}
}
