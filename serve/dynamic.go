package serve

import (
	"bytes"
	"cmp"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"skillpack/catalog"
	"skillpack/internal/protocol"
)

// DynamicSkill is a skill whose files come from functions: its entry has
// "resources":"dynamic", so hosts can show it but never verify it (H7). The
// functions are called concurrently, with the request's context. A path is
// relative to the skill's root, "/"-separated UTF-8, and never holds "." or ".."
// segments, "\" or NUL; the root itself is ".". An error that is fs.ErrNotExist says that
// there is nothing at the path; any other one, and a panic, is logged and hidden
// from the client.
type DynamicSkill struct {
	// URI is that of the skill's SKILL.md, in normal form. The segment before it is
	// the skill's name. No skill may lie inside another one's directory.
	URI string
	// Frontmatter is the frontmatter of SKILL.md: a json.RawMessage, a map or any
	// other value that encodes to a JSON object, with name and description. What
	// makes clients refuse a whole listing is refused here.
	Frontmatter any
	// Read returns a file, SKILL.md among them.
	Read func(ctx context.Context, path string) (DynamicFile, error)
	// List returns the direct children of a directory, in any order.
	List func(ctx context.Context, path string) ([]DynamicChild, error)
}

// DynamicFile is a file of a dynamic skill. Data is sent as text if it is UTF-8
// without NUL and not empty, and else as a blob (P5); it is neither changed nor kept.
type DynamicFile struct {
	Data     []byte
	MIMEType string // "" goes by name and bytes; SKILL.md is always text/markdown (M5)
}

// DynamicChild is a file or directory in a directory of a dynamic skill (P4). No name
// may be there twice.
type DynamicChild struct {
	Name      string // the last segment of its path
	Directory bool
	MIMEType  string // of a file, as in DynamicFile; "" goes by the name
}

// dynamicSkill is a DynamicSkill that was checked, with its wire forms.
type dynamicSkill struct {
	DynamicSkill
	uri, root string // root is uri without "/SKILL.md"
	entry     []byte
	manifest  []byte // the resource object of SKILL.md
}

func newDynamicSkills(list []DynamicSkill, c *catalog.Catalog) ([]*dynamicSkill, error) {
	var skills []*dynamicSkill
	for i := range list {
		d, err := newDynamicSkill(list[i])
		if err == nil {
			err = d.collides(c, skills)
		}
		if err != nil {
			return nil, fmt.Errorf("dynamic skill %q: %w", list[i].URI, err)
		}
		skills = append(skills, d)
	}
	slices.SortFunc(skills, func(a, b *dynamicSkill) int { return cmp.Compare(a.uri, b.uri) })
	return skills, nil
}

func newDynamicSkill(given DynamicSkill) (*dynamicSkill, error) {
	d := &dynamicSkill{DynamicSkill: given, uri: given.URI}
	normal, err := protocol.NormalURI(given.URI)
	if err != nil {
		return nil, fmt.Errorf("the URI has %w", err)
	}
	root, ok := strings.CutSuffix(normal, "/"+protocol.ManifestName)
	if normal != given.URI || !ok {
		return nil, fmt.Errorf("the URI must be in normal form and end in /%s, such as %q", protocol.ManifestName, normal)
	}
	if given.Read == nil || given.List == nil {
		return nil, errors.New("the Read or the List function is missing")
	}
	d.root = root
	return d, d.encode()
}

// encode checks the frontmatter and makes the wire forms.
func (d *dynamicSkill) encode() error {
	front, err := encodeJSON(d.Frontmatter)
	if err != nil {
		return fmt.Errorf("the frontmatter does not encode to JSON: %w", err)
	}
	fields, err := readFrontmatter(front)
	if err != nil {
		return err
	}
	_, path, err := protocol.SplitURI(d.root)
	if err != nil {
		return errors.New("the URI has no directory; it must be such as skill://name/SKILL.md")
	}
	if last := path[strings.LastIndexByte(path, '/')+1:]; fields.name != last {
		return fmt.Errorf("the frontmatter's name %q must be the URI's last segment but one, %q", fields.name, last)
	}
	d.entry = bytes.Join([][]byte{[]byte(`{"uri":`), protocol.AppendString(nil, d.uri), []byte(`,"frontmatter":`), front, []byte(`,"resources":"dynamic"}`)}, nil)
	d.manifest = bytes.Join([][]byte{
		[]byte(`{"uri":`), protocol.AppendString(nil, d.uri), []byte(`,"name":`), protocol.AppendString(nil, fields.name),
		[]byte(`,"description":`), protocol.AppendString(nil, fields.description), []byte(`,"mimeType":"text/markdown"}`),
	}, nil)
	return nil
}

