package build

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"skillpack/catalog"
	"skillpack/internal/diag"
	"skillpack/internal/protocol"
	"skillpack/internal/skill"
	"skillpack/lint"
)

// tree is a file system from paths and contents.
func tree(files map[string]string) fstest.MapFS {
	fsys := fstest.MapFS{}
	for path, data := range files {
		fsys[path] = &fstest.MapFile{Data: []byte(data), Mode: 0o644}
	}
	return fsys
}

// md is a SKILL.md with a description and more frontmatter lines.
func md(name string, more ...string) string {
	return "---\nname: " + name + "\ndescription: Does " + name + " things.\n" + strings.Join(more, "\n") + "\n---\n"
}

func load(t *testing.T, fsys fstest.MapFS, o skill.Options) *skill.Tree {
	t.Helper()
	loaded, _, err := skill.Load(t.Context(), fsys, o)
	if err != nil {
		t.Fatal(err)
	}
	return loaded
}

// compile builds and freezes, and fails the test where there is no catalog.
func compile(t *testing.T, fsys fstest.MapFS, so skill.Options, o Options) *catalog.Catalog {
	t.Helper()
	c, found, err := Compile(t.Context(), load(t, fsys, so), o)
	if err != nil {
		t.Fatal(err)
	}
	if c == nil {
		t.Fatalf("no catalog: %v", found)
	}
	frozen, err := catalog.Freeze(c)
	if err != nil {
		t.Fatal(err)
	}
	return frozen
}

func skillURIs(entries []catalog.Entry) []string {
	var uris []string
	for _, e := range entries {
		uris = append(uris, e.URI)
	}
	return uris
}

func refURIs(e *catalog.Entry) []string {
	var uris []string
	for _, r := range e.Resources {
		uris = append(uris, r.URI)
	}
	return uris
}

func entry(t *testing.T, c *catalog.Catalog, uri string) *catalog.Entry {
	t.Helper()
	e, ok := c.Entry(uri)
	if !ok {
		t.Fatalf("no entry %s", uri)
	}
	return e
}

