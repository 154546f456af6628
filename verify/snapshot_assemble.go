package verify

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"skillpack/catalog"
	"skillpack/internal/protocol"
)

// directories finds those that hold no file, where the server lets directories be read.
func (s *snapshot) directories(ctx context.Context) error {
	if !s.client.DirectoryRead() {
		return nil
	}
	known := s.withFiles()
	for _, top := range s.tops() {
		pending, spare := []string{top}, maxEmptyDirectories
		for len(pending) > 0 {
			dir := pending[0]
			pending = pending[1:]
			children, err := s.childDirectories(ctx, dir)
			if err != nil {
				return err
			}
			pending = append(pending, children...)
			if _, hasFiles := known[dir]; hasFiles {
				continue
			}
			if spare--; spare < 0 {
				return fmt.Errorf("%q: more than %d directories hold no file: %w", top, maxEmptyDirectories, ErrLimit)
			}
			s.empty = append(s.empty, dir)
		}
	}
	return nil
}

// childDirectories reads a directory. Files in it are none of ours: a listing never
// extends a manifest (H10).
func (s *snapshot) childDirectories(ctx context.Context, dir string) ([]string, error) {
	var found []string
	seen := map[string]bool{}
	for r, err := range s.client.ReadDirectory(ctx, dir) {
		if err != nil {
			return nil, err
		}
		name, direct := strings.CutPrefix(r.URI, dir+"/")
		if direct && r.MIMEType == protocol.DirectoryType && !strings.Contains(name, "/") && !seen[r.URI] {
			seen[r.URI] = true
			found = append(found, r.URI)
		}
	}
	return found, nil
}

// tops returns the directories of the skills that no other skill encloses, sorted.
func (s *snapshot) tops() []string {
	var roots, tops []string
	for uri := range s.names {
		roots = append(roots, strings.TrimSuffix(uri, protocol.ManifestName))
	}
	slices.Sort(roots)
	last := "\x00"
	for _, root := range roots { // what is inside of one follows it
		if !strings.HasPrefix(root, last) {
			last = root
			tops = append(tops, strings.TrimSuffix(root, "/"))
		}
	}
	return tops
}

// withFiles returns the directories in which, or below which, there are files.
func (s *snapshot) withFiles() map[string][]catalog.Resource {
	found := map[string][]catalog.Resource{}
	tops := map[string]bool{}
	for _, top := range s.tops() {
		tops[top] = true
	}
	for _, ref := range s.refs {
		for dir := parentOf(ref.URI); dir != ""; dir = parentOf(dir) {
			if _, known := found[dir]; !known {
				found[dir] = nil
			}
			if tops[dir] {
				break
			}
		}
	}
	return found
}

// parentOf returns the URI of the directory that holds another one or a file.
func parentOf(uri string) string { return uri[:max(0, strings.LastIndexByte(uri, '/'))] }

// assemble puts together the catalog of all that was read.
func (s *snapshot) assemble() *catalog.Catalog {
	c := &catalog.Catalog{Server: s.server, Skills: entriesOf(s.listed), Unlisted: entriesOf(s.unlisted)}
	children := s.withFiles()
	for _, dir := range s.empty {
		children[dir] = nil
	}
	for _, ref := range s.refs {
		r := s.resource(ref)
		c.Resources = append(c.Resources, r)
		children[parentOf(ref.URI)] = append(children[parentOf(ref.URI)], r)
	}
	for _, dir := range slices.Sorted(maps.Keys(children)) {
		if _, below := children[parentOf(dir)]; below {
			children[parentOf(dir)] = append(children[parentOf(dir)], catalog.Resource{URI: dir, Name: lastSegment(dir), MIMEType: protocol.DirectoryType})
		}
	}
	for _, dir := range slices.Sorted(maps.Keys(children)) {
		slices.SortFunc(children[dir], func(a, b catalog.Resource) int { return strings.Compare(a.URI, b.URI) })
		c.Directories = append(c.Directories, catalog.Directory{URI: dir, Children: children[dir]})
	}
	for _, digest := range slices.Sorted(maps.Keys(s.contents)) {
		data := s.contents[digest]
		c.Contents = append(c.Contents, catalog.Content{Digest: digest, Size: int64(len(data)), Read: func() ([]byte, error) { return data, nil }})
	}
	return c
}

// entriesOf returns entries in the form of a catalog, whose frontmatter has one spelling.
func entriesOf(entries []Entry) []catalog.Entry {
	var out []catalog.Entry
	for _, e := range entries {
		e = own(e)
		frontmatter := bytes.Clone(e.Frontmatter)
		if v, err := parseJSON(e.Frontmatter); err == nil { // Load has read it before
			frontmatter = v.AppendJSON(nil)
		}
		out = append(out, catalog.Entry{URI: e.URI, Frontmatter: frontmatter, Resources: e.Resources})
	}
	slices.SortFunc(out, func(a, b catalog.Entry) int { return strings.Compare(a.URI, b.URI) })
	return out
}

// resource describes a file as the server does, as far as a catalog can (M5).
func (s *snapshot) resource(ref catalog.Ref) catalog.Resource {
	told := s.described[ref.URI]
	r := catalog.Resource{URI: ref.URI, Name: told.Name, Description: told.Description, MIMEType: told.MIMEType, Size: ref.Size}
	if names, isSkill := s.names[ref.URI]; isSkill {
		r.Name, r.Description, r.MIMEType = names[0], names[1], "text/markdown"
	}
	if r.Name == "" {
		r.Name = lastSegment(ref.URI)
	}
	if r.MIMEType == "" || r.MIMEType == protocol.DirectoryType {
		r.MIMEType = "application/octet-stream"
	}
	return r
}

// lastSegment returns the decoded name of a file or directory.
func lastSegment(uri string) string {
	_, path, err := protocol.SplitURI(uri)
	if err != nil {
		path = uri
	}
	return path[strings.LastIndexByte(path, '/')+1:]
}
