package catalog

import (
	"encoding/json"
	"strings"
)

// index finds things by URI in a frozen catalog.
type index struct {
	of          *Catalog // whose index it is; that of a copy is of another
	digest      string   // the seal
	entries     map[string]*Entry
	resources   map[string]int32 // index in Resources
	directories map[string]*Directory
	contentOf   []int32 // index in Contents, by index in Resources; -1 is none yet
}

func newIndex(c *Catalog) *index {
	ix := &index{
		of:          c,
		entries:     make(map[string]*Entry, len(c.Skills)+len(c.Unlisted)),
		resources:   make(map[string]int32, len(c.Resources)),
		directories: make(map[string]*Directory, len(c.Directories)),
		contentOf:   make([]int32, len(c.Resources)),
	}
	for i := range ix.contentOf {
		ix.contentOf[i] = -1
	}
	return ix
}

// Frozen reports whether the catalog came from Decode, Open or Freeze. Only then
// do the lookups find anything. A copy of the struct is not frozen, so that it can
// be changed and frozen anew.
func (c *Catalog) Frozen() bool { return c.index != nil && c.index.of == c }

// Digest returns the seal of a frozen catalog, which names its whole content, "sha256:"
// and 64 lower-case hexadecimal digits; "" where the catalog is not frozen.
func (c *Catalog) Digest() string {
	if !c.Frozen() {
		return ""
	}
	return c.index.digest
}

// Entry returns the skill with the given URI, listed or not (P3). Like the other
// lookups it knows URIs in normal form alone.
func (c *Catalog) Entry(uri string) (*Entry, bool) {
	if !c.Frozen() {
		return nil, false
	}
	e, ok := c.index.entries[uri]
	return e, ok
}

// Owner returns the innermost skill in whose directory a file with the given URI is, or
// would be.
func (c *Catalog) Owner(file string) (*Entry, bool) {
	for i := strings.LastIndexByte(file, '/'); i > 0; i = strings.LastIndexByte(file[:i], '/') {
		if e, ok := c.Entry(file[:i] + manifestSuffix); ok {
			return e, true
		}
	}
	return nil, false
}

// Resource returns the file with the given URI.
func (c *Catalog) Resource(uri string) (*Resource, bool) {
	i, ok := c.resource(uri)
	if !ok {
		return nil, false
	}
	return &c.Resources[i], true
}

// Content returns the content of the file with the given URI.
func (c *Catalog) Content(uri string) (*Content, bool) {
	i, ok := c.resource(uri)
	if !ok {
		return nil, false
	}
	return &c.Contents[c.index.contentOf[i]], true
}

func (c *Catalog) resource(uri string) (int32, bool) {
	if !c.Frozen() {
		return 0, false
	}
	i, ok := c.index.resources[uri]
	return i, ok
}

// Directory returns the directory with the given URI, which has no trailing slash.
func (c *Catalog) Directory(uri string) (*Directory, bool) {
	if !c.Frozen() {
		return nil, false
	}
	d, ok := c.index.directories[uri]
	return d, ok
}

// Wire returns the entry as skills/list and skills/get send it; nil where the
// catalog is not frozen. The caller must not change it.
func (e *Entry) Wire() json.RawMessage { return e.wire }

// Wire returns the resource as resources/list and resources/directory/read send
// it; nil where the catalog is not frozen. The caller must not change it.
func (r *Resource) Wire() json.RawMessage { return r.wire }
