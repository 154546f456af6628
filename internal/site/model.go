package site

import (
	"skillpack/catalog"
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
	// Nested are the listed skills right below it, Enclosing the innermost listed one
	// that encloses it, or nil.
	Nested      []*Skill
	Enclosing   *Skill
	Frontmatter []Field // in the order written
}

// SkillFile is a file of the manifest of a skill.
type SkillFile struct {
	URI    string
	Path   string // published path, decoded, without the scheme
	Below  string // Path below the directory of the skill
	Name   string // the last segment of Path
	Type   string // MIME type
	Digest string
	Size   int64
	View   string // path of its view in the site
	Raw    string // path of its bytes in the site
	// Owner is the innermost listed skill that holds it, which its view is a page of.
	Owner *Skill
}

// Field is a member of a frontmatter. A value is a Text, or has Fields or Items.
type Field struct {
	Key   string
	Value Value
}

// Value is a value of a frontmatter.
type Value struct {
	Kind   ValueKind
	Text   string  // of a string, decoded; the JSON of a number, a boolean or null
	Fields []Field // of a Map
	Items  []Value // of a List
}

// ValueKind says what a Value is.
type ValueKind uint8

// The kinds of values.
const (
	String ValueKind = iota
	Literal
	Map
	List
)

// model fills the skills of the site.
func (s *Site) model() {}

func (s *Site) skillFiles() ([]File, error)     { return nil, nil }
func (s *Site) viewFiles() ([]File, error)      { return nil, nil }
func (s *Site) rawFiles() ([]File, error)       { return nil, nil }
func (s *Site) discoveryFiles() ([]File, error) { return nil, nil }
