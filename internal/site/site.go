// Package site is a catalog as people and other tools see it: a static web site, whose
// files Write puts into a directory and Handler serves from memory.
//
// Everything comes from a frozen catalog and Options, so that the same two give the same
// bytes. Nothing reads a file or the clock. Unlisted skills have no page and are named
// nowhere; where a listed skill encloses one, its files are files of the listed one, whose
// manifest holds them (M7).
//
// # Layout
//
//	index.html                                     every listed skill, and the filter
//	overview/index.html                            the catalog on the whole
//	browse/<prefix>/index.html                     a prefix of an index too large for one page
//	part/<number>/<prefix>/index.html              the rest of one that one page cannot hold
//	skills/<path of the skill>/index.html          a skill
//	view/<path of the file>/index.html             a file of a skill; paths are those of URIs
//	raw/<64 hex of the digest>.bin                 the bytes of files, once each; raster images
//	                                               end in ".png" and the like
//	assets/site-<8 hex>.css, assets/site-<8 hex>.js
//	404.html, robots.txt, llms.txt, sitemap.xml, search-<8 hex>.json
//	headers/, _headers, .nojekyll                  what hosts should send
//	.well-known/, .claude-plugin/                  discovery for other tools
//
// Paths are decoded here and on disk; segments are percent-encoded in links alone. Links
// between pages are relative and end in "/" for a page, so that the site works below any
// path; 404.html alone has links from the root, below Options.BasePath.
package site

import (
	"fmt"
	"iter"
	"net/url"
	"slices"
	"strings"

	"skillpack/catalog"
	"skillpack/internal/discovery"
	"skillpack/internal/protocol"
)

// Options says how a site presents itself. The zero Options is fine.
type Options struct {
	Title    string // of the index; "" means the name of the catalog's server
	BaseURL  string // where the site will be, "https://host/path"; "" where that is not known
	BasePath string // the path below which it will be, "/path"; "" means that of BaseURL
	MCPURL   string // of the MCP server of the same catalog; "" for none
	Version  string // of skillpack, for the footer; "" leaves it out

	Legacy      bool // add the discovery index of v0.1.0
	Marketplace bool // add .claude-plugin/marketplace.json
	Scoped      bool // discovery by prefix, where two skills have one name
	// ScopedIfShared is Scoped where two skills have one name, and then warns of it.
	ScopedIfShared bool
	// Prefix is that of the build: published paths have it before those of the repository,
	// which the marketplace names.
	Prefix string
}

// Site is the site of one catalog. It is read-only: any number of goroutines may use it.
// Pages are made when their bytes are asked for and not kept.
type Site struct {
	catalog   *catalog.Catalog
	options   Options
	skills    []*Skill              // listed, by URI
	byURI     map[string]*Skill     // the same by the URI of SKILL.md
	views     map[string]*SkillFile // each file of listed skills once, as its Owner has it, by URI
	schemes   map[string]bool       // of the URIs of listed skills
	discovery *discovery.Set
	back      backlinks
	listings  []*listing // the index, and the pages of its parts
	pages     *pages
	files     []File // by Path
	warnings  []string
}

// New plans the site of a frozen catalog: it names every file and makes none. It fails
// where two files would have one path and where Options or discovery cannot be kept.
func New(c *catalog.Catalog, o Options) (*Site, error) {
	o, err := o.filled(c)
	if err != nil {
		return nil, err
	}
	s := &Site{catalog: c, options: o}
	if err := s.buildModel(); err != nil {
		return nil, err
	}
	if s.pages, err = newPages(); err != nil {
		return nil, err
	}
	for _, source := range s.sources() {
		files, err := source()
		if err != nil {
			return nil, err
		}
		s.files = append(s.files, files...)
	}
	slices.SortFunc(s.files, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	if err := s.checkUnique(); err != nil {
		return nil, err
	}
	return s, nil
}

// checkUnique refuses two files of one path.
func (s *Site) checkUnique() error {
	for i := 1; i < len(s.files); i++ {
		if s.files[i].Path == s.files[i-1].Path {
			return fmt.Errorf("the site would have two files %q; rename the skill or file that it shows", s.files[i].Path)
		}
	}
	return nil
}

// sources are what the site consists of. Each names the files that it owns.
func (s *Site) sources() []func() ([]File, error) {
	return []func() ([]File, error){
		s.indexFiles, s.overviewFiles, s.textFiles,
		s.skillFiles, s.viewFiles, s.rawFiles, s.assetFiles, s.discoveryFiles, s.headerFiles,
	}
}

// Files returns every file of the site, sorted by path.
func (s *Site) Files() iter.Seq[File] { return slices.Values(s.files) }

// Lookup returns the file at a path, which is decoded and has no slash in front.
func (s *Site) Lookup(path string) (File, bool) {
	i, found := slices.BinarySearchFunc(s.files, path, func(f File, p string) int { return strings.Compare(f.Path, p) })
	if !found {
		return File{}, false
	}
	return s.files[i], true
}

// Warnings returns what the owner should know of the site that is no error, a sentence
// each, in a fixed order.
func (s *Site) Warnings() []string { return slices.Clone(s.warnings) }

// filled checks the options and fills in what follows from others.
func (o Options) filled(c *catalog.Catalog) (Options, error) {
	if o.Title == "" {
		o.Title = c.Server.Name
	}
	for _, address := range []string{o.BaseURL, o.MCPURL} {
		if address == "" {
			continue
		}
		if err := protocol.CheckWebURL(address); err != nil {
			return o, err
		}
	}
	if o.BasePath == "" && o.BaseURL != "" {
		base, err := url.Parse(o.BaseURL)
		if err != nil {
			return o, err
		}
		o.BasePath = base.Path
	}
	o.BasePath = strings.TrimSuffix(o.BasePath, "/")
	if o.BasePath == "" {
		return o, nil
	}
	return o, protocol.CheckWebPath(o.BasePath)
}
