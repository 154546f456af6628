package catalog

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"skillpack/internal/protocol"
)

// writeUnchecked writes a catalog as Encode does, without its checks.
func writeUnchecked(t *testing.T, c *Catalog) []byte {
	t.Helper()
	var b bytes.Buffer
	w := newSealer(&b)
	if err := writeSealed(w, c); err != nil {
		t.Fatal(err)
	}
	if _, err := w.finish(); err != nil {
		t.Fatal(err)
	}
	b.WriteString(sealStart)
	return reseal(b.Bytes())
}

const (
	billing = "skill://acme/billing"
	refunds = billing + "/refunds"
	other   = "sha256:0000000000000000000000000000000000000000000000000000000000000000"
)

// Indexes in the lists of the small catalog.
const (
	billingDir, assetsDir, refDir, refundsDir = 0, 1, 2, 4
	spacedFile, copyFile, zooFile             = 1, 2, 6
)

// TestRefusedValues hands Encode a catalog with one wrong value, and Decode the
// bytes that it would have been. Both must say the same; line is the one at fault.
func TestRefusedValues(t *testing.T) {
	for _, test := range []struct {
		id   string
		edit func(*Catalog)
		line int
		want string
	}{
		{"server name", func(c *Catalog) { c.Server.Name = "" }, 2, "the name is empty"},
		{"P2 cacheScope", func(c *Catalog) { c.Server.CacheScope = "shared" }, 2, `cacheScope is "shared", expected "public" or "private"`},

		{"E1 not an object", front(`["name"]`), 4, `expected "{"`},
		{"E1 white space", front(`{"name": "billing","description":"x"}`), 4, `found " `},
		{"E1 text after", front(`{"name":"billing","description":"x"}}`), 4, "found"},
		{"F2 no name", front(`{"description":"x"}`), 4, "has no name"},
		{"F2 name not text", front(`{"name":7,"description":"x"}`), 4, `as the value of "name", expected a string`},
		{"F4 no description", front(`{"name":"billing"}`), 4, "the description has 0 characters, expected 1 to 1024"},
		{"F4 description not text", front(`{"name":"billing","description":[]}`), 4, "expected a string"},
		{"C long description", front(`{"name":"billing","description":"` + strings.Repeat("é", 1025) + `"}`), 4, "the description has 1025 characters"},
		{"C __proto__", front(`{"name":"billing","description":"x","a":[{"__proto__":1}]}`), 4, `the key "__proto__"`},
		{"Y39 key twice", front(`{"name":"billing","description":"x","a":{"b":1,"c":2,"b":3}}`), 4, `the key "b" is there twice`},
		{"Y39 key twice among many", front(`{"name":"billing","description":"x",` + manyKeys(40) + `,"k3":1}`), 4, `the key "k3" is there twice`},
		{"Y38 too large", front(`{"name":"billing","description":"x","n":1e400}`), 4, "too large for a double"},
		{"Y38 NaN", front(`{"name":"billing","description":"x","n":NaN}`), 4, "expected a JSON value"},
		{"Y45 deep", front(`{"name":"billing","description":"x","n":` + strings.Repeat("[", 10000) + strings.Repeat("]", 10000) + `}`), 4, "nested more than 128 deep"},
		{"number with leading zero", front(`{"name":"billing","description":"x","n":01}`), 4, "found"},
		{"number without digits", front(`{"name":"billing","description":"x","n":-}`), 4, "expected a digit"},
		{"number without fraction", front(`{"name":"billing","description":"x","n":1.}`), 4, "expected a digit"},
		{"number without exponent", front(`{"name":"billing","description":"x","n":1e+}`), 4, "expected a digit"},

		{"M2 name and directory", front(`{"name":"other","description":"x"}`), 4, `its directory is "billing", but its name is "other"`},
		{"M1 not SKILL.md", func(c *Catalog) { c.Skills[0].URI = billing + "/skill.md" }, 4, `does not end in "/SKILL.md"`},
		{"M1 no directory", func(c *Catalog) { c.Skills[0].URI = "skill://SKILL.md" }, 4, "SKILL.md is in no directory"},
		{"M8 trailing slash", func(c *Catalog) { c.Skills[0].URI += "/" }, 4, "has an empty segment"},
		{"C query in uri", func(c *Catalog) { c.Skills[0].URI = "skill://a?b/SKILL.md" }, 4, "has a query or fragment"},
		{"not a uri", func(c *Catalog) { c.Skills[0].URI = "billing/SKILL.md" }, 4, `has no lower-case scheme`},
		{"long name", front(`{"name":"` + strings.Repeat("é", 5000) + `","description":"x"}`), 4, `but its name is "é`},
		{"order of skills", func(c *Catalog) { slices.Reverse(c.Skills) }, 5, "comes after"},
		{"skill twice", func(c *Catalog) { c.Skills[1] = c.Skills[0] }, 5, "is there twice"},
		{"listed and unlisted", func(c *Catalog) { c.Unlisted = slices.Insert(c.Unlisted, 0, c.Skills[1]) }, 8, "it is listed and unlisted"},

		{"E3 file left out", refs(func(r []Ref) []Ref { return slices.Delete(r, 2, 3) }), 4, "does not list \"skill://acme/billing/ref/deep/copy\""},
		{"E3 last file left out", refs(func(r []Ref) []Ref { return r[:len(r)-1] }), 4, "does not list \"skill://acme/billing/refunds/scripts/x.bin\""},
		{"E3 order of files", refs(func(r []Ref) []Ref { r[1], r[2] = r[2], r[1]; return r }), 4, "does not list"},
		{"E3 reversed files", refs(func(r []Ref) []Ref { r[1], r[0] = r[0], r[1]; return r }), 4, "does not list"},
		{"E3 file twice", refs(func(r []Ref) []Ref { return slices.Insert(r, 1, r[0]) }), 4, "is there twice"},
		{"E3 file after its place", refs(func(r []Ref) []Ref { return append(r, r[0]) }), 4, "comes after"},
		{"E3 outside", refs(func(r []Ref) []Ref { return append(r, Ref{testURI("zoo/SKILL.md"), r[0].Digest, 39}) }), 4, "outside its directory"},
		{"E3 unknown file", refs(func(r []Ref) []Ref { r[2].URI += "x"; return r }), 4, "not among the catalog's resources"},
		{"E3 directory as file", refs(func(r []Ref) []Ref { r[2].URI = billing + "/ref/deep"; return r }), 4, "not among the catalog's resources"},
		{"E4 unknown digest", refs(func(r []Ref) []Ref { r[0].Digest = other; return r }), 4, "not among the contents"},
		{"E4 digest form", refs(func(r []Ref) []Ref { r[0].Digest = "md5:00"; return r }), 4, "not among the contents"},
		{"E4 size", refs(func(r []Ref) []Ref { r[0].Size++; return r }), 4, "has size 111 here, but 110 among the resources"},
		{"M7 nested digest", func(c *Catalog) { c.Skills[1].Resources[1].Digest = c.Contents[1].Digest }, 5, "in an enclosing or nested skill"},
		{"M7 nested file left out", refs(func(r []Ref) []Ref { return r[:4] }), 4, "does not list \"skill://acme/billing/refunds/SKILL.md\""},

		{"F1 no SKILL.md", func(c *Catalog) {
			c.Skills[0].Resources, c.Resources = c.Skills[0].Resources[1:], c.Resources[1:]
		}, 4, "its SKILL.md is not among its resources"},
		{"M5 type of SKILL.md", describe(zooFile, func(r *Resource) { r.MIMEType = "text/plain" }), 8, `has mimeType "text/plain", expected "text/markdown"`},
		{"M5 name of SKILL.md", describe(zooFile, func(r *Resource) { r.Name = "SKILL.md" }), 8, `has name "SKILL.md", expected the frontmatter's "zoo"`},
		{"M5 description of SKILL.md", describe(zooFile, func(r *Resource) { r.Description = "" }), 8, `has description ""`},
		{"resource without name", describe(copyFile, func(r *Resource) { r.Name = "" }), 13, "has an empty name"},
		{"resource without type", describe(copyFile, func(r *Resource) { r.MIMEType = "" }), 13, `has mimeType ""`},
		{"order of resources", func(c *Catalog) { c.Resources[1], c.Resources[2] = c.Resources[2], c.Resources[1] }, 13, "comes after"},
		{"resource twice", func(c *Catalog) { c.Resources = slices.Insert(c.Resources, 2, c.Resources[1]) }, 13, "is there twice"},
		{"resource in no skill", func(c *Catalog) { c.Unlisted = nil }, 16, "is in no skill"},
		{"uri not in normal form", func(c *Catalog) { c.Resources[spacedFile].URI = billing + "/ref/a%20b%2emd" }, 12, "is not in normal form, expected"},
		{"uri in lower-case hex", func(c *Catalog) { c.Resources[spacedFile].URI = billing + "/ref/a%20b%c3%a9" }, 12, "is not in normal form"},
		{"uri not UTF-8", func(c *Catalog) { c.Resources[spacedFile].URI = billing + "/ref/a%20b%FF" }, 12, "not percent-encoded UTF-8"},
		{"uri of dots", func(c *Catalog) { c.Resources[spacedFile].URI = billing + "/../x" }, 12, `a segment ".."`},

		{"P4 directory left out", func(c *Catalog) { c.Directories = slices.Delete(c.Directories, assetsDir, assetsDir+1) }, 20, "not among the catalog's directories"},
		{"P4 skill without directory", func(c *Catalog) { c.Directories = c.Directories[:6] }, 17, "not a child of its directory"},
		{"P4 directory of no skill", func(c *Catalog) { c.Directories = append(c.Directories, Directory{URI: "skill://zz"}) }, 27, "not a child of its parent"},
		{"P4 parent of a skill", func(c *Catalog) { c.Directories = slices.Insert(c.Directories, 0, Directory{URI: "skill://acme"}) }, 20, "not a child of its parent"},
		{"order of directories", func(c *Catalog) { slices.Reverse(c.Directories) }, 21, "comes after"},
		{"directory twice", func(c *Catalog) { c.Directories = append(c.Directories, c.Directories[6]) }, 27, "is there twice"},
		{"M8 directory uri", func(c *Catalog) { c.Directories[6].URI += "/" }, 26, "has an empty segment"},
		{"P4 child file left out", children(refundsDir, func(r []Resource) []Resource { return r[1:] }), 15, "not a child of its directory"},
		{"P4 child directory left out", children(billingDir, func(r []Resource) []Resource { return slices.Delete(r, 1, 2) }), 21, "not a child of its parent"},
		{"P4 nested skill left out", children(billingDir, func(r []Resource) []Resource { return r[:3] }), 24, "not a child of its parent"},
		{"P4 child of another", children(assetsDir, func([]Resource) []Resource {
			return []Resource{{URI: billing + "/ref/deep", Name: "deep", MIMEType: protocol.DirectoryType}}
		}), 21, "is not its direct child"},
		{"P4 grandchild", children(billingDir, func(r []Resource) []Resource {
			return slices.Insert(r, 3, Resource{URI: billing + "/ref/deep", Name: "deep", MIMEType: protocol.DirectoryType})
		}), 20, "is not its direct child"},
		{"P4 order of children", children(refDir, func(r []Resource) []Resource { slices.Reverse(r); return r }), 22, "comes after"},
		{"P4 child twice", children(refundsDir, func(r []Resource) []Resource { return append(r, r[1]) }), 24, "is there twice"},
		{"P4 unknown child", children(assetsDir, func([]Resource) []Resource {
			return []Resource{{URI: billing + "/assets/x", Name: "x", MIMEType: "text/plain"}}
		}), 21, "not among the catalog's resources"},
		{"P4 child file differs", children(refDir, func(r []Resource) []Resource { r[0].Name = "x"; return r }), 22, "described otherwise"},
		{"P4 child file size", children(refDir, func(r []Resource) []Resource { r[0].Size++; return r }), 22, "described otherwise"},
		{"P4 child file type", children(refDir, func(r []Resource) []Resource { r[0].MIMEType = "text/html"; return r }), 22, "described otherwise"},
		{"P4 child file as directory", children(refDir, func(r []Resource) []Resource { r[0].MIMEType, r[0].Size = protocol.DirectoryType, 0; return r }), 22, "not among the catalog's directories"},
		{"P4 child directory as file", children(refDir, func(r []Resource) []Resource { r[1].MIMEType = "text/plain"; return r }), 22, "not among the catalog's resources"},
		{"P4 child directory name", children(billingDir, func(r []Resource) []Resource { r[2].Name = "x"; return r }), 20, `has name "x", expected "ref"`},
		{"P4 child directory description", children(billingDir, func(r []Resource) []Resource { r[2].Description = "x"; return r }), 20, "has a description or size"},

		{"order of contents", func(c *Catalog) { c.Contents[0], c.Contents[1] = c.Contents[1], c.Contents[0] }, 30, "comes after"},
		{"content twice", func(c *Catalog) { c.Contents = slices.Insert(c.Contents, 1, c.Contents[0]) }, 30, "is there twice"},
		{"content of no file", func(c *Catalog) { c.Contents = append(c.Contents, content("\x00unused")) }, 0, "no file has the content"},
	} {
		t.Run(test.id, func(t *testing.T) {
			c := small()
			test.edit(c)
			sortContents(c, test.id)
			wantMessage(t, Encode(io.Discard, c), "catalog: ", test.want)
			e := refusal(t, writeUnchecked(t, c))
			wantMessage(t, e, test.want, "build it again")
			if len(e.Message) > 1000 {
				t.Errorf("a message of %d bytes", len(e.Message))
			}
			if test.line > 0 && e.Line != test.line {
				t.Errorf("line %d, expected %d: %v", e.Line, test.line, e)
			}
		})
	}
}

