package verify

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"skillpack/catalog"
	"skillpack/internal/protocol"
	"skillpack/internal/skill"
)

const manifestSuffix = "/" + protocol.ManifestName

// auditedSkill is one skill of the server in one era.
type auditedSkill struct {
	Entry
	root        string       // the URI of its directory
	front       *skill.Value // the frontmatter
	name        string
	description string
	unlisted    bool
	broken      bool // its entry is invalid: nothing more is said of it
	differs     bool // its frontmatter is not that of SKILL.md: nothing more is said of its name and description
	request     json.RawMessage
	files       int   // read and checked
	bytes       int64 // of these
}

func (s *auditedSkill) subject(uri string) subject { return subject{s.URI, uri} }

// ownedRef is a reference to a file and the skill whose entry has it.
type ownedRef struct {
	skill *auditedSkill
	ref   catalog.Ref
}

// auditedFile is one file that some valid entry lists.
type auditedFile struct {
	uri      string
	owners   []ownedRef // the innermost skill first
	missing  bool       // reading it failed: nothing more is said of where it is not listed
	wrong    bool       // its bytes are not those of some entry: nothing more is said of sizes
	mimeType string     // as it was read, "" for none
	request  json.RawMessage
}

// subject returns what a finding of the file is of, and the skills that share it.
func (f *auditedFile) subject() (subject, []string) {
	var also []string
	for _, o := range f.owners[1:] {
		also = append(also, o.skill.URI)
	}
	return f.owners[0].skill.subject(f.uri), also
}

// inventory is what a server is known to have, in one era. After its skills are known it
// is only read.
type inventory struct {
	skills    map[string]*auditedSkill // by URI
	roots     map[string]*auditedSkill // by root
	files     map[string]*auditedFile  // by URI
	resources map[string]*listedResource
	// invalid are entries of the listing that were reported, as sent.
	invalid map[string]bool
	// twins are the URIs of skills that have such an entry, under another URI.
	twins           map[string]bool
	unsure          bool // it is not known which skills are listed
	resourcesListed bool // resources/list is known as a whole
	// directories are those that were read; true is as a whole.
	directories map[string]bool
}

func newInventory() *inventory {
	return &inventory{
		skills: map[string]*auditedSkill{}, roots: map[string]*auditedSkill{},
		files: map[string]*auditedFile{}, resources: map[string]*listedResource{},
		invalid: map[string]bool{}, twins: map[string]bool{}, directories: map[string]bool{},
	}
}

// put adds a skill.
func (v *inventory) put(s *auditedSkill) {
	s.root = strings.TrimSuffix(s.URI, manifestSuffix)
	v.skills[s.URI] = s
	v.roots[s.root] = s
}

// around returns the innermost skill whose directory is uri or holds it; nil for none.
func (v *inventory) around(uri string) *auditedSkill {
	for {
		if s := v.roots[uri]; s != nil {
			return s
		}
		i := strings.LastIndexByte(uri, '/')
		if i < 0 {
			return nil
		}
		uri = uri[:i]
	}
}

// enclosing returns the innermost skill around another one; nil for none.
func (v *inventory) enclosing(s *auditedSkill) *auditedSkill {
	i := strings.LastIndexByte(s.root, '/')
	if i < 0 {
		return nil
	}
	return v.around(s.root[:i])
}

// sortedSkills returns the skills with a valid entry, by URI.
func (v *inventory) sortedSkills() []*auditedSkill {
	var valid []*auditedSkill
	for _, s := range v.skills {
		if !s.broken {
			valid = append(valid, s)
		}
	}
	slices.SortFunc(valid, func(a, b *auditedSkill) int { return cmp.Compare(a.URI, b.URI) })
	return valid
}

// sortedFiles returns the files, by URI.
func (v *inventory) sortedFiles() []*auditedFile {
	return slices.SortedFunc(maps.Values(v.files), func(a, b *auditedFile) int { return cmp.Compare(a.uri, b.uri) })
}

// collectFiles lists the files of the valid entries.
func (v *inventory) collectFiles() {
	for _, s := range v.sortedSkills() {
		for _, ref := range s.Resources {
			f := v.files[ref.URI]
			if f == nil {
				f = &auditedFile{uri: ref.URI}
				v.files[ref.URI] = f
			}
			f.owners = append(f.owners, ownedRef{s, ref})
		}
	}
	for _, f := range v.files {
		slices.SortFunc(f.owners, func(a, b ownedRef) int { return len(b.skill.root) - len(a.skill.root) })
	}
}
