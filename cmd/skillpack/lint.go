package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"skillpack/internal/diag"
	"skillpack/lint"
)

type lintOptions struct {
	dir    string
	strict bool
	output outputOptions
}

func newLint(std stdio) *cobra.Command {
	o := lintOptions{dir: "."}
	c := &cobra.Command{
		Use:   "lint [DIR]",
		Short: "Check that a tree of skills is fit to publish",
		Long: `Check every skill below DIR (default: the current directory): the
frontmatter, the names, the files and the links, and what wide clients refuse.

Findings go to standard output, one a line: path:line:col: severity: message
[rule-id]. The exit code is 0 when there is no error, 1 when there is one, 2 for
wrong usage or configuration, 3 when the tree cannot be read.

A skillpack.yaml in DIR changes the severity of rules. docs/rules.md explains each
rule, with examples.`,
		Example: `  skillpack lint
  skillpack lint skills --strict
  skillpack lint skills --format json | jq .findings[].rule`,
		Args:              atMostOne("the directory that holds the skills"),
		ValidArgsFunction: completeDirs,
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 1 {
				o.dir = args[0]
			}
			return runLint(c.Context(), o, std)
		},
	}
	c.Flags().BoolVar(&o.strict, "strict", false, "fail on warnings too")
	o.output.addFlags(c)
	return c
}

func runLint(ctx context.Context, o lintOptions, std stdio) error {
	if err := o.output.check(); err != nil {
		return err
	}
	stop := startProgress(std.err, "checking "+o.dir)
	defer stop()
	p, err := openProject(ctx, o.dir, overrides{}, std)
	if err != nil {
		return err
	}
	if !o.output.quiet {
		noteUnread(o.dir, std.err)
	}
	found := lint.Run(ctx, p.tree, p.config.Lint)
	if err := ctx.Err(); err != nil {
		return err
	}
	stop()
	if err := writeFindings(p, shown(found, o.output.quiet), o.output.format, std); err != nil {
		return err
	}
	if !o.output.quiet {
		fmt.Fprintf(std.err, "%s, %s in %s\n", count(diag.Count(found, diag.Error), "error"),
			count(diag.Count(found, diag.Warning), "warning"), count(len(p.tree.Skills), "skill"))
	}
	if diag.Count(found, diag.Error) > 0 || o.strict && diag.Count(found, diag.Warning) > 0 {
		return findings()
	}
	return nil
}
