package discovery

import (
	"bytes"
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

// tree is a source of a test catalog: paths to contents. A SKILL.md whose content has no
// frontmatter gets one, with the content as its description.
type tree map[string]string

// compiled is the catalog of a tree, even of one with findings.
func compiled(t testing.TB, src tree, o skill.Options, unlisted ...string) *catalog.Catalog {
	t.Helper()
	files := fstest.MapFS{}
	for file, text := range src {
		if path.Base(file) == protocol.ManifestName && !strings.HasPrefix(text, "---") {
			name, _ := json.Marshal(path.Base(path.Dir(file)))
			text = "---\nname: " + string(name) + "\ndescription: " + text + "\n---\n\nDo it.\n"
		}
		files[file] = &fstest.MapFile{Data: []byte(text), Mode: fs.ModePerm}
	}
	loaded, _, err := skill.Load(t.Context(), files, o)
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

// set is the set of a tree.
func set(t testing.TB, src tree, o Options) *Set {
	t.Helper()
	s, err := New(compiled(t, src, skill.Options{}), o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// paths are those of the files of a set.
func paths(s *Set) []string {
	var all []string
	for _, f := range s.Files() {
		all = append(all, f.Path)
	}
	return all
}

// content is the bytes of the file of a set at a path.
func content(t testing.TB, s *Set, at string) []byte {
	t.Helper()
	for _, f := range s.Files() {
		if f.Path == at {
			data, err := f.Bytes()
			if err != nil {
				t.Fatal(err)
			}
			return data
		}
	}
	t.Fatalf("no file %q among %q", at, paths(s))
	return nil
}

// document is the JSON at a path of a set.
func document[T any](t testing.TB, s *Set, at string) T {
	t.Helper()
	var d T
	decoder := json.NewDecoder(bytes.NewReader(content(t, s, at)))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&d); err != nil {
		t.Fatal(err)
	}
	return d
}