// sortContents restores order where a case is not about it.
func sortContents(c *Catalog, id string) {
	if id == "content of no file" {
		slices.SortFunc(c.Contents, func(a, b Content) int { return strings.Compare(a.Digest, b.Digest) })
	}
}

func content(data string) Content {
	return Content{Digest: protocol.Digest([]byte(data)), Size: int64(len(data)), Read: func() ([]byte, error) { return []byte(data), nil }}
}

// front sets the frontmatter of the first skill.
func front(raw string) func(*Catalog) {
	return func(c *Catalog) { c.Skills[0].Frontmatter = json.RawMessage(raw) }
}

// refs edits the references of the first skill.
func refs(edit func([]Ref) []Ref) func(*Catalog) {
	return func(c *Catalog) { c.Skills[0].Resources = edit(c.Skills[0].Resources) }
}

// describe edits a resource and its copy among the children of its directory.
func describe(i int, edit func(*Resource)) func(*Catalog) {
	return func(c *Catalog) {
		uri := c.Resources[i].URI
		edit(&c.Resources[i])
		for _, d := range c.Directories {
			for j := range d.Children {
				if d.Children[j].URI == uri {
					d.Children[j] = c.Resources[i]
				}
			}
		}
	}
}

func children(i int, edit func([]Resource) []Resource) func(*Catalog) {
	return func(c *Catalog) { c.Directories[i].Children = edit(c.Directories[i].Children) }
}

