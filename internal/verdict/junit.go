package verdict

import (
	"io"

	"skillpack/internal/diag"
	"skillpack/verify"
)

// WriteJUnit prints a report as JUnit XML: a suite for each skill and one for the server,
// a failure for each finding. A skill that is unverifiable is skipped or, with Strict,
// failed; one that was not checked is skipped. That the audit ended early is an error.
func WriteJUnit(w io.Writer, r *verify.Report, o Options) error {
	all := diag.JUnit{Name: "skillpack verify"}
	server := diag.JUnitSuite{Name: diag.Printable(r.Target)}
	server.Cases = failures(server.Name, r.Server, r.Eras)
	if o.Ended != "" {
		said := diag.Printable(o.Ended)
		server.Cases = append(server.Cases, diag.JUnitCase{
			Name: "audit", Class: server.Name, Error: &diag.JUnitFailure{Message: said, Type: "error", Text: said},
		})
	}
	if len(server.Cases) == 0 && !o.Quiet {
		server.Cases = []diag.JUnitCase{{Name: "server", Class: server.Name}}
	}
	if len(server.Cases) > 0 {
		all.Suites = append(all.Suites, server)
	}
	for _, s := range o.shown(r.Skills) {
		all.Suites = append(all.Suites, suite(&s, r.Eras, o.Strict))
	}
	return all.Write(w)
}

func suite(s *verify.SkillReport, audited []verify.Era, strict bool) diag.JUnitSuite {
	const why, early = "dynamic: nothing says what its files are", "not checked: the audit ended early"
	name := diag.Printable(s.URI)
	cases := failures(name, s.Findings, audited)
	whole := diag.JUnitCase{Name: string(s.Verdict), Class: name}
	switch {
	case s.Verdict == verify.Unverifiable && strict:
		whole.Failure = &diag.JUnitFailure{Message: why, Type: "H7", Text: name + ": " + why}
	case s.Verdict == verify.Unverifiable:
		whole.Skipped = &diag.JUnitSkipped{Message: why}
	case s.Verdict == verify.Unchecked:
		whole.Skipped = &diag.JUnitSkipped{Message: early}
	}
	if len(cases) == 0 {
		cases = append(cases, whole)
	}
	return diag.JUnitSuite{Name: name, Cases: cases}
}

// failures makes a failed case of each finding.
func failures(class string, findings []verify.Finding, audited []verify.Era) []diag.JUnitCase {
	var cases []diag.JUnitCase
	for _, f := range findings {
		said, id := sentence(f, audited), diag.Printable(f.Requirement)
		shown := id + " " + said
		if asked := request(f.Request); asked != "" {
			shown += "\n" + asked
		}
		name := id
		if f.URI != "" {
			name += " " + diag.Printable(f.URI)
		}
		cases = append(cases, diag.JUnitCase{
			Name: name, Class: class, Failure: &diag.JUnitFailure{Message: said, Type: id, Text: shown},
		})
	}
	return cases
}
