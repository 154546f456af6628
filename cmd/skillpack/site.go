package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"sync/atomic"

	"github.com/spf13/cobra"

	"skillpack/internal/daemon"
	"skillpack/internal/diag"
	"skillpack/internal/site"
)

func newSite(std stdio) *cobra.Command {
	var o siteOptions
	c := &cobra.Command{
		Use:               "site CATALOG -o DIR",
		Short:             "Write pages and discovery indexes for a web host",
		Long:              siteHelp,
		Example:           siteExamples,
		Args:              exactlyOne("the catalog that 'skillpack build' wrote"),
		ValidArgsFunction: completeOneCatalog,
		RunE: func(c *cobra.Command, args []string) error {
			if err := cmp.Or(o.check(c.Flags().Changed), refuseTrees("write the site of", args)); err != nil {
				return err
			}
			settings, err := o.settings(std.err)
			if err != nil {
				return err
			}
			return runSite(c.Context(), args[0], settings, o, std)
		},
	}
	inGroups(c, o.groups())
	for _, flag := range []string{"title", "base-url", "base-path", "mcp-url"} {
		completing(c, flag)
	}
	_ = c.MarkFlagDirname("output")
	_ = c.MarkFlagFilename("config", "yaml", "yml")
	return c
}

func runSite(ctx context.Context, path string, settings site.Options, o siteOptions, std stdio) error {
	var now atomic.Pointer[string]
	say := func(words string) { now.Store(&words) }
	say("reading " + path)
	stop := startShowing(std.err, func() string { return *now.Load() })
	defer stop()
	c, err := daemon.OpenCatalog(path)
	if err != nil {
		return err
	}
	boundGarbage(c)
	say("planning the site")
	s, err := site.New(c, settings)
	if err != nil {
		return err
	}
	written, err := s.Write(ctx, o.output, site.WriteOptions{Progress: func(done, total int) {
		say(fmt.Sprintf("writing %s: %d of %s", o.output, done, count(total, "file")))
	}})
	stop()
	if err != nil {
		return err
	}
	return o.finish(s, written, std)
}

// finish says what was written, and what its owner should know.
func (o siteOptions) finish(s *site.Site, written site.Written, std stdio) error {
	warnings := append(s.Warnings(), s.HostWarnings()...)
	if !o.quiet {
		for _, warning := range warnings {
			fmt.Fprintf(std.err, "skillpack: warning: %s\n", diag.Printable(warning))
		}
	}
	if o.quiet && !o.json {
		return nil
	}
	summary := siteSummary{Output: o.output, Pages: pagesOf(s), Files: written.Files, Bytes: written.Bytes,
		Warnings: len(warnings), Digest: s.Digest()}
	return summary.write(std.out, o.json)
}

// pagesOf counts the pages of a site.
func pagesOf(s *site.Site) int {
	n := 0
	for f := range s.Files() {
		if f.Class == site.Page {
			n++
		}
	}
	return n
}

// siteSummary is what site says of what it wrote. Its JSON names are a promise to scripts.
type siteSummary struct {
	Output   string `json:"output"`
	Pages    int    `json:"pages"`
	Files    int    `json:"files"` // the pages too
	Bytes    int64  `json:"bytes"`
	Warnings int    `json:"warnings"`
	Digest   string `json:"digest"` // of the catalog
}

func (s siteSummary) write(w io.Writer, asJSON bool) error {
	if asJSON {
		return json.NewEncoder(w).Encode(s)
	}
	_, err := fmt.Fprintf(w, "wrote %s: %s, %s, %d bytes, of %s\n", diag.Printable(s.Output), count(s.Pages, "page"), count(s.Files, "file"), s.Bytes, s.Digest)
	return err
}
