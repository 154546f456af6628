package lint_test

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"skillpack/internal/diag"
	"skillpack/internal/fix"
	"skillpack/internal/skill"
	"skillpack/lint"
)

// TestFixesOfScripts fixes the trees of every rule's script, each rule on.
func TestFixesOfScripts(t *testing.T) {
	names, err := filepath.Glob("testdata/rules/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	for _, name := range names {
		s, err := readScript(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, section := range []string{"bad", "good", "silenced"} {
			t.Run(filepath.Base(name)+"/"+section, func(t *testing.T) {
				fsys, err := lint.SourceTree(s[section])
				if err != nil {
					t.Fatal(err)
				}
				checkFixed(t, fsys, fix.Options{})
				checkFixed(t, fsys, fix.Options{Unsafe: true, LineEndings: true})
			})
		}
	}
}

// TestFixesOfRandomFrontmatter does so for frontmatter that is put together at random. The
// seed is fixed, so that a failure can be repeated.
func TestFixesOfRandomFrontmatter(t *testing.T) {
	const skills = 400
	random := rand.New(rand.NewPCG(1, 2))
	fsys := fstest.MapFS{}
	for i := range skills {
		name := fmt.Sprintf("s%d", i)
		fsys[name+"/SKILL.md"] = &fstest.MapFile{Data: []byte(randomManifest(random, name)), Mode: 0o644}
	}
	checkFixed(t, fsys, fix.Options{})
	checkFixed(t, fsys, fix.Options{Unsafe: true, LineEndings: true})
}

func randomManifest(random *rand.Rand, name string) string {
	one := func(of ...string) string { return of[random.IntN(len(of))] }
	keys := []string{"license", "version", "allowed-tools", "allowed_tools", "argument-hint", "model", "on", "metadata", "tags", "x"}
	random.Shuffle(len(keys), func(i, j int) { keys[i], keys[j] = keys[j], keys[i] })
	var b strings.Builder
	b.WriteString(one("", "", "", "\ufeff") + one("---", "---", "--- ") + "\nname: " + name + "\n" + one("description", "description", "descripton") + ": ")
	b.WriteString(one("Does it.", "a: b", "Post to #ops", "\"q\" # c", ">-\n  two\n  lines", "two\n  lines", "\"a\n\n  b\"") + "\n")
	for _, key := range keys[:random.IntN(6)] {
		b.WriteString(one("", "", "# note\n", "\n") + key + ": ")
		b.WriteString(one("1.10", "yes", "2026-05-06  # when", "[Read, 'Bash(a b)']", "[a,\n  b]", "Read, Write", "\n  - Read\n  - 12:30", "\n  k: 010\n  l: {m: no}",
			"![x](u)", "*b* c", "'it''s' # d", "", "|\n  a: b\n  # no comment\n", "0x10", "a #b", "@c", "{a: 1, 'b': ~}", "[x] y") + "\n")
	}
	b.WriteString(one("---", "---", "---\t") + "\n# X\n\n---\na: b\n[up](#x)\n")
	if random.IntN(4) == 0 {
		return strings.ReplaceAll(b.String(), "\n", "\r\n")
	}
	return b.String()
}

// checkFixed fixes a tree and holds the outcome to what fixes promise: a second run
// changes nothing and finds what the first has left, nothing is left that could be fixed
// unless it says why, and what was not fixed reads as before.
func checkFixed(t *testing.T, fsys fstest.MapFS, o fix.Options) {
	t.Helper()
	first := planFixes(t, fsys, o)
	for _, c := range first.Changes {
		checkUntouched(t, c)
	}
	second := planFixes(t, done(fsys, first), o)
	if second.Fixed() > 0 || len(second.Left) != len(first.Left) {
		t.Errorf("a second run fixes %d, and leaves %d of %d", second.Fixed(), len(second.Left), len(first.Left))
	}
	fixable := 0
	for _, d := range second.Left {
		if d.Fix != nil && (o.Unsafe || !d.Fix.Unsafe) {
			fixable++
		}
	}
	if fixable > len(second.Refused) {
		t.Errorf("%d are left that could be fixed, %d are refused", fixable, len(second.Refused))
	}
}

// planFixes plans the fixes of a tree, every rule on.
func planFixes(t *testing.T, fsys fs.FS, o fix.Options) *fix.Plan {
	t.Helper()
	check := func(ctx context.Context, view *fix.View) (*skill.Tree, []diag.Diagnostic, error) {
		tree, c := loadTree(t, view)
		c.All = true
		return tree, lint.Run(ctx, tree, c), nil
	}
	p, err := fix.Make(t.Context(), fsys, check, o)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// done returns a tree with a plan done to it.
func done(fsys fstest.MapFS, p *fix.Plan) fstest.MapFS {
	out := fstest.MapFS{}
	for file, f := range fsys {
		copied := *f
		for _, c := range p.Changes {
			if c.Path == file {
				copied.Data = c.After
			}
		}
		out[p.Now(file)] = &copied
	}
	return out
}

// checkUntouched compares the fields of a file before and after by their text: where that
// is the same, so is the value. Another value is in quotes, a boolean, the name or tools.
func checkUntouched(t *testing.T, c fix.Change) {
	t.Helper()
	was, _, _ := skill.ParseFrontmatter(c.Before)
	is, _, _ := skill.ParseFrontmatter(c.After)
	if was == nil {
		return
	}
	if is == nil || len(was.Fields) != len(is.Fields) {
		t.Errorf("%s: from\n%s\nto\n%s", c.Path, c.Before, c.After)
		return
	}
	for i, f := range was.Fields {
		text, value := written(c.Before, f)
		textNow, valueNow := written(c.After, is.Fields[i])
		key, kind := is.Fields[i].Key, is.Fields[i].Value.Kind
		meant := strings.Contains(textNow, `"`) || kind == skill.Bool || key == "name" || key == "allowed-tools"
		if value != valueNow && (text == textNow || !meant) {
			t.Errorf("%s: %q was %s, now %q is %s", c.Path, text, value, textNow, valueNow)
		}
	}
}

// written returns the text of a field with LF, and its value as JSON.
func written(data []byte, f skill.Field) (text, value string) {
	text = string(bytes.ReplaceAll(data[f.Span.Start:f.Value.Span.End], []byte("\r\n"), []byte("\n")))
	return text, string(f.Value.AppendJSON(nil))
}
