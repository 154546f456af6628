package changes

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"skillpack/catalog"
	"skillpack/internal/diag"
)

// tone says how a line is meant.
type tone uint8

const (
	plainTone tone = iota
	warnTone       // worth a second look
	plusTone
	minusTone
)

// line is one thing that differs, in words that are safe to print.
type line struct {
	mark string
	tone tone
	text string
}

// section is what there is to tell of one skill, or of all else.
type section struct {
	kind  catalog.ChangeKind
	what  string // a URI
	was   string // the old URI of a renamed skill
	note  string
	lines []line
}

// Marks in front of lines.
const (
	markWider   = "!"
	markField   = "="
	markAdded   = "+"
	markRemoved = "-"
	markChanged = "~"
	markNested  = "*"
)

// sections tells everything, in order.
func sections(c *catalog.Changes) []section {
	var all []section
	for i := range c.Skills {
		all = append(all, skillSection(&c.Skills[i]))
	}
	if len(c.Server) > 0 {
		all = append(all, section{kind: catalog.Changed, what: "the server's settings", lines: fieldLines(c.Server)})
	}
	if len(c.Described) > 0 {
		all = append(all, section{kind: catalog.Changed, what: "how files are described", note: "no approval depends on it", lines: describedLines(c)})
	}
	if len(c.Directories) > 0 {
		all = append(all, section{kind: catalog.Changed, what: "directories without files", lines: directoryLines(c)})
	}
	return all
}

func skillSection(s *catalog.SkillChange) section {
	out := section{kind: s.Kind, what: diag.Printable(s.URI()), note: noteOf(s)}
	if s.Kind == catalog.Renamed {
		out.was = diag.Printable(s.Old.URI)
		out.lines = append(out.lines, line{markNested, plainTone, "was " + out.was})
	}
	out.lines = append(out.lines, alarms(s)...)
	if s.Relisted() {
		words := map[bool]string{true: "listed", false: "unlisted"}
		out.lines = append(out.lines, line{markField, plainTone, words[s.OldListed] + " -> " + words[s.NewListed]})
	}
	out.lines = append(out.lines, fieldLines(s.Frontmatter)...)
	if s.Kind == catalog.Changed || s.Kind == catalog.Renamed {
		out.lines = append(out.lines, fileLines(s.Files)...)
		out.lines = append(out.lines, nestedLines(s.Files)...)
	}
	return out
}

// noteOf says in a few words what matters of a skill.
func noteOf(s *catalog.SkillChange) string {
	var parts []string
	if s.Kind != catalog.Changed {
		entry := cmp.Or(s.New, s.Old)
		parts = append(parts, fmt.Sprintf("%s, %d bytes", count(len(entry.Resources), "file"), size(entry)))
	}
	if s.Kind == catalog.Added && !s.NewListed {
		parts = append(parts, "not listed")
	}
	if s.Revoked() {
		parts = append(parts, "approval revoked")
	}
	return strings.Join(parts, ", ")
}

func size(e *catalog.Entry) int64 {
	var sum int64
	for _, ref := range e.Resources {
		sum += ref.Size
	}
	return sum
}

// alarms tells what a skill has more of.
func alarms(s *catalog.SkillChange) []line {
	var out []line
	for _, w := range s.Widening {
		out = append(out, line{markWider, warnTone, wider(s, w)})
	}
	for _, l := range s.Limits {
		out = append(out, line{markWider, warnTone, fmt.Sprintf("%d %s, over 90%% of the %d that hosts must accept", l.New, l.Limit, l.Max)})
	}
	return out
}

func wider(s *catalog.SkillChange, w catalog.Widening) string {
	file, detail := pathIn(s, w.URI), clip(diag.Printable(w.Detail))
	switch w.Kind {
	case catalog.WiderTools:
		if s.Kind == catalog.Added {
			return "asks for: " + detail
		}
		return "allowed-tools grew by " + detail
	case catalog.WiderScript:
		return "a script appeared: " + file
	case catalog.WiderChanged:
		return "a script changed: " + file
	case catalog.WiderExecutable:
		return "now starts with #!: " + file
	}
	return fmt.Sprintf("a new link in %s: %s", file, detail)
}

// pathIn returns the path of a file below its skill.
func pathIn(s *catalog.SkillChange, uri string) string {
	for _, f := range s.Files {
		if f.URI == uri {
			return clip(diag.Printable(f.Path))
		}
	}
	return clip(diag.Printable(uri))
}

func fieldLines(fields []catalog.FieldChange) []line {
	var out []line
	for _, f := range fields {
		old, now := excerpts(valueOf(f.Old), valueOf(f.New))
		out = append(out, line{markField, plainTone, fmt.Sprintf("%s: %s -> %s", fieldName(f.Path), old, now)})
	}
	return out
}

