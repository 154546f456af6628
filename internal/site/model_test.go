package site

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"skillpack/catalog"
)

func paths(skills []*Skill) string {
	var all []string
	for _, k := range skills {
		all = append(all, k.Path)
	}
	return strings.Join(all, " ")
}

func TestM7NestedSkills(t *testing.T) {
	s := made(t, compiled(t, tree{
		"a/SKILL.md": "A.\n", "a/x.md": "1\n", "a/b/SKILL.md": "B.\n", "a/b/d/y.md": "2\n",
		"a/b/c/SKILL.md": "C.\n", "a-b/SKILL.md": "Beside.\n", "a/hidden/SKILL.md": "H.\n", "a/hidden/e/SKILL.md": "E.\n",
	}, "a/hidden"), Options{})
	a, b, c := s.byURI["skill://a/SKILL.md"], s.byURI["skill://a/b/SKILL.md"], s.byURI["skill://a/b/c/SKILL.md"]
	if a.Enclosing != nil || b.Enclosing != a || c.Enclosing != b {
		t.Errorf("the enclosing skills are wrong: %v %v %v", a.Enclosing, b.Enclosing, c.Enclosing)
	}
	if got := paths(a.Nested); got != "a/b" {
		t.Errorf("inside a: %s", got)
	}
	if got := paths(b.Nested); got != "a/b/c" {
		t.Errorf("inside b: %s", got)
	}
	var own []string
	for _, f := range a.Own() {
		own = append(own, f.Below)
	}
	if want := []string{"SKILL.md", "hidden/SKILL.md", "hidden/e/SKILL.md", "x.md"}; !slices.Equal(own, want) {
		t.Errorf("a's own files are %q, want %q", own, want)
	}
	if a.Dirs != 5 || b.Dirs != 2 || c.Dirs != 0 {
		t.Errorf("there are %d, %d and %d folders below, want 5, 2 and 0", a.Dirs, b.Dirs, c.Dirs)
	}
	if len(a.Files) != 7 || len(a.Entry.Resources) != 7 {
		t.Errorf("a has %d files, want 7", len(a.Files))
	}
}

func TestLinksBetweenSkills(t *testing.T) {
	s := made(t, compiled(t, tree{
		"a/SKILL.md":      "[b](../b/SKILL.md) [b](../b/x.md) [self](x.md)\n",
		"a/x.md":          "[c](skill://c/SKILL.md) [in](in/SKILL.md)\n",
		"a/in/SKILL.md":   "[out](..)\n",
		"b/SKILL.md":      "Nothing. [web](https://a.example/) [web](https://a.example/) [none](none.md)\n",
		"b/x.md":          "[c][]\n\n[c]: ../c/\n",
		"c/SKILL.md":      "[hidden](../hidden/SKILL.md)\n",
		"c/code.py":       "# [a](../a/SKILL.md)\n",
		"hidden/SKILL.md": "[a](../a/SKILL.md)\n",
	}, "hidden"), Options{})
	for _, c := range []struct{ path, to, from string }{
		{"a", "b a/in c", "a/in"},
		{"a/in", "a", "a"},
		{"b", "c", "a"},
		{"c", "", "a b"},
	} {
		t.Run(c.path, func(t *testing.T) {
			d, err := s.skillData(s.byURI["skill://"+c.path+"/SKILL.md"])
			if err != nil {
				t.Fatal(err)
			}
			if to := strings.Fields(paths(d.LinksTo)); !sameWords(to, strings.Fields(c.to)) {
				t.Errorf("links to %q, want %q", to, c.to)
			}
			if from := paths(d.LinkedFrom); from != c.from {
				t.Errorf("linked from %q, want %q", from, c.from)
			}
		})
	}
	d, err := s.skillData(s.byURI["skill://b/SKILL.md"])
	if err != nil {
		t.Fatal(err)
	}
	if len(d.Outside) != 1 || d.Outside[0].Dest != "https://a.example/" || len(d.Missing) != 1 || d.Missing[0].Dest != "none.md" {
		t.Errorf("links that leave: %v, that lead nowhere: %v", d.Outside, d.Missing)
	}
}

