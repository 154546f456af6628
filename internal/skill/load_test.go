package skill

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"skillpack/internal/diag"
	"skillpack/internal/protocol"
)

// manifestOf is the SKILL.md of a skill with the given name.
func manifestOf(name string) string {
	return "---\nname: " + name + "\ndescription: Says what it does.\n---\n# Title\n"
}

// mapFS makes a file system of texts.
func mapFS(files map[string]string) fstest.MapFS {
	m := fstest.MapFS{}
	for name, text := range files {
		m[name] = &fstest.MapFile{Data: []byte(text), Mode: 0o644}
	}
	return m
}

func load(t *testing.T, fsys fs.FS, o Options) *Tree {
	t.Helper()
	tree, found, err := Load(t.Context(), fsys, o)
	if err != nil {
		t.Fatal(err)
	}
	if len(found) != len(tree.Problems) {
		t.Fatalf("returned findings %v differ from Problems %v", found, tree.Problems)
	}
	for _, d := range found {
		if d.Severity != diag.Error {
			t.Errorf("finding without the severity error: %+v", d)
		}
	}
	return tree
}

func paths(files []*File) []string {
	var out []string
	for _, f := range files {
		out = append(out, f.Path)
	}
	return out
}

func dirsOf(skills []*Skill) []string {
	var out []string
	for _, s := range skills {
		out = append(out, s.Dir)
	}
	return out
}

// problems renders findings as "rule file".
func problems(tree *Tree) []string {
	var out []string
	for _, d := range tree.Problems {
		out = append(out, d.Rule+" "+d.File)
	}
	return out
}

func leftOut(tree *Tree) []string {
	var out []string
	for _, l := range tree.LeftOut {
		out = append(out, l.Path+" by "+l.Rule)
	}
	return out
}

func equal(t *testing.T, what string, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s:\n got %q\nwant %q", what, got, want)
	}
}

func TestNestedSkills(t *testing.T) {
	tree := load(t, mapFS(map[string]string{
		"group/SKILL.md":             manifestOf("group"),
		"group/a.txt":                "a",
		"group/child/SKILL.md":       manifestOf("child"),
		"group/child/references/r":   "r",
		"group/deep/er/kid/SKILL.md": manifestOf("kid"),
		"group-two/SKILL.md":         manifestOf("group-two"),
		"group0/SKILL.md":            manifestOf("group0"),
		"README.md":                  "no skill's file",
	}), Options{})
	t.Run("D67", func(t *testing.T) {
		equal(t, "skills", dirsOf(tree.Skills), []string{"group", "group-two", "group/child", "group/deep/er/kid", "group0"})
		group := tree.Skills[0]
		equal(t, "files of group", paths(group.Files), []string{
			"group/SKILL.md", "group/a.txt", "group/child/SKILL.md", "group/child/references/r", "group/deep/er/kid/SKILL.md",
		})
		equal(t, "directories of group", group.Dirs, []string{
			"group/child", "group/child/references", "group/deep", "group/deep/er", "group/deep/er/kid",
		})
		for i, parent := range []*Skill{nil, nil, group, group, nil} {
			if tree.Skills[i].Parent != parent {
				t.Errorf("parent of %s is %v", tree.Skills[i].Dir, tree.Skills[i].Parent)
			}
		}
		if f := tree.File("group/child/SKILL.md"); f != tree.Skills[2].Manifest || f != group.Files[2] {
			t.Error("the nested manifest is not one file")
		}
	})
	equal(t, "problems", problems(tree), nil)
	if tree.Scheme != "skill" || tree.Prefix != "" {
		t.Errorf("scheme %q, prefix %q", tree.Scheme, tree.Prefix)
	}
}

func TestRootSkill(t *testing.T) {
	tree := load(t, mapFS(map[string]string{
		"SKILL.md":              manifestOf("whole"),
		"-first/x":              "x",
		"scripts/run.sh":        "#!/bin/sh\n",
		"scripts/part/SKILL.md": manifestOf("part"),
		"skillpack.yaml":        "prefix: a\n",
		"sub/skillpack.yaml":    "kept: true\n",
	}), Options{Prefix: "acme"})
	t.Run("D68", func(t *testing.T) {
		equal(t, "skills", dirsOf(tree.Skills), []string{".", "scripts/part"})
		equal(t, "files", paths(tree.Skills[0].Files), []string{
			"-first/x", "SKILL.md", "scripts/part/SKILL.md", "scripts/run.sh", "sub/skillpack.yaml",
		})
		equal(t, "left out", leftOut(tree), []string{"skillpack.yaml by skillpack.yaml"})
		if tree.Skills[1].Parent != tree.Skills[0] {
			t.Error("the root skill is not the parent")
		}
		equal(t, "uri", []string{tree.URI("scripts/part/SKILL.md")}, []string{"skill://acme/whole/scripts/part/SKILL.md"})
	})
}

