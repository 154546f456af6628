package changes

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"skillpack/catalog"
	"skillpack/internal/diag"
)

// maxLines is how many lines of one skill text shows; of more nobody learns more.
const maxLines = 20

// WriteText prints changes for people: a summary, then a line for each skill, and under
// it what differs. It is for a terminal if color is set.
func WriteText(w io.Writer, c *catalog.Changes, color bool) error {
	b, colors := bufio.NewWriter(w), diag.Palette(color)
	fmt.Fprintf(b, "%s%s%s\n", colors.Bold, Summary(c), colors.Reset)
	all := sections(c)
	if len(all) > 0 {
		fmt.Fprintln(b)
	}
	width := widest(all)
	for _, s := range all {
		for _, text := range s.text(width, colors) {
			fmt.Fprintln(b, text)
		}
	}
	return b.Flush()
}

// widest returns how wide the column of what differs is; what is wider has its note on a
// line of its own.
func widest(all []section) int {
	const most = 60
	width := 0
	for _, s := range all {
		width = max(width, min(utf8.RuneCountInString(s.what), most))
	}
	return width
}

// text returns the lines of a section, of which the first has a column of a width.
func (s section) text(width int, c diag.Colors) []string {
	head := fmt.Sprintf("%s%-7s%s  %s", kindColor(s.kind, c), s.kind, c.Reset, s.what)
	if s.note != "" {
		gap := width - utf8.RuneCountInString(s.what)
		if gap < 0 {
			head, gap = head+"\n", len("changed  ")+width
		}
		head += fmt.Sprintf("%*s  %s%s%s", gap, "", c.Dim, s.note, c.Reset)
	}
	out := strings.Split(head, "\n")
	for i, l := range s.lines {
		if i == maxLines {
			return append(out, fmt.Sprintf("    … and %d more, which --json tells", len(s.lines)-i))
		}
		out = append(out, fmt.Sprintf("    %s%s %s%s", toneColor(l.tone, c), l.mark, l.text, reset(l.tone, c)))
	}
	return out
}

func kindColor(kind catalog.ChangeKind, c diag.Colors) string {
	switch kind {
	case catalog.Added:
		return c.Green
	case catalog.Removed:
		return c.Red
	case catalog.Renamed:
		return c.Blue
	}
	return c.Bold
}

func toneColor(t tone, c diag.Colors) string {
	return [...]string{plainTone: "", warnTone: c.Yellow, plusTone: c.Green, minusTone: c.Red}[t]
}

func reset(t tone, c diag.Colors) string {
	if t == plainTone {
		return ""
	}
	return c.Reset
}
