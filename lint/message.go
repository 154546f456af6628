package lint

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"skillpack/internal/diag"
	"skillpack/internal/protocol"
	"skillpack/internal/skill"
)

// How many code points of user text a message shows.
const (
	maxQuoted     = 60
	maxQuotedPath = 250
)

// quoted returns user text for a message: in quotes, and cut where it is long.
func quoted(s string) string { return quotedTo(s, maxQuoted) }

// quotedPath is quoted for a path that the reader is to find or write: a part of one
// is of no use.
func quotedPath(s string) string { return quotedTo(s, maxQuotedPath) }

func quotedTo(s string, most int) string {
	if utf8.RuneCountInString(s) > most {
		s = string([]rune(s)[:most-1]) + "…"
	}
	return strconv.Quote(s)
}

// quotedList joins user texts for a message, at most three of them.
func quotedList(texts []string) string {
	var parts []string
	for _, t := range texts[:min(len(texts), offendersShown)] {
		parts = append(parts, quoted(t))
	}
	if more := len(texts) - len(parts); more > 0 {
		parts = append(parts, "and "+strconv.Itoa(more)+" more")
	}
	return strings.Join(parts, ", ")
}

// quoteFix puts double quotes around what a file holds at span, so that YAML reads
// it as that text; nil where it spans lines or holds what quotes would change.
func quoteFix(file *skill.File, span diag.Span) *diag.Fix {
	written := source(file, span)
	if written == "" || strings.ContainsAny(written, "\n\r\t") {
		return nil
	}
	return &diag.Fix{Title: "quote it", Edits: []diag.Edit{{Span: span, New: string(protocol.AppendString(nil, written))}}}
}

// source returns what a file holds at span, as written.
func source(file *skill.File, span diag.Span) string {
	data := file.Content()
	if span.Start < 0 || span.End > len(data) || span.Start > span.End {
		return ""
	}
	return string(data[span.Start:span.End])
}
