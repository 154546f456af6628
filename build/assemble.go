package build

import (
	"cmp"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"skillpack/catalog"
	"skillpack/internal/protocol"
	"skillpack/internal/skill"
)

// assemble builds the catalog of the given skills of the tree.
func assemble(tree *skill.Tree, skills []*skill.Skill, o Options) (*catalog.Catalog, error) {
	a := &assembler{
		tree: tree, spool: o.Spool, catalog: &catalog.Catalog{Server: settings(o.Server)},
		manifests: map[string]*skill.Skill{}, files: map[string]*skill.File{}, dirs: map[string]bool{},
	}
	unlisted, err := skill.ParseGlobs(o.Unlisted)
	if err != nil {
		return nil, fmt.Errorf("unlisted: %w", err)
	}
	for _, s := range skills {
		_, hidden := unlisted.Match(s.Dir)
		a.add(s, hidden)
	}
	a.finish()
	return a.catalog, nil
}

// settings fills in the defaults.
func settings(given *catalog.Server) catalog.Server {
	standard := DefaultServer()
	if given == nil {
		return *standard
	}
	s := *given
	s.Name = cmp.Or(s.Name, standard.Name)
	s.Version = cmp.Or(s.Version, standard.Version)
	s.CacheScope = cmp.Or(s.CacheScope, standard.CacheScope)
	return s
}

// assembler gathers what the skills share: nested skills bring the same files and
// directories as those that enclose them.
type assembler struct {
	tree      *skill.Tree
	spool     *Spool // may be nil
	catalog   *catalog.Catalog
	manifests map[string]*skill.Skill // by path of SKILL.md
	files     map[string]*skill.File  // by URI
	dirs      map[string]bool         // URIs
}

// add files a skill's entry and everything that it holds.
func (a *assembler) add(s *skill.Skill, unlisted bool) {
	a.manifests[s.Manifest.Path] = s
	a.dirs[a.tree.URI(s.Dir)] = true
	for _, dir := range s.Dirs {
		a.dirs[a.tree.URI(dir)] = true
	}
	list := &a.catalog.Skills
	if unlisted {
		list = &a.catalog.Unlisted
	}
	*list = append(*list, catalog.Entry{
		URI:         a.tree.URI(s.Manifest.Path),
		Frontmatter: s.Front.AppendJSON(nil),
		Resources:   a.manifest(s),
	})
}

// manifest returns the complete list of a skill's files (E3, M7).
func (a *assembler) manifest(s *skill.Skill) []catalog.Ref {
	refs := make([]catalog.Ref, 0, len(s.Files))
	for _, f := range s.Files {
		uri := a.tree.URI(f.Path)
		a.files[uri] = f
		refs = append(refs, catalog.Ref{URI: uri, Digest: f.Digest(), Size: f.Size})
	}
	slices.SortFunc(refs, func(x, y catalog.Ref) int { return cmp.Compare(x.URI, y.URI) })
	return refs
}

// finish derives resources, directories and contents, and sorts everything.
func (a *assembler) finish() {
	byURI := func(x, y catalog.Entry) int { return cmp.Compare(x.URI, y.URI) }
	slices.SortFunc(a.catalog.Skills, byURI)
	slices.SortFunc(a.catalog.Unlisted, byURI)
	children := a.resources()
	a.directories(children)
	a.contents()
}

// resources files the resource of each file and returns the children of each
// directory so far.
func (a *assembler) resources() map[string][]catalog.Resource {
	children := map[string][]catalog.Resource{}
	for _, uri := range slices.Sorted(maps.Keys(a.files)) {
		r := a.resource(uri, a.files[uri])
		a.catalog.Resources = append(a.catalog.Resources, r)
		children[parent(uri)] = append(children[parent(uri)], r)
	}
	return children
}

func (a *assembler) resource(uri string, f *skill.File) catalog.Resource {
	r := catalog.Resource{URI: uri, Name: path.Base(f.Path), MIMEType: mimeType(f.Path, f.IsText()), Size: f.Size}
	if s := a.manifests[f.Path]; s != nil {
		r.Name, _ = s.Front.Text("name")
		r.Description, _ = s.Front.Text("description")
	}
	return r
}

func (a *assembler) directories(children map[string][]catalog.Resource) {
	sorted := slices.Sorted(maps.Keys(a.dirs))
	for _, uri := range sorted {
		if up := parent(uri); a.dirs[up] {
			children[up] = append(children[up], directory(uri))
		}
	}
	for _, uri := range sorted {
		list := children[uri]
		slices.SortFunc(list, func(x, y catalog.Resource) int { return cmp.Compare(x.URI, y.URI) })
		a.catalog.Directories = append(a.catalog.Directories, catalog.Directory{URI: uri, Children: list})
	}
}

func directory(uri string) catalog.Resource {
	_, published, _ := protocol.SplitURI(uri) // our own encoding of a path: it splits
	return catalog.Resource{URI: uri, Name: path.Base(published), MIMEType: protocol.DirectoryType}
}

// parent returns the URI of the directory that holds what uri names. For a path of
// one segment that is no URI at all, and so no directory of ours.
func parent(uri string) string { return uri[:max(strings.LastIndexByte(uri, '/'), 0)] }

func (a *assembler) contents() {
	byDigest := map[string]*skill.File{}
	for _, f := range a.files {
		if known := byDigest[f.Digest()]; known == nil || f.Path < known.Path {
			byDigest[f.Digest()] = f
		}
	}
	for _, digest := range slices.Sorted(maps.Keys(byDigest)) {
		f := byDigest[digest]
		a.catalog.Contents = append(a.catalog.Contents, catalog.Content{
			Digest: digest, Size: f.Size, Read: f.Bytes, Append: f.AppendTo, WriteMember: a.spool.member(digest),
		})
	}
}
