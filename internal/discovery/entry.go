package discovery

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode/utf16"

	"skillpack/catalog"
	"skillpack/internal/protocol"
)

const (
	indexName    = "index.json"
	jsonType     = "application/json"
	markdownType = "text/markdown; charset=utf-8"
	archiveType  = "application/gzip"
	// otherType is what every other file of a skill is sent as: nobody runs it.
	otherType = "application/octet-stream"
)

// entry is a listed skill that an index can hold.
type entry struct {
	uri         string
	name        string
	description string
	dir         string // path of its directory
	home        string // path of the directory whose index its artifact is beside
	members     []member
	sum         sum
	packers     *packers // of the whole Set
}

// member is a file of a skill.
type member struct {
	path    string // below the skill's directory
	ref     *catalog.Ref
	content *catalog.Content
}

// readEntry returns a listed skill with its files, SKILL.md first and the others by path,
// those of nested skills too (M7).
func readEntry(c *catalog.Catalog, e *catalog.Entry) (*entry, error) {
	// The catalog has checked that SKILL.md is described as its frontmatter says.
	described, ok := c.Resource(e.URI)
	if !ok {
		return nil, notFrozen(e.URI)
	}
	_, manifest, err := protocol.SplitURI(e.URI)
	if err != nil {
		return nil, fmt.Errorf("%q: %w", e.URI, err)
	}
	k := &entry{uri: e.URI, name: described.Name, description: described.Description, dir: path.Dir(manifest)}
	for i := range e.Resources {
		m, err := k.member(c, &e.Resources[i])
		if err != nil {
			return nil, err
		}
		k.members = append(k.members, m)
	}
	slices.SortFunc(k.members, func(a, b member) int {
		if first := isManifest(b) - isManifest(a); first != 0 {
			return first
		}
		return strings.Compare(a.path, b.path)
	})
	return k, nil
}

func (k *entry) member(c *catalog.Catalog, ref *catalog.Ref) (member, error) {
	_, file, err := protocol.SplitURI(ref.URI)
	if err != nil {
		return member{}, fmt.Errorf("%q: %w", ref.URI, err)
	}
	content, ok := c.Content(ref.URI)
	if !ok {
		return member{}, notFrozen(ref.URI)
	}
	return member{path: strings.TrimPrefix(file, k.dir+"/"), ref: ref, content: content}, nil
}

func notFrozen(uri string) error {
	return fmt.Errorf("the catalog has no content for %q: open it or freeze it first", uri)
}

// isManifest is 1 for the SKILL.md of the skill itself, else 0.
func isManifest(m member) int {
	if m.path == protocol.ManifestName {
		return 1
	}
	return 0
}

// parent is the path of the directory that holds the skill's, "" for the root.
func (k *entry) parent() string {
	if i := strings.LastIndexByte(k.dir, '/'); i >= 0 {
		return k.dir[:i]
	}
	return ""
}

// publishable returns the listed skills that an index can hold, by URI, and warns of the rest.
func (s *Set) publishable(c *catalog.Catalog) ([]*entry, error) {
	var fit []*entry
	for i := range c.Skills {
		k, err := readEntry(c, &c.Skills[i])
		if err != nil {
			return nil, err
		}
		k.packers = &s.packers
		if fault := k.fault(); fault != "" {
			s.warn("%q is not in the discovery index: %s", k.uri, fault)
			continue
		}
		if units := len(utf16.Encode([]rune(k.description))); units > maxDescription {
			s.warn("%q is passed over by `npx skills`, which counts %d UTF-16 units in its description and takes %d: shorten it", k.uri, units, maxDescription)
		}
		fit = append(fit, k)
	}
	return fit, nil
}

// maxDescription is the longest description, in characters by the RFC, which skills of a
// catalog keep, and in UTF-16 units by `npx skills`, which they may not.
const maxDescription = 1024

func (s *Set) warn(format string, args ...any) {
	s.warnings = append(s.warnings, fmt.Sprintf(format, args...))
}

// fault says why no index can hold the skill, and what to do; "" where one can.
func (k *entry) fault() string {
	if faults := protocol.NameFaults(k.name); len(faults) > 0 {
		return fmt.Sprintf("its name %q %s: rename it", k.name, strings.Join(faults, " and "))
	}
	if k.single() {
		return ""
	}
	for _, m := range k.members {
		if fault := archivedFault(m.path); fault != "" {
			return fmt.Sprintf("the path %q of its file %s: rename it", m.path, fault)
		}
	}
	return ""
}

// archivedFault says what keeps a file out of an archive that every tool unpacks; "" for
// nothing.
func archivedFault(file string) string {
	if _, _, ok := splitUstar(file); !ok {
		return fmt.Sprintf("does not fit into an archive that every tool unpacks, where the last part has at most %d bytes and what is before it %d", ustarName, ustarPrefix)
	}
	if len(file) > 1 && file[1] == ':' && isLetter(file[0]) {
		return "begins like a drive of Windows, so that tools refuse the archive"
	}
	return ""
}

func isLetter(b byte) bool { return 'a' <= b|0x20 && b|0x20 <= 'z' }

// single reports whether the skill is its SKILL.md alone.
func (k *entry) single() bool { return len(k.members) == 1 }

// artifactPath is where the artifact is, below the directory of its index.
func (k *entry) artifactPath() string {
	if k.single() {
		return k.name + "/" + protocol.ManifestName
	}
	return k.name + ".tar.gz"
}

// artifact is the one file that the RFC has a skill in.
func (k *entry) artifact() File {
	at := path.Join(k.home, wellKnown, k.artifactPath())
	if k.single() {
		return k.members[0].file(at)
	}
	return File{Path: at, Type: archiveType, Size: -1, Kind: Archive, Bytes: k.archive}
}

// file is a file of a skill as it is.
func (m member) file(at string) File {
	kind := otherType
	if path.Base(m.path) == protocol.ManifestName {
		kind = markdownType
	}
	return File{Path: at, Type: kind, Digest: m.ref.Digest, Size: m.ref.Size, Kind: Content, Bytes: m.content.Bytes}
}
