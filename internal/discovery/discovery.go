// Package discovery tells other tools what skills a site has: the index of the Agent Skills
// discovery RFC with the artifacts that it names, the older form of it, and a plugin
// marketplace for Claude.
//
// Everything comes from a frozen catalog and is the same for the same catalog and options.
//
// # Layout
//
//	.well-known/agent-skills/index.json         RFC v0.2.0
//	.well-known/agent-skills/<name>/SKILL.md    a skill of one file
//	.well-known/agent-skills/<name>.tar.gz      any other skill, as Archive says
//	.well-known/skills/index.json               RFC v0.1.0, with Options.Legacy
//	.well-known/skills/<name>/<file>            each file of its skills
//	.claude-plugin/marketplace.json             with Options.Marketplace
//
// The RFC resolves an URL against that of its index, so every URL in one is relative and the
// site works below any path without being told which.
//
// # Scopes
//
// An index holds a name once. With Options.Scoped there is an index below the path of every
// directory above a listed skill, <directory>/.well-known/agent-skills/index.json, with all
// listed skills below that directory, and `skills add <site>/<directory>` takes those alone.
// Of several with one name it has the one right in the directory, and none where none is: at
// the root too, where clients that know no scopes look. So each skill is in at least the
// index of the directory that holds it, and there its artifact is.
package discovery

import (
	"slices"
	"strings"

	"skillpack/catalog"
)

// Options says what a Set holds. The zero Options gives one index of RFC v0.2.0.
type Options struct {
	Title string // of the site; names the marketplace and its owner. "" means the server's name
	// Prefix is what the catalog's paths have before those of the repository, as configured
	// for the build; paths of the marketplace are without it.
	Prefix string

	Legacy      bool // adds an index of RFC v0.1.0 beside each of v0.2.0
	Marketplace bool // adds .claude-plugin/marketplace.json
	Scoped      bool // an index for each directory instead of one for all
	// ScopedIfShared is Scoped where two skills have one name, which then is a warning and
	// no error.
	ScopedIfShared bool
}

// Set is the files that other tools find skills by. Any number of goroutines may use it.
type Set struct {
	files    []File
	warnings []string
	shared   string            // the warning that names are shared, "" for none
	at       map[string]string // directory of the index to add a skill from, by URI
	packers  packers
}

// File is one file of a Set.
type File struct {
	Path string // below the site's root, "/"-separated, not percent-encoded
	Type string // media type, safe to serve: of a skill's file it is never one that a browser runs
	// Digest is that of the bytes, as protocol.Digest, where it is known without making
	// them, as for a file of the catalog; else "".
	Digest string
	Size   int64 // of the bytes where Digest is known, else -1
	Kind   Kind
	// Bytes returns the file's bytes, the same on every call; the caller must not change
	// them. Those of an archive are made anew each time. An index needs the digest of
	// each archive, and is made fastest after them.
	Bytes func() ([]byte, error)
}

// Kind says what a File is.
type Kind uint8

// The kinds of files.
const (
	Index   Kind = iota // an index or a marketplace, made from the whole catalog
	Archive             // a skill in one file
	Content             // a file of a skill as it is
)

// New makes the set of a frozen catalog. It reads no content. The error names the skills that
// cannot share an index, and what to do.
func New(c *catalog.Catalog, o Options) (*Set, error) {
	s := &Set{at: map[string]string{}}
	skills, err := s.publishable(c)
	if err != nil {
		return nil, err
	}
	scopes, err := s.scoped(skills, o)
	if err != nil {
		return nil, err
	}
	for _, k := range skills {
		s.files = append(s.files, k.artifact())
		s.at[k.uri] = k.home
	}
	for _, sc := range scopes {
		s.files = append(s.files, sc.index())
		if o.Legacy {
			s.files = append(s.files, s.legacy(sc)...)
		}
	}
	if o.Marketplace {
		market, err := newMarketplace(c, o)
		if err != nil {
			return nil, err
		}
		s.files = append(s.files, market.file())
	}
	slices.SortFunc(s.files, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	slices.Sort(s.warnings)
	s.warnings = slices.Compact(s.warnings)
	if s.shared != "" {
		s.warnings = slices.Insert(s.warnings, 0, s.shared) // before many that may matter less
	}
	return s, nil
}

// Files returns the files, sorted by path. The caller must not change the slice.
func (s *Set) Files() []File { return s.files }

// Warnings says which skills are not in an index, why, and how to change that, sorted but for
// the one of Options.ScopedIfShared, which comes first.
func (s *Set) Warnings() []string { return s.warnings }

// Add returns what a client is told to add to get a skill, by the skill's URI: the path of a
// directory below the site's root, not percent-encoded, "" for the root itself. ok is false
// where no index has the skill.
func (s *Set) Add(uri string) (dir string, ok bool) {
	dir, ok = s.at[uri]
	return dir, ok
}
