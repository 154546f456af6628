package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"skillpack/internal/diag"
)

// outputOptions say how lint prints its findings.
type outputOptions struct {
	format string
	quiet  bool
}

// formats are the values of --format.
func formats() []string { return []string{"text", "json"} }

func (o *outputOptions) addFlags(c *cobra.Command) {
	c.Flags().StringVar(&o.format, "format", "text", "how to print findings: "+strings.Join(formats(), ", "))
	c.Flags().BoolVarP(&o.quiet, "quiet", "q", false, "print errors only, and no summary")
	completing(c, "format", formats()...)
}

// check refuses what the flags cannot mean.
func (o *outputOptions) check() error {
	if !slices.Contains(formats(), o.format) {
		return usageError("unknown format %q; expected %s", o.format, strings.Join(formats(), " or "))
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

// writeFindings prints findings whose paths are as the user opens them.
func writeFindings(found []diag.Diagnostic, source diag.Source, format string, std stdio) error {
	if format == "json" {
		return diag.WriteJSON(std.out, found, source, "")
	}
	return diag.WriteText(std.out, found, source, textOptions("", std.out))
}
