package sample

import (
	"fmt"
	"strings"
)

// maxDescription is the most code points of a description. A folded or literal one has a
// line break besides.
const maxDescription = 1024 - 1

// frontmatter returns the frontmatter of a skill and the line break behind it.
func frontmatter(r *random, name string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "---\nname: %s\n", name)
	b.WriteString("description: " + r.styled(r.description()) + "\n")
	if r.chance(0.3) {
		b.WriteString("license: Apache-2.0\n")
	}
	if r.chance(0.2) {
		b.WriteString("allowed-tools: Read Grep Glob Bash(git:*)\n")
	}
	if r.chance(0.25) {
		fmt.Fprintf(&b, "metadata:\n  author: %s\n  version: \"%d.%d\"\n", r.word(), r.IntN(4), r.IntN(20))
	}
	b.WriteString("---\n\n")
	return b.String()
}

// description returns a description without quotes or what else means something in YAML.
func (r *random) description() string {
	length := min(max(int(r.lognormal(5.61, 0.67)), 12), maxDescription)
	var b strings.Builder
	b.WriteString(capital(r.word()) + "s " + r.word() + " and " + r.word())
	for b.Len() < length {
		switch r.IntN(12) {
		case 0:
			b.WriteString(". Use when the " + r.word() + " needs a " + r.word())
		case 1:
			b.WriteString(", " + r.word())
		default:
			b.WriteString(" " + r.word())
		}
	}
	return strings.TrimRight(b.String()[:length-1], " .,") + "."
}

// styled returns a description as one of the five styles of YAML writes it.
func (r *random) styled(text string) string {
	switch r.pick(56, 15, 14, 11, 5) {
	case 0:
		return text
	case 1:
		return ">" + [...]string{"", "-"}[r.IntN(2)] + "\n" + wrapped(text)
	case 2:
		return `"` + text + `"`
	case 3:
		return "'" + text + "'"
	}
	return "|\n" + wrapped(text)
}

// wrapped returns text in indented lines of about eighty columns.
func wrapped(text string) string {
	var b strings.Builder
	column := 80
	for word := range strings.SplitSeq(text, " ") {
		if column+len(word) >= 80 {
			if b.Len() > 0 {
				b.WriteByte('\n')
			}
			b.WriteString("  " + word)
			column = 2 + len(word)
			continue
		}
		b.WriteString(" " + word)
		column += 1 + len(word)
	}
	return b.String()
}

func capital(word string) string { return strings.ToUpper(word[:1]) + word[1:] }
