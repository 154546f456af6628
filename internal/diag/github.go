package diag

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// WriteGitHub prints findings as workflow commands, which GitHub shows as annotations: one
// line a finding, "::error file=…,line=…::message". Name gives the path of a file as GitHub
// knows it: below the root of the repository.
//
// GitHub documents no unit for columns, and shows lines only; its API hands columns on as
// they are. We count as everywhere: code points from 1, a tab as one, the end exclusive.
// A place of several lines has none, since GitHub then refuses them.
func WriteGitHub(w io.Writer, ds []Diagnostic, src Source, name func(file string) string) error {
	b := bufio.NewWriter(w)
	var l locator
	for i := range ds {
		d := &ds[i]
		at := ""
		if file := name(d.File); file != "." { // the repository as a whole is no place in it
			at = fmt.Sprintf("file=%s,%s,", githubProperty(file), githubPlace(l.span(d.File, src(d.File), d.Span)))
		}
		fmt.Fprintf(b, "::%s %stitle=%s::%s\n", githubCommand(d.Severity), at, githubProperty(d.Rule), githubData(githubMessage(d, src, name)))
	}
	return b.Flush()
}

func githubCommand(s Severity) string {
	if s == Note {
		return "notice"
	}
	return s.String()
}

func githubPlace(start, end Position) string {
	switch {
	case end.Line == start.Line:
		return fmt.Sprintf("line=%d,endLine=%d,col=%d,endColumn=%d", start.Line, end.Line, start.Column, end.Column)
	case end.Column == 1:
		end.Line-- // what ends with a line break does not reach into the next line
	}
	return fmt.Sprintf("line=%d,endLine=%d", start.Line, end.Line)
}

// githubMessage is the message, and a line for each related place.
func githubMessage(d *Diagnostic, src Source, name func(string) string) string {
	lines := []string{Printable(d.Message)}
	for _, r := range d.Related {
		at := place(name(r.File), PositionAt(src(r.File), r.Span.Start), "")
		lines = append(lines, at+": "+Printable(r.Message))
	}
	return strings.Join(lines, "\n")
}

// githubData escapes the text of a command. GitHub undoes these and no others.
func githubData(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(s)
}

// githubProperty escapes a property's value, in which two more characters have a meaning.
func githubProperty(s string) string {
	return strings.NewReplacer(":", "%3A", ",", "%2C").Replace(githubData(Printable(s)))
}
