package reuse

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"skillpack/internal/diag"
	"skillpack/internal/skill"
	"skillpack/lint"
)

// grove is a tree of skills on disk that tests change.
type grove struct {
	t    *testing.T
	root string
}

func (g grove) write(file, text string) {
	full := filepath.Join(g.root, file)
	_ = os.MkdirAll(filepath.Dir(full), 0o755) // where a file is in the way the edit does nothing
	_ = os.WriteFile(full, []byte(text), 0o644)
}

// describe writes a SKILL.md with one of a few names and descriptions, most of one size.
func (g grove) describe(dir string, r *rand.Rand) {
	said := []string{
		"Collects open invoices and writes reminders, one for each customer.",
		"Collects open invoices and writes reminders, one for each supplier.",
		"collects open invoices, and writes reminders: one for each customer",
	}[r.IntN(3)]
	name := filepath.Base(dir)
	if r.IntN(4) == 0 {
		name = "skill-1"
	}
	link := []string{"references/a.md", "../skill-2/SKILL.md", "scripts/b.sh"}[r.IntN(3)]
	g.write(dir+"/SKILL.md", fmt.Sprintf("---\nname: %s\ndescription: %s\n---\nSee [it](%s).\n", name, said, link))
}

// inPlace changes a file, if it is there, of which neither the directory tells anything nor
// the time of modification.
func (g grove) inPlace(full string, change func([]byte) []byte) {
	info, err := os.Stat(full)
	if err != nil || !info.Mode().IsRegular() {
		return
	}
	text, err := os.ReadFile(full)
	if err != nil {
		g.t.Fatal(err)
	}
	if err := os.WriteFile(full, change(text), 0o644); err != nil {
		g.t.Fatal(err)
	}
	if err := os.Chtimes(full, info.ModTime(), info.ModTime()); err != nil {
		g.t.Fatal(err)
	}
}

func (g grove) edit(r *rand.Rand) {
	skill := func() string { return fmt.Sprintf("group-%d/skill-%d", r.IntN(3), r.IntN(6)) }
	file := skill() + []string{"/references/a.md", "/scripts/b.sh", "/SKILL.md", "/Extra.md", "/extra.md"}[r.IntN(5)]
	full := filepath.Join(g.root, file)
	switch r.IntN(14) {
	case 0, 1, 2:
		g.describe(skill(), r)
	case 12:
		g.inPlace(full, func(text []byte) []byte { return []byte(strings.ToUpper(string(text))) })
	case 13: // a copy of what others hold, or none any more
		g.inPlace(full, func(text []byte) []byte {
			return []byte(strings.Repeat("The same text, put into files that were there. ", 30+r.IntN(2)))
		})
	case 3:
		_ = os.RemoveAll(filepath.Join(g.root, skill()))
	case 4:
		_ = os.Rename(filepath.Join(g.root, skill()), filepath.Join(g.root, skill()))
	case 5, 6:
		g.write(file, strings.Repeat("The same text in some files of many skills. ", 40+r.IntN(2)))
	case 7:
		now := time.Now()
		_ = os.Chtimes(full, now, now.Add(-time.Hour))
	case 8:
		_ = os.Chmod(full, []os.FileMode{0o644, 0o755}[r.IntN(2)])
	case 9:
		_ = os.Symlink(filepath.Join("..", "skill-1"), filepath.Join(g.root, filepath.Dir(file), "linked"))
	case 10:
		_ = os.Symlink("../../group-1/skill-1/SKILL.md", full)
	case 11:
		_ = os.Remove(full)
	}
}

// found is what lint says of one skill, of which all or only is read.
func (g grove) found(dir string, only []string, disk *Disk) []diag.Diagnostic {
	g.t.Helper()
	o := skill.Options{Root: g.root, Only: only}
	fsys := os.DirFS(g.root)
	if disk != nil {
		fsys, o.Notes = disk, disk
	}
	tree, _, err := skill.Load(g.t.Context(), fsys, o)
	if err != nil {
		g.t.Fatal(err)
	}
	found := lint.Run(g.t.Context(), tree, lint.Config{All: true, Only: []string{dir}})
	if err := tree.Err(); err != nil {
		g.t.Fatal(err)
	}
	return found
}

// What lint says of one skill is what a run of the whole tree says of it, whatever is
// remembered of the tree and was done to it since.
func TestLintOfOneSkillAfterRandomEdits(t *testing.T) {
	s, m := tree(t)
	g := grove{t, m.Root}
	r := rand.New(rand.NewPCG(1, 7))
	for i := range 18 {
		g.describe(fmt.Sprintf("group-%d/skill-%d", i/6, i%6), r)
		g.write(fmt.Sprintf("group-%d/skill-%d/references/a.md", i/6, i%6), "Text.\n")
	}
	said := map[string]int{}
	looked := 0
	for range 120 {
		for range r.IntN(4) {
			g.edit(r)
		}
		dir := fmt.Sprintf("group-%d/skill-%d", r.IntN(3), r.IntN(6))
		only := []string{dir}
		d := opened(t, s, true)
		with := g.found(dir, only, d)
		looked += int(d.renewed.Load())
		if err := d.Keep(); err != nil {
			t.Fatal(err)
		}
		if without := g.found(dir, only, nil); !reflect.DeepEqual(with, without) {
			t.Fatalf("of %q is said with what is remembered\n%v\nand without\n%v", dir, with, without)
		}
		if whole := g.found(dir, nil, nil); !reflect.DeepEqual(with, whole) {
			t.Fatalf("of %q is said\n%v\nand where the whole tree is read\n%v", dir, with, whole)
		}
		for _, f := range with {
			said[f.Rule]++
		}
	}
	for _, rule := range []string{"name/duplicate", "frontmatter/similar-description", "files/duplicate", "files/collision", "links/missing"} {
		if said[rule] == 0 {
			t.Errorf("%s was never said, only %v", rule, said)
		}
	}
	if looked > 120*few {
		t.Errorf("%d times something was looked at anew in 120 runs", looked)
	}
}
