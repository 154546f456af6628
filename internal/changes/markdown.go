package changes

import (
	"fmt"
	"io"
	"strings"

	"skillpack/catalog"
	"skillpack/internal/diag"
)

// How long the parts of a comment may be, in lines and bytes. All of it stays below the
// 65,536 characters that GitHub takes, with room for what others write into it.
const (
	maxRows, maxRowBytes       = 50, 16_000
	maxAlarms, maxAlarmBytes   = 50, 12_000
	maxDetails, maxDetailBytes = 300, 20_000
)

// WriteMarkdown prints changes for a comment on a pull request: a summary, a table of the
// skills, what is worth a second look, and the details folded away. What it leaves out it
// counts.
func WriteMarkdown(w io.Writer, c *catalog.Changes) error {
	var b strings.Builder
	fmt.Fprintf(&b, "### Skills: %s\n", Summary(c))
	all := sections(c)
	if len(all) > 0 {
		writeTable(&b, all)
		writeAlarms(&b, all)
		writeDetails(&b, all)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func writeTable(b *strings.Builder, all []section) {
	rows := make([]string, len(all))
	for i, s := range all {
		rows[i] = fmt.Sprintf("| %s | %s | %s |\n", s.kind, code(s.what), s.note)
	}
	b.WriteString("\n| | skill | |\n|---|---|---|\n")
	kept, more := bounded(rows, maxRows, maxRowBytes)
	b.WriteString(strings.Join(kept, ""))
	if more > 0 {
		fmt.Fprintf(b, "\nand %d more\n", more)
	}
}

// writeAlarms lists what the skills have more of.
func writeAlarms(b *strings.Builder, all []section) {
	var items []string
	for _, s := range all {
		for _, l := range s.lines {
			if l.tone == warnTone {
				items = append(items, fmt.Sprintf("- %s: %s\n", code(s.what), code(l.text)))
			}
		}
	}
	if len(items) == 0 {
		return
	}
	b.WriteString("\n**Worth a second look:**\n\n")
	kept, more := bounded(items, maxAlarms, maxAlarmBytes)
	b.WriteString(strings.Join(kept, ""))
	if more > 0 {
		fmt.Fprintf(b, "- and %d more\n", more)
	}
}

// writeDetails writes what text shows as a block of code by indentation, which nothing
// in it can end.
func writeDetails(b *strings.Builder, all []section) {
	var details []string
	for _, s := range all {
		for _, text := range s.text(diag.Palette(false)) {
			details = append(details, "    "+text+"\n")
		}
	}
	b.WriteString("\n<details><summary>Details</summary>\n\n")
	kept, more := bounded(details, maxDetails, maxDetailBytes)
	b.WriteString(strings.Join(kept, ""))
	if more > 0 {
		fmt.Fprintf(b, "    … and %s more\n", count(more, "line"))
	}
	b.WriteString("\n</details>\n")
}

// bounded returns the lines that fit, and how many do not.
func bounded(lines []string, most, bytes int) (kept []string, more int) {
	for i, l := range lines {
		if bytes -= len(l); i == most || bytes < 0 {
			return lines[:i], len(lines) - i
		}
	}
	return lines, 0
}

// code puts a text into markdown as it stands: each sign that could mean something to
// markdown, HTML or GitHub (a mention, an address, a number of an issue) is written as a
// number. The text is printable.
func code(text string) string {
	var b strings.Builder
	b.WriteString("<code>")
	for _, r := range text {
		switch {
		case r == ' ' || r == '-' || r == '/' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r > '~':
			b.WriteRune(r)
		default:
			fmt.Fprintf(&b, "&#%d;", r)
		}
	}
	b.WriteString("</code>")
	return b.String()
}
