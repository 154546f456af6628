package deploy

import (
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestFlagsAreThere holds every flag that an example or docs/operations.md gives to
// "skillpack serve" to its help, and the document to every flag.
func TestFlagsAreThere(t *testing.T) {
	optIn(t)
	flag := regexp.MustCompile(`--[a-z]+(?:-[a-z]+)*`)
	there := flag.FindAllString(must(t, newBinary(t), "serve", "--help"), -1)
	told, err := os.ReadFile("../docs/operations.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range there {
		if !strings.Contains(string(told), "`"+name) && name != "--help" {
			t.Errorf("docs/operations.md does not tell of %s", name)
		}
	}
	for file, text := range commands(t) {
		for _, name := range flag.FindAllString(text, -1) {
			if !slices.Contains(there, name) && !slices.Contains(foreign(), name) {
				t.Errorf("%s names %s, which skillpack serve has not", file, name)
			}
		}
	}
}

// foreign are the flags of other programs.
func foreign() []string {
	return []string{
		"--build-arg", "--cap-drop", "--check", "--from", "--mod", "--now", "--read-only", "--security-opt", "--server-side", "--target",
		"--bundle", "--key", "--chmod",
	}
}

// commands returns the examples and the document by path.
func commands(t *testing.T) map[string]string {
	t.Helper()
	texts := map[string]string{}
	add := func(fsys fs.FS, keep func(string) bool) {
		err := fs.WalkDir(fsys, ".", func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !keep(path) {
				return err
			}
			data, err := fs.ReadFile(fsys, path)
			texts[path] = string(data)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	add(os.DirFS("."), func(p string) bool { return !strings.HasSuffix(p, ".go") && !strings.HasPrefix(p, "check/") })
	add(os.DirFS("../docs"), func(p string) bool { return p == "operations.md" })
	if len(texts) < 15 {
		t.Fatalf("only %d files", len(texts))
	}
	return texts
}