// A finding of a nested SKILL.md must not cost the enclosing skill.
func TestManifestFindingsConcernTheirSkillAlone(t *testing.T) {
	tree := load(t, mapFS(map[string]string{
		"a/SKILL.md": manifestOf("a"), "a/b/SKILL.md": "no fence",
	}), Options{})
	if len(tree.Problems) != 1 || tree.Problems[0].Skill != "a/b" {
		t.Fatalf("got %+v", tree.Problems)
	}
	if tree.Skills[1].Front != nil || tree.Skills[0].Front == nil {
		t.Error("frontmatter is on the wrong skill")
	}
}

func TestContent(t *testing.T) {
	files := map[string]string{
		"s/SKILL.md":   manifestOf("s"),
		"s/empty":      "",
		"s/bom.txt":    "\ufeff",
		"s/latin1.md":  "caf\xe9",
		"s/png.md":     "\x89PNG\r\n\x1a\n\x00",
		"s/json.png":   "{}",
		"s/notes.MD":   "# hi\r\n",
		"s/b.markdown": "# hi",
	}
	fsys := mapFS(files)
	fsys["s/none"] = &fstest.MapFile{Mode: fs.ModeDir | 0o755}
	fsys["s/run"] = &fstest.MapFile{Data: []byte("#!"), Mode: 0o755}
	tree := load(t, fsys, Options{})
	t.Run("D80", func(t *testing.T) {
		text := map[string]bool{"s/latin1.md": false, "s/png.md": false}
		for name, data := range files {
			f := tree.File(name)
			want, listed := text[name]
			if f.IsText() != (want || !listed) {
				t.Errorf("%s: text is %v", name, f.IsText())
			}
			if f.Size != int64(len(data)) || f.Digest() != protocol.Digest([]byte(data)) {
				t.Errorf("%s: size %d, digest %s", name, f.Size, f.Digest())
			}
			if got, err := f.Bytes(); err != nil || string(got) != data {
				t.Errorf("%s: bytes %q, %v", name, got, err)
			}
			if f.IsText() && string(f.Content()) != data || !f.IsText() && f.Content() != nil {
				t.Errorf("%s: content %q", name, f.Content())
			}
		}
		equal(t, "directories", tree.Dirs, []string{"s", "s/none"})
	})
	if !tree.File("s/run").Mode.Executable || tree.File("s/bom.txt").Mode.Executable {
		t.Error("wrong run bits")
	}
	var markdown []string
	for _, f := range tree.Files {
		if f.Markdown() != nil {
			markdown = append(markdown, f.Path)
		}
	}
	equal(t, "markdown", markdown, []string{"s/SKILL.md", "s/b.markdown", "s/notes.MD"})
	if tree.Source("s/latin1.md") != nil || tree.Source("absent") != nil || tree.Source("s/json.png") == nil {
		t.Error("wrong sources")
	}
}

// A binary SKILL.md is held, so that findings can be shown and nothing reads it again.
func TestManifestIsHeldWhateverItHolds(t *testing.T) {
	m := mapFS(map[string]string{"s/SKILL.md": "\x00\xff"})
	m["s/same"] = &fstest.MapFile{Data: []byte("SKILL.md"), Mode: fs.ModeSymlink}
	tree := load(t, m, Options{})
	if f := tree.File("s/same"); f.Content() != nil || f.Size != 2 {
		t.Errorf("another name for it: content %q, size %d", f.Content(), f.Size)
	}
	if f := tree.Skills[0].Manifest; f.IsText() || string(f.Content()) != "\x00\xff" {
		t.Errorf("text %v, content %q", f.IsText(), f.Content())
	}
	if len(tree.Problems) == 0 {
		t.Error("nothing reported")
	}
}

func TestBigFiles(t *testing.T) {
	whole := bytes.Repeat([]byte("0123456789abcdé\n"), protocol.MaxBytes/17+1)
	exact, over := whole[:protocol.MaxBytes], whole[:protocol.MaxBytes+1]
	fsys := fstest.MapFS{
		"s/exact":    {Data: exact},
		"s/over":     {Data: over},
		"s/SKILL.md": {Data: over},
	}
	tree := load(t, fsys, Options{})
	t.Run("D72", func(t *testing.T) {
		for name, data := range map[string][]byte{"s/exact": exact, "s/over": over} {
			f := tree.File(name)
			if f.Size != int64(len(data)) || f.Digest() != protocol.Digest(data) || f.IsText() != protocol.IsText(data) {
				t.Errorf("%s: size %d, digest %s, text %v", name, f.Size, f.Digest(), f.IsText())
			}
			if held := f.Content() != nil; held != (f.IsText() && name == "s/exact") {
				t.Errorf("%s: held is %v", name, held)
			}
			if got, err := f.Bytes(); err != nil || !bytes.Equal(got, data) {
				t.Errorf("%s: Bytes differ, %v", name, err)
			}
		}
		equal(t, "problems", problems(tree), []string{"frontmatter/size s/SKILL.md"})
		if s := tree.Skills[0]; s.Manifest.Content() != nil || s.Front != nil || s.Manifest.Markdown() != nil {
			t.Error("an oversized SKILL.md is held or parsed")
		}
	})
}

