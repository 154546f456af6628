package main

import (
	"cmp"
	"context"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"skillpack/internal/diag"
)

type lintOptions struct {
	paths     []string
	stdinPath string
	root      string
	strict    bool
	output    outputOptions
	fix       fixOptions
	external  externalOptions
	rules     ruleOptions
	baseline  baselineOptions
	profile   profile
	cache     lintCache
}

func newLint(std stdio) *cobra.Command {
	var o lintOptions
	c := &cobra.Command{
		Use:               "lint [PATH…]",
		Short:             "Check that skills are fit to publish",
		Long:              lintHelp,
		Example:           lintExamples,
		ValidArgsFunction: completePaths,
		RunE: func(c *cobra.Command, args []string) error {
			o.paths = args
			if o.rules.asked(c) {
				return o.rules.run(c, args, o.output.format, std)
			}
			return runLint(c.Context(), o, c.Flags().Changed("stdin-path"), std)
		},
	}
	f := c.Flags()
	f.BoolVar(&o.strict, "strict", false, "fail on warnings too")
	f.StringVar(&o.root, "root", "", "the root of the tree that every PATH, or the file of --stdin-path, is in: `DIR`")
	f.StringVar(&o.stdinPath, "stdin-path", "", "the file that standard input is the text of, with the path -")
	o.output.addFlags(c)
	o.fix.addFlags(c)
	o.external.addFlags(c)
	o.rules.addFlags(c)
	o.baseline.addFlags(c)
	o.profile.addFlag(c)
	o.cache.addFlags(c)
	return c
}

func runLint(ctx context.Context, o lintOptions, fromEditor bool, std stdio) error {
	if err := cmp.Or(o.output.check(), o.external.check(), o.baseline.check(o.fix.dryRun), o.profile.check()); err != nil {
		return err
	}
	if err := o.fix.check(o.output.format, fromEditor); err != nil {
		return err
	}
	const garbage = 100 // percent; lint holds little, but of many skills
	growInLargePages()
	collectLate(garbage)
	targets, err := o.targets(fromEditor, std.in)
	if err != nil {
		return err
	}
	for _, t := range targets {
		t.profile = o.profile
		if t.cache, err = o.cache.folderFor(t.root); err != nil {
			return err
		}
	}
	if !o.fix.asked() {
		return o.report(ctx, targets, nil, std)
	}
	done, err := o.fix.run(ctx, targets, o.baseline, o.output.quiet, std)
	switch {
	case err != nil:
		return err
	case o.fix.dryRun:
		return done.preview(o, std.err)
	}
	return o.report(ctx, targets, done, std)
}

// report lints the trees and prints what was found, and what was fixed before.
func (o lintOptions) report(ctx context.Context, targets []*target, done *fixed, std stdio) error {
	stop := startProgress(std.err, "checking")
	defer stop()
	c, err := checkTargets(ctx, targets, o.external, std)
	if err != nil {
		return err
	}
	if !o.output.quiet {
		noteUnreadOf(targets, std.err)
		c.writeNotes(std.err)
	}
	stop()
	if err := o.baseline.apply(c, o.output.quiet, std.err); err != nil {
		return err
	}
	if err := o.output.write(c, o.strict, std); err != nil {
		return err
	}
	if done != nil {
		if !o.output.quiet {
			done.summary(std.err, "fixed", c.found, !o.baseline.update)
		}
		if done.failed {
			return &exitError{code: exitFailed}
		}
	}
	if fails(c.found, o.strict) {
		return findings()
	}
	return nil
}

// fails reports whether findings fail the run.
func fails(found []diag.Diagnostic, strict bool) bool {
	return diag.Count(found, diag.Error) > 0 || strict && diag.Count(found, diag.Warning) > 0
}

// targets returns the trees to lint, with what was asked for of each.
func (o lintOptions) targets(fromEditor bool, in io.Reader) ([]*target, error) {
	root, err := openTreeRoot(o.root)
	if err != nil {
		return nil, err
	}
	isStdin := slices.Contains(o.paths, fromStdin)
	switch {
	case isStdin && len(o.paths) > 1:
		return nil, usageError("got %q beside other paths; standard input is linted alone", fromStdin)
	case isStdin && o.stdinPath == "":
		return nil, usageError("%q needs to know which file standard input is the text of; name it with --stdin-path", fromStdin)
	case isStdin:
		t, err := root.stdinTarget(o.stdinPath, in)
		if t == nil {
			return nil, err
		}
		return []*target{t}, err
	case fromEditor:
		return nil, usageError("--stdin-path is for standard input; give %q as the path", fromStdin)
	case len(o.paths) == 0:
		return root.findTargets([]string{cmp.Or(o.root, ".")})
	}
	return root.findTargets(o.paths)
}
