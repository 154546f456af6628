package main

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"skillpack/internal/config"
	"skillpack/lint"
)

func readme(t *testing.T) string {
	t.Helper()
	data, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// say runs a command line and returns what it prints on both outputs.
func say(t *testing.T, args ...string) string {
	t.Helper()
	var both strings.Builder
	run(t.Context(), args, stdio{strings.NewReader(""), &both, &both})
	return both.String()
}

// TestReadmeShowsRealOutput runs what the README shows and expects each line of the
// output in it.
func TestReadmeShowsRealOutput(t *testing.T) {
	text := readme(t)
	shows := func(output string) {
		t.Helper()
		for line := range strings.Lines(output) {
			if !strings.Contains(text, "    "+line) {
				t.Errorf("the README does not show this line of the real output:\n%s", line)
			}
		}
	}
	example, err := filepath.Abs("testdata/readme")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	if err := os.CopyFS("skills", os.DirFS(example)); err != nil {
		t.Fatal(err)
	}
	shows(say(t, "lint", "skills"))
	if err := os.RemoveAll("skills"); err != nil {
		t.Fatal(err)
	}
	shows(say(t, "new", "release-notes", "--template", "references", "--dir", "skills"))
	shows(say(t, "lint", "skills"))
	shows(say(t, "build", filepath.Join(example, "../../../../example-skills")))
	served, _, _ := strings.Cut(say(t, "serve", "catalog.json", "--stdio"), " on standard")
	if !strings.Contains(text, "    "+served+" at http://") {
		t.Errorf("the README does not show %q", served)
	}
}

// TestReadmeNamesFlagsThatExist takes each command and flag of the table of commands.
func TestReadmeNamesFlagsThatExist(t *testing.T) {
	root := newRoot(stdio{nil, os.Stdout, os.Stderr})
	rows := regexp.MustCompile("(?m)^\\| `skillpack (\\w+).*$").FindAllStringSubmatch(readme(t), -1)
	if len(rows) != 9 {
		t.Errorf("the table has %d commands", len(rows))
	}
	for _, row := range rows {
		c, _, err := root.Find([]string{row[1]})
		if err != nil || c == root {
			t.Errorf("there is no command %s", row[1])
			continue
		}
		c.InitDefaultHelpFlag()
		for _, flag := range regexp.MustCompile("--([a-z-]+)").FindAllStringSubmatch(row[0], -1) {
			if c.Flags().Lookup(flag[1]) == nil {
				t.Errorf("%s has no flag --%s", row[1], flag[1])
			}
		}
	}
}

// TestReadmeConfigurationIsValid parses the skillpack.yaml that the README shows.
func TestReadmeConfigurationIsValid(t *testing.T) {
	_, rest, _ := strings.Cut(readme(t), "```yaml\n")
	yaml, _, found := strings.Cut(rest, "```")
	if !found {
		t.Fatal("the README shows no YAML")
	}
	if _, findings := config.Parse([]byte(yaml), lint.Rules()); len(findings) > 0 {
		t.Errorf("found %v", findings)
	}
}

// TestReadmeConfigurationDoesWhatItSays builds a tree with that configuration.
func TestReadmeConfigurationDoesWhatItSays(t *testing.T) {
	_, rest, _ := strings.Cut(readme(t), "```yaml\n")
	yaml, _, _ := strings.Cut(rest, "```")
	t.Chdir(t.TempDir())
	for path, text := range map[string]string{
		"skillpack.yaml":          yaml,
		"catalog-guide/SKILL.md":  "---\nname: catalog-guide\ndescription: Says which skill to take.\n---\n",
		"refunds/SKILL.md":        "---\nname: refunds\ndescription: Pays back.\n---\n",
		"refunds/drafts/notes.md": "A draft.\n",
		"legacy/old/SKILL.md":     "---\nname: old\ndescription: Is old.\n---\n[gone](gone.md)\n",
	} {
		path = filepath.Join("skills", path)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, []byte(text), 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	if said := say(t, "build", "skills", "--strict"); !strings.Contains(said, "skills    3, 1 of them unlisted\n") {
		t.Fatalf("the build says\n%s", said)
	}
	data, err := os.ReadFile("catalog.json")
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]bool{
		`"uri":"skill://acme/platform/refunds/SKILL.md"`: true, `"name":"acme-skills","version":"1.0.0"`: true,
		`"ttlMs":300000,"cacheScope":"public"`: true, "drafts": false,
	} {
		if strings.Contains(string(data), text) != want {
			t.Errorf("%s in the catalog: %v, want %v", text, !want, want)
		}
	}
}
