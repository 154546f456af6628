package site

import (
	"fmt"
	"path"
	"strings"
	"sync/atomic"

	"skillpack/catalog"
	"skillpack/internal/protocol"
)

// Skill is a listed skill as pages show it.
type Skill struct {
	Entry       *catalog.Entry
	URI         string // of SKILL.md
	Name        string
	Description string
	Path        string // published path of its directory, decoded, without the scheme
	Prefix      string // Path without its last segment; "" for none
	Page        string // path of its page in the site
	Files       []*SkillFile
	Bytes       int64 // sum of the sizes of Files
	Dirs        int   // directories below its own
	// Nested are the listed skills whose innermost enclosing one this is, by URI; Enclosing
	// is that of this one, or nil.
	Nested      []*Skill
	Enclosing   *Skill
	Frontmatter []Field // in the order written
}

// SkillFile is a file of the manifest of a skill.
type SkillFile struct {
	URI    string
	Path   string // published path, decoded, without the scheme
	Below  string // Path below the directory of the skill
	Type   string // MIME type
	Digest string
	Size   int64
	View   string // path of its view in the site
	Raw    string // path of its bytes in the site
	// Owner is the innermost listed skill that holds it, to which its view belongs. It is
	// another one than the skill whose file this is where that skill encloses Owner.
	Owner *Skill

	references atomic.Pointer[references] // where its links lead, once that is known
	tokens     atomic.Pointer[int]        // about how many it costs, likewise
}

// Name is the last segment of the path.
func (f *SkillFile) Name() string { return path.Base(f.Path) }

// Dir is the directory below that of the skill, "" for the skill's own.
func (f *SkillFile) Dir() string { return parent(f.Below) }

// Manifest is the file of SKILL.md.
func (s *Skill) Manifest() *SkillFile {
	for _, f := range s.Files {
		if f.URI == s.URI {
			return f
		}
	}
	return nil // no catalog has such an entry
}

// Own returns the files that no nested listed skill holds, by URI.
func (s *Skill) Own() []*SkillFile {
	own := make([]*SkillFile, 0, len(s.Files))
	for _, f := range s.Files {
		if f.Owner == s {
			own = append(own, f)
		}
	}
	return own
}

// buildModel fills skills, byURI, views and schemes.
func (s *Site) buildModel() error {
	c := s.catalog
	s.skills = make([]*Skill, len(c.Skills))
	s.byURI = make(map[string]*Skill, len(c.Skills))
	for i := range c.Skills {
		k, err := newSkill(c, &c.Skills[i])
		if err != nil {
			return err
		}
		s.skills[i], s.byURI[k.URI] = k, k
	}
	s.views = make(map[string]*SkillFile, len(c.Resources))
	s.schemes = map[string]bool{}
	paths := make(map[string]string, len(c.Resources))
	for _, k := range s.skills {
		s.enclose(k)
		if err := s.addFiles(k, paths); err != nil {
			return err
		}
	}
	s.countDirs()
	return nil
}

func newSkill(c *catalog.Catalog, e *catalog.Entry) (*Skill, error) {
	_, file, err := protocol.SplitURI(e.URI)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", e.URI, err)
	}
	fields, err := parseFields(e.Frontmatter)
	if err != nil {
		return nil, fmt.Errorf("%s: frontmatter: %w", e.URI, err)
	}
	manifest, ok := c.Resource(e.URI)
	if !ok {
		return nil, fmt.Errorf("%s: not in a frozen catalog", e.URI)
	}
	dir := path.Dir(file)
	return &Skill{
		Entry: e, URI: e.URI, Name: manifest.Name, Description: manifest.Description,
		Path: dir, Prefix: parent(dir), Page: skillPage(dir), Frontmatter: fields,
	}, nil
}

// enclose sets the innermost listed skill around k. Skills are sorted by URI, but one that
// encloses need not come first, so that it is looked up.
func (s *Site) enclose(k *Skill) {
	dir := strings.TrimSuffix(k.URI, "/"+protocol.ManifestName)
	k.Enclosing = s.around(dir)
	if k.Enclosing != nil {
		k.Enclosing.Nested = append(k.Enclosing.Nested, k)
	}
}

// around returns the innermost listed skill in whose directory a file or directory with
// the given URI is, or nil.
func (s *Site) around(uri string) *Skill {
	for i := strings.LastIndexByte(uri, '/'); i > 0; i = strings.LastIndexByte(uri[:i], '/') {
		if k, ok := s.byURI[uri[:i]+"/"+protocol.ManifestName]; ok {
			return k
		}
	}
	return nil
}

// addFiles adds the files of a skill; paths are the URIs of those that others have.
func (s *Site) addFiles(k *Skill, paths map[string]string) error {
	k.Files = make([]*SkillFile, len(k.Entry.Resources))
	for i, ref := range k.Entry.Resources {
		scheme, file, err := protocol.SplitURI(ref.URI)
		if err != nil {
			return fmt.Errorf("%s: %w", ref.URI, err)
		}
		s.schemes[scheme] = true
		resource, ok := s.catalog.Resource(ref.URI)
		content, has := s.catalog.Content(ref.URI)
		if !ok || !has {
			return fmt.Errorf("%s: not in a frozen catalog", ref.URI)
		}
		f := &SkillFile{
			URI: ref.URI, Path: file, Below: strings.TrimPrefix(file, k.Path+"/"),
			Type: resource.MIMEType, Digest: ref.Digest, Size: ref.Size,
			View: viewPage(file), Raw: rawPath(content), Owner: s.around(ref.URI),
		}
		k.Files[i] = f
		k.Bytes += f.Size
		if f.Owner != k {
			continue
		}
		if other, taken := paths[f.Path]; taken {
			return fmt.Errorf("%s and %s would have one page, since the site has no schemes; rename one, or make a site for each scheme", other, f.URI)
		}
		s.views[f.URI], paths[f.Path] = f, f.URI
	}
	return nil
}

// countDirs counts for each skill the directories below its own, of nested skills too.
func (s *Site) countDirs() {
	for i := range s.catalog.Directories {
		for k := s.around(s.catalog.Directories[i].URI); k != nil; k = k.Enclosing {
			k.Dirs++
		}
	}
}
