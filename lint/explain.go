package lint

import (
	"fmt"
	"strings"

	"skillpack/internal/diag"
)

// Explain returns all there is to say of a rule, as text for a terminal of 80 columns.
func Explain(r *Rule) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s (%s)\n\n%s\n%s\n", r.ID, r.level(), wrap(r.Doc.Summary, ""), wrap(r.Doc.Why, ""))
	fmt.Fprintf(&b, "Reported:\n\n%s\nRight:\n\n%s\n", indent(r.Doc.Bad), indent(r.Doc.Good))
	if r.Fixable() != ByHand {
		fmt.Fprintf(&b, "Fixed by: %s, where it can be told what is meant\n\n", r.Fixable())
	}
	fmt.Fprintf(&b, "%s\nBased on:\n\n", silencing(r))
	for _, c := range r.Cites() {
		text := c.Text
		if c.Case {
			text = "a case that real tools got wrong: " + text
		}
		fmt.Fprintf(&b, "  %-4s%s", c.ID, strings.TrimLeft(wrap(text, "      "), " "))
	}
	return b.String()
}

// level is the rule's severity in words, with what can change it.
func (r *Rule) level() string {
	switch {
	case r.Severity == diag.Off:
		return fmt.Sprintf("off by default; %s under --profile all", r.Opinion)
	case r.Required:
		return r.Severity.String() + ", which cannot be lowered"
	}
	return r.Severity.String()
}

// BriefLevel is the rule's severity, and in brackets the one that it has when turned on.
func (r *Rule) BriefLevel() string {
	if r.Severity == diag.Off {
		return fmt.Sprintf("off (%s)", r.Opinion)
	}
	return r.Severity.String()
}

// silencing says how to be rid of a rule's findings.
func silencing(r *Rule) string {
	if r.Required {
		return "It cannot be silenced: no catalog can hold what it reports.\n"
	}
	var b strings.Builder
	b.WriteString("To silence it:\n\n")
	way := func(where, what string) { fmt.Fprintf(&b, "  %s:\n      %s\n", where, what) }
	inText, inFront := "in markdown, before the block", "in the frontmatter, above a field or behind it"
	if r.ofWhole() {
		inText, inFront = "in markdown, before the first block", "in the frontmatter, above the first field"
	}
	if r.Comments().Text {
		way(inText, "<!-- skillpack-ignore "+r.ID+": reason -->")
	}
	if r.Comments().Frontmatter {
		way(inFront, "# skillpack-ignore "+r.ID+": reason")
	}
	way("for some paths, in skillpack.yaml", "rules: {"+r.ID+`: {ignore: "legacy/**"}}`)
	way("everywhere, in skillpack.yaml", "rules: {"+r.ID+": off}")
	if group, _, _ := strings.Cut(r.ID, "/"); r.ofLoad() && r.Severity == diag.Error && (group == "frontmatter" || group == "text") {
		b.WriteString("\nIt stays an error where it keeps the frontmatter from being read.\n")
	}
	return b.String()
}

// wrap breaks text into lines of at most 80 columns, each behind the indentation.
func wrap(text, indentation string) string {
	const width = 80
	var b strings.Builder
	column := 0
	for _, word := range strings.Fields(text) {
		size := len([]rune(word))
		switch {
		case column == 0:
			b.WriteString(indentation)
			column = len(indentation)
		case column+1+size > width:
			b.WriteString("\n" + indentation)
			column = len(indentation)
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += size
	}
	return b.String() + "\n"
}

// indent sets an example apart. What could steer a terminal is escaped.
func indent(example string) string {
	var b strings.Builder
	for line := range strings.Lines(example) {
		if line = strings.TrimSuffix(line, "\n"); line != "" {
			line = "    " + diag.Printable(line)
		}
		b.WriteString(line + "\n")
	}
	return b.String()
}
