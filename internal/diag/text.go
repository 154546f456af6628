package diag

import (
	"bufio"
	"fmt"
	"io"
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"
)

// Source returns the bytes of a file of the tree, or nil where there are none to
// show. A writer asks for each finding's file, so it should be cheap.
type Source func(file string) []byte

// TextOptions says how WriteText prints.
type TextOptions struct {
	// Base is put before each path, so that it can be opened from where the user
	// stands. Empty or "." leaves paths as they are.
	Base string
	// Excerpt prints the source line and a caret under it.
	Excerpt bool
	// Color uses ANSI colours.
	Color bool
}

const (
	maxExcerpt = 160 // columns of a source line that are shown
	tabWidth   = 4
)

// WriteText prints one line a finding, "path:line:col: severity: message
// [rule-id]", then, as asked, the source line with a caret and the related places.
// Control characters from the tree are escaped.
func WriteText(w io.Writer, ds []Diagnostic, src Source, o TextOptions) error {
	b := bufio.NewWriter(w)
	var l locator
	for i := range ds {
		writeFinding(b, &ds[i], src, o, &l)
	}
	return b.Flush()
}

func writeFinding(b *bufio.Writer, d *Diagnostic, src Source, o TextOptions, l *locator) {
	data := src(d.File)
	c := palette(o.Color)
	fmt.Fprintf(b, "%s%s:%s %s%s:%s %s %s[%s]%s\n", c.bold, place(d.File, l.position(d.File, data, d.Span.Start), o), c.reset,
		c.severity(d.Severity), d.Severity, c.reset, Printable(d.Message), c.dim, d.Rule, c.reset)
	if o.Excerpt && len(data) > 0 {
		writeExcerpt(b, data, d.Span, c)
	}
	for _, r := range d.Related {
		fmt.Fprintf(b, "  %s: %snote:%s %s\n", place(r.File, PositionAt(src(r.File), r.Span.Start), o), c.dim, c.reset, Printable(r.Message))
	}
}

func place(file string, p Position, o TextOptions) string {
	return fmt.Sprintf("%s:%d:%d", Printable(path.Join(o.Base, file)), p.Line, p.Column)
}

func writeExcerpt(b *bufio.Writer, data []byte, span Span, c colors) {
	line, start := lineAt(data, span.Start)
	from := min(max(span.Start-start, 0), len(line))
	to := min(max(span.End-start, from), len(line))
	lead, marked, tail := expand(line[:from]), expand(line[from:to]), expand(line[to:])
	text, caretAt := cut(lead, marked+tail)
	length := min(max(columns(marked), 1), max(maxExcerpt-caretAt, 1))
	fmt.Fprintf(b, "  %s\n  %s%s%s%s\n", text, strings.Repeat(" ", caretAt), c.caret, strings.Repeat("^", length), c.reset)
}

// cut shortens a long line around the mark and returns it with the column of the mark.
func cut(lead, rest string) (text string, caretAt int) {
	const keep = 60
	if columns(lead) > maxExcerpt/2 {
		r := []rune(lead)
		lead = "…" + string(r[max(0, len(r)-keep):])
	}
	if room := maxExcerpt - columns(lead); utf8.RuneCountInString(rest) > room {
		rest = string([]rune(rest)[:max(room, 0)]) + "…"
	}
	return lead + rest, columns(lead)
}

// expand makes a piece of a source line printable, tabs as spaces.
func expand(piece []byte) string {
	return Printable(strings.ReplaceAll(string(piece), "\t", strings.Repeat(" ", tabWidth)))
}

// columns is the number of terminal cells that s takes.
func columns(s string) int {
	n := 0
	for _, r := range s {
		switch k := width.LookupRune(r).Kind(); {
		case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		case k == width.EastAsianWide || k == width.EastAsianFullwidth:
			n += 2
		default:
			n++
		}
	}
	return n
}

// Printable returns s with everything that could steer a terminal or hide text
// escaped as \xNN or \u{N}: control and format characters, invalid UTF-8. Line
// breaks become "\n". Joiners stay, since emoji and several scripts need them.
func Printable(s string) string {
	clean := func(r rune) bool { return r != utf8.RuneError && shown(r) }
	if strings.IndexFunc(s, func(r rune) bool { return !clean(r) }) < 0 {
		return s
	}
	var b strings.Builder
	for i, r := range s {
		switch {
		case r == utf8.RuneError && !strings.HasPrefix(s[i:], "\uFFFD"):
			fmt.Fprintf(&b, "\\x%02x", s[i])
		case r == '\n':
			b.WriteString("\\n")
		case shown(r):
			b.WriteRune(r)
		default:
			fmt.Fprintf(&b, "\\u{%x}", r)
		}
	}
	return b.String()
}

func shown(r rune) bool {
	const zwnj, zwj = '\u200c', '\u200d'
	return r == zwnj || r == zwj || !unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp)
}

type colors struct{ bold, dim, red, yellow, blue, caret, reset string }

func palette(on bool) colors {
	if !on {
		return colors{}
	}
	return colors{
		bold: "\x1b[1m", dim: "\x1b[2m", red: "\x1b[1;31m", yellow: "\x1b[1;33m",
		blue: "\x1b[1;34m", caret: "\x1b[1;32m", reset: "\x1b[0m",
	}
}

func (c colors) severity(s Severity) string {
	switch s {
	case Error:
		return c.red
	case Warning:
		return c.yellow
	default:
		return c.blue
	}
}