// fieldName writes a path of keys; those that are no plain words in quotes.
func fieldName(path []string) string {
	words := make([]string, len(path))
	for i, key := range path {
		words[i] = key
		if key == "" || strings.ContainsFunc(key, func(r rune) bool { return r == '.' || r == '"' || r <= ' ' || r > '~' }) {
			quoted, _ := json.Marshal(key)
			words[i] = string(quoted)
		}
	}
	return clip(diag.Printable(strings.Join(words, ".")))
}

func valueOf(raw json.RawMessage) string {
	if raw == nil {
		return "nothing"
	}
	return diag.Printable(string(raw))
}

// fileLines tells of the files of the skill itself, aligned.
func fileLines(files []catalog.FileChange) []line {
	own := slices.DeleteFunc(slices.Clone(files), func(f catalog.FileChange) bool { return f.Nested != "" })
	const widest = 40
	width := 0
	for i := range own {
		own[i].Path = clip(diag.Printable(own[i].Path))
		width = max(width, min(widest, utf8.RuneCountInString(own[i].Path)))
	}
	var out []line
	for _, f := range own {
		l := line{markChanged, plainTone, fmt.Sprintf("%-*s  %s", width, f.Path, extent(f))}
		switch f.Kind {
		case catalog.Added:
			l.mark, l.tone = markAdded, plusTone
		case catalog.Removed:
			l.mark, l.tone = markRemoved, minusTone
		}
		out = append(out, l)
	}
	return out
}

// extent says how large a file is, or was, and how many lines differ.
func extent(f catalog.FileChange) string {
	switch {
	case f.Old == nil && f.Lines != nil:
		return fmt.Sprintf("%d bytes, %s", f.New.Size, count(f.Lines.Added, "line"))
	case f.New == nil && f.Lines != nil:
		return fmt.Sprintf("%d bytes, %s", f.Old.Size, count(f.Lines.Removed, "line"))
	case f.Old == nil:
		return fmt.Sprintf("%d bytes", f.New.Size)
	case f.New == nil:
		return fmt.Sprintf("%d bytes", f.Old.Size)
	case f.Lines == nil:
		return fmt.Sprintf("%d -> %d bytes", f.Old.Size, f.New.Size)
	}
	return fmt.Sprintf("%d -> %d bytes, +%d -%d lines", f.Old.Size, f.New.Size, f.Lines.Added, f.Lines.Removed)
}

// nestedLines says through which nested skills the set of a skill changed too (M7).
func nestedLines(files []catalog.FileChange) []line {
	through := map[string]int{}
	for _, f := range files {
		if f.Nested != "" {
			through[f.Nested]++
		}
	}
	var out []line
	for uri, n := range through {
		out = append(out, line{markNested, plainTone, fmt.Sprintf("%s of the nested %s", count(n, "file"), diag.Printable(uri))})
	}
	slices.SortFunc(out, func(a, b line) int { return cmp.Compare(a.text, b.text) })
	return out
}

func describedLines(c *catalog.Changes) []line {
	var out []line
	for _, d := range c.Described {
		text := diag.Printable(d.URI)
		for _, field := range [][3]string{
			{"type", d.Old.MIMEType, d.New.MIMEType}, {"name", d.Old.Name, d.New.Name}, {"description", d.Old.Description, d.New.Description},
		} {
			if field[1] != field[2] {
				old, now := excerpts(diag.Printable(field[1]), diag.Printable(field[2]))
				text += fmt.Sprintf(", %s: %s -> %s", field[0], old, now)
			}
		}
		out = append(out, line{markField, plainTone, text})
	}
	return out
}

func directoryLines(c *catalog.Changes) []line {
	var out []line
	for _, d := range c.Directories {
		l := line{markAdded, plusTone, diag.Printable(d.URI)}
		if d.Kind == catalog.Removed {
			l.mark, l.tone = markRemoved, minusTone
		}
		out = append(out, l)
	}
	return out
}

// maxShown is how many characters of a value are shown.
const maxShown = 80

// clip cuts a text to what is shown of it.
func clip(text string) string {
	runes := []rune(text)
	if len(runes) <= maxShown {
		return text
	}
	return string(runes[:maxShown]) + "…"
}

// excerpts cuts two texts that differ to what is shown, from a little before the place
// where they do.
func excerpts(a, b string) (string, string) {
	const before = 20
	x, y := []rune(a), []rune(b)
	same := 0
	for same < min(len(x), len(y)) && x[same] == y[same] {
		same++
	}
	start := same - before
	if max(len(x), len(y)) <= maxShown {
		start = 0
	}
	return excerpt(x, start), excerpt(y, start)
}

// excerpt cuts a text to what is shown of it from a place on. A text in quotes keeps them.
func excerpt(text []rune, start int) string {
	quote := ""
	if last := len(text) - 1; last > 0 && text[0] == '"' && text[last] == '"' {
		quote, text, start = `"`, text[1:last], start-1
	}
	if start > 0 {
		return quote + clip("…"+string(text[min(start, len(text)):])) + quote
	}
	return quote + clip(string(text)) + quote
}
