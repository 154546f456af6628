// Package discovery tells other tools what skills a site has: the index of the Agent Skills
// discovery RFC with the artifacts that it names, the older form of it, and a plugin
// marketplace for Claude.
//
// Everything comes from a frozen catalog and is the same for the same catalog and options.
package discovery

import "skillpack/catalog"

// Options says what a Set holds. The zero Options gives one index of RFC v0.2.0.
type Options struct {
	Title    string // of the site; names the marketplace and its owner. "" means the server's name
	BaseURL  string // of the site's root, such as "https://example.com/skills"; "" where it is not known
	BasePath string // path of the site's root on its host, such as "/skills"; "" for the host's root

	Legacy      bool // adds an index of RFC v0.1.0 beside each of v0.2.0
	Marketplace bool // adds .claude-plugin/marketplace.json
	Scoped      bool // an index for each prefix instead of one for all
}

// Set is the files that other tools find skills by. Any number of goroutines may use it.
type Set struct {
	files    []File
	warnings []string
}

// File is one file of a Set.
type File struct {
	Path string // below the site's root, "/"-separated, not percent-encoded
	Type string // media type
	// Digest is that of the bytes, as protocol.Digest, where it is known without making
	// them, as for a file of the catalog; else "".
	Digest string
	Size   int64 // of the bytes where Digest is known, else -1
	// Archive is set for an archive, which is worth a place in a cache: it is made anew on
	// each call.
	Archive bool
	// Bytes returns the file's bytes, the same on every call; the caller must not change
	// them.
	Bytes func() ([]byte, error)
}

// Prefix is where an index is, and thus what a client is told to add: "" for the site's root,
// else the "/"-separated path below it, not percent-encoded.
type Prefix string

// New makes the set of a frozen catalog. It reads no content. The error names the skills that
// cannot share an index, and what to do.
func New(c *catalog.Catalog, o Options) (*Set, error) {
	return &Set{}, nil
}

// Files returns the files, sorted by path. The caller must not change the slice.
func (s *Set) Files() []File { return s.files }

// Warnings says which skills are not in an index, why, and how to change that. They are
// sorted by URI.
func (s *Set) Warnings() []string { return s.warnings }

// Add returns where the index is that holds a skill, by the skill's URI; ok is false where
// none does.
func (s *Set) Add(uri string) (at Prefix, ok bool) { return "", false }
