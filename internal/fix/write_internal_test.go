package fix

import (
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"skillpack/internal/skill"
)

// fakeDisk is a directory of names that notes what is renamed, and may ignore case.
type fakeDisk struct {
	names      []string
	ignoreCase bool
	renamed    []string // the new names
}

func (d *fakeDisk) at(name string) int {
	return slices.IndexFunc(d.names, func(n string) bool {
		return n == name || d.ignoreCase && strings.EqualFold(n, name)
	})
}

func (d *fakeDisk) Lstat(name string) (fs.FileInfo, error) {
	if d.at(name) >= 0 {
		return os.Lstat(".") // any file will do
	}
	return nil, fs.ErrNotExist
}

func (d *fakeDisk) Rename(from, to string) error {
	if i := d.at(to); i >= 0 && d.ignoreCase && i == d.at(from) {
		return nil // as Linux does: both names are of one file
	}
	d.names[d.at(from)] = to
	d.renamed = append(d.renamed, to)
	return nil
}

// D62: a rename is one step, since who is killed between two has lost the file. Only
// where the disk ignores case there are two.
func TestRenameSteps(t *testing.T) {
	plain := &fakeDisk{names: []string{"skill.md"}}
	if err := rename(plain, "skill.md", "SKILL.md"); err != nil || !slices.Equal(plain.renamed, []string{"SKILL.md"}) {
		t.Errorf("%v, steps %q", err, plain.renamed)
	}
	folding := &fakeDisk{names: []string{"skill.md"}, ignoreCase: true}
	if err := rename(folding, "skill.md", "SKILL.md"); err != nil || len(folding.renamed) != 2 || folding.names[0] != "SKILL.md" {
		t.Errorf("%v, steps %q", err, folding.renamed)
	}
}

// What a killed run leaves beside a file is no part of a skill.
func TestBeside(t *testing.T) {
	dir := t.TempDir()
	for _, file := range []string{"x/SKILL.md", path.Join("x", beside("SKILL.md"))} {
		if err := os.MkdirAll(path.Join(dir, path.Dir(file)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path.Join(dir, file), []byte("---\nname: x\ndescription: Does things.\n---\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	tree, _, err := skill.Load(t.Context(), os.DirFS(dir), skill.Options{})
	if err != nil || len(tree.Files) != 1 {
		t.Errorf("%d files, %v", len(tree.Files), err)
	}
}
