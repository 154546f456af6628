package discovery

import (
	"net/url"
	"path"
	"slices"
	"strings"
	"testing"

	"skillpack/internal/protocol"
	"skillpack/internal/skill"
)

const rootIndex = ".well-known/agent-skills/index.json"

// zoo has a skill of one file, one of several, a nested one and an unlisted one.
var zoo = tree{
	"team/notes/SKILL.md":      "Takes notes & \"more\" <b>",
	"team/tools/SKILL.md":      "Has tools",
	"team/tools/run.sh":        "#!/bin/sh\necho hi\n",
	"team/tools/ref/a b.md":    "é\r\n",
	"team/tools/deep/SKILL.md": "Is nested",
	"team/tools/deep/x.bin":    "\x00\xff",
	"hidden/SKILL.md":          "Is unlisted",
}

func TestIndexOfZoo(t *testing.T) {
	s, err := New(compiled(t, zoo, skill.Options{}, "hidden"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		".well-known/agent-skills/deep.tar.gz", rootIndex,
		".well-known/agent-skills/notes/SKILL.md", ".well-known/agent-skills/tools.tar.gz",
	}
	if got := paths(s); !slices.Equal(got, want) {
		t.Errorf("files %q, want %q", got, want)
	}
	d := document[indexDocument](t, s, rootIndex)
	if d.Schema != "https://schemas.agentskills.io/discovery/0.2.0/schema.json" || len(d.Skills) != 3 {
		t.Fatalf("got %+v", d)
	}
	for i, want := range []indexRow{
		{Name: "deep", Type: "archive", Description: "Is nested", URL: "deep.tar.gz"},
		{Name: "notes", Type: "skill-md", Description: "Takes notes & \"more\" <b>", URL: "notes/SKILL.md"},
		{Name: "tools", Type: "archive", Description: "Has tools", URL: "tools.tar.gz"},
	} {
		want.Digest = d.Skills[i].Digest
		if d.Skills[i] != want {
			t.Errorf("row %+v, want %+v", d.Skills[i], want)
		}
	}
	checkArtifacts(t, s, "https://host.example/docs/")
	if len(s.Warnings()) > 0 {
		t.Errorf("warned of %q", s.Warnings())
	}
}

// The keys of a frontmatter count by their case: others than "name" and "description" are
// somebody's own, of any type.
func TestIndexReadsTheKeysOfAFrontmatterByTheirCase(t *testing.T) {
	s := set(t, tree{"notes/SKILL.md": "---\nname: notes\ndescription: Takes notes\nName: [1]\nNAME: other\nDescription: {}\nDESCRIPTION: Does other things\n---\n\nDo it.\n"}, Options{})
	d := document[indexDocument](t, s, rootIndex)
	if len(d.Skills) != 1 || d.Skills[0].Name != "notes" || d.Skills[0].Description != "Takes notes" {
		t.Errorf("rows %+v", d.Skills)
	}
}

// A panic in another goroutine would end a server for all that it serves.
func TestIndexOfAnArchiveThatPanics(t *testing.T) {
	broken := &entry{uri: "skill://x/SKILL.md", members: make([]member, 2), packers: &packers{}}
	if _, err := digests([]*entry{broken}); err == nil || !strings.Contains(err.Error(), "panic: ") {
		t.Errorf("error %v", err)
	}
}

// checkArtifacts resolves every URL of every index as the RFC says, with the site at a URL,
// and compares the digest of what is there.
func checkArtifacts(t *testing.T, s *Set, site string) {
	t.Helper()
	base, err := url.Parse(site)
	if err != nil {
		t.Fatal(err)
	}
	for _, at := range paths(s) {
		if path.Base(at) != indexName || path.Base(path.Dir(at)) != "agent-skills" {
			continue
		}
		for _, row := range document[indexDocument](t, s, at).Skills {
			artifact, err := base.JoinPath(strings.Split(at, "/")...).Parse(row.URL)
			if err != nil {
				t.Fatal(err)
			}
			found := strings.TrimPrefix(artifact.Path, base.Path)
			if got := protocol.Digest(content(t, s, found)); got != row.Digest {
				t.Errorf("%s says %s of %s, which has %s", at, row.Digest, found, got)
			}
		}
	}
}

func TestKnownDigestsAndTypes(t *testing.T) {
	s := set(t, zoo, Options{Legacy: true})
	for _, f := range s.Files() {
		data, err := f.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		if f.Digest != "" && (f.Digest != protocol.Digest(data) || f.Size != int64(len(data))) {
			t.Errorf("%s is said to have %s, %d bytes", f.Path, f.Digest, f.Size)
		}
		want := map[string]string{".json": "application/json", ".gz": "application/gzip", ".md": "text/markdown; charset=utf-8"}[path.Ext(f.Path)]
		if path.Base(f.Path) == "a b.md" || want == "" {
			want = "application/octet-stream" // a file of a skill, which no browser must run
		}
		if f.Type != want {
			t.Errorf("%s is %s, want %s", f.Path, f.Type, want)
		}
	}
}

// The digest is that of an archive made before, or found by making it, once.
func TestIndexBeforeAndAfterArchives(t *testing.T) {
	before, after := set(t, zoo, Options{}), set(t, zoo, Options{})
	index := content(t, before, rootIndex)
	for _, f := range after.Files() {
		if _, err := f.Bytes(); err != nil {
			t.Fatal(err)
		}
	}
	if got := content(t, after, rootIndex); string(got) != string(index) {
		t.Errorf("the index differs:\n%s\n%s", index, got)
	}
}

func TestEmptyIndexIsAList(t *testing.T) {
	s, err := New(compiled(t, tree{"a/SKILL.md": "A"}, skill.Options{}, "a"), Options{Legacy: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, at := range []string{rootIndex, ".well-known/skills/index.json"} {
		if got := string(content(t, s, at)); !strings.Contains(got, `"skills": []`) {
			t.Errorf("%s is %s", at, got)
		}
	}
}

func TestLeftOut(t *testing.T) {
	long := strings.Repeat("x", 101)
	for name, c := range map[string]struct {
		src  tree
		want string
	}{
		"N58 name":       {tree{"café/SKILL.md": "D"}, `"skill://caf%C3%A9/SKILL.md" is not in the discovery index: its name "café" has "é"`},
		"N54 upper case": {tree{"Big/SKILL.md": "D"}, `its name "Big" has upper-case letters`},
		"long file name": {tree{"a/SKILL.md": "D", "a/" + long: "x"}, `does not fit into an archive that every tool unpacks`},
		"drive":          {tree{"a/SKILL.md": "D", "a/c:x.md": "x"}, `the path "c:x.md" of its file begins like a drive of Windows`},
		"description":    {tree{"a/SKILL.md": strings.Repeat("😀", 1000)}, "counts 2000 UTF-16 units in its description and takes 1024: shorten it"},
	} {
		t.Run(name, func(t *testing.T) {
			c.src["good/SKILL.md"] = "Good"
			s := set(t, c.src, Options{})
			if len(s.Warnings()) != 1 || !strings.Contains(s.Warnings()[0], c.want) {
				t.Errorf("warned of %q, want %q", s.Warnings(), c.want)
			}
			rows := document[indexDocument](t, s, rootIndex).Skills
			if passedOver := name == "description"; len(rows) != 1 && !passedOver || rows[len(rows)-1].Name != "good" {
				t.Errorf("the index has %+v", rows)
			}
		})
	}
}

func TestFileAtALongPathIsNoArchive(t *testing.T) {
	s := set(t, tree{strings.Repeat("d/", 40) + "a/SKILL.md": "D"}, Options{})
	if rows := document[indexDocument](t, s, rootIndex).Skills; len(rows) != 1 {
		t.Errorf("the index has %+v, warned of %q", rows, s.Warnings())
	}
}