func sameWords(a, b []string) bool {
	slices.Sort(a)
	slices.Sort(b)
	return slices.Equal(a, b)
}

func TestLinksAreBounded(t *testing.T) {
	var text strings.Builder
	for i := range 3 * maxReferences {
		fmt.Fprintf(&text, "[a](https://%d.example/) [b](%d.md) [c](../s%d/SKILL.md)\n", i, i, i)
	}
	src := tree{"many/SKILL.md": text.String()}
	for i := range maxReferences + 50 {
		src[fmt.Sprintf("s%d/SKILL.md", i)] = "[many](../many/SKILL.md)\n"
	}
	s := made(t, compiled(t, src), Options{})
	d, err := s.skillData(s.byURI["skill://many/SKILL.md"])
	if err != nil {
		t.Fatal(err)
	}
	if n := []int{len(d.Outside), len(d.Missing), len(d.LinksTo), len(d.LinkedFrom)}; slices.Max(n) > maxReferences || slices.Min(n) < maxReferences || !d.LinksCut {
		t.Errorf("%v links are told, want %d of each and a note", n, maxReferences)
	}
}

func TestFrontmatterInTheOrderWritten(t *testing.T) {
	fields, err := parseFields(json.RawMessage(`{"name":"x","b":{"z":1.50,"a":[true,null,"s",[],{}]},"a":""}`))
	if err != nil {
		t.Fatal(err)
	}
	got := fmt.Sprint(fields)
	want := fmt.Sprint([]Field{
		{"name", Value{Text: "x"}},
		{"b", Value{Kind: Map, Fields: []Field{{"z", Value{Kind: Literal, Text: "1.50"}}, {"a", Value{Kind: List, Items: []Value{
			{Kind: Literal, Text: "true"}, {Kind: Literal, Text: "null"}, {Text: "s"}, {Kind: List}, {Kind: Map},
		}}}}}},
		{"a", Value{}},
	})
	if got != want {
		t.Errorf("fields %s, want %s", got, want)
	}
}

func TestTwoSchemesCannotShareASite(t *testing.T) {
	one := compiled(t, tree{"x/SKILL.md": "Do it.\n"})
	other, err := catalog.Freeze(withScheme(one, "other"))
	if err != nil {
		t.Fatal(err)
	}
	both, err := catalog.Merge(one, other)
	if err != nil {
		t.Fatal(err)
	}
	_, err = New(both, Options{Scoped: true})
	if err == nil || !strings.Contains(err.Error(), "other://x/SKILL.md") || !strings.Contains(err.Error(), "skill://x/SKILL.md") {
		t.Errorf("error %v, want one that names both files", err)
	}
}

// withScheme is a catalog whose URIs have another scheme, not frozen.
func withScheme(c *catalog.Catalog, scheme string) *catalog.Catalog {
	uri := func(s string) string { return scheme + s[strings.Index(s, "://"):] }
	changed := &catalog.Catalog{Server: c.Server}
	for _, e := range c.Skills {
		e := catalog.Entry{URI: uri(e.URI), Frontmatter: e.Frontmatter, Resources: slices.Clone(e.Resources)}
		for i := range e.Resources {
			e.Resources[i].URI = uri(e.Resources[i].URI)
		}
		changed.Skills = append(changed.Skills, e)
	}
	resources := func(all []catalog.Resource) []catalog.Resource {
		var out []catalog.Resource
		for _, r := range all {
			out = append(out, catalog.Resource{URI: uri(r.URI), Name: r.Name, Description: r.Description, MIMEType: r.MIMEType, Size: r.Size})
		}
		return out
	}
	changed.Resources = resources(c.Resources)
	for _, d := range c.Directories {
		changed.Directories = append(changed.Directories, catalog.Directory{URI: uri(d.URI), Children: resources(d.Children)})
	}
	for i := range c.Contents {
		content := &c.Contents[i]
		changed.Contents = append(changed.Contents, catalog.Content{Digest: content.Digest, Size: content.Size, Read: content.Bytes})
	}
	return changed
}