func manyKeys(n int) string {
	var keys []string
	for i := range n {
		keys = append(keys, fmt.Sprintf(`"k%d":%d`, i, i))
	}
	return strings.Join(keys, ",")
}

// TestRefusedToEncode has the faults that no bytes of a catalog can show.
func TestRefusedToEncode(t *testing.T) {
	for _, test := range []struct {
		id   string
		edit func(*Catalog)
		want string
	}{
		{"ttlMs below 0", func(c *Catalog) { c.Server.TTLMs = -1 }, "ttlMs is -1, expected 0 to 2^53"},
		{"ttlMs over 2^53", func(c *Catalog) { c.Server.TTLMs = 1<<53 + 1 }, "expected 0 to 2^53"},
		{"name not UTF-8", func(c *Catalog) { c.Server.Name = "\xff" }, `"\xff" is not valid UTF-8`},
		{"instructions not UTF-8", func(c *Catalog) { c.Server.Instructions = "\xff" }, "is not valid UTF-8"},
		{"resource name not UTF-8", describe(copyFile, func(r *Resource) { r.Name = "\xff" }), "is not valid UTF-8"},
		{"frontmatter not UTF-8", front("{\"name\":\"\xff\"}"), "is not valid UTF-8"},
		{"no frontmatter", front(""), `found the end, expected "{"`},
		{"file of a directory's type", describe(copyFile, func(r *Resource) { r.MIMEType = protocol.DirectoryType }), "expected the type of a file"},
		{"E4 size below 0", describe(copyFile, func(r *Resource) { r.Size = -1 }), "has size -1"},
		{"directory with a size", children(billingDir, func(r []Resource) []Resource { r[2].Size = 1; return r }), "has a description or size"},
		{"size of content", func(c *Catalog) { c.Contents[0].Size++ }, "but its content has 4 bytes"},
		{"no Read", func(c *Catalog) { c.Contents[0].Read = nil }, "has no bytes: set Read"},
		{"read failed", func(c *Catalog) { c.Contents[1].Read = func() ([]byte, error) { return nil, io.ErrUnexpectedEOF } }, "contents[1]: reading content sha256:4ae9af0a1fde768991bbf69910a64bc0037ae1a19644f7fb7c69526385fee0b5: unexpected EOF"},
		{"changed while building", func(c *Catalog) { c.Contents[1].Read = func() ([]byte, error) { return []byte("new"), nil } }, "a file changed while the catalog was built"},
	} {
		t.Run(test.id, func(t *testing.T) {
			c := small()
			test.edit(c)
			err := Encode(io.Discard, c)
			wantMessage(t, err, "catalog: ", test.want)
			if test.id == "read failed" && !errors.Is(err, io.ErrUnexpectedEOF) {
				t.Errorf("%v does not wrap what Read returned", err)
			}
			if frozen, err := Freeze(c); frozen != nil || err == nil {
				t.Errorf("Freeze gave %v, %v", frozen, err)
			}
		})
	}
}
