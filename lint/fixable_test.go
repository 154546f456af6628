package lint_test

import (
	"iter"
	"path/filepath"
	"testing"
	"testing/fstest"

	"skillpack/internal/diag"
	"skillpack/internal/fix"
	"skillpack/lint"
)

// Rules say truly what mends their findings: as the fixes tell that are offered over all
// cases, the trees of all scripts and the bad examples of the documentation.
func TestFixableIsTrue(t *testing.T) {
	offered := map[string]lint.Fixable{}
	for d := range everyFinding(t) {
		for _, fix := range []*diag.Fix{d.Fix, d.OtherFix} {
			switch {
			case fix == nil:
			case !fix.Unsafe:
				offered[d.Rule] = lint.BySafeFix
			case offered[d.Rule] == lint.ByHand:
				offered[d.Rule] = lint.ByUnsafeFix
			}
		}
	}
	for rule := range mendedByLineEndings(t) {
		if offered[rule] == lint.ByHand {
			offered[rule] = lint.ByLineEndings
		}
	}
	for _, r := range lint.Rules() {
		if got, want := r.Fixable(), offered[r.ID]; got != want {
			t.Errorf("%s says it is fixed by %q, and its findings offer %q", r.ID, got, want)
		}
	}
}

// mendedByLineEndings are the rules of which saving files with LF takes away findings, and
// of which it leaves none where there were.
func mendedByLineEndings(t *testing.T) map[string]bool {
	mended := map[string]bool{}
	for fsys := range everyTree(t) {
		before, after := planFixes(t, fsys, fix.Options{}), planFixes(t, fsys, fix.Options{LineEndings: true})
		for _, d := range before.Left {
			if fix.OfLineEndings(d.Rule) {
				mended[d.Rule] = true
			}
		}
		for _, d := range after.Left {
			if fix.OfLineEndings(d.Rule) {
				t.Errorf("%s is left at %s", d.Rule, d.File)
			}
		}
	}
	return mended
}

// everyFinding is what a full run with every opinion says of the cases and the scripts.
func everyFinding(t *testing.T) iter.Seq[diag.Diagnostic] {
	return func(yield func(diag.Diagnostic) bool) {
		for fsys := range everyTree(t) {
			tree, c := loadTree(t, fsys)
			c.All = true
			for _, d := range lint.Run(t.Context(), tree, c) {
				if !yield(d) {
					return
				}
			}
		}
	}
}

func everyTree(t *testing.T) iter.Seq[fstest.MapFS] {
	return func(yield func(fstest.MapFS) bool) {
		for _, fsys := range lint.CaseTrees() {
			if !yield(fsys) {
				return
			}
		}
		scripts, err := filepath.Glob("testdata/rules/*.txtar")
		if err != nil || len(scripts) == 0 {
			t.Fatalf("no scripts: %v", err)
		}
		for _, file := range scripts {
			s, err := readScript(file)
			if err != nil {
				t.Fatal(err)
			}
			fsys, err := lint.SourceTree(s["bad"])
			if err != nil {
				t.Fatal(err)
			}
			if !yield(fsys) {
				return
			}
		}
	}
}
