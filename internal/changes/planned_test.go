package changes_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"skillpack/build"
	"skillpack/catalog"
	"skillpack/internal/changes"
	"skillpack/internal/skill"
	"skillpack/lint"
)

// built builds the tree in a directory.
func built(t *testing.T, dir string) *catalog.Catalog {
	t.Helper()
	tree, found, err := skill.Load(t.Context(), os.DirFS(dir), skill.Options{Scheme: "skill"})
	if err != nil {
		t.Fatal(err, found)
	}
	c, found, err := build.Compile(t.Context(), tree, build.Options{
		Lint: lint.Config{}, Server: build.DefaultServer(),
	})
	if c == nil || err != nil {
		t.Fatal(err, found)
	}
	frozen, err := catalog.Freeze(c)
	if err != nil {
		t.Fatal(err)
	}
	return frozen
}

// tree is a directory of skills that a test changes.
type tree struct {
	t   *testing.T
	dir string
}

func (d tree) path(name string) string { return filepath.Join(d.dir, filepath.FromSlash(name)) }

func (d tree) must(err error) {
	d.t.Helper()
	if err != nil {
		d.t.Fatal(err)
	}
}

func (d tree) write(name, text string) {
	d.t.Helper()
	d.must(os.MkdirAll(filepath.Dir(d.path(name)), 0o777))
	d.must(os.WriteFile(d.path(name), []byte(text), 0o666))
}

// replace puts one text for another that is there once.
func (d tree) replace(name, old, now string) {
	d.t.Helper()
	data, err := os.ReadFile(d.path(name))
	d.must(err)
	if strings.Count(string(data), old) != 1 {
		d.t.Fatalf("%s has %q %d times", name, old, strings.Count(string(data), old))
	}
	d.write(name, strings.Replace(string(data), old, now, 1))
}

func (d tree) add(name, text string) {
	d.t.Helper()
	data, err := os.ReadFile(d.path(name))
	d.must(err)
	d.write(name, string(data)+text)
}

// twelve makes the planned changes.
func (d tree) twelve() {
	d.write("greet/SKILL.md", "---\nname: greet\ndescription: Greets people. Use when somebody comes.\n---\n\n# Greet\n") // 1 a skill added
	d.must(os.RemoveAll(d.path("review-openapi")))                                                                        // 2 a skill removed
	d.must(os.Mkdir(d.path("office"), 0o777))
	d.must(os.Rename(d.path("meeting-notes"), d.path("office/meeting-notes")))                    // 3 a directory renamed
	d.add("write-skill/references/structure.md", "\n")                                            // 4 a byte in a reference
	d.write("review-skill/references/more.md", "One.\nTwo.\n")                                    // 5 a file added
	d.must(os.Remove(d.path("commit-message/assets/old.txt")))                                    // 6 a file removed
	d.replace("changelog/SKILL.md", "Writes and maintains", "Keeps")                              // 7 a description changed
	d.replace("cut-release/SKILL.md", "\nmetadata:\n", "\nmetadata:\n  reviewed: \"2026\"\n")     // 8 a field of metadata added
	d.replace("commit-message/SKILL.md", "Bash(sh:*)\"", "Bash(sh:*) Bash(rm -r *)\"")            // 9 allowed-tools grown
	d.write("publish-skills/scripts/extra.sh", "echo extra\n")                                    // 10 a script added
	d.add("catalog-guide/SKILL.md", "\nSee [the format](https://agentskills.io/what).\n")         // 11 an outside link added
	d.add("acme/platform/oncall/incident-notes/postmortem/references/causes.md", "\nOne more.\n") // 12 a nested skill's file changed
}

// TestTwelvePlannedChanges holds that two builds of the example skills with twelve planned
// changes differ in exactly those: the whole text is below.
func TestTwelvePlannedChanges(t *testing.T) { // H6, M7
	old, now := tree{t, t.TempDir()}, tree{t, t.TempDir()}
	for _, d := range []tree{old, now} {
		d.must(os.CopyFS(d.dir, os.DirFS("../../example-skills")))
		d.write("commit-message/assets/old.txt", "old\nfile")
	}
	a, same := built(t, old.dir), built(t, now.dir)
	if c := changes.Find(a, same); !c.Empty() || changes.Summary(c) != "no differences" {
		t.Errorf("two builds of one tree differ: %s", changes.Summary(c))
	}
	now.twelve()
	var b bytes.Buffer
	if err := changes.WriteText(&b, changes.Find(a, built(t, now.dir)), false); err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile("testdata/twelve.txt")
	if err != nil || b.String() != string(want) {
		t.Errorf("%v; got\n%s", err, b.String())
	}
}
