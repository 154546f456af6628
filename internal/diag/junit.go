package diag

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"io"
	"maps"
	"path"
	"slices"
)

// JUnitOptions say how WriteJUnit prints.
type JUnitOptions struct {
	Strict bool // a warning is a failure too
	// Checked are the SKILL.md of which a clean one is to be told as a test that passed.
	Checked []string
}

type (
	junitSuites struct {
		XMLName  xml.Name     `xml:"testsuites"`
		Name     string       `xml:"name,attr"`
		Tests    int          `xml:"tests,attr"`
		Failures int          `xml:"failures,attr"`
		Suites   []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Cases    []junitCase `xml:"testcase"`
	}
	junitCase struct {
		Name    string        `xml:"name,attr"`
		Class   string        `xml:"classname,attr"`
		File    string        `xml:"file,attr"`
		Line    int           `xml:"line,attr"`
		Failure *junitFailure `xml:"failure"`
		Output  string        `xml:"system-out,omitempty"`
	}
	junitFailure struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr"`
		Text    string `xml:",chardata"`
	}
)

// WriteJUnit prints findings as JUnit XML: a test suite for each file, in it a test case
// for each finding, of the class of its skill, or of its file where it has none. Errors are failures; what is less is a test that passed, with the
// finding as its output. What XML cannot hold is escaped as in text.
func WriteJUnit(w io.Writer, ds []Diagnostic, src Source, o JUnitOptions) error {
	cases := make(map[string][]junitCase)
	var l locator
	for i := range ds {
		cases[ds[i].File] = append(cases[ds[i].File], junitCaseOf(&ds[i], src, o, &l))
	}
	for _, file := range o.Checked {
		if cases[file] == nil {
			cases[file] = []junitCase{{Name: "no findings", Class: Printable(path.Dir(file)), File: Printable(file), Line: 1}}
		}
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	e.Indent("", "  ")
	if err := e.Encode(junitReport(cases)); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

// junitReport makes a suite of each file's cases, sorted by file.
func junitReport(cases map[string][]junitCase) junitSuites {
	all := junitSuites{Name: "skillpack lint"}
	for _, file := range slices.Sorted(maps.Keys(cases)) {
		s := junitSuite{Name: Printable(file), Tests: len(cases[file]), Cases: cases[file]}
		for _, c := range s.Cases {
			if c.Failure != nil {
				s.Failures++
			}
		}
		all.Tests, all.Failures, all.Suites = all.Tests+s.Tests, all.Failures+s.Failures, append(all.Suites, s)
	}
	return all
}

func junitCaseOf(d *Diagnostic, src Source, o JUnitOptions, l *locator) junitCase {
	at := l.position(d.File, src(d.File), d.Span.Start)
	c := junitCase{
		Name:  fmt.Sprintf("%s at %d:%d", d.Rule, at.Line, at.Column),
		Class: Printable(cmp.Or(d.Skill, d.File)), File: Printable(d.File), Line: at.Line,
	}
	said := fmt.Sprintf("%s:%d:%d: %s: %s [%s]", c.File, at.Line, at.Column, d.Severity, Printable(d.Message), d.Rule)
	if d.Severity == Error || o.Strict && d.Severity == Warning {
		c.Failure = &junitFailure{Message: Printable(d.Message), Type: d.Severity.String(), Text: said}
	} else {
		c.Output = said
	}
	return c
}