// collides reports a skill that shares a URI with d or lies inside it or around it.
func (d *dynamicSkill) collides(c *catalog.Catalog, others []*dynamicSkill) error {
	for _, entries := range [][]catalog.Entry{c.Skills, c.Unlisted} {
		for i := range entries {
			if nested(d.uri, entries[i].URI) {
				return fmt.Errorf("it shares its directory with the catalog's %q", entries[i].URI)
			}
		}
	}
	for _, other := range others {
		if nested(d.uri, other.uri) {
			return fmt.Errorf("it shares its directory with the dynamic skill %q", other.uri)
		}
	}
	return nil
}

// nested reports whether the directory of one SKILL.md is that of the other or lies
// inside it.
func nested(a, b string) bool {
	a, b = strings.TrimSuffix(a, protocol.ManifestName), strings.TrimSuffix(b, protocol.ManifestName)
	return strings.HasPrefix(a, b) || strings.HasPrefix(b, a)
}

// dynamicAt returns the dynamic skill that a URI in any spelling lies in, with the
// path below its root and the URI's normal form; nil where there is none.
func (n *snapshot) dynamicAt(uri string) (d *dynamicSkill, path, normal string) {
	if len(n.dynamic) == 0 {
		return nil, "", ""
	}
	normal, err := protocol.NormalURI(uri)
	if err != nil {
		return nil, "", ""
	}
	for _, d := range n.dynamic {
		if normal == d.root {
			return d, ".", normal
		}
		if strings.HasPrefix(normal, d.root+"/") {
			_, whole, _ := protocol.SplitURI(normal)
			_, root, _ := protocol.SplitURI(d.root)
			if !utf8.ValidString(whole) {
				return nil, "", ""
			}
			return d, strings.TrimPrefix(whole, root+"/"), normal
		}
	}
	return nil, "", ""
}

// contents returns the body of a read of the file at path.
func (d *dynamicSkill) contents(ctx context.Context, uri, path string) ([]byte, error) {
	if path == "." {
		return nil, errUnknownResource(uri)
	}
	file, err := d.Read(ctx, path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, errUnknownResource(uri)
	}
	if err != nil {
		// Not wrapped: an error for the client would pass.
		return nil, fmt.Errorf("reading %q of dynamic skill %q: %v", path, d.uri, err)
	}
	return contentBody(uri, file.mimeType(path), file.wire()), nil
}

func errUnknownResource(uri string) error {
	return errUnknown("unknown resource; resources/list and resources/directory/read give the uris", uri)
}

// wire returns the file's bytes as content (P5).
func (f DynamicFile) wire() []byte {
	if protocol.IsText(f.Data) {
		return protocol.AppendString([]byte(`"text":`), string(f.Data))
	}
	return strconv.AppendQuote([]byte(`"blob":`), base64.StdEncoding.EncodeToString(f.Data))
}

func (f DynamicFile) mimeType(path string) string {
	switch {
	case path == protocol.ManifestName:
		return "text/markdown"
	case f.MIMEType != "":
		return f.MIMEType
	case strings.HasSuffix(path, ".md"):
		return "text/markdown"
	case protocol.IsText(f.Data):
		return "text/plain"
	}
	return "application/octet-stream"
}

// children returns the wire forms of the children of the directory at path, sorted
// by URI.
func (d *dynamicSkill) children(ctx context.Context, path string) ([][]byte, error) {
	uri := d.root
	if path != "." {
		uri += "/" + protocol.EncodePath(path)
	}
	list, err := d.List(ctx, path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, errUnknownDirectory(uri)
	}
	if err != nil {
		return nil, fmt.Errorf("listing %q of dynamic skill %q: %v", path, d.uri, err)
	}
	items, seen := make([][]byte, len(list)), make(map[string]bool, len(list))
	for i, child := range list {
		if fault := child.fault(seen); fault != "" {
			return nil, fmt.Errorf("listing %q of dynamic skill %q: %q %s", path, d.uri, child.Name, fault)
		}
		seen[child.Name] = true
		items[i] = child.wire(uri)
	}
	slices.SortFunc(items, bytes.Compare) // each begins with its URI
	return items, nil
}

// fault says why a child cannot be sent, beside others of the names seen.
func (c DynamicChild) fault(seen map[string]bool) string {
	switch {
	case strings.Contains(c.Name, "/") || !protocol.ValidPath(c.Name) || !utf8.ValidString(c.Name):
		return "cannot be a segment of a URI"
	case seen[c.Name]:
		return "is there twice"
	case !c.Directory && c.MIMEType == protocol.DirectoryType:
		return "has the type of a directory; set Directory"
	}
	return ""
}

// wire returns the child's resource object.
func (c DynamicChild) wire(parent string) []byte {
	mimeType := cmp.Or(c.MIMEType, DynamicFile{}.mimeType(c.Name))
	if c.Directory {
		mimeType = protocol.DirectoryType
	}
	return bytes.Join([][]byte{
		[]byte(`{"uri":`), protocol.AppendString(nil, parent+"/"+protocol.EncodePath(c.Name)),
		[]byte(`,"name":`), protocol.AppendString(nil, c.Name), []byte(`,"mimeType":`), protocol.AppendString(nil, mimeType), {'}'},
	}, nil)
}