// The text rule must not depend on where pieces end.
func TestMeasureAgreesWithTheTextRule(t *testing.T) {
	for _, data := range []string{"a", "é", "日本語", "👍🏽👍", "\xe9", "a\xf0\x9f\x91", "\xf0\x9f\x91a", "a\x00", "\x80", "ab\xc3", "é\xff日", "\xed\xa0\x80"} {
		for size := 1; size <= len(data); size++ {
			m := newMeasure()
			for chunk := range slices.Chunk([]byte(data), size) {
				m.take(chunk)
			}
			if m.isText() != protocol.IsText([]byte(data)) || m.digest() != protocol.Digest([]byte(data)) {
				t.Errorf("%q in pieces of %d: text %v, digest %s", data, size, m.isText(), m.digest())
			}
		}
	}
}

// countingFS counts what is opened and listed.
type countingFS struct {
	fs.ReadLinkFS
	opened, listed atomic.Int64
}

func (c *countingFS) Open(name string) (fs.File, error) {
	c.opened.Add(1)
	return c.ReadLinkFS.Open(name)
}

func (c *countingFS) Stat(name string) (fs.FileInfo, error) { return fs.Stat(c.ReadLinkFS, name) }

func (c *countingFS) ReadDir(name string) ([]fs.DirEntry, error) {
	c.listed.Add(1)
	return fs.ReadDir(c.ReadLinkFS, name)
}

func TestManyFilesTakeLinearTime(t *testing.T) {
	t.Run("D72", func(t *testing.T) {
		const files, dirs = 12_941, 20
		m := mapFS(map[string]string{"big/SKILL.md": manifestOf("big")})
		for i := range files - 1 {
			m[fmt.Sprintf("big/d%d/f%d.txt", i%dirs, i)] = &fstest.MapFile{Data: []byte("x"), Mode: 0o644}
		}
		m["big/same"] = &fstest.MapFile{Data: []byte("d0"), Mode: fs.ModeSymlink}
		fsys := &countingFS{ReadLinkFS: m}
		start := time.Now()
		tree := load(t, fsys, Options{})
		if took := time.Since(start); took > 20*time.Second {
			t.Errorf("took %v", took)
		}
		again, _ := below(tree.Files, 0, "big/same", func(f *File) string { return f.Path })
		if len(again) == 0 || len(tree.Skills[0].Files) != files+len(again) {
			t.Errorf("got %d files, %d behind the link", len(tree.Files), len(again))
		}
		if opened := fsys.opened.Load(); opened != 1 {
			t.Errorf("opened %d files that nobody asked for", opened)
		}
		for _, f := range tree.Files {
			f.Content()
			f.Digest()
		}
		// Each file is read once, however many paths lead to it.
		if opened, listed := fsys.opened.Load(), fsys.listed.Load(); opened != files || listed != dirs+3 {
			t.Errorf("opened %d files, listed %d directories", opened, listed)
		}
	})
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	file := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestLoadIsDeterministic(t *testing.T) {
	files := map[string]string{"a/SKILL.md": manifestOf("a"), "a/A.md": "", "a/a.md": "", "b/SKILL.md": "broken", ".git/x": ""}
	for i := range 100 {
		files[fmt.Sprintf("a/%d", i)] = strings.Repeat("x", i)
	}
	first := load(t, mapFS(files), Options{})
	for range 20 {
		again := load(t, mapFS(files), Options{})
		equal(t, "files", paths(again.Files), paths(first.Files))
		equal(t, "problems", problems(again), problems(first))
		for i, f := range again.Files {
			if f.Digest() != first.Files[i].Digest() {
				t.Fatalf("digest of %s differs", f.Path)
			}
		}
	}
}

// Run with -race: a loaded tree may be read by any number of goroutines.
func TestTreeIsSafeForManyReaders(t *testing.T) {
	tree := load(t, mapFS(map[string]string{
		"a/SKILL.md": manifestOf("other"), "a/b/SKILL.md": manifestOf("b"), "a/x.md": "[l](b/SKILL.md)", "a/bin": "\x00",
	}), Options{Prefix: "p"})
	var readers sync.WaitGroup
	for range 16 {
		readers.Go(func() {
			for _, f := range tree.Files {
				f.Markdown()
				if _, err := f.Bytes(); err != nil {
					t.Error(err)
				}
				tree.Source(f.Path)
				tree.URI(f.Path)
			}
			for _, s := range tree.Skills {
				s.Front.Text("name")
				_ = append(s.Files, nil) // must not reach into the tree's own list
				_ = append(s.Dirs, "")
			}
		})
	}
	readers.Wait()
}
