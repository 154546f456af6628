package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"skillpack/build"
	"skillpack/catalog"
	"skillpack/internal/diag"
	"skillpack/internal/protocol"
)

type buildOptions struct {
	dir, output    string
	prefix, scheme string
	check          bool
	skipInvalid    bool
	strict         bool
	quiet, json    bool
	format         string // of findings
	cache          string // folder; "" for none
}

// buildFormats are the values of --format: those in which each line stands by itself,
// since findings go to standard error, among all else that a build says.
func buildFormats() []string { return []string{"text", "github"} }

const defaultOutput = "catalog.json"

// toStdout as the output writes the catalog to standard output.
const toStdout = "-"

func newBuild(std stdio) *cobra.Command {
	o := buildOptions{dir: "."}
	c := &cobra.Command{
		Use:   "build [DIR]",
		Short: "Compile a tree of skills into one sealed catalog",
		Long: `Compile every skill below DIR (default: the current directory) into one
catalog file, ready to be served. The same tree gives the same bytes on every
machine. An error in any skill stops the build and leaves the old file as it
was. A skillpack.yaml in DIR sets the prefix, what is included, what is served
but not listed, the server's name and the severity of rules; flags stand above
it.

The exit code is 0 when the catalog is written (or, with --check, is what the
tree gives), 1 for an error in the tree (with --strict a warning too) or a
catalog that differs, 2 for wrong usage or configuration, 3 when a file cannot
be read or written.`,
		Example: `  skillpack build skills
  skillpack build skills -o dist/catalog.json --prefix acme/platform
  skillpack build skills --check            # in CI: is catalog.json up to date?
  skillpack build skills --cache ~/.cache/skillpack
  skillpack build skills --skip-invalid     # publish what is sound`,
		Args:              atMostOne("the directory that holds the skills"),
		ValidArgsFunction: completeDirs,
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 1 {
				o.dir = args[0]
			}
			given, err := o.overrides(c.Flags().Changed)
			if err != nil {
				return err
			}
			return runBuild(c.Context(), o, given, std)
		},
	}
	f := c.Flags()
	f.StringVarP(&o.output, "output", "o", defaultOutput, "the catalog file to write, - for standard output")
	f.StringVar(&o.prefix, "prefix", "", "path published before every skill path, such as acme/billing")
	f.StringVar(&o.scheme, "scheme", protocol.DefaultScheme, "URI scheme of the skills")
	f.BoolVar(&o.check, "check", false, "write nothing; fail if the catalog file is not what the tree gives")
	f.BoolVar(&o.skipInvalid, "skip-invalid", false, "leave out skills with errors and publish the others")
	f.BoolVar(&o.strict, "strict", false, "fail on warnings too")
	f.BoolVarP(&o.quiet, "quiet", "q", false, "print errors only (with --strict warnings too), and no summary but that of --json")
	f.BoolVar(&o.json, "json", false, "print the summary, or what --check finds, as JSON")
	f.StringVar(&o.cache, "cache", "", "remember in the folder `CACHE` what was built, and build nothing while the tree and the catalog stay the same")
	f.StringVar(&o.format, "format", "text", "`FORMAT` of findings: "+strings.Join(buildFormats(), ", "))
	completing(c, "format", buildFormats()...)
	return c
}

// overrides returns the flags that were given, checked.
func (o buildOptions) overrides(given func(string) bool) (overrides, error) {
	over := overrides{output: o.output}
	if given("prefix") {
		if o.prefix != "" && !protocol.ValidPath(o.prefix) {
			return over, usageError("the prefix %q is no path; expected segments joined by \"/\", such as acme/billing", o.prefix)
		}
		over.prefix = &o.prefix
	}
	if given("scheme") {
		if !protocol.ValidScheme(o.scheme) {
			return over, usageError("the scheme %q is no URI scheme; expected lower-case letters, such as skill", o.scheme)
		}
		over.scheme = &o.scheme
	}
	if err := cmp.Or(checkOutput(o.output), checkFormat(o.format, buildFormats())); err != nil {
		return over, err
	}
	if o.check && o.output == toStdout {
		return over, usageError("--check needs a catalog file to compare with; name it with -o")
	}
	return over, nil
}

// checkOutput refuses an output that is no name of a file. A directory would else count
// as the output that the tree leaves out, with the skills in it.
func checkOutput(output string) error {
	if output == "" {
		return usageError("the output is an empty name; name the catalog file to write, such as catalog.json")
	}
	info, err := os.Stat(output)
	isDir := err == nil && info.IsDir()
	if isDir || os.IsPathSeparator(output[len(output)-1]) {
		return usageError("%q is a directory; name a file, such as %s", output, filepath.ToSlash(filepath.Join(output, defaultOutput)))
	}
	return nil
}

