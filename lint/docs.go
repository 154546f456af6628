package lint

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// WriteDocs writes the documentation of every rule as markdown, each under the
// heading that Anchor names. docs/rules.md is its output.
func WriteDocs(w io.Writer) error {
	b := bufio.NewWriter(w)
	rules := Rules()
	fmt.Fprint(b, docsHead)
	for _, r := range rules {
		fmt.Fprintf(b, "| [%s](#%s) | %s | %s |\n", r.ID, Anchor(r.ID), r.Severity, tableCell(r.Doc.Summary))
	}
	for _, r := range rules {
		writeRule(b, r)
	}
	return b.Flush()
}

const docsHead = `<!-- Written from the rules' source: "go test ./lint -run Docs -update". Do not edit. -->

# Rules

What ` + "`skillpack lint`" + ` reports. An error keeps a skill from being published, a warning fails a run only
where asked, a note never does. ` + "`skillpack.yaml`" + ` changes the severity of a rule, or ignores it for some
paths. The ids in "Based on" are [requirements](requirements.md) of the Skills extension and
[cases](cases.md) of the tests.

| rule | severity | reports |
|---|---|---|
`

func writeRule(b *bufio.Writer, r *Rule) {
	fmt.Fprintf(b, "\n<a id=\"%s\"></a>\n\n## %s\n\n%s\n\n%s\n", Anchor(r.ID), r.ID, markdownText(r.Doc.Summary), markdownText(r.Doc.Why))
	fixed := ""
	if r.Required {
		fixed = ", which cannot be lowered"
	}
	fmt.Fprintf(b, "\nSeverity: %s%s. Based on: %s.\n", r.Severity, fixed, strings.Join(citeLinks(r.Doc.Cites), ", "))
	writeExample(b, "Reported", r.Doc.Bad)
	writeExample(b, "Right", r.Doc.Good)
}

// citeLinks makes of each id a link to the table that holds it. The letter of an id
// tells its document; Y is both a requirement and, with a number, a group of cases.
func citeLinks(ids []string) []string {
	links := make([]string, 0, len(ids))
	for _, id := range ids {
		file := "requirements.md"
		if len(id) > 1 && strings.Contains("AYNDLS", id[:1]) {
			file = "cases.md"
		}
		links = append(links, fmt.Sprintf("[%s](%s#%s)", id, file, strings.ToLower(id[:1])))
	}
	return links
}

func writeExample(b *bufio.Writer, title, example string) {
	fence := "```"
	for strings.Contains(example, fence) {
		fence += "`"
	}
	fmt.Fprintf(b, "\n%s:\n\n%stext\n%s\n%s\n", title, fence, strings.TrimSuffix(example, "\n"), fence)
}

// markdownText writes plain text so that markdown shows it as it is.
func markdownText(s string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "_", `\_`, "<", `\<`, "`", "\\`", "[", `\[`, "]", `\]`).Replace(s)
}

func tableCell(s string) string { return strings.ReplaceAll(markdownText(s), "|", `\|`) }
