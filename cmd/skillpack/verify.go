package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"skillpack/catalog"
	"skillpack/internal/daemon"
	"skillpack/internal/verdict"
	"skillpack/verify"
)

func newVerify(std stdio) *cobra.Command {
	var o verifyOptions
	c := &cobra.Command{
		Use:               verifyUse,
		Short:             "Prove that a server keeps what its catalog promises",
		Long:              verifyHelp,
		Example:           verifyExamples,
		ValidArgsFunction: completeAudited,
		RunE: func(c *cobra.Command, args []string) error {
			what, err := auditedBy(args, c.ArgsLenAtDash())
			given := c.Flags().Changed
			if err := cmp.Or(err, what.check(given), o.check(given)); err != nil {
				return err
			}
			return runVerify(c.Context(), what, o, std)
		},
	}
	inGroups(c, o.groups())
	completing(c, "era", erasOfVerify()...)
	completing(c, "format", formatsOfVerify()...)
	for _, flag := range []string{"header", "label", "concurrency", "max-skills", "timeout"} {
		completing(c, flag)
	}
	return c
}

func runVerify(ctx context.Context, what audited, o verifyOptions, std stdio) error {
	report, err := o.audit(ctx, what, std)
	if errors.Is(err, context.Canceled) {
		return err
	}
	var misused *exitError
	if errors.As(err, &misused) && misused.code == exitUsage {
		return err
	}
	if err := cmp.Or(o.write(report, err, std), err); err != nil {
		return err
	}
	if verdict.Failed(report, o.strict) {
		return findings()
	}
	return nil
}

// audit looks at what was asked for. The report is never nil; with an error it holds what
// was found until then.
func (o verifyOptions) audit(ctx context.Context, what audited, std stdio) (*verify.Report, error) {
	if what.catalog != "" {
		return auditFile(what)
	}
	report := &verify.Report{Target: what.String(), Label: cmp.Or(o.call.label, what.String())}
	dial, err := o.call.dialer(what, std.err)
	if err != nil {
		return report, err
	}
	options := verify.AuditOptions{Dial: dial, Eras: o.eras(), Concurrency: o.concurrency, MaxSkills: o.maxSkills}
	if o.catalog != "" {
		if options.Against, err = daemon.OpenCatalog(o.catalog); err != nil {
			return report, err
		}
	}
	var stop func()
	options.Progress, stop = startCounting(std.err)
	defer stop()
	found, err := verify.Audit(ctx, options)
	if found != nil {
		found.Target, found.Label = report.Target, cmp.Or(found.Label, report.Label)
		report = found
	}
	return report, o.call.explain(err, what)
}

// auditFile checks a catalog file. One that is damaged fails as a server does that serves
// other bytes than it promises.
func auditFile(what audited) (*verify.Report, error) {
	c, err := daemon.OpenCatalog(what.catalog)
	var damaged *catalog.Error
	if errors.As(err, &damaged) {
		err = &exitError{exitFindings, err.Error()}
	}
	report := &verify.Report{}
	if err == nil {
		report = verify.AuditCatalog(c)
	}
	report.Target, report.Label = what.catalog, what.catalog
	return report, err
}

// write prints the report, and a summary where that is wanted. What is for programs is
// whole even if the audit ended early.
func (o verifyOptions) write(r *verify.Report, ended error, std stdio) error {
	options := verdict.Options{Quiet: o.quiet, Strict: o.strict, Color: colored(std.out)}
	if ended != nil {
		options.Ended = ended.Error()
		options.Quiet = o.quiet || len(r.Skills) == 0 // notes say then what the error says
	}
	write := verdict.WriteText
	switch o.formatAsked() {
	case "json":
		write = verdict.WriteJSON
	case "junit":
		write = verdict.WriteJUnit
	}
	if err := write(std.out, r, options); err != nil {
		return err
	}
	if o.quiet || ended != nil {
		return nil
	}
	_, err := fmt.Fprintln(std.err, verdict.Tally(r, options))
	return err
}
