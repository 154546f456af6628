package fix_test

import (
	"strings"
	"testing"

	"skillpack/internal/fix"
)

// Each class of safe fix, byte for byte. Comments, order and style of the rest stay.
func TestSafeFixes(t *testing.T) {
	for _, c := range []struct{ name, before, after string }{
		{"Y19 quote a value", "---\nname: x\ndescription: Two modes: fast and slow # soon\n---\n",
			"---\nname: x\ndescription: \"Two modes: fast and slow\" # soon\n---\n"},
		{"Y19 one behind the other", "---\nname: x\ndescription: a: b\nlicense: c: d\n---\n",
			"---\nname: x\ndescription: \"a: b\"\nlicense: \"c: d\"\n---\n"},
		{"Y33 Y34", front("created: 2026-05-06  # a date\nflags:\n  - yes\n  - 'no'\n  - {on: 12:30}"),
			front("created: \"2026-05-06\"  # a date\nflags:\n  - \"yes\"\n  - 'no'\n  - {\"on\": \"12:30\"}")},
		{"Y32 metadata", front("metadata:\n  version: 1.10\n  # why\n  draft: true\n  by: me"),
			front("metadata:\n  version: \"1.10\"\n  # why\n  draft: \"true\"\n  by: me")},
		{"Y29 Y40", front("argument-hint: [query]\nnote: ![x](u)"), front("argument-hint: \"[query]\"\nnote: \"![x](u)\"")},
		{"Y44", front("1: a\nmetadata:\n  true: b\n  ~ : c"), front("\"1\": a\nmetadata:\n  \"true\": b\n  \"~\" : c")},
		{"Y22", "---\nname: x\ndescription: Post to #ops daily\n---\n", "---\nname: x\ndescription: \"Post to #ops daily\"\n---\n"},
		{"A1 A5", "\ufeff---  \nname: x\ndescription: why\n--- \n# X \n", "---\nname: x\ndescription: why\n---\n# X \n"},
		{"A1 A15 without frontmatter", "\ufeff# X\n", "# X\n"},
		{"A3 the rest keeps its CRLF", strings.ReplaceAll(front("created: 2026-05-06\nmore: off"), "\n", "\r\n"),
			strings.ReplaceAll(front("created: \"2026-05-06\"\nmore: \"off\""), "\n", "\r\n")},
		{"N51 commas", front("allowed-tools: Read, Bash(git add:*, x),Write"), front("allowed-tools: Read Bash(git add:*, x) Write")},
		{"N51 brackets", front("allowed-tools: [Read, 'Bash(a b)'] # all"), front("allowed-tools: \"Read Bash(a b)\" # all")},
		{"N51 lines", front("allowed-tools:\n  - Read\n  - Bash(git *)\n\n# next\nlicense: MIT"),
			front("allowed-tools: \"Read Bash(git *)\"\n\n# next\nlicense: MIT")},
		{"N51 folded", front("allowed-tools: >-\n  Read,\n  Write,\n  Bash(a,b)"), front("allowed-tools: >-\n  Read\n  Write\n  Bash(a,b)")},
		{"F5", front("license: 2\ncompatibility: 3.11"), front("license: \"2\"\ncompatibility: \"3.11\"")},
	} {
		t.Run(c.name, func(t *testing.T) { isDone(t, one(c.before), one(c.after), fix.Options{}) })
	}
}

// N45: quoting leaves a skill without findings.
func TestQuotedName(t *testing.T) {
	manifest := func(name string) string { return "---\nname: " + name + "\ndescription: Y.\n---\n" }
	p := isDone(t, tree{"12306/SKILL.md": manifest("12306")}, tree{"12306/SKILL.md": manifest(`"12306"`)}, fix.Options{})
	if len(p.Left) > 0 || p.Fixed() != 1 {
		t.Errorf("fixed %d, left %v", p.Fixed(), p.Left)
	}
}

// L78: a link in the wrong case keeps its fragment, and the text around it.
func TestLinkCase(t *testing.T) {
	before, want := one(front("")+"[a](Ref/Guide.md#x) <b> [c]\n\n[c]: REF/guide.md \"t\"\n"), one(front("")+"[a](ref/guide.md#x) <b> [c]\n\n[c]: ref/guide.md \"t\"\n")
	before["x/ref/guide.md"], want["x/ref/guide.md"] = "# X\n", "# X\n"
	isDone(t, before, want, fix.Options{})
}

// What would be a guess is left to people.
func TestLeftAlone(t *testing.T) {
	for _, c := range []struct{ name, manifest string }{
		{"Y38 number", front("limit: .inf")},
		{"Y33 a number that others print otherwise", front("price: 1.10")},
		{"Y22 a comment elsewhere", front("license: MIT #really")},
		{"Y22 a comment behind", "---\nname: x\ndescription: Post to #ops # we think\n---\n"},
		{"F5 list", front("license: [MIT, Apache-2.0]")},
		{"N53", front("metadata:\n  tags: [a, b]")},
		{"N51 a comment among the tools", front("allowed-tools:\n  - Read # only\n  - Write")},
		{"A11 no closing fence", "---\nname: x\ndescription: why\n"},
		{"L78 missing", front("") + "[a](nowhere.md)\n"},
		{"N57", "---\nname: X_Y\ndescription: why\n---\n"},
		{"A3 line endings", "---\r\nname: x\r\ndescription: why\r\n---\r\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if p := isDone(t, one(c.manifest), one(c.manifest), fix.Options{}); len(p.Left) == 0 {
				t.Error("nothing is found there at all")
			}
		})
	}
}

// A3, A4: line endings are changed when asked, where they are reported, and the frontmatter
// stays the same.
func TestLineEndings(t *testing.T) {
	before := one("---\r\nname: x\r\ndescription: |\r\n  a\r\n  b\r\nold: \"c\rd\"\r\n---\r\n# X\r\n")
	before["x/run.sh"] = "#!/bin/sh\r\necho\r\n"
	want := one("---\nname: x\ndescription: |\n  a\n  b\nold: \"c\nd\"\n---\n# X\n")
	want["x/run.sh"] = "#!/bin/sh\necho\n"
	isDone(t, before, want, fix.Options{LineEndings: true})
	isDone(t, one("---\rname: x\rdescription: a: b\r---\r# X\r"), one("---\nname: x\ndescription: \"a: b\"\n---\n# X\n"), fix.Options{LineEndings: true})
}

// A file that several paths lead to is edited once, at its own place.
func TestLinkedFile(t *testing.T) {
	bad, good := front("created: 2026-05-06"), front("created: \"2026-05-06\"")
	isDone(t, tree{"shared/x/SKILL.md": bad, "x": "-> shared/x", "y/x/SKILL.md": "-> ../../shared/x/SKILL.md"},
		tree{"shared/x/SKILL.md": good, "x": "-> shared/x", "y/x/SKILL.md": "-> ../../shared/x/SKILL.md"}, fix.Options{})
}
