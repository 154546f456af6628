package build

import (
	"cmp"
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"skillpack/catalog"
	"skillpack/internal/parallel"
	"skillpack/internal/protocol"
	"skillpack/internal/skill"
)

// assemble builds the catalog of the given skills of the tree.
func assemble(ctx context.Context, tree *skill.Tree, skills []*skill.Skill, o Options) (*catalog.Catalog, error) {
	unlisted, err := skill.ParseGlobs(o.Unlisted)
	if err != nil {
		return nil, fmt.Errorf("unlisted: %w", err)
	}
	parts := make([]part, len(skills))
	if err := parallel.Each(ctx, len(skills), func(i int) error {
		parts[i] = partOf(tree, skills[i])
		return nil
	}); err != nil {
		return nil, err
	}
	a := newAssembler(o.Spool, settings(o.Server), parts)
	for i, s := range skills {
		_, hidden := unlisted.Match(s.Dir)
		a.add(s, &parts[i], hidden)
	}
	return a.catalog, a.finish(ctx)
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

// part is what one skill brings to a catalog.
type part struct {
	entry catalog.Entry
	files []located // sorted by URI
	dirs  []string  // URIs
}

// located is a file with its URI.
type located struct {
	uri  string
	file *skill.File
}

func byURI(x, y located) int { return cmp.Compare(x.uri, y.uri) }

// partOf makes the entry of a skill, with the complete list of its files (E3, M7).
func partOf(tree *skill.Tree, s *skill.Skill) part {
	p := part{files: make([]located, len(s.Files)), dirs: make([]string, 0, 1+len(s.Dirs))}
	for i, f := range s.Files {
		p.files[i] = located{tree.URI(f.Path), f}
	}
	slices.SortFunc(p.files, byURI)
	p.dirs = append(p.dirs, tree.URI(s.Dir))
	for _, dir := range s.Dirs {
		p.dirs = append(p.dirs, tree.URI(dir))
	}
	p.entry = catalog.Entry{
		URI:         tree.URI(s.Manifest.Path),
		Frontmatter: s.Front.AppendJSON(nil),
		Resources:   make([]catalog.Ref, len(p.files)),
	}
	for i, f := range p.files {
		p.entry.Resources[i] = catalog.Ref{URI: f.uri, Digest: f.file.Digest(), Size: f.file.Size}
	}
	return p
}

// assembler gathers what the skills share: nested skills bring the same files and
// directories as those that enclose them.
type assembler struct {
	spool     *Spool // may be nil
	catalog   *catalog.Catalog
	manifests map[*skill.File]*skill.Skill // by SKILL.md
	files     []located
	dirs      []string // URIs
}

// newAssembler returns one that has room for parts.
func newAssembler(spool *Spool, server catalog.Server, parts []part) *assembler {
	files, dirs := 0, 0
	for i := range parts {
		files, dirs = files+len(parts[i].files), dirs+len(parts[i].dirs)
	}
	return &assembler{
		spool:     spool,
		catalog:   &catalog.Catalog{Server: server, Skills: make([]catalog.Entry, 0, len(parts))},
		manifests: make(map[*skill.File]*skill.Skill, len(parts)),
		files:     make([]located, 0, files),
		dirs:      make([]string, 0, dirs),
	}
}

// add files a skill's entry and everything that it holds.
func (a *assembler) add(s *skill.Skill, p *part, unlisted bool) {
	a.manifests[s.Manifest] = s
	a.files = append(a.files, p.files...)
	a.dirs = append(a.dirs, p.dirs...)
	list := &a.catalog.Skills
	if unlisted {
		list = &a.catalog.Unlisted
	}
	*list = append(*list, p.entry)
}

// finish derives resources, directories and contents, and sorts everything.
func (a *assembler) finish(ctx context.Context) error {
	byURI := func(x, y catalog.Entry) int { return cmp.Compare(x.URI, y.URI) }
	slices.SortFunc(a.catalog.Skills, byURI)
	slices.SortFunc(a.catalog.Unlisted, byURI)
	a.sort()
	derive := []func(){func() { a.resources(); a.directories() }, a.contents}
	return parallel.Each(ctx, len(derive), func(i int) error {
		derive[i]()
		return nil
	})
}

// sort sorts files and directories, each of them once.
func (a *assembler) sort() {
	slices.SortStableFunc(a.files, byURI)
	a.files = slices.CompactFunc(a.files, func(x, y located) bool { return x.uri == y.uri })
	slices.Sort(a.dirs)
	a.dirs = slices.Compact(a.dirs)
}

func (a *assembler) resources() {
	a.catalog.Resources = make([]catalog.Resource, len(a.files))
	for i, f := range a.files {
		a.catalog.Resources[i] = a.resource(f.uri, f.file)
	}
}

func (a *assembler) resource(uri string, f *skill.File) catalog.Resource {
	r := catalog.Resource{URI: uri, Name: path.Base(f.Path), MIMEType: mimeType(f.Path, f.IsText()), Size: f.Size}
	if s := a.manifests[f]; s != nil {
		r.Name, _ = s.Front.Text("name")
		r.Description, _ = s.Front.Text("description")
	}
	return r
}

// directories makes the directories, each with its children.
func (a *assembler) directories() {
	a.catalog.Directories = make([]catalog.Directory, len(a.dirs))
	at := make(map[string]int, len(a.dirs))
	for i, uri := range a.dirs {
		at[uri] = i
		a.catalog.Directories[i].URI = uri
	}
	into := func(child *catalog.Resource) {
		if i, ok := at[parent(child.URI)]; ok {
			list := &a.catalog.Directories[i].Children
			*list = append(*list, *child)
		}
	}
	for i := range a.catalog.Resources {
		into(&a.catalog.Resources[i])
	}
	for _, uri := range a.dirs {
		child := directory(uri)
		into(&child)
	}
	for i := range a.catalog.Directories {
		slices.SortFunc(a.catalog.Directories[i].Children, func(x, y catalog.Resource) int { return cmp.Compare(x.URI, y.URI) })
	}
}

func directory(uri string) catalog.Resource {
	_, published, _ := protocol.SplitURI(uri) // our own encoding of a path: it splits
	return catalog.Resource{URI: uri, Name: path.Base(published), MIMEType: protocol.DirectoryType}
}

// parent returns the URI of the directory that holds what uri names. For a path of
// one segment that is no URI at all, and so no directory of ours.
func parent(uri string) string { return uri[:max(strings.LastIndexByte(uri, '/'), 0)] }

// contents makes the contents, each once, in the order of their digests.
func (a *assembler) contents() {
	files := make([]*skill.File, len(a.files))
	for i, f := range a.files {
		files[i] = f.file
	}
	slices.SortFunc(files, func(x, y *skill.File) int {
		return cmp.Or(cmp.Compare(x.Digest(), y.Digest()), cmp.Compare(x.Path, y.Path))
	})
	files = slices.CompactFunc(files, func(x, y *skill.File) bool { return x.Digest() == y.Digest() })
	a.catalog.Contents = make([]catalog.Content, len(files))
	for i, f := range files {
		a.catalog.Contents[i] = catalog.Content{
			Digest: f.Digest(), Size: f.Size, Read: f.Bytes, Append: f.AppendTo, WriteMember: a.spool.member(f.Digest()),
		}
	}
}
