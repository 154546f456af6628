package catalog

import (
	"encoding/json"
	"slices"
	"strings"
)

// Changes is how a catalog differs from an older one. Lists are sorted and nil where
// there is nothing; everything in them belongs to the catalogs and is read-only.
type Changes struct {
	Old, New *Catalog // what was compared

	Skills []SkillChange // by SkillChange.URI
	Server []FieldChange // settings: name, version, instructions, ttlMs, cacheScope
	// Described are the files that are in both with the same bytes, but with another
	// name, description or MIME type. No approval depends on those.
	Described []Description
	// Directories are those without a file in them that only one of the catalogs has.
	Directories []DirectoryChange
}

// ChangeKind says what became of a skill or file.
type ChangeKind string

// What becomes of skills and files. A file is never Renamed.
const (
	Added   ChangeKind = "added"
	Removed ChangeKind = "removed"
	Renamed ChangeKind = "renamed" // another URI, and below it the same but for SKILL.md, as Diff says
	Changed ChangeKind = "changed"
)

// SkillChange is how one skill differs.
type SkillChange struct {
	Kind     ChangeKind
	Old, New *Entry // nil where the skill is not in that catalog
	// OldListed and NewListed say whether skills/list has it; false where it is not there.
	OldListed, NewListed bool
	// Files are the files in which the old and the new manifest differ, by URI: those of
	// nested skills too (M7). Of a renamed skill SKILL.md at most.
	Files       []FileChange
	Frontmatter []FieldChange // of a skill in both catalogs
	Widening    []Widening    // what it may do or bring along that it could not before
	Limits      []LimitChange
}

// URI returns the skill's URI, the new one where it has two.
func (s *SkillChange) URI() string {
	if s.New != nil {
		return s.New.URI
	}
	return s.Old.URI
}

// Revoked reports whether a persisted approval of the old skill no longer holds: its set
// of {uri, digest} is not that of the new catalog (H6). So it does for each removed and
// each renamed skill, and for one in which only a nested skill changed.
func (s *SkillChange) Revoked() bool {
	return s.Kind == Removed || s.Kind == Renamed || s.Kind == Changed && len(s.Files) > 0
}

// Relisted reports whether a skill of both catalogs is listed in one of them alone.
func (s *SkillChange) Relisted() bool {
	return s.Old != nil && s.New != nil && s.OldListed != s.NewListed
}

// FileChange is how one file of a skill's manifest differs.
type FileChange struct {
	Kind ChangeKind
	URI  string // the new one where the skill is renamed
	Path string // decoded, below the skill's directory
	// Nested is the URI of the nested skill whose file it is, the innermost one in either
	// catalog; "" for the skill itself.
	Nested   string
	Old, New *Ref // nil where the manifest does not list it
	// Lines counts lines where the file is text in each catalog that has it, else nil.
	Lines *LineCount
}

// LineCount is the least number of lines to take out of the old text and to put in to get
// the new one, as line-by-line comparisons count. Of texts that differ in more than about
// a thousand lines it counts each line that one text has more often than the other, so
// that lines which only moved do not count. A line ends with its "\n"; what follows the
// last one is a line too.
type LineCount struct{ Added, Removed int }

// FieldChange is one value that differs: of a frontmatter, or of the server's settings.
// Objects are compared field by field, whatever their order; all else as a whole, as it
// is written.
type FieldChange struct {
	Path     []string        // keys, outermost first
	Old, New json.RawMessage // nil where there is no such field
}

// Description is how the description of a file differs: of its fields those that matter.
type Description struct {
	URI      string
	Old, New Resource
}

// DirectoryChange is a directory without a file in it that is Added or Removed.
type DirectoryChange struct {
	Kind ChangeKind
	URI  string
}

// Diff compares two frozen catalogs. A skill that is gone and one that is new are one
// renamed skill where all paths below their directories and all digests are equal; else
// where SKILL.md alone differs, in no more than the name in its frontmatter; else where
// SKILL.md alone differs and there is another file. Of several such, those that come
// first by URI are paired.
//
// Diff(b, a) says the same as Diff(a, b) with the roles swapped, but for Widening and
// Limits, which only tell of what grows.
func Diff(old, now *Catalog) *Changes {
	c := &Changes{Old: old, New: now}
	if old.Digest() == now.Digest() && old.Frozen() {
		return c
	}
	d := differ{old, now}
	c.Skills = d.skills()
	c.Server = d.server()
	c.Described = d.described()
	c.Directories = d.directories()
	return c
}

// Empty reports whether nothing differs. Catalogs of different digests can then still
// differ in the order of frontmatter keys.
func (c *Changes) Empty() bool {
	return len(c.Skills)+len(c.Server)+len(c.Described)+len(c.Directories) == 0
}

// Count returns how many skills there are of a kind.
func (c *Changes) Count(kind ChangeKind) int {
	n := 0
	for i := range c.Skills {
		if c.Skills[i].Kind == kind {
			n++
		}
	}
	return n
}

// Revoked returns how many approvals of old skills no longer hold (H6).
func (c *Changes) Revoked() int {
	n := 0
	for i := range c.Skills {
		if c.Skills[i].Revoked() {
			n++
		}
	}
	return n
}

// differ compares two frozen catalogs.
type differ struct{ old, now *Catalog }

// described returns the files with the same bytes that are described otherwise.
func (d differ) described() []Description {
	var found []Description
	for i := range d.now.Resources {
		now := &d.now.Resources[i]
		old, ok := d.old.Resource(now.URI)
		if !ok || digestOf(d.old, now.URI) != digestOf(d.now, now.URI) {
			continue
		}
		if old.Name != now.Name || old.Description != now.Description || old.MIMEType != now.MIMEType {
			found = append(found, Description{now.URI, *old, *now})
		}
	}
	return found
}

func digestOf(c *Catalog, uri string) string {
	content, ok := c.Content(uri)
	if !ok {
		return ""
	}
	return content.Digest
}

func (d differ) directories() []DirectoryChange {
	found := onlyIn(Removed, d.old, d.now)
	found = append(found, onlyIn(Added, d.now, d.old)...)
	sortBy(found, func(c *DirectoryChange) string { return c.URI })
	return found
}

// onlyIn returns the directories of c without a file in them that other does not have.
func onlyIn(kind ChangeKind, c, other *Catalog) []DirectoryChange {
	var found []DirectoryChange
	for i := range c.Directories {
		uri := c.Directories[i].URI
		if _, both := other.Directory(uri); !both && !hasFiles(c, uri) {
			found = append(found, DirectoryChange{kind, uri})
		}
	}
	return found
}

// hasFiles reports whether some file is in a directory or below it.
func hasFiles(c *Catalog, directory string) bool {
	inside := directory + "/"
	i, _ := slices.BinarySearchFunc(c.Resources, inside, func(r Resource, uri string) int { return strings.Compare(r.URI, uri) })
	return i < len(c.Resources) && strings.HasPrefix(c.Resources[i].URI, inside)
}
