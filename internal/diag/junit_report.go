package diag

import (
	"encoding/xml"
	"io"
)

// JUnit is a report in the form of test views. Write fills in the counts. Text that
// is not the program's own must have been through Printable: XML cannot hold all of it.
type (
	JUnit struct {
		XMLName  xml.Name     `xml:"testsuites"`
		Name     string       `xml:"name,attr"` // of the command
		Tests    int          `xml:"tests,attr"`
		Failures int          `xml:"failures,attr"`
		Errors   int          `xml:"errors,attr,omitempty"`
		Skipped  int          `xml:"skipped,attr,omitempty"`
		Suites   []JUnitSuite `xml:"testsuite"`
	}
	// JUnitSuite is the cases of one thing that was checked.
	JUnitSuite struct {
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Errors   int         `xml:"errors,attr,omitempty"`
		Skipped  int         `xml:"skipped,attr,omitempty"`
		Cases    []JUnitCase `xml:"testcase"`
	}
	// JUnitCase is one finding, or that there is none. It passed if it neither failed
	// nor was skipped, nor could not be made.
	JUnitCase struct {
		Name    string        `xml:"name,attr"`
		Class   string        `xml:"classname,attr"`
		File    string        `xml:"file,attr,omitempty"`
		Line    int           `xml:"line,attr,omitempty"` // from 1
		Failure *JUnitFailure `xml:"failure"`
		Error   *JUnitFailure `xml:"error"` // the check could not be made
		Skipped *JUnitSkipped `xml:"skipped"`
		Output  string        `xml:"system-out,omitempty"`
	}
	// JUnitFailure says in a line and in full what is wrong.
	JUnitFailure struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr"`
		Text    string `xml:",chardata"`
	}
	// JUnitSkipped says why nothing can be said.
	JUnitSkipped struct {
		Message string `xml:"message,attr"`
	}
)

// Write prints the report as JUnit XML, with the counts of its cases.
func (j JUnit) Write(w io.Writer) error {
	for i := range j.Suites {
		s := &j.Suites[i]
		s.count()
		j.Tests, j.Failures, j.Skipped = j.Tests+s.Tests, j.Failures+s.Failures, j.Skipped+s.Skipped
		j.Errors += s.Errors
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	e.Indent("", "  ")
	if err := e.Encode(j); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

func (s *JUnitSuite) count() {
	s.Tests = len(s.Cases)
	for _, c := range s.Cases {
		if c.Failure != nil {
			s.Failures++
		}
		if c.Error != nil {
			s.Errors++
		}
		if c.Skipped != nil {
			s.Skipped++
		}
	}
}
