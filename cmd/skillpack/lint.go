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
	format string
	strict bool
	quiet  bool
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
	c.Flags().StringVar(&o.format, "format", "text", "how to print findings: text or json")
	c.Flags().BoolVar(&o.strict, "strict", false, "fail on warnings too")
	c.Flags().BoolVarP(&o.quiet, "quiet", "q", false, "print errors only, and no summary")
	return completing(c, "format", "text", "json")
}

func runLint(ctx context.Context, o lintOptions, std stdio) error {
	if o.format != "text" && o.format != "json" {
		return usageError("unknown format %q; expected text or json", o.format)
	}
	stop := startProgress(std.err, "checking "+o.dir)
	defer stop()
	p, err := openProject(ctx, o.dir, overrides{}, std)
	if err != nil {
		return err
	}
	if !o.quiet {
		noteUnread(o.dir, std.err)
	}
	found := lint.Run(ctx, p.tree, p.config.Lint)
	if err := ctx.Err(); err != nil {
		return err
	}
	stop()
	if err := writeFindings(p, shown(found, o.quiet), o.format, std); err != nil {
		return err
	}
	if !o.quiet {
		fmt.Fprintf(std.err, "%s, %s in %s\n", count(diag.Count(found, diag.Error), "error"),
			count(diag.Count(found, diag.Warning), "warning"), count(len(p.tree.Skills), "skill"))
	}
	if diag.Count(found, diag.Error) > 0 || o.strict && diag.Count(found, diag.Warning) > 0 {
		return findings()
	}
	return nil
}

// shown drops what --quiet drops.
func shown(found []diag.Diagnostic, quiet bool) []diag.Diagnostic {
	if !quiet {
		return found
	}
	var errors []diag.Diagnostic
	for _, d := range found {
		if d.Severity == diag.Error {
			errors = append(errors, d)
		}
	}
	return errors
}

func writeFindings(p *project, found []diag.Diagnostic, format string, std stdio) error {
	o := textOptions(p.dir, std.out)
	if format == "json" {
		return diag.WriteJSON(std.out, found, p.source, o.Base)
	}
	return diag.WriteText(std.out, found, p.source, o)
}
