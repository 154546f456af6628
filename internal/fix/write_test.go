package fix_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"skillpack/internal/diag"
	"skillpack/internal/fix"
)

// onDisk writes a tree into a new directory.
func onDisk(t *testing.T, files tree) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		var err error
		if target, ok := strings.CutPrefix(text, "-> "); ok {
			err = os.Symlink(target, file)
		} else {
			err = os.WriteFile(file, []byte(text), 0o640)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// written writes a plan into a directory and returns why parts of it failed.
func written(t *testing.T, dir string, p *fix.Plan) (*fix.Plan, []string) {
	t.Helper()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	done, failed := p.Write(root)
	var reasons []string
	for _, f := range failed {
		reasons = append(reasons, f.Path+": "+f.Err.Error())
	}
	return &done, reasons
}

func reads(t *testing.T, file, want string) {
	t.Helper()
	if data, err := os.ReadFile(file); string(data) != want || err != nil {
		t.Errorf("%s is %q (%v), want %q", file, data, err, want)
	}
}

// A name of the greatest length leaves no room for a longer one beside it.
func TestWriteLongName(t *testing.T) {
	long := strings.Repeat("n", 252) + ".md"
	dir := onDisk(t, tree{"x/SKILL.md": named("x"), "x/" + long: "[s](skill.md)\n"})
	p := planned(t, os.DirFS(dir), linted, fix.Options{})
	if done, failed := written(t, dir, p); len(failed) > 0 || done.Fixed() != 1 {
		t.Errorf("fixed %d, failed %v", done.Fixed(), failed)
	}
	reads(t, filepath.Join(dir, "x", long), "[s](SKILL.md)\n")
}

// leftBehind returns the temporary files below a directory.
func leftBehind(t *testing.T, dir string) []string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(dir, "*", ".*"))
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestWrite(t *testing.T) {
	before := tree{"x/skill.md": named("x\ncreated: 2026-05-06"), "z/SKILL.md": named("z\ncreated: 2026-05-06")}
	dir := onDisk(t, before)
	if err := os.Chmod(filepath.Join(dir, "z/SKILL.md"), 0o755); err != nil {
		t.Fatal(err)
	}
	done, failed := written(t, dir, planned(t, os.DirFS(dir), linted, fix.Options{}))
	if len(failed) > 0 || done.Fixed() != 3 {
		t.Errorf("fixed %d, failed %v", done.Fixed(), failed)
	}
	reads(t, filepath.Join(dir, "x/SKILL.md"), named("x\ncreated: \"2026-05-06\""))
	reads(t, filepath.Join(dir, "z/SKILL.md"), named("z\ncreated: \"2026-05-06\""))
	if info, err := os.Stat(filepath.Join(dir, "z/SKILL.md")); err != nil || info.Mode().Perm() != 0o755 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	if left := leftBehind(t, dir); left != nil {
		t.Errorf("left behind: %v", left)
	}
}

// What cannot be written is named and left as it is; the rest is done.
func TestWriteFails(t *testing.T) {
	bad, good := named("x\ncreated: 2026-05-06"), named("x\ncreated: \"2026-05-06\"")
	for _, c := range []struct {
		name   string
		meddle func(file string) error
		reason string
		reads  string
	}{
		{"read-only", func(f string) error { return os.Chmod(f, 0o444) }, "it is read-only; make it writable", bad},
		{"changed meanwhile", func(f string) error { return os.WriteFile(f, []byte("mine"), 0) }, "it was changed meanwhile; run again", "mine"},
		{"a link meanwhile", func(f string) error {
			if err := os.Rename(f, f+".real"); err != nil {
				return err
			}
			return os.Symlink(filepath.Base(f)+".real", f)
		}, "it is no regular file any more", bad},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := onDisk(t, tree{"a/SKILL.md": bad, "x/SKILL.md": bad})
			p := planned(t, os.DirFS(dir), linted, fix.Options{})
			if err := c.meddle(filepath.Join(dir, "a/SKILL.md")); err != nil {
				t.Fatal(err)
			}
			done, failed := written(t, dir, p)
			if len(failed) != 1 || failed[0] != "a/SKILL.md: "+c.reason || done.Fixed() != 1 {
				t.Errorf("fixed %d, failed %v", done.Fixed(), failed)
			}
			reads(t, filepath.Join(dir, "a/SKILL.md"), c.reads)
			reads(t, filepath.Join(dir, "x/SKILL.md"), good)
			if left := leftBehind(t, dir); left != nil {
				t.Errorf("left behind: %v", left)
			}
		})
	}
}

// A directory that has become a link out of the tree is not followed.
func TestWriteStaysInside(t *testing.T) {
	bad := named("x\ncreated: 2026-05-06")
	dir, outside := onDisk(t, tree{"x/SKILL.md": bad}), onDisk(t, tree{"SKILL.md": bad})
	p := planned(t, os.DirFS(dir), linted, fix.Options{})
	if err := os.Rename(filepath.Join(dir, "x"), filepath.Join(dir, "y")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(dir, "x")); err != nil {
		t.Fatal(err)
	}
	if _, failed := written(t, dir, p); len(failed) != 1 {
		t.Errorf("failed %v", failed)
	}
	reads(t, filepath.Join(outside, "SKILL.md"), bad)
}

// A name that something took meanwhile is not overwritten.
func TestRenameFails(t *testing.T) {
	dir := onDisk(t, tree{"x/skill.md": named("x")})
	p := planned(t, os.DirFS(dir), linted, fix.Options{})
	if err := os.WriteFile(filepath.Join(dir, "x/SKILL.md"), []byte("mine"), 0o666); err != nil {
		t.Fatal(err)
	}
	want := `x/skill.md: renaming it to "SKILL.md": there is already something of that name`
	if _, failed := written(t, dir, p); len(failed) != 1 || failed[0] != want {
		t.Errorf("failed %v", failed)
	}
	reads(t, filepath.Join(dir, "x/SKILL.md"), "mine")
	reads(t, filepath.Join(dir, "x/skill.md"), named("x"))
}

func TestDiff(t *testing.T) {
	p := fix.Plan{
		Changes: []fix.Change{{Path: "x/skill.md", Before: []byte("a\nb\n"), After: []byte("a\nc")}},
		Renames: []diag.Rename{{From: "x/skill.md", To: "x/SKILL.md"}},
	}
	want := "diff s/x/skill.md s/x/skill.md\n--- s/x/skill.md\n+++ s/x/skill.md\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n\\ No newline at end of file\n" +
		"rename from s/x/skill.md\nrename to s/x/SKILL.md\n"
	if got := string(p.Diff(func(file string) string { return "s/" + file })); got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// The name of a file ends where patch takes it to end: a blank in it needs a tab behind
// it, and what would start a line of its own is escaped.
func TestDiffNames(t *testing.T) {
	for name, want := range map[string]string{
		"a b.md": "--- a b.md\t\n+++ a b.md\t\n", "é.md": "--- é.md\n+++ é.md\n",
		"a\n+b.md": "--- \"a\\n+b.md\"\n+++ \"a\\n+b.md\"\n",
	} {
		p := fix.Plan{Changes: []fix.Change{{Path: name, Before: []byte("a\n"), After: []byte("b\n")}}}
		if got := string(p.Diff(func(file string) string { return file })); !strings.Contains(got, "\n"+want+"@@") {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}