func bytesOf(t *testing.T, c *catalog.Catalog, uri string) []byte {
	t.Helper()
	content, ok := c.Content(uri)
	if !ok {
		t.Fatalf("no content of %s", uri)
	}
	data, err := content.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestEntryHasFrontmatterAndEveryFileOnce(t *testing.T) { // E1, E3, E4, M1, M5
	body := md("pdf", "license: MIT", "metadata: {version: \"1.10\"}")
	c := compile(t, tree(map[string]string{
		"pdf/SKILL.md": body, "pdf/scripts/run.py": "#!/usr/bin/env python3\n", "pdf/references/a.md": "# A\n", "README.md": "not of a skill",
	}), skill.Options{}, Options{})
	e := entry(t, c, "skill://pdf/SKILL.md")
	if want := `{"name":"pdf","description":"Does pdf things.","license":"MIT","metadata":{"version":"1.10"}}`; string(e.Frontmatter) != want {
		t.Errorf("frontmatter is %s, want %s", e.Frontmatter, want)
	}
	want := []string{"skill://pdf/SKILL.md", "skill://pdf/references/a.md", "skill://pdf/scripts/run.py"}
	if got := refURIs(e); !slices.Equal(got, want) {
		t.Errorf("the manifest is %q, want %q", got, want)
	}
	if r := e.Resources[0]; r.Size != int64(len(body)) || r.Digest != protocol.Digest([]byte(body)) {
		t.Errorf("SKILL.md has %+v", r)
	}
	r, _ := c.Resource("skill://pdf/SKILL.md")
	if r.Name != "pdf" || r.Description != "Does pdf things." || r.MIMEType != "text/markdown" {
		t.Errorf("the resource of SKILL.md is %+v", r)
	}
	if r, _ := c.Resource("skill://pdf/scripts/run.py"); r.Name != "run.py" || r.Description != "" || r.MIMEType != "text/x-python" {
		t.Errorf("the resource of the script is %+v", r)
	}
}

func TestD67NestedSkillIsAnEntryAndPartOfItsParent(t *testing.T) {
	c := compile(t, tree(map[string]string{
		"group/SKILL.md": md("group"), "group/child/SKILL.md": md("child"), "group/child/x.txt": "x",
	}), skill.Options{}, Options{})
	if got, want := skillURIs(c.Skills), []string{"skill://group/SKILL.md", "skill://group/child/SKILL.md"}; !slices.Equal(got, want) {
		t.Errorf("skills are %q, want %q", got, want)
	}
	parent := refURIs(entry(t, c, "skill://group/SKILL.md"))
	for _, uri := range refURIs(entry(t, c, "skill://group/child/SKILL.md")) {
		if !slices.Contains(parent, uri) {
			t.Errorf("the enclosing skill lacks %s", uri)
		}
	}
	if r, _ := c.Resource("skill://group/child/SKILL.md"); r.Name != "child" {
		t.Errorf("the nested SKILL.md is called %q", r.Name)
	}
}

func TestD68RootSkillIsPublishedUnderItsName(t *testing.T) {
	c := compile(t, tree(map[string]string{"SKILL.md": md("solo"), "sub/x.md": "x", "LICENSE": "l"}), skill.Options{}, Options{})
	want := []string{"skill://solo/LICENSE", "skill://solo/SKILL.md", "skill://solo/sub/x.md"}
	if got := refURIs(entry(t, c, "skill://solo/SKILL.md")); !slices.Equal(got, want) {
		t.Errorf("the manifest is %q, want %q", got, want)
	}
}

func TestPrefixAndSchemeStandBeforeEveryPath(t *testing.T) { // M2, M4
	c := compile(t, tree(map[string]string{"billing/refunds/SKILL.md": md("refunds")}),
		skill.Options{Prefix: "acme/fi nance", Scheme: "github"}, Options{})
	entry(t, c, "github://acme/fi%20nance/billing/refunds/SKILL.md")
}

func TestN56LoweredPublishesByName(t *testing.T) {
	c := compile(t, tree(map[string]string{"cache/SKILL.md": md("acme-cache"), "cache/x.md": "x"}), skill.Options{ByName: true},
		Options{Lint: lint.Config{Severity: map[string]diag.Severity{"name/directory": diag.Warning}}})
	want := []string{"skill://acme-cache/SKILL.md", "skill://acme-cache/x.md"}
	if got := refURIs(entry(t, c, "skill://acme-cache/SKILL.md")); !slices.Equal(got, want) {
		t.Errorf("the manifest is %q, want %q", got, want)
	}
}

func TestUnlistedIsServedButNotListed(t *testing.T) { // P3
	fsys := tree(map[string]string{"a/SKILL.md": md("a"), "in/b/SKILL.md": md("b")})
	c := compile(t, fsys, skill.Options{}, Options{Unlisted: []string{"in/**"}})
	if got := skillURIs(c.Skills); !slices.Equal(got, []string{"skill://a/SKILL.md"}) {
		t.Errorf("listed are %q", got)
	}
	entry(t, c, "skill://in/b/SKILL.md")
	if _, ok := c.Resource("skill://in/b/SKILL.md"); !ok {
		t.Error("the file of an unlisted skill is no resource")
	}
	if c := compile(t, fsys, skill.Options{}, Options{Unlisted: []string{"in"}}); len(c.Unlisted) != 1 {
		t.Error("a glob that matches a directory does not take the skills below it")
	}
	if _, _, err := Compile(t.Context(), load(t, fsys, skill.Options{}), Options{Unlisted: []string{"[a"}}); err == nil || !strings.Contains(err.Error(), `"[a"`) {
		t.Errorf("a bad glob gives %v", err)
	}
}

func TestDirectoriesAreWhole(t *testing.T) { // P4, M8, D80
	fsys := tree(map[string]string{"a/SKILL.md": md("a"), "a/t/x.md": "x", "a/t/deep/y.md": "y"})
	fsys["a/empty"] = &fstest.MapFile{Mode: 0o755 | 1<<31}
	c := compile(t, fsys, skill.Options{}, Options{})
	for uri, want := range map[string][]string{
		"skill://a":        {"skill://a/SKILL.md", "skill://a/empty", "skill://a/t"},
		"skill://a/t":      {"skill://a/t/deep", "skill://a/t/x.md"},
		"skill://a/t/deep": {"skill://a/t/deep/y.md"},
		"skill://a/empty":  nil,
	} {
		d, ok := c.Directory(uri)
		if !ok {
			t.Errorf("no directory %s", uri)
			continue
		}
		var got []string
		for _, child := range d.Children {
			got = append(got, child.URI)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s holds %q, want %q", uri, got, want)
		}
	}
	if len(c.Directories) != 4 {
		t.Errorf("there are %d directories", len(c.Directories))
	}
}

func TestD78EachNameHasItsURI(t *testing.T) {
	names := []string{
		"a b.md", "a#b.md", "a?b.md", "100%.md", "a%20b.md", "{name}.md", "a+b.md", "a@b.md", `q"u'o.md`,
		"e\u0301.md", "-lead.md", "日本.md", strings.Repeat("n", 200) + "/" + strings.Repeat("m", 115),
	}
	files := map[string]string{"odd/SKILL.md": md("odd")}
	for _, name := range names {
		files["odd/"+name] = "this is " + name
	}
	c := compile(t, tree(files), skill.Options{}, Options{})
	e := entry(t, c, "skill://odd/SKILL.md")
	if got := len(slices.Compact(refURIs(e))); got != len(names)+1 {
		t.Errorf("%d distinct URIs for %d files", got, len(names)+1)
	}
	for _, name := range names {
		if got := bytesOf(t, c, protocol.URI("skill", "odd/"+name)); string(got) != "this is "+name {
			t.Errorf("%q reads %q", name, got)
		}
	}
}

func TestD80TextOrBlobByBytes(t *testing.T) {
	files := map[string]string{
		"empty.txt": "", "bom.txt": "\uFEFF", "latin1.md": "caf\xe9", "crlf.md": "a\r\nb", "png.md": "\x89PNG\r\n\x00", "json.png": "{}",
	}
	text := map[string]bool{"bom.txt": true, "crlf.md": true, "json.png": true}
	all := map[string]string{"k/SKILL.md": md("k")}
	for name, data := range files {
		all["k/"+name] = data
	}
	c := compile(t, tree(all), skill.Options{}, Options{})
	for name, data := range files {
		uri := "skill://k/" + name
		if got := bytesOf(t, c, uri); string(got) != data {
			t.Errorf("%s is %q, want %q", name, got, data)
		}
		content, _ := c.Content(uri)
		if got := bytes.HasPrefix(content.Wire(), []byte(`"text":`)); got != text[name] {
			t.Errorf("%s as text: %v", name, got)
		}
	}
}

func TestD74OneBrokenSkillAmongTen(t *testing.T) {
	files := map[string]string{}
	for i := range 10 {
		name := fmt.Sprintf("s%d", i)
		files[name+"/SKILL.md"] = md(name)
	}
	files["s4/SKILL.md"] = "---\nname: s4\ndescription: Two modes: fast and slow\n---\n"
	loaded := load(t, tree(files), skill.Options{})
	c, found, err := Compile(t.Context(), loaded, Options{})
	if c != nil || err != nil {
		t.Errorf("a broken skill is published: %v, %v", c, err)
	}
	if diag.Count(found, diag.Error) != 1 || found[0].File != "s4/SKILL.md" {
		t.Errorf("found %v", found)
	}
	c, _, err = Compile(t.Context(), loaded, Options{SkipInvalid: true})
	if err != nil || c == nil || len(c.Skills) != 9 {
		t.Fatalf("skipping gives %v, %v", c, err)
	}
	if slices.Contains(skillURIs(c.Skills), "skill://s4/SKILL.md") {
		t.Error("the broken one is published")
	}
}

func TestSkipInvalidNeverPublishesABadFileInAnotherManifest(t *testing.T) {
	fsys := tree(map[string]string{
		"out/SKILL.md": md("out"), "out/in/SKILL.md": md("in"), "out/in/.env": "TOKEN=x\n", "ok/SKILL.md": md("ok"),
	})
	c, _, err := Compile(t.Context(), load(t, fsys, skill.Options{}), Options{SkipInvalid: true})
	if err != nil || c == nil {
		t.Fatal(c, err)
	}
	if got := skillURIs(c.Skills); !slices.Equal(got, []string{"skill://ok/SKILL.md"}) {
		t.Errorf("published %q", got)
	}
}

func TestSkipInvalidKeepsASoundParentOfABadChild(t *testing.T) {
	fsys := tree(map[string]string{"out/SKILL.md": md("out"), "out/in/SKILL.md": "no frontmatter\n"})
	c, _, err := Compile(t.Context(), load(t, fsys, skill.Options{}), Options{SkipInvalid: true})
	if err != nil || c == nil {
		t.Fatal(c, err)
	}
	if got := skillURIs(c.Skills); !slices.Equal(got, []string{"skill://out/SKILL.md"}) {
		t.Errorf("published %q", got)
	}
	if len(c.Skills[0].Resources) != 2 {
		t.Errorf("the parent lists %v", c.Skills[0].Resources)
	}
}

func TestASkippedSkillMovesNothing(t *testing.T) {
	fsys := tree(map[string]string{"g/SKILL.md": md("h"), "g/a/SKILL.md": md("a")})
	c, _, err := Compile(t.Context(), load(t, fsys, skill.Options{}), Options{SkipInvalid: true})
	if err != nil || c == nil {
		t.Fatal(c, err)
	}
	if got := skillURIs(c.Skills); !slices.Equal(got, []string{"skill://g/a/SKILL.md"}) {
		t.Errorf("published %q", got)
	}
}

func TestPublishableKeepsWhatIsSaidOfSoundSkills(t *testing.T) {
	loaded := load(t, tree(map[string]string{
		"a/SKILL.md": md("a"), "b/SKILL.md": "", "b/in/SKILL.md": md("in"), "c/SKILL.md": md("c"),
	}), skill.Options{})
	found := []diag.Diagnostic{
		{Severity: diag.Warning, File: "skillpack.yaml", Message: "of none"},
		{Severity: diag.Warning, File: "a/x.md", Message: "of a"},
		{Severity: diag.Warning, File: "b/x.md", Message: "of b"},
		{Severity: diag.Warning, File: "b/in/x.md", Message: "of b and in"},
		{Severity: diag.Warning, File: "b/in/x.md", Skill: "b", Message: "of b again"},
		{Severity: diag.Error, File: "c/SKILL.md", Skill: "c", Message: "of c"},
	}
	skills, theirs := Publishable(loaded, found, false)
	if len(skills) != 2 || skills[0].Dir != "a" || skills[1].Dir != "b/in" {
		t.Errorf("publishable are %v", skills)
	}
	var said []string
	for _, d := range theirs {
		said = append(said, d.Message)
	}
	if want := []string{"of none", "of a", "of b and in"}; !slices.Equal(said, want) {
		t.Errorf("theirs are %q, want %q", said, want)
	}
}

func TestNothingFitIsNoCatalog(t *testing.T) {
	for _, fsys := range []fstest.MapFS{tree(nil), tree(map[string]string{"a/SKILL.md": ""})} {
		c, found, err := Compile(t.Context(), load(t, fsys, skill.Options{}), Options{SkipInvalid: true})
		if c != nil || err != nil || diag.Count(found, diag.Error) == 0 {
			t.Errorf("got %v, %v, %v", c, found, err)
		}
	}
}

func TestStrictCountsWarnings(t *testing.T) {
	loaded := load(t, tree(map[string]string{"a/SKILL.md": md("a", "created: 2026-05-06")}), skill.Options{})
	if c, _, _ := Compile(t.Context(), loaded, Options{}); c == nil {
		t.Error("a warning stops the build")
	}
	c, found, _ := Compile(t.Context(), loaded, Options{Strict: true})
	if c != nil {
		t.Error("a warning does not stop a strict build")
	}
	if diag.Count(found, diag.Warning) != 1 || diag.Count(found, diag.Error) > 0 {
		t.Errorf("a warning is found as %v", found)
	}
}

func TestStrictSkipsSkillsWithWarnings(t *testing.T) {
	loaded := load(t, tree(map[string]string{"a/SKILL.md": md("a", "created: 2026-05-06"), "b/SKILL.md": md("b")}), skill.Options{})
	c, _, err := Compile(t.Context(), loaded, Options{Strict: true, SkipInvalid: true})
	if err != nil || c == nil {
		t.Fatal(c, err)
	}
	if got := skillURIs(c.Skills); !slices.Equal(got, []string{"skill://b/SKILL.md"}) {
		t.Errorf("published %q", got)
	}
}

func TestServerSettings(t *testing.T) {
	fsys := tree(map[string]string{"a/SKILL.md": md("a")})
	if c := compile(t, fsys, skill.Options{}, Options{}); c.Server != *DefaultServer() {
		t.Errorf("the default is %+v", c.Server)
	}
	given := &catalog.Server{Name: "acme", Instructions: "Start with skill://a/SKILL.md.", CacheScope: "private"}
	want := catalog.Server{Name: "acme", Version: DefaultServer().Version, Instructions: given.Instructions, CacheScope: "private"}
	if c := compile(t, fsys, skill.Options{}, Options{Server: given}); c.Server != want {
		t.Errorf("got %+v, want %+v", c.Server, want)
	}
}

func TestSameContentIsKeptOnce(t *testing.T) {
	c := compile(t, tree(map[string]string{
		"a/SKILL.md": md("a"), "a/LICENSE": "same", "b/SKILL.md": md("b"), "b/LICENSE": "same",
	}), skill.Options{}, Options{})
	if len(c.Contents) != 3 {
		t.Errorf("%d contents of 4 files, two alike", len(c.Contents))
	}
}
