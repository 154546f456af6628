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
	b.WriteString("\n| | skill | |\n|---|---|---|\n")
	more := writeBounded(b, len(all), maxRows, maxRowBytes, func(i int) string {
		s := all[i]
		what := code(s.what)
		if s.was != "" {
			what = code(s.was) + " → " + what
		}
		return fmt.Sprintf("| %s | %s | %s |\n", s.kind, what, s.note)
	})
	if more > 0 {
		fmt.Fprintf(b, "\nand %d more\n", more)
	}
}

// writeAlarms lists what the skills have more of.
func writeAlarms(b *strings.Builder, all []section) {
	type alarm struct{ what, text string }
	var alarms []alarm
	for _, s := range all {
		for _, l := range s.lines {
			if l.tone == warnTone {
				alarms = append(alarms, alarm{s.what, l.text})
			}
		}
	}
	if len(alarms) == 0 {
		return
	}
	b.WriteString("\n**Worth a second look:**\n\n")
	more := writeBounded(b, len(alarms), maxAlarms, maxAlarmBytes, func(i int) string {
		return fmt.Sprintf("- %s: %s\n", code(alarms[i].what), code(alarms[i].text))
	})
	if more > 0 {
		fmt.Fprintf(b, "- and %d more\n", more)
	}
}

// writeDetails writes what text shows as a block of code by indentation, which nothing
// in it can end.
func writeDetails(b *strings.Builder, all []section) {
	var details []string
	width := widest(all)
	for _, s := range all {
		details = append(details, s.text(width, diag.Palette(false))...)
	}
	b.WriteString("\n<details><summary>Details</summary>\n\n")
	more := writeBounded(b, len(details), maxDetails, maxDetailBytes, func(i int) string { return "    " + details[i] + "\n" })
	if more > 0 {
		fmt.Fprintf(b, "    … and %s more\n", count(more, "line"))
	}
	b.WriteString("\n</details>\n")
}

// writeBounded writes those of n lines that come before the bounds, and returns how many
// it leaves out.
func writeBounded(b *strings.Builder, n, most, bytes int, line func(i int) string) (more int) {
	for i := range n {
		if i == most {
			return n - i
		}
		text := line(i)
		if bytes -= len(text); bytes < 0 {
			return n - i
		}
		b.WriteString(text)
	}
	return 0
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
