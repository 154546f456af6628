package diag

import (
	"cmp"
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

// WriteJUnit prints findings as JUnit XML: a test suite for each file, in it a test case
// for each finding, of the class of its skill, or of its file where it has none. Errors are failures; what is less is a test that passed, with the
// finding as its output. What XML cannot hold is escaped as in text.
func WriteJUnit(w io.Writer, ds []Diagnostic, src Source, o JUnitOptions) error {
	cases := make(map[string][]JUnitCase)
	var l locator
	for i := range ds {
		cases[ds[i].File] = append(cases[ds[i].File], junitCaseOf(&ds[i], src, o, &l))
	}
	for _, file := range o.Checked {
		if cases[file] == nil {
			cases[file] = []JUnitCase{{Name: "no findings", Class: Printable(path.Dir(file)), File: Printable(file), Line: 1}}
		}
	}
	all := JUnit{Name: "skillpack lint"}
	for _, file := range slices.Sorted(maps.Keys(cases)) {
		all.Suites = append(all.Suites, JUnitSuite{Name: Printable(file), Cases: cases[file]})
	}
	return all.Write(w)
}

func junitCaseOf(d *Diagnostic, src Source, o JUnitOptions, l *locator) JUnitCase {
	at := l.position(d.File, src(d.File), d.Span.Start)
	c := JUnitCase{
		Name:  fmt.Sprintf("%s at %d:%d", d.Rule, at.Line, at.Column),
		Class: Printable(cmp.Or(d.Skill, d.File)), File: Printable(d.File), Line: at.Line,
	}
	said := fmt.Sprintf("%s:%d:%d: %s: %s [%s]", c.File, at.Line, at.Column, d.Severity, Printable(d.Message), d.Rule)
	if d.Severity == Error || o.Strict && d.Severity == Warning {
		c.Failure = &JUnitFailure{Message: Printable(d.Message), Type: d.Severity.String(), Text: said}
	} else {
		c.Output = said
	}
	return c
}