func runBuild(ctx context.Context, o buildOptions, given overrides, std stdio) error {
	const garbage = 100 // percent; the catalog of a large tree then takes a third of its size
	growInLargePages()
	collectLate(garbage)
	stop := startProgress(std.err, "building "+o.dir)
	defer stop()
	past, err := o.past(given)
	if err != nil {
		return err
	}
	if outcome := past.recall(o.output); outcome != nil {
		stop()
		return o.replay(outcome, past.source, std)
	}
	var spool *build.Spool
	given.digests = true
	if !o.check && o.output != toStdout {
		spool = build.NewSpool(filepath.Dir(o.output))
		defer spool.Close()
		given.examine = spool.Examine
	}
	given.files = past.files()
	p, err := openProject(ctx, o.dir, given, std)
	if err != nil {
		return err
	}
	past.loaded()
	if !o.quiet {
		noteUnread(o.dir, std.err)
	}
	c, found, err := build.Compile(ctx, p.tree, build.Options{
		Lint: p.config.Lint, Server: p.config.Server, Unlisted: p.config.Unlisted,
		SkipInvalid: o.skipInvalid, Strict: o.strict, Spool: spool,
	})
	if err != nil {
		return err
	}
	stop()
	if err := o.writeFindings(found, p.source, std); err != nil {
		return err
	}
	if c == nil {
		return &exitError{exitFindings, refusal(o, p, found)}
	}
	outcome := &outcome{Found: found, Refused: build.Refused(c)}
	outcome.writeRefused(o, std.err)
	info, err := finishBuild(ctx, o, given, c, spool, std)
	if err != nil {
		return err
	}
	outcome.Summary = summarize(p.tree, c, found, o.strict, info)
	past.keep(outcome, p.tree)
	return o.writeSummary(outcome.Summary, std)
}

// writeFindings prints findings to standard error; standard output is for the summary or
// the catalog.
func (o buildOptions) writeFindings(found []diag.Diagnostic, source diag.Source, std stdio) error {
	found = shown(found, o.quiet, o.strict)
	if o.format != "github" {
		return diag.WriteText(std.err, found, source, textOptions(o.dir, std.err))
	}
	inRepository := repositoryPaths()
	return diag.WriteGitHub(std.err, found, source, func(file string) string {
		return inRepository(path.Join(filepath.ToSlash(o.dir), file))
	})
}

// refusal says why there is no catalog, and whether --skip-invalid would give one.
func refusal(o buildOptions, p *project, found []diag.Diagnostic) string {
	outcome := "nothing was written"
	if o.check {
		outcome = fmt.Sprintf("there is nothing to compare %q with", o.output)
	}
	why, skipped := count(diag.Count(found, diag.Error), "error"), "errors"
	if warnings := diag.Count(found, diag.Warning); o.strict && warnings > 0 {
		why += fmt.Sprintf(", %s, and --strict fails on warnings", count(warnings, "warning"))
		skipped = "errors or warnings"
	}
	sound, _ := build.Publishable(p.tree, found, o.strict)
	switch {
	case o.skipInvalid:
		return "no skill is fit to publish; " + outcome
	case len(sound) > 0:
		outcome += fmt.Sprintf(" (--skip-invalid leaves out the skills with %s)", skipped)
	}
	return fmt.Sprintf("%s; %s", why, outcome)
}

// finishBuild writes or checks the catalog, and says what --check found.
func finishBuild(ctx context.Context, o buildOptions, given overrides, c *catalog.Catalog, spool *build.Spool, std stdio) (catalog.Info, error) {
	if o.check {
		return checkCatalog(ctx, o, given, c, std)
	}
	info, err := writeCatalog(ctx, o.output, c, spool, std)
	if err != nil {
		return info, fmt.Errorf("cannot write the catalog: %w", err)
	}
	return info, nil
}

// writeSummary says what was built; of a check all is said.
func (o buildOptions) writeSummary(s summary, std stdio) error {
	if o.check || o.quiet && !o.json {
		return nil
	}
	if o.output == toStdout {
		return s.write(std.err, o.json)
	}
	s.Output = o.output
	return s.write(std.out, o.json)
}

func writeCatalog(ctx context.Context, output string, c *catalog.Catalog, spool *build.Spool, std stdio) (catalog.Info, error) {
	if output == toStdout {
		return catalog.Write(std.out, c)
	}
	return build.WriteFile(ctx, output, c, spool)
}

// checkCatalog compares the catalog file with what the tree gives. Only where they differ is
// either taken into memory.
func checkCatalog(ctx context.Context, o buildOptions, given overrides, c *catalog.Catalog, std stdio) (catalog.Info, error) {
	info, same, err := build.Holds(ctx, o.output, c)
	if err != nil {
		return info, err
	}
	if same {
		return info, writeComparison(o, info.Digest, nil, std)
	}
	now, err := catalog.Freeze(c)
	if err != nil {
		return info, err
	}
	old, err := catalog.Open(o.output)
	if os.IsNotExist(err) {
		return info, &exitError{exitFindings, fmt.Sprintf("there is no catalog %q; to write it: %s", o.output, o.command(given))}
	}
	if err != nil {
		return info, &exitError{exitFindings, fmt.Sprintf("%v; to write it anew: %s", err, o.command(given))}
	}
	lines := build.Differences(old, now)
	if err := writeComparison(o, now.Digest(), lines, std); err != nil {
		return info, err
	}
	return info, &exitError{exitFindings, fmt.Sprintf("%q is not what %q gives: %s; to write it anew: %s",
		o.output, o.dir, count(len(lines), "difference"), o.command(given))}
}

// comparison is what --check says of a catalog. Its JSON names are a promise to scripts.
type comparison struct {
	Output      string   `json:"output"`
	Current     bool     `json:"current"`
	Digest      string   `json:"digest"` // of what the tree gives
	Differences []string `json:"differences"`
}

func writeComparison(o buildOptions, digest string, lines []string, std stdio) error {
	if o.json {
		c := comparison{Output: o.output, Current: len(lines) == 0, Digest: digest, Differences: append([]string{}, lines...)}
		return json.NewEncoder(std.out).Encode(c)
	}
	if len(lines) == 0 && !o.quiet {
		lines = []string{fmt.Sprintf("%s is what %s gives (%s)", o.output, o.dir, digest)}
	}
	for _, line := range lines {
		if _, err := fmt.Fprintln(std.out, diag.Printable(line)); err != nil {
			return err
		}
	}
	return nil
}
