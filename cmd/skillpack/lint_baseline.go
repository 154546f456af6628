package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"skillpack/internal/baseline"
	"skillpack/internal/diag"
)

// baselineOptions say which findings are known and not to be reported.
type baselineOptions struct {
	file   string
	update bool
}

func (o *baselineOptions) addFlags(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&o.file, "baseline", "", "leave out the findings that `FILE` holds; they are known by rule, file and the text there")
	f.BoolVar(&o.update, "update-baseline", false, "write the findings of this run to the --baseline, instead of reporting them")
}

// check refuses what the flags cannot mean together with the others.
func (o baselineOptions) check(dryRun bool) error {
	switch {
	case o.update && o.file == "":
		return usageError("--update-baseline writes a file; name it with --baseline")
	case o.update && dryRun:
		return usageError("--dry-run changes nothing; leave --update-baseline out")
	}
	return nil
}

// unknown returns the findings of a tree that the file does not hold, for what is known is
// not fixed either; all of them where the file is to be written anew.
func (o baselineOptions) unknown(found []diag.Diagnostic, t *target, p *project) ([]diag.Diagnostic, error) {
	if o.file == "" || o.update {
		return found, nil
	}
	known, err := o.read()
	if err != nil {
		return nil, err
	}
	dir, err := o.dir()
	if err != nil {
		return nil, err
	}
	c := newChecked()
	for i := range found {
		c.register(found[i].File, found[i].File, t, p)
	}
	place := newBaselinePlace(c, dir)
	return slices.DeleteFunc(found, func(d diag.Diagnostic) bool { return place.take(known, &d) }), nil
}

// apply takes out the findings that the file holds or, to update it, all of them.
func (o baselineOptions) apply(c *checked, quiet bool, stderr io.Writer) error {
	if o.file == "" {
		return nil
	}
	known, err := o.read()
	if err != nil {
		return err
	}
	dir, err := o.dir()
	if err != nil {
		return err
	}
	if quiet {
		stderr = io.Discard
	}
	place := newBaselinePlace(c, dir)
	if o.update {
		return o.write(place, known, stderr)
	}
	all, before := known.Len(), len(c.found)
	c.found = slices.DeleteFunc(c.found, func(d diag.Diagnostic) bool { return place.take(known, &d) })
	if n := before - len(c.found); n > 0 {
		fmt.Fprintf(stderr, "%s left out, which %q holds\n", count(n, "finding"), o.file)
	}
	if stale := known.Select(place.covers).Len(); stale > 0 {
		fmt.Fprintf(stderr, "%d of %s in %q match nothing any more; write it anew with --update-baseline\n", stale, count(all, "finding"), o.file)
	}
	return nil
}

// dir returns the absolute path of the baseline's directory, links resolved.
func (o baselineOptions) dir() (string, error) {
	folder := filepath.Dir(o.file)
	dir, err := resolved(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return "", usageError("there is no directory %q for the baseline %q; make it, or name another file", folder, filepath.Base(o.file))
	}
	return dir, err
}

// read returns the baseline. Only where it is to be written may there be none.
func (o baselineOptions) read() (*baseline.Baseline, error) {
	data, err := os.ReadFile(o.file)
	switch {
	case errors.Is(err, fs.ErrNotExist) && o.update:
		return &baseline.Baseline{}, nil
	case errors.Is(err, fs.ErrNotExist):
		return nil, usageError("there is no baseline %q; write it with --update-baseline", o.file)
	case err != nil:
		return nil, usageError("cannot read the baseline: %v; name a file that can be read, or write it anew with --update-baseline", err)
	}
	known, err := baseline.Parse(data)
	if err != nil {
		return nil, usageError("cannot use %q as a baseline: %v", o.file, err)
	}
	return known, nil
}

// write makes the baseline hold what was found, and keeps what it holds of files and rules
// that this run did not check. Nothing is left to report.
func (o baselineOptions) write(place baselinePlace, old *baseline.Baseline, stderr io.Writer) error {
	elsewhere := func(file, rule string) bool { return !place.covers(file, rule) }
	all, had := old.Select(elsewhere), old.Select(elsewhere)
	for i := range place.checked.found {
		if d := &place.checked.found[i]; !place.take(had, d) {
			e := place.entry(d)
			all.Add(e)
			place.taken[spot{e.Key, d.Span}] = true
		}
	}
	data, err := all.Encode()
	if err != nil {
		return err
	}
	if err := baseline.WriteFile(o.file, data); err != nil {
		return err
	}
	place.checked.found = nil
	fmt.Fprintf(stderr, "%s in %q\n", count(all.Len(), "finding"), o.file)
	return nil
}

// baselinePlace turns places of findings into those of a baseline, which counts from its
// own directory: it means the same wherever the command runs.
type baselinePlace struct {
	checked *checked
	dir     string // absolute, links resolved
	taken   map[spot]bool
}

// spot is where a finding is, of whichever tree it was found.
type spot struct {
	key  baseline.Key
	span diag.Span
}

func newBaselinePlace(c *checked, dir string) baselinePlace {
	return baselinePlace{c, dir, map[spot]bool{}}
}

// take takes a finding out of a baseline and reports whether it was there. One that two
// trees of the run have in common is taken once.
func (p baselinePlace) take(known *baseline.Baseline, d *diag.Diagnostic) bool {
	e := p.entry(d)
	at := spot{e.Key, d.Span}
	if !p.taken[at] {
		p.taken[at] = known.Take(e.Key)
	}
	return p.taken[at]
}

func (p baselinePlace) entry(d *diag.Diagnostic) baseline.Entry {
	file := p.checked.places[d.File]
	if relative, err := filepath.Rel(p.dir, file); err == nil {
		file = relative
	}
	return baseline.EntryOf(d, filepath.ToSlash(file), p.checked.source(d.File))
}

// covers reports whether a rule was to say all that it can of a file of a baseline.
func (p baselinePlace) covers(file, rule string) bool {
	file = filepath.FromSlash(file)
	if !filepath.IsAbs(file) {
		file = filepath.Join(p.dir, file)
	}
	return slices.ContainsFunc(p.checked.covered, func(c func() coverage) bool { return c().has(file, rule) })
}
