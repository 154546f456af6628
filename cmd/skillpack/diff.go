package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"skillpack/catalog"
	"skillpack/internal/changes"
	"skillpack/internal/daemon"
	"skillpack/verify"
)

// diffOptions are the flags of diff.
type diffOptions struct {
	format   string
	json     bool
	exitCode bool
	call     callOptions // how to ask a server
}

func formatsOfDiff() []string { return []string{"text", "json", "markdown"} }

func newDiff(std stdio) *cobra.Command {
	var o diffOptions
	c := &cobra.Command{
		Use:   "diff OLD NEW",
		Short: "Tell how catalogs differ, and whose approvals are lost",
		Long: `Compare two catalogs, of which each is a file or the URL of a server, whose
every byte is then read and verified. It tells which skills were added, removed,
renamed (another URI, the same but for SKILL.md) and changed, their files and
the fields of their frontmatter, and what users should look at: more
allowed-tools, new and changed scripts, new links to the web, limits that are
near.

A user's approval of a skill is bound to every file in it. One that the new
catalog revokes has to be given again; a change in a nested skill revokes those
of the skills around it too.

The exit code is 0, with --exit-code 1 when there are differences, 2 for wrong
usage, 3 when a catalog or server cannot be read.`,
		Example: `  skillpack diff old.json catalog.json
  skillpack diff https://skills.example.com/mcp catalog.json
  skillpack diff old.json catalog.json --format markdown >comment.md
  skillpack diff old.json catalog.json --exit-code >/dev/null`,
		Args:              exactlyTwo("the old and the new catalog"),
		ValidArgsFunction: completeCatalogs,
		RunE: func(c *cobra.Command, args []string) error {
			old, now, err := o.targets(args, c.Flags().Changed)
			if err != nil {
				return err
			}
			return runDiff(c.Context(), old, now, o, std)
		},
	}
	o.addFlags(c)
	return c
}

func (o *diffOptions) addFlags(c *cobra.Command) {
	f := c.Flags()
	f.SortFlags = false
	f.StringVar(&o.format, "format", "text", "`FORMAT` of what is told: "+strings.Join(formatsOfDiff(), ", "))
	f.BoolVar(&o.json, "json", false, "the same as --format json")
	f.BoolVar(&o.exitCode, "exit-code", false, "exit with 1 when there are differences")
	o.call.addFlags(f)
	completing(c, "format", formatsOfDiff()...)
	completing(c, "header")
	completing(c, "timeout")
}

// exactlyTwo requires two arguments.
func exactlyTwo(what string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) != 2 {
			return usageError("got %s, expected two: %s", count(len(args), "argument"), what)
		}
		return nil
	}
}

// targets reads the arguments and refuses what the flags cannot mean.
func (o diffOptions) targets(args []string, given func(flag string) bool) (old, now audited, err error) {
	if err := checkFormat(o.format, formatsOfDiff()); err != nil {
		return old, now, err
	}
	if o.json && given("format") && o.format != "json" {
		return old, now, usageError("--json and --format %s exclude each other; give one", o.format)
	}
	if err := o.call.check(); err != nil {
		return old, now, err
	}
	if old, err = auditedAt(args[0]); err != nil {
		return old, now, err
	}
	now, err = auditedAt(args[1])
	if err == nil && old.url != "" && now.url != "" && (given("bearer-token-file") || given("header")) {
		err = usageError("--bearer-token-file and --header would be sent to both servers; save what one serves, or compare it with a catalog file")
	}
	if err == nil && old.url == "" && now.url == "" {
		err = old.check(given)
	}
	return old, now, err
}

func runDiff(ctx context.Context, from, to audited, o diffOptions, std stdio) error {
	old, err := o.open(ctx, from, std)
	if err != nil {
		return err
	}
	now, err := o.open(ctx, to, std)
	if err != nil {
		return err
	}
	found := changes.Find(old, now)
	if err := o.write(found, std); err != nil {
		return err
	}
	if o.exitCode && !found.Empty() {
		return findings()
	}
	return nil
}

// open reads a catalog from a file or a server.
func (o diffOptions) open(ctx context.Context, what audited, std stdio) (*catalog.Catalog, error) {
	if what.catalog != "" {
		return daemon.OpenCatalog(what.catalog)
	}
	stop := startProgress(std.err, "reading "+what.url)
	defer stop()
	c, err := o.snapshot(ctx, what, std)
	if err != nil {
		return nil, o.call.explain(fmt.Errorf("%s: %w", what, err), what)
	}
	return c, nil
}

// snapshot reads a server in the modern era where it speaks that, else in the legacy one.
func (o diffOptions) snapshot(ctx context.Context, what audited, std stdio) (*catalog.Catalog, error) {
	dial, err := o.call.dialer(what, std.err)
	if err != nil {
		return nil, err
	}
	client, err := dial(ctx, verify.Modern)
	if errors.Is(err, verify.ErrEra) {
		client, err = dial(ctx, verify.Legacy)
	}
	if err != nil {
		return nil, err
	}
	c, err := verify.Snapshot(ctx, client)
	return c, errors.Join(err, client.Close())
}

func (o diffOptions) write(found *catalog.Changes, std stdio) error {
	switch {
	case o.json || o.format == "json":
		return changes.WriteJSON(std.out, found)
	case o.format == "markdown":
		return changes.WriteMarkdown(std.out, found)
	}
	return changes.WriteText(std.out, found, colored(std.out))
}

// completeCatalogs completes the names of two catalogs.
func completeCatalogs(c *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 1 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return completeCatalog(c, nil, word)
}
