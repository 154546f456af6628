package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"skillpack/internal/diag"
	"skillpack/internal/fix"
	"skillpack/internal/skill"
)

// fixOptions say what lint puts right itself.
type fixOptions struct {
	safe, unsafe, lineEndings bool
	dryRun                    bool
}

func (o *fixOptions) addFlags(c *cobra.Command) {
	f := c.Flags()
	f.BoolVar(&o.safe, "fix", false, "make the safe fixes, then print what is left")
	f.BoolVar(&o.unsafe, "fix-unsafe", false, "as --fix, and make those too that change a name, a path or what a value is")
	f.BoolVar(&o.lineEndings, "fix-line-endings", false, "as --fix, and save files with LF where their line endings are reported")
	f.BoolVar(&o.dryRun, "dry-run", false, "with --fix, print a diff instead and change nothing; fail if it is not empty")
}

// asked reports whether anything is to be fixed.
func (o fixOptions) asked() bool { return o.safe || o.unsafe || o.lineEndings }

// check refuses what the flags cannot mean together with the others.
func (o fixOptions) check(format string, fromEditor bool) error {
	switch {
	case o.dryRun && !o.asked():
		return usageError("--dry-run shows what --fix would change; give --fix as well")
	case o.dryRun && format != "text":
		return usageError("--dry-run prints a diff and has no --format %s", format)
	case o.asked() && fromEditor:
		return usageError("--fix changes files, and standard input is none; save the file first")
	}
	return nil
}

// fixed is what was fixed, or would be, in all trees.
type fixed struct {
	before   int             // findings that there were
	findings int             // of those and of what came to light, how many are gone by a fix
	places   map[string]bool // files, and directories that got another name
	left     []diag.Diagnostic
	failed   bool
}

// run makes the fixes of every tree, or prints them as a diff.
func (o fixOptions) run(ctx context.Context, targets []*target, known baselineOptions, quiet bool, std stdio) (*fixed, error) {
	plans, err := o.plans(ctx, targets, known, std)
	if err != nil {
		return nil, err
	}
	all := &fixed{places: map[string]bool{}}
	for i, plan := range plans {
		t := targets[i]
		if !quiet {
			writeRefused(std.err, plan.Refused, t.opens)
		}
		if o.dryRun {
			err = writeDiff(std.out, plan.Diff(t.opens))
		} else {
			plan, err = all.write(plan, t, std.err)
		}
		if err != nil {
			return nil, err
		}
		all.add(plan, t.root)
	}
	return all, nil
}

func (o fixOptions) plans(ctx context.Context, targets []*target, known baselineOptions, std stdio) ([]*fix.Plan, error) {
	stop := startProgress(std.err, "fixing")
	defer stop()
	var plans []*fix.Plan
	for _, t := range targets {
		plan, err := fix.Make(ctx, t.files(), t.check(known, std), fix.Options{Unsafe: o.unsafe, LineEndings: o.lineEndings})
		if err != nil {
			return nil, err
		}
		plans = append(plans, plan)
	}
	return plans, nil
}

// check lints the tree as a view shows it, with what was asked for under its present path.
func (t *target) check(known baselineOptions, std stdio) fix.Check {
	return func(ctx context.Context, view *fix.View) (*skill.Tree, []diag.Diagnostic, error) {
		now := t.renamed(view.Now)
		now.view = view
		p, err := openTarget(ctx, now, overrides{}, std)
		if err != nil {
			return nil, nil, err
		}
		found, _ := lintTarget(ctx, now, p)
		if err := cmp.Or(ctx.Err(), p.tree.Err()); err != nil {
			return nil, nil, err
		}
		found, err = known.unknown(found, now, p)
		return p.tree, found, err
	}
}

// renamed returns the target after renames of what is in it.
func (t *target) renamed(now func(string) string) *target {
	out := *t
	out.only, out.under = nil, nil
	for _, dir := range t.only {
		out.only = append(out.only, now(dir))
	}
	for _, dir := range t.under {
		out.under = append(out.under, now(dir))
	}
	return &out
}

// write does a plan and returns what has been done of it. The target follows the renames.
func (f *fixed) write(plan *fix.Plan, t *target, stderr io.Writer) (*fix.Plan, error) {
	root, err := os.OpenRoot(t.root)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	done, failed := plan.Write(root)
	for _, failure := range failed {
		f.failed = true
		fmt.Fprintf(stderr, "skillpack: cannot fix %q: %s\n", t.opens(failure.Path), diag.Printable(failure.Err.Error()))
	}
	*t = *t.renamed(done.Now)
	return &done, nil
}

func (f *fixed) add(plan *fix.Plan, root string) {
	f.before += plan.Found
	f.findings += plan.Fixed()
	f.left = append(f.left, plan.Left...)
	for _, c := range plan.Changes {
		f.places[filepath.Join(root, c.Path)] = true
	}
	for _, r := range plan.Renames {
		f.places[filepath.Join(root, r.From)] = true
	}
}

// preview ends a dry run: it fails where a run would change something, or leave what
// makes lint fail.
func (f *fixed) preview(o lintOptions, stderr io.Writer) error {
	if !o.output.quiet {
		f.summary(stderr, "would fix", f.left, true)
	}
	if f.findings > 0 || fails(f.left, o.strict) {
		return findings()
	}
	return nil
}

// summary says what was done: "fixed 12 findings in 5 files; 3 left". Where these are not
// as many as there were before, it says why, unless those left are not all.
func (f *fixed) summary(w io.Writer, done string, left []diag.Diagnostic, all bool) {
	balance := ""
	if all {
		balance = f.balance(left)
	}
	fmt.Fprintf(w, "%s %s in %s; %d left%s\n", done, count(f.findings, "finding"), count(len(f.places), "file"), len(left), balance)
}

// balance says how many findings a fix brought to light, as that of a frontmatter that
// could not be read does, or took away with its own. What the web says was not counted.
func (f *fixed) balance(left []diag.Diagnostic) string {
	now := f.findings
	for i := range left {
		if left[i].Rule != "links/external" {
			now++
		}
	}
	switch more := now - f.before; {
	case more > 0:
		return fmt.Sprintf(" (of %d before, and %d that came to light)", f.before, more)
	case more < 0:
		return fmt.Sprintf(" (of %d before; %d went with others)", f.before, -more)
	}
	return ""
}

// writeRefused says which fixes were not made, and why.
func writeRefused(w io.Writer, refused []fix.Refusal, opens func(string) string) {
	for _, r := range refused {
		fmt.Fprintf(w, "%s: not fixed: %s [%s]\n", diag.Printable(filepath.ToSlash(opens(r.Finding.File))), diag.Printable(r.Reason), r.Finding.Rule)
	}
}

// writeDiff prints a diff as it is, but on a terminal for a person to read.
func writeDiff(w io.Writer, diff []byte) error {
	if !terminal(w) {
		_, err := w.Write(diff)
		return err
	}
	return diag.WriteDiff(w, diff, colored(w))
}
