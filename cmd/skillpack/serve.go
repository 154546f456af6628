package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"skillpack/internal/daemon"
	"skillpack/internal/telemetry"
)

func newServe(std stdio) *cobra.Command {
	var o serveOptions
	c := &cobra.Command{
		Use:               "serve CATALOG…",
		Short:             "Serve a catalog over MCP",
		Long:              serveHelp,
		Example:           serveExamples,
		Args:              atLeastOne("the catalog that 'skillpack build' wrote"),
		ValidArgsFunction: completeCatalog,
		RunE: func(c *cobra.Command, args []string) error {
			config, err := o.config(args, c.Flags().Changed)
			if err := cmp.Or(err, refuseTrees("serve", args)); err != nil {
				return err
			}
			return runServe(c.Context(), config, o, std)
		},
	}
	inGroups(c, o.groups())
	completing(c, "cache-scope", cacheScopes()...)
	completing(c, "direct", "true", "false")
	completing(c, "log-level", logLevels()...)
	completing(c, "log-format", logFormats()...)
	for _, flag := range []string{"http", "ops-addr", "allow-host", "allow-origin", "expect", "ttl", "site-title", "site-url"} {
		completing(c, flag)
	}
	return c
}

// refuseTrees refuses the directories among the catalogs that a command is to do something
// with, and says what makes a catalog of them, and the value of a switch that was taken for
// a path.
func refuseTrees(do string, paths []string) error {
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil && (path == "true" || path == "false") {
			return usageError("got %q as a catalog; a flag that is on or off takes its value with =, such as --direct=%s", path, path)
		}
		if err == nil && info.IsDir() {
			return fmt.Errorf("%s: found a directory, expected a catalog file; %s the catalog.json that this writes: skillpack build %s", path, do, shellQuoted(path))
		}
	}
	return nil
}

// runServe serves until ctx ends; that is the end asked for, no error.
func runServe(ctx context.Context, c daemon.Config, o serveOptions, std stdio) error {
	log := telemetry.Buffered(std.err)
	defer log.Close() // what cannot be written there has no other place
	logger, err := telemetry.NewLogger(log, o.logFormat, o.logLevel)
	if err != nil {
		return usageError("%s", err)
	}
	c.Logger, c.Version = logger, version()
	defer endAtSecond(logger)()
	announce := announce
	if strings.EqualFold(o.logFormat, "json") {
		announce = announceJSON
	}
	c.Started = func(s daemon.Started) { announce(std.err, s) }
	err = daemon.Run(ctx, c, daemon.Streams{In: std.in, Out: std.out})
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

// announce says in one line where requests are answered from now on.
func announce(w io.Writer, s daemon.Started) {
	at := "on standard input and output"
	if s.URL != "" {
		at = "at " + s.URL
	}
	if s.Ops != "" {
		at += ", operations at http://" + s.Ops
	}
	if s.Pages != "" {
		at += ", pages at " + s.Pages
	}
	fmt.Fprintf(w, "serving %s of %s %s\n", count(s.Skills, "skill"), s.Digest, at)
}

// announceJSON says the same as a line of the log, whatever level that has.
func announceJSON(w io.Writer, s daemon.Started) {
	attrs := []any{"skills", s.Skills, "digest", s.Digest}
	if s.Catalogs != nil {
		attrs = append(attrs, "catalogs", s.Catalogs)
	}
	if s.URL != "" {
		attrs = append(attrs, "url", s.URL)
	}
	if s.Ops != "" {
		attrs = append(attrs, "ops", "http://"+s.Ops)
	}
	if s.Pages != "" {
		attrs = append(attrs, "pages", s.Pages)
	}
	slog.New(slog.NewJSONHandler(w, nil)).Info("serving", attrs...)
}
