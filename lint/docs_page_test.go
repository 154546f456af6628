package lint

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// writeDocs writes the documentation of every rule as markdown, each under the
// heading that Anchor names. docs/rules.md is its output.
func writeDocs(w io.Writer) error {
	b := bufio.NewWriter(w)
	rules := Rules()
	fmt.Fprint(b, docsHead)
	for _, r := range rules {
		fmt.Fprintf(b, "| [%s](#%s) | %s | %s | %s |\n", r.ID, Anchor(r.ID), r.BriefLevel(), codeSpan(r.Fixable().String()), tableCell(r.Doc.Summary))
	}
	for _, r := range rules {
		writeRule(b, r)
	}
	return b.Flush()
}

const docsHead = `<!-- Written from the rules' source: "go test ./lint -run Docs -update". Do not edit. -->

# Rules

What ` + "`skillpack lint`" + ` reports. An error keeps a skill from being published, a warning fails a run only
where asked, a note never does. What is off is an opinion: ` + "`--profile all`" + ` or the configuration turns it on.
The ids in "Based on" are [requirements](requirements.md) of the Skills extension and [cases](cases.md) of
the tests. ` + "`skillpack lint --explain RULE`" + ` shows the same on a terminal.

## Silence a finding

Say why; the reason is for the next reader. Several ids are separated by commas. Each rule below says where a
comment can silence it. In markdown, for the block that follows, and before the first block for what is said of
the whole file too, such as its length or line endings:

` + "```markdown\n<!-- skillpack-ignore links/missing: the build writes this file -->\n[the report](out/report.md)\n```" + `

A block is a paragraph, a heading without its section, or a whole list, table, quote or code block. For one
item of a list, one row of a table or one paragraph, write the comment into its text. Between two items,
without blank lines, it is for the next item; above the first item it is for the whole list:

` + "```markdown\n- [kept](kept.md)\n<!-- skillpack-ignore links/missing: the build writes it -->\n- [the report](out/report.md)\n- [also kept](more.md)\n```" + `

In the frontmatter, for the next field or, behind a field, for that one, and above the first field for what is
said of the whole file too:

` + "```yaml\ncreated: 2026-05-06 # skillpack-ignore frontmatter/ambiguous-scalar: no reader uses it\n```" + `

In ` + "`skillpack.yaml`" + `, for the paths that a glob matches, or everywhere:

` + "```yaml\nrules:\n  links/missing: {ignore: \"legacy/**\"}\n  name/reserved: off\n```" + `

A rule that "cannot be lowered" reports what no catalog can hold, and cannot be silenced. Nor can an error
that keeps the frontmatter from being read.

## All rules

| rule | severity | fixed by | reports |
|---|---|---|---|
`

func writeRule(b *bufio.Writer, r *Rule) {
	fmt.Fprintf(b, "\n<a id=\"%s\"></a>\n\n## %s\n\n%s\n\n%s\n", Anchor(r.ID), r.ID, markdownText(r.Doc.Summary), markdownText(r.Doc.Why))
	fmt.Fprintf(b, "\nSeverity: %s. ", strings.ReplaceAll(r.level(), "--profile all", "`--profile all`"))
	if r.Fixable() != ByHand {
		fmt.Fprintf(b, "Fixed by: %s. ", codeSpan(r.Fixable().String()))
	}
	fmt.Fprintf(b, "Based on: %s.\n", strings.Join(citeLinks(r.Doc.Cites), ", "))
	if places := r.commentPlaces(); places != "" {
		fmt.Fprintf(b, "A comment silences it in %s.\n", places)
	}
	writeExample(b, "Reported", r.Doc.Bad)
	writeExample(b, "Right", r.Doc.Good)
}

// citeLinks makes of each id a link to the table that holds it.
func citeLinks(ids []string) []string {
	links := make([]string, 0, len(ids))
	for _, id := range ids {
		file := "requirements.md"
		if isCase(id) {
			file = "cases.md"
		}
		links = append(links, fmt.Sprintf("[%s](%s#%s)", id, file, strings.ToLower(id[:1])))
	}
	return links
}

// codeSpan sets a word as code; nothing stays nothing.
func codeSpan(word string) string {
	if word == "" {
		return ""
	}
	return "`" + word + "`"
}

func tableCell(s string) string { return strings.ReplaceAll(markdownText(s), "|", `\|`) }
