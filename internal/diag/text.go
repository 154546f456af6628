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
	// Excerpt prints what a person wants to see too: the source lines, and the fixes.
	Excerpt bool
	// Color uses ANSI colours.
	Color bool
	// NoRules leaves out the rule ids, where they are none that a user could ask about.
	NoRules bool
	// LineEndings reports whether --fix-line-endings mends the findings of a rule; nil for
	// of none. These carry no fix of their own.
	LineEndings func(rule string) bool
}

const (
	maxExcerpt = 160 // columns of a source line that are shown
	tabWidth   = 4
	maxRelated = 3 // places of which the source line is shown; of more each would say the same
)

// WriteText prints one line a finding, "path:line:col: severity: message
// [rule-id]", and one for each related place. With an excerpt it also prints the source
// lines, with a mark under the place, and what would fix the finding.
// Control characters from the tree are escaped.
func WriteText(w io.Writer, ds []Diagnostic, src Source, o TextOptions) error {
	t := textWriter{b: bufio.NewWriter(w), src: src, o: o, c: Palette(o.Color)}
	for i := range ds {
		t.finding(&ds[i])
	}
	return t.b.Flush()
}

type textWriter struct {
	b   *bufio.Writer
	src Source
	o   TextOptions
	c   Colors
	at  locator
}

func (t *textWriter) finding(d *Diagnostic) {
	c, data := t.c, t.src(d.File)
	at := t.at.position(d.File, data, d.Span.Start)
	rule := ""
	if !t.o.NoRules {
		rule = fmt.Sprintf(" %s[%s]%s", c.Dim, d.Rule, c.Reset)
	}
	fmt.Fprintf(t.b, "%s%s:%s %s%s:%s %s%s\n", c.Bold, place(d.File, at, t.o.Base), c.Reset,
		c.severity(d.Severity), d.Severity, c.Reset, Printable(d.Message), rule)
	t.excerpt(data, d.Span, at.Line, mark{"^", c.severity(d.Severity)})
	for _, r := range d.Related {
		t.related(r, len(d.Related) <= maxRelated)
	}
	if t.o.Excerpt {
		t.help(d.Fix, "")
		t.help(d.OtherFix, "or ")
		if t.o.LineEndings != nil && t.o.LineEndings(d.Rule) {
			t.helpLine("save the file with LF", "--fix-line-endings")
		}
		fmt.Fprintln(t.b)
	}
}

func (t *textWriter) related(r Related, excerpt bool) {
	data := t.src(r.File)
	at := PositionAt(data, r.Span.Start)
	fmt.Fprintf(t.b, "  %s: %snote:%s %s\n", place(r.File, at, t.o.Base), t.c.Blue, t.c.Reset, Printable(r.Message))
	if excerpt {
		t.excerpt(data, r.Span, at.Line, mark{"-", t.c.Blue})
	}
}

// help says what a fix does, and by which flag.
func (t *textWriter) help(f *Fix, or string) {
	if f == nil {
		return
	}
	flag := "--fix"
	if f.Unsafe {
		flag = "--fix-unsafe"
	}
	t.helpLine(or+Printable(f.Title), flag)
}

func (t *textWriter) helpLine(text, flag string) {
	fmt.Fprintf(t.b, "%s = %shelp:%s %s %s(skillpack lint %s)%s\n", strings.Repeat(" ", gutter), t.c.Green, t.c.Reset,
		text, t.c.Dim, flag, t.c.Reset)
}

func place(file string, p Position, base string) string {
	return fmt.Sprintf("%s:%d:%d", Printable(path.Join(base, file)), p.Line, p.Column)
}

// mark is what stands under a place.
type mark struct{ sign, color string }

// gutter is the width of a line's number in front of an excerpt.
const gutter = 5

// excerpt prints a source line with a mark under the place, where that is asked for and
// the file has text.
func (t *textWriter) excerpt(data []byte, span Span, number int, m mark) {
	if !t.o.Excerpt || len(data) == 0 {
		return
	}
	line, start := LineAt(data, span.Start)
	from := min(max(span.Start-start, 0), len(line))
	to := min(max(span.End-start, from), len(line))
	lead, marked, tail := expand(line[:from]), expand(line[from:to]), expand(line[to:])
	text, at := cut(lead, marked+tail)
	length := min(max(columns(marked), 1), max(maxExcerpt-at, 1))
	c := t.c
	fmt.Fprintf(t.b, "%s%*d |%s %s\n", c.Dim, gutter, number, c.Reset, text)
	fmt.Fprintf(t.b, "%s%*s |%s %s%s%s%s\n", c.Dim, gutter, "", c.Reset, strings.Repeat(" ", at), m.color, strings.Repeat(m.sign, length), c.Reset)
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
