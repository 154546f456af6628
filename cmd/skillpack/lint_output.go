package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"skillpack/internal/diag"
	"skillpack/internal/fix"
)

// outputOptions say how lint prints its findings.
type outputOptions struct {
	format string
	quiet  bool
	max    int // 0 for no limit
}

// formats are the values of --format.
func formats() []string { return []string{"text", "json", "sarif", "github", "junit"} }

func (o *outputOptions) addFlags(c *cobra.Command) {
	c.Flags().StringVar(&o.format, "format", "text", "how to print findings: "+strings.Join(formats(), ", "))
	c.Flags().BoolVarP(&o.quiet, "quiet", "q", false, "print errors only (with --strict warnings too), and no summary")
	c.Flags().IntVar(&o.max, "max-findings", 0, "print no more than the `N` most severe findings; 0 for all")
	completing(c, "format", formats()...)
}

// check refuses what the flags cannot mean.
func (o *outputOptions) check() error {
	if err := checkFormat(o.format, formats()); err != nil {
		return err
	}
	if o.max < 0 {
		return usageError("--max-findings is %d, expected a number from 0", o.max)
	}
	return nil
}

func checkFormat(format string, known []string) error {
	if !slices.Contains(known, format) {
		last := len(known) - 1
		return usageError("unknown format %q; expected %s or %s", format, strings.Join(known[:last], ", "), known[last])
	}
	return nil
}

// write prints the findings, and a summary where that is wanted.
func (o outputOptions) write(c *checked, strict bool, std stdio) error {
	found, omitted := mostSevere(shown(c.found, o.quiet, strict), o.max)
	if err := o.writeFindings(c, found, omitted, strict, std); err != nil {
		return err
	}
	if len(omitted) > 0 {
		fmt.Fprintf(std.err, "%s more, which --max-findings %d leaves out\n", count(len(omitted), "finding"), o.max)
	}
	if !o.quiet {
		writeByRule(std.err, c.found)
		fmt.Fprintln(std.err, tally(c, strict))
		c.hidden.write(std.err)
	}
	return nil
}

func (o outputOptions) writeFindings(c *checked, found, omitted []diag.Diagnostic, strict bool, std stdio) error {
	switch o.format {
	case "json":
		return diag.WriteJSON(std.out, found, omitted, c.source)
	case "sarif":
		return diag.WriteSARIF(std.out, found, c.source, repositoryPaths(), tool())
	case "github":
		return diag.WriteGitHub(std.out, found, c.source, repositoryPaths())
	case "junit":
		return diag.WriteJUnit(std.out, found, c.source, diag.JUnitOptions{Strict: strict, Checked: c.skills})
	}
	return diag.WriteText(std.out, found, c.source, textOptions("", std.out))
}

// tally says how much was found, and why the run fails where that is not plain.
func tally(c *checked, strict bool) string {
	errors, warnings := diag.Count(c.found, diag.Error), diag.Count(c.found, diag.Warning)
	text := fmt.Sprintf("%s, %s in %s", count(errors, "error"), count(warnings, "warning"), count(len(c.skills)+c.hidden.misnamed, "skill"))
	if strict && errors == 0 && warnings > 0 {
		text += "; --strict fails on warnings"
	}
	return text
}

// shown drops what --quiet drops: all that does not fail the run.
func shown(found []diag.Diagnostic, quiet, strict bool) []diag.Diagnostic {
	if !quiet {
		return found
	}
	return slices.DeleteFunc(slices.Clone(found), func(d diag.Diagnostic) bool { return !fails([]diag.Diagnostic{d}, strict) })
}

// mostSevere returns the n most severe findings and the others, both in their order; all
// of them for 0. Of equal ones the first are taken.
func mostSevere(found []diag.Diagnostic, n int) (taken, omitted []diag.Diagnostic) {
	if n == 0 || len(found) <= n {
		return found, nil
	}
	order := make([]int, len(found))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(found[b].Severity, found[a].Severity) })
	slices.Sort(order[:n])
	slices.Sort(order[n:])
	for _, i := range order[:n] {
		taken = append(taken, found[i])
	}
	for _, i := range order[n:] {
		omitted = append(omitted, found[i])
	}
	return taken, omitted
}

// ruleCount is how often one rule was found, and in how many of those --fix helps.
type ruleCount struct {
	rule           string
	severity       diag.Severity // the highest of its findings
	found, fixable int
}

// countByRule counts the findings of each rule, the most severe first, and of equal ones
// the most frequent.
func countByRule(found []diag.Diagnostic) []ruleCount {
	byRule := map[string]ruleCount{}
	for _, d := range found {
		c := byRule[d.Rule]
		c.rule, c.severity, c.found = d.Rule, max(c.severity, d.Severity), c.found+1
		if d.Fix != nil && !d.Fix.Unsafe {
			c.fixable++
		}
		byRule[d.Rule] = c
	}
	var counts []ruleCount
	for _, c := range byRule {
		counts = append(counts, c)
	}
	slices.SortFunc(counts, func(a, b ruleCount) int {
		return cmp.Or(cmp.Compare(b.severity, a.severity), cmp.Compare(b.found, a.found), cmp.Compare(a.rule, b.rule))
	})
	return counts
}

// writeByRule says which rules the findings are of, where those are too many to
// be taken in at a glance, and how to learn more.
func writeByRule(w io.Writer, found []diag.Diagnostic) {
	const few, top = 10, 10
	if len(found) == 0 || len(found) <= few && !terminal(w) {
		return
	}
	counts := countByRule(found)
	if len(found) > few {
		writeCounts(w, counts[:min(top, len(counts))])
		writeRest(w, counts[min(top, len(counts)):])
	}
	fmt.Fprintf(w, "Why, and what to do: skillpack lint --explain %s\n", counts[0].rule)
}

func writeCounts(w io.Writer, counts []ruleCount) {
	for _, c := range counts {
		by := ""
		switch {
		case c.fixable > 0:
			by = fmt.Sprintf("  %d by --fix", c.fixable)
		case fix.OfLineEndings(c.rule):
			by = fmt.Sprintf("  %d by --fix-line-endings", c.found)
		}
		fmt.Fprintf(w, "%6d  %-7s  %s%s\n", c.found, c.severity, c.rule, by)
	}
}

func writeRest(w io.Writer, counts []ruleCount) {
	rest := 0
	for _, c := range counts {
		rest += c.found
	}
	if rest > 0 {
		fmt.Fprintf(w, "%6d  in %s\n", rest, count(len(counts), "other rule"))
	}
}
