package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"golang.org/x/term"

	"skillpack/internal/diag"
)

// The exit codes of every command.
const (
	exitClean    = 0 // done, nothing found
	exitFindings = 1 // the tree has errors, or the catalog on disk differs
	exitUsage    = 2 // wrong flags, arguments or configuration
	exitFailed   = 3 // the tool could not do its work
)

// helpWidth is how many columns help may have.
const helpWidth = 80

// stdio is what a command reads and writes: results go to out, the rest to err.
type stdio struct {
	in       io.Reader
	out, err io.Writer
}

// exitError ends a command with a code. Its message may be empty where everything
// has been said.
type exitError struct {
	code    int
	message string
}

func (e *exitError) Error() string { return e.message }

// findings ends a command whose results are already written with exit code 1.
func findings() error { return &exitError{code: exitFindings} }

// usageError is wrong use of the command line or the configuration.
func usageError(format string, args ...any) error {
	return &exitError{exitUsage, fmt.Sprintf(format, args...)}
}

// run executes the command line and returns the exit code.
func run(ctx context.Context, args []string, std stdio) int {
	root := newRoot(std)
	if len(args) > 0 && strings.HasPrefix(args[0], cobra.ShellCompRequestCmd) {
		unquoteFlags(root)
	}
	root.SetArgs(args)
	command, err := root.ExecuteContextC(ctx)
	if err == nil {
		return exitClean
	}
	var exit *exitError
	if !errors.As(err, &exit) {
		exit = &exitError{exitFailed, err.Error()}
	}
	if errors.Is(err, context.Canceled) {
		exit = &exitError{exitFailed, "interrupted"}
	}
	if exit.message != "" {
		fmt.Fprintf(std.err, "skillpack: %s\n", diag.Printable(exit.message))
	}
	if exit.code == exitUsage {
		fmt.Fprintf(std.err, "Run '%s --help' for usage.\n", command.CommandPath())
	}
	return exit.code
}

func newRoot(std stdio) *cobra.Command {
	root := &cobra.Command{
		Use:   "skillpack",
		Short: "Publish Agent Skills over MCP",
		Long: `skillpack lints a tree of Agent Skills, builds it into one sealed,
reproducible catalog, serves that catalog over MCP, writes it as a web site,
verifies servers, and tells how catalogs differ.

An optional skillpack.yaml at the root of the tree configures all of it.
README.md shows its keys, and docs/rules.md explains each rule of lint.`,
		Example: `  skillpack lint skills
  skillpack build skills -o catalog.json
  skillpack serve catalog.json
  skillpack site catalog.json -o dist
  skillpack verify http://127.0.0.1:8080/mcp`,
		Version:       version(),
		SilenceUsage:  true,
		SilenceErrors: true,
		Args:          unknownCommand,
		RunE:          func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	root.SetUsageTemplate(strings.ReplaceAll(root.UsageTemplate(), ".FlagUsages", fmt.Sprint(".FlagUsagesWrapped ", helpWidth)))
	root.SetVersionTemplate("skillpack {{.Version}}\n")
	root.SetIn(std.in)
	root.SetOut(std.out)
	root.SetErr(std.err)
	root.SetFlagErrorFunc(badFlag)
	root.AddCommand(newBuild(std), newDiff(std), newLint(std), newNew(std), newServe(std), newSite(std), newVerify(std), newVersion(std))
	addBuiltIn(root)
	return root
}

// unknownCommand refuses arguments of a command that only has commands below it: they
// can only be mistyped ones.
func unknownCommand(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var names []string
	for _, sub := range c.Commands() {
		names = append(names, sub.Name())
	}
	return usageError("unknown command %q%s", args[0], didYouMean(args[0], names))
}

// badFlag turns flag errors into usage errors, with the flag or the kind of value that was
// meant.
func badFlag(c *cobra.Command, err error) error {
	message, parser, _ := strings.Cut(err.Error(), ": strconv.Parse")
	if before, _, found := strings.Cut(message, ": time: "); found {
		message = before + "; expected a duration, such as 90s or 5m"
	}
	switch {
	case strings.HasPrefix(parser, "Bool"):
		message += "; expected true or false"
	case parser != "":
		message += "; expected a whole number"
	}
	if name, found := strings.CutPrefix(message, "unknown flag: --"); found {
		var known []string
		c.Flags().VisitAll(func(f *pflag.Flag) { known = append(known, f.Name) })
		if near := diag.Meant(name, known); near != "" {
			message += fmt.Sprintf("; did you mean --%s?", near)
		}
	}
	return &exitError{exitUsage, message}
}

func didYouMean(word string, known []string) string {
	if near := diag.Nearest(word, known); near != "" {
		return fmt.Sprintf("; did you mean %q?", near)
	}
	return ""
}

// noArguments accepts none.
func noArguments(_ *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usageError("got the argument %q, expected none", args[0])
	}
	return nil
}

// atMostOne accepts one optional argument.
func atMostOne(what string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) > 1 {
			return usageError("got %d arguments, expected at most one: %s", len(args), what)
		}
		return nil
	}
}

// atLeastOne requires one argument or more.
func atLeastOne(what string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) == 0 {
			return usageError("got no argument, expected at least one: %s", what)
		}
		return nil
	}
}

// exactlyOne requires one argument.
func exactlyOne(what string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) != 1 {
			return usageError("got %d arguments, expected exactly one: %s", len(args), what)
		}
		return nil
	}
}

// terminal reports whether w is a terminal, and colored whether it should get
// colours as well (NO_COLOR and TERM=dumb turn them off).
func terminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

func colored(w io.Writer) bool {
	return terminal(w) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}
