package catalog

import (
	"bytes"
	"maps"
	"path"
	"slices"
	"strings"
	"testing"

	"skillpack/internal/protocol"
)

// source is a small tree as a builder would hand it over: file paths to contents,
// a path with a trailing slash being an empty directory. Each SKILL.md holds the
// frontmatter of its entry as JSON.
type source map[string]string

// smallSource has a nested skill, a shared content, an empty file and directory, a
// blob, a name to encode and every kind of escape.
func smallSource() source {
	return source{
		"acme/billing/SKILL.md":              `{"name":"billing","description":"Bills — and \"more\"","n":[1.10,-0,2e5,{}],"x":{"a":null,"b":[true,false]}}`,
		"acme/billing/assets/":               "",
		"acme/billing/ref/a b.md":            "tab\tquote\" \\ \u2028 \u00e9 \U0001F600 bell\a\r\n",
		"acme/billing/ref/empty":             "",
		"acme/billing/ref/deep/copy":         "tab\tquote\" \\ \u2028 \u00e9 \U0001F600 bell\a\r\n",
		"acme/billing/refunds/SKILL.md":      `{"name":"refunds","description":"Gives money back"}`,
		"acme/billing/refunds/scripts/x.bin": "\x00\xff\x10",
		"zoo/SKILL.md":                       `{"name":"zoo","description":"Unlisted"}`,
	}
}

// build makes a catalog of a source. The skills named in unlisted are not listed.
func build(src source, unlisted ...string) *Catalog {
	c := &Catalog{Server: Server{Name: "test", Version: "1", Instructions: "Read\n`skill://zoo/SKILL.md`", TTLMs: 60000, CacheScope: "public"}}
	dirs, contents := map[string][]Resource{}, map[string]string{}
	for _, p := range slices.Sorted(maps.Keys(src)) {
		if dir, ok := strings.CutSuffix(p, "/"); ok {
			dirs[dir] = nil
		} else {
			c.Resources = append(c.Resources, testResource(src, p))
			contents[protocol.Digest([]byte(src[p]))] = src[p]
		}
	}
	slices.SortFunc(c.Resources, func(a, b Resource) int { return strings.Compare(a.URI, b.URI) })
	for i := range c.Resources {
		_, p, _ := protocol.SplitURI(c.Resources[i].URI)
		dirs[path.Dir(p)] = append(dirs[path.Dir(p)], c.Resources[i])
		if path.Base(p) == "SKILL.md" {
			e := testEntry(src, c.Resources, p)
			if slices.Contains(unlisted, e.URI) {
				c.Unlisted = append(c.Unlisted, e)
			} else {
				c.Skills = append(c.Skills, e)
			}
		}
	}
	c.Directories = testDirectories(src, dirs)
	for _, digest := range slices.Sorted(maps.Keys(contents)) {
		data := []byte(contents[digest])
		c.Contents = append(c.Contents, Content{Digest: digest, Size: int64(len(data)), Read: func() ([]byte, error) { return data, nil }})
	}
	return c
}

func testURI(p string) string { return protocol.URI("skill", p) }

func testResource(src source, p string) Resource {
	r := Resource{URI: testURI(p), Name: path.Base(p), MIMEType: "text/plain", Size: int64(len(src[p]))}
	if path.Base(p) == "SKILL.md" {
		f, _ := parseFrontmatter([]byte(src[p]))
		r.Name, r.Description, r.MIMEType = f.name, f.description, "text/markdown"
	}
	return r
}

func testEntry(src source, files []Resource, p string) Entry {
	e := Entry{URI: testURI(p), Frontmatter: []byte(src[p])}
	for i := range files {
		if _, q, _ := protocol.SplitURI(files[i].URI); strings.HasPrefix(q, path.Dir(p)+"/") {
			e.Resources = append(e.Resources, Ref{files[i].URI, protocol.Digest([]byte(src[q])), files[i].Size})
		}
	}
	return e
}

func isSkill(src source, dir string) bool { _, ok := src[dir+"/SKILL.md"]; return ok }

func inSkill(src source, dir string) bool {
	return dir != "." && (isSkill(src, dir) || inSkill(src, path.Dir(dir)))
}

func testDirectories(src source, children map[string][]Resource) []Directory {
	for _, dir := range slices.Collect(maps.Keys(children)) {
		for d := dir; inSkill(src, path.Dir(d)); d = path.Dir(d) {
			if _, ok := children[path.Dir(d)]; !ok {
				children[path.Dir(d)] = nil
			}
		}
	}
	for _, dir := range slices.Collect(maps.Keys(children)) {
		if parent := path.Dir(dir); inSkill(src, parent) {
			r := Resource{URI: testURI(dir), Name: path.Base(dir), MIMEType: protocol.DirectoryType}
			children[parent] = append(children[parent], r)
		}
	}
	var all []Directory
	for dir, list := range children {
		slices.SortFunc(list, func(a, b Resource) int { return strings.Compare(a.URI, b.URI) })
		all = append(all, Directory{testURI(dir), list})
	}
	slices.SortFunc(all, func(a, b Directory) int { return strings.Compare(a.URI, b.URI) })
	return all
}

func small() *Catalog { return build(smallSource(), testURI("zoo/SKILL.md")) }

func encode(t testing.TB, c *Catalog) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := Encode(&b, c); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func decodeCopy(t testing.TB, b []byte) *Catalog {
	t.Helper()
	c, err := Decode(bytes.Clone(b))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// reseal replaces the last line by the right seal of all before it.
func reseal(b []byte) []byte {
	i := bytes.LastIndex(b, []byte("\n"+sealStart)) + 1
	if i == 0 {
		return b
	}
	return append(bytes.Clone(b[:i]), sealStart+protocol.Digest(b[:i])+sealEnd...)
}
