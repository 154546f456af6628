package site

import (
	"encoding/json"
	"io/fs"
	"path"
	"strings"
	"testing"
	"testing/fstest"

	"skillpack/build"
	"skillpack/catalog"
	"skillpack/internal/diag"
	"skillpack/internal/protocol"
	"skillpack/internal/skill"
	"skillpack/lint"
)

// tree is the source of a catalog: paths to contents. A SKILL.md without frontmatter gets
// one, with the name of its folder.
type tree map[string]string

// compiled is the catalog of a tree, whatever lint says of it.
func compiled(t testing.TB, src tree, unlisted ...string) *catalog.Catalog {
	t.Helper()
	files := fstest.MapFS{}
	for file, text := range src {
		if path.Base(file) == protocol.ManifestName && !strings.HasPrefix(text, "---") {
			name, _ := json.Marshal(path.Base(path.Dir(file)))
			text = "---\nname: " + string(name) + "\ndescription: Explains what is tested.\n---\n\n" + text
		}
		files[file] = &fstest.MapFile{Data: []byte(text), Mode: fs.ModePerm}
	}
	loaded, _, err := skill.Load(t.Context(), files, skill.Options{})
	if err != nil {
		t.Fatal(err)
	}
	lowered := map[string]diag.Severity{}
	for _, r := range lint.Rules() {
		lowered[r.ID] = diag.Warning
	}
	c, found, err := build.Compile(t.Context(), loaded, build.Options{Lint: lint.Config{Severity: lowered}, Unlisted: unlisted})
	if err != nil || c == nil {
		t.Fatalf("no catalog: %v: %v", err, found)
	}
	if c, err = catalog.Freeze(c); err != nil {
		t.Fatal(err)
	}
	return c
}

// examples is the catalog of example-skills.
func examples(t testing.TB) *catalog.Catalog {
	t.Helper()
	c, err := catalog.Open("../../build/testdata/example-skills.json")
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// made is the site of a catalog.
func made(t testing.TB, c *catalog.Catalog, o Options) *Site {
	t.Helper()
	s, err := New(c, o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// content is the bytes of the file of a site at a path.
func content(t testing.TB, s *Site, at string) string {
	t.Helper()
	f, ok := s.Lookup(at)
	if !ok {
		t.Fatalf("no file %q in the site", at)
	}
	data, err := f.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// mainOf is what a page says, without the frame that all pages
// have.
func mainOf(t testing.TB, s *Site, at string) string {
	t.Helper()
	_, rest, _ := strings.Cut(content(t, s, at), "<main")
	main, _, found := strings.Cut(rest, "</main>")
	if !found {
		t.Fatalf("%s has no main", at)
	}
	return main
}
