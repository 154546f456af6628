package e2e

import (
	"fmt"
	"strings"
	"testing"
	"text/tabwriter"
)

// outcome is what one run of one client said about a server.
type outcome struct {
	client, door, mode string
	checks             []check
}

// check is one thing that a client looked at.
type check struct {
	name    string
	problem string // "" if it is as it should be
	note    string // why it passed without looking, for the table; "" if it looked
}

func (o *outcome) pass(name string) { o.checks = append(o.checks, check{name: name}) }

func (o *outcome) passWithNote(name, note string) {
	o.checks = append(o.checks, check{name: name, note: note})
}

func (o *outcome) fail(name, format string, args ...any) {
	o.checks = append(o.checks, check{name: name, problem: fmt.Sprintf(format, args...)})
}

// expect records a check that passes if ok, and otherwise fails with the message.
func (o *outcome) expect(ok bool, name, format string, args ...any) {
	if ok {
		o.pass(name)
	} else {
		o.fail(name, format, args...)
	}
}

// failures returns the checks that failed. An outcome without a check is a failure.
func (o outcome) failures() []check {
	if len(o.checks) == 0 {
		return []check{{name: "any check", problem: "the client checked nothing"}}
	}
	var failed []check
	for _, c := range o.checks {
		if c.problem != "" {
			failed = append(failed, c)
		}
	}
	return failed
}

// report fails the test with every failed check.
func (o outcome) report(t *testing.T) {
	t.Helper()
	for _, c := range o.failures() {
		t.Errorf("%s: %s", c.name, c.problem)
	}
}

// table renders one line for each outcome.
func table(outcomes []outcome) string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "client\tdoor\tmode\tchecks\tnotes\tfailed")
	for _, o := range outcomes {
		notes := 0
		for _, c := range o.checks {
			if c.note != "" {
				notes++
			}
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%d\t%d\t%d\n", o.client, o.door, o.mode, len(o.checks), notes, len(o.failures()))
	}
	w.Flush()
	return b.String()
}
