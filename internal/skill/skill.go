// Package skill is the source model: it reads a tree of skills into values that
// lint and build work on, with a place for everything.
//
// Data flows one way: Load walks a file system, applies the ignore rules, resolves
// symbolic links, reads each file and parses every SKILL.md. What is wrong
// with the content becomes a diag.Diagnostic; only failed input or output becomes
// an error. A loaded Tree is never changed, so any number of goroutines may read it.
// Most files are read when they are asked for, and of a large tree not kept in memory.
package skill

import (
	"path"
	"sync"

	"skillpack/internal/diag"
	"skillpack/internal/protocol"
)

// Tree is a loaded source tree. It is read-only after Load.
type Tree struct {
	Scheme string // URI scheme of everything published, such as "skill"
	Prefix string // published path before every skill path, "" or "acme/billing"

	Files    []*File           // every file that is not left out, sorted by Path
	Dirs     []string          // every directory below the root, sorted; the root is not in it
	Skills   []*Skill          // every directory with a SKILL.md, sorted by Dir
	LeftOut  []LeftOut         // what the ignore rules left out, sorted by Path
	Unused   []string          // patterns of Options.Include and Exclude that match no path, sorted
	Problems []diag.Diagnostic // what Load found wrong, sorted; lint.Run takes them in
	// Attributes are those of Options.
	Attributes []Attributes
	// Guessed is that of Options: what the tree's paths and URIs begin with is not known.
	Guessed bool
	// LinkedOut are the symbolic links that lead out of a guessed root to what exists,
	// sorted. What is behind them is not in the tree.
	LinkedOut []string

	files     map[string]*File
	published map[string]string // path of each skill's directory, by Dir
	source    *source
	limited   bool // Options.Within limited the walk
}

// Attributes is a .gitattributes file above the root of a tree.
type Attributes struct {
	Below   string // "/"-separated path from the file's directory to the tree's root
	Content []byte
}

// LeftOut is a file or directory that the ignore rules left out, with the rule.
// What is below a left-out directory is not listed.
type LeftOut struct {
	Path string
	Rule string // the pattern that matched, such as ".git" or "*.pyc"
	// Configured is set where Options.Include or Exclude left it out; the others would
	// be left out of any tree.
	Configured bool
}

// File is one file of the tree. Its bytes are those found on disk, behind any
// symbolic link; nothing is normalised.
type File struct {
	Path    string // below the root, "/"-separated
	Real    string // likewise, where the bytes are: Path with every symbolic link on the way followed
	Through string // likewise, the last symbolic link on Path, which may be Path itself; "" for none
	Mode    FileMode
	Size    int64 // bytes, when Load looked

	content  *content
	markdown struct {
		from   int // where it starts: that of a SKILL.md behind its frontmatter
		once   sync.Once
		parsed *Markdown
	}
}

// FileMode is what the file system said of a file beyond its bytes.
type FileMode struct {
	Executable bool
	Link       string // target of the symbolic link at Path as written, "" for none
}

// Skill is a directory with a SKILL.md. Front is nil where the frontmatter could
// not be read; Load has then reported why.
type Skill struct {
	Dir      string // below the root; "." for a root that is itself a skill
	Manifest *File  // its SKILL.md
	Front    *Frontmatter
	Body     diag.Span // of SKILL.md: all that follows the closing fence
	Files    []*File   // every file below Dir, those of nested skills too (M7), sorted by Path
	Dirs     []string  // every directory below Dir, sorted
	Parent   *Skill    // the innermost skill that encloses this one, or nil
}

// Frontmatter is a parsed frontmatter block.
type Frontmatter struct {
	Span   diag.Span // the YAML between the fences
	Fields []Field   // in the order written
	// Comments are the places of all comments, from "#" to the end of the line or the
	// blanks before it, in the order written. No comment is part of the frontmatter's
	// JSON (A17).
	Comments  []diag.Span
	Silencers []Silencer // those comments that are silencers
}

// Get returns the top-level field with the given key, or nil.
func (f *Frontmatter) Get(key string) *Field {
	if f == nil {
		return nil
	}
	for i := range f.Fields {
		if f.Fields[i].Key == key {
			return &f.Fields[i]
		}
	}
	return nil
}

// Text returns the string value of a top-level field; ok is false where the field
// is absent or not a string.
func (f *Frontmatter) Text(key string) (text string, ok bool) {
	field := f.Get(key)
	if field == nil || field.Value.Kind != String {
		return "", false
	}
	return field.Value.Text, true
}

// Field is one key and its value. Span covers the key.
type Field struct {
	Key   string
	Span  diag.Span
	Value *Value
}

// Kind is the JSON type of a Value.
type Kind uint8

// The kinds of value.
const (
	Null Kind = iota
	Bool
	Number
	String
	List
	Map
)

// Style says how a scalar was written.
type Style uint8

// The styles of scalars; everything that is not a scalar is Plain.
const (
	Plain Style = iota
	SingleQuoted
	DoubleQuoted
	Literal // a | block
	Folded  // a > block
)

// Value is a YAML value in its YAML 1.2 core reading.
type Value struct {
	Kind  Kind
	Style Style
	// Text is a string's content, or the JSON lexeme of a number, a boolean or null.
	// A number's lexeme is the one written wherever JSON allows it.
	Text    string
	Raw     string    // a plain scalar as written; "" otherwise
	Span    diag.Span // of the whole value as written
	Comment diag.Span // the comment that ends a scalar's last line; empty for none
	Items   []*Value  // of a List
	Fields  []Field   // of a Map, in the order written
}

// File returns the file at a path below the root, or nil.
func (t *Tree) File(path string) *File { return t.files[path] }

// Holder returns the directory of the innermost skill that holds a path, or is there; "" for
// none.
func (t *Tree) Holder(file string) string {
	for dir := file; ; dir = path.Dir(dir) {
		if t.File(path.Join(dir, protocol.ManifestName)) != nil {
			return dir
		}
		if dir == "." || dir == ".." {
			return ""
		}
	}
}

// Source returns the bytes of a file for showing an excerpt, nil for a file that is
// not text or not of the tree. It is a diag.Source.
func (t *Tree) Source(path string) []byte {
	if f := t.files[path]; f != nil {
		return f.Content()
	}
	return nil
}

// Markdown returns the parsed links and anchors of a markdown file, parsing it once
// however many ask; nil for a file that is not markdown text.
func (f *File) Markdown() *Markdown {
	if !f.IsMarkdown() {
		return nil
	}
	f.markdown.once.Do(func() { f.markdown.parsed = ParseMarkdown(f.Content(), f.markdown.from) })
	return f.markdown.parsed
}

// URI returns the URI of a file or directory of the tree, from its path (M1).
func (t *Tree) URI(path string) string { return protocol.URI(t.Scheme, t.Published(path)) }
