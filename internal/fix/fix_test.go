package fix_test

import (
	"context"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"skillpack/internal/diag"
	"skillpack/internal/fix"
	"skillpack/internal/skill"
	"skillpack/lint"
)

// tree is a source tree by path. A text that starts with "-> " is a symbolic link.
type tree map[string]string

func (t tree) files() fstest.MapFS {
	fsys := fstest.MapFS{}
	for file, text := range t {
		fsys[file] = &fstest.MapFile{Data: []byte(text), Mode: 0o644}
		if target, ok := strings.CutPrefix(text, "-> "); ok {
			fsys[file] = &fstest.MapFile{Data: []byte(target), Mode: fs.ModeSymlink | 0o777}
		}
	}
	return fsys
}

// one is a tree of one skill in the directory x.
func one(manifest string) tree { return tree{"x/SKILL.md": manifest} }

// front is a SKILL.md with these lines of frontmatter behind a name and a description.
func front(lines string) string {
	return "---\nname: x\ndescription: Does things.\n" + lines + "\n---\n# X\n"
}

// linted checks a tree with every rule as it is by default.
func linted(ctx context.Context, fsys *fix.View) (*skill.Tree, []diag.Diagnostic, error) {
	t, _, err := skill.Load(ctx, fsys, skill.Options{})
	if err != nil {
		return nil, nil, err
	}
	return t, lint.Run(ctx, t, lint.Config{}), nil
}

func planned(t *testing.T, fsys fs.FS, check fix.Check, o fix.Options) *fix.Plan {
	t.Helper()
	p, err := fix.Make(t.Context(), fsys, check, o)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// after returns the tree that a plan makes of a tree.
func after(t *testing.T, before tree, p *fix.Plan) tree {
	t.Helper()
	out := maps.Clone(before)
	for _, c := range p.Changes {
		if out[c.Path] != string(c.Before) {
			t.Errorf("%s was %q, the plan takes it for %q", c.Path, out[c.Path], c.Before)
		}
		out[c.Path] = string(c.After)
	}
	for _, r := range p.Renames {
		for file, text := range maps.Clone(out) {
			if rest, ok := strings.CutPrefix(file, r.From); ok && (rest == "" || rest[0] == '/') {
				delete(out, file)
				out[r.To+rest] = text
			}
		}
	}
	return out
}

// isDone plans the fixes of a tree, and those of what comes out, which must be none.
func isDone(t *testing.T, before, want tree, o fix.Options) *fix.Plan {
	t.Helper()
	p := planned(t, before.files(), linted, o)
	got := after(t, before, p)
	if !maps.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	again := planned(t, got.files(), linted, o)
	if len(again.Changes)+len(again.Renames) > 0 {
		t.Errorf("a second run changes %q and renames %v", after(t, got, again), again.Renames)
	}
	if !slices.EqualFunc(p.Left, again.Left, func(a, b diag.Diagnostic) bool { return a.Message == b.Message && a.File == b.File }) {
		t.Errorf("left are %v, a fresh run finds %v", p.Left, again.Left)
	}
	return p
}
