package catalog

import (
	"fmt"
	"sort"
	"strings"

	"skillpack/internal/protocol"
)

// entries checks both lists of entries.
func (k *checker) entries() *fault {
	lists := [...]struct {
		in      section
		entries []Entry
	}{{inSkills, k.c.Skills}, {inUnlisted, k.c.Unlisted}}
	for _, list := range lists {
		for i := range list.entries {
			e := &list.entries[i]
			if i > 0 {
				if err := ascending("uri", list.entries[i-1].URI, e.URI); err != nil {
					return &fault{list.in, i, err}
				}
			}
			if err := k.entry(e); err != nil {
				return &fault{list.in, i, fmt.Errorf("skill %q: %w", e.URI, err)}
			}
		}
	}
	return nil
}

func (k *checker) entry(e *Entry) error {
	if err := normal(e.URI); err != nil {
		return err
	}
	if k.ix.entries[e.URI] != nil {
		return fmt.Errorf("it is listed and unlisted, expected one of the two")
	}
	front, err := parseFrontmatter(e.Frontmatter)
	if err != nil {
		return err
	}
	if err := checkSkillPath(e.URI, front.name); err != nil {
		return err
	}
	if err := k.refs(e); err != nil {
		return err
	}
	k.ix.entries[e.URI] = e
	return k.manifest(e, front)
}

// checkSkillPath fails unless uri is SKILL.md in a directory called name (M2).
func checkSkillPath(uri, name string) error {
	root, ok := strings.CutSuffix(uri, manifestSuffix)
	if !ok {
		return fmt.Errorf("the uri does not end in %q", manifestSuffix)
	}
	last, err := lastSegment(root)
	if err != nil {
		return fmt.Errorf("SKILL.md is in no directory, expected scheme://name/SKILL.md")
	}
	if last != name {
		return fmt.Errorf("its directory is %q, but its name is %q, expected the same", last, name)
	}
	return nil
}

// lastSegment returns the decoded last segment of a URI.
func lastSegment(uri string) (string, error) {
	_, path, err := protocol.SplitURI(uri)
	return path[strings.LastIndexByte(path, '/')+1:], err
}

// manifest fails unless the entry's SKILL.md is described as M5 says.
func (k *checker) manifest(e *Entry, front frontmatter) error {
	i, ok := k.ix.resources[e.URI]
	if !ok {
		return fmt.Errorf("its SKILL.md is not among its resources")
	}
	r := &k.c.Resources[i]
	switch {
	case r.MIMEType != manifestType:
		return fmt.Errorf("its SKILL.md has mimeType %q, expected %q", r.MIMEType, manifestType)
	case r.Name != front.name:
		return fmt.Errorf("its SKILL.md has name %q, expected the frontmatter's %q", r.Name, front.name)
	case r.Description != front.description:
		return fmt.Errorf("its SKILL.md has description %q, expected the frontmatter's %q", r.Description, front.description)
	}
	return nil
}

// refs fails unless the entry's resources are the files in its directory: all of
// them, those of nested skills too (E3, M7), once, in order, within the limits
// (E5). In a sorted list the files of a directory stand next to each other.
func (k *checker) refs(e *Entry) error {
	inside := strings.TrimSuffix(e.URI, protocol.ManifestName)
	files := k.c.Resources
	first := sort.Search(len(files), func(i int) bool { return files[i].URI >= inside })
	var size int64
	for j := range e.Resources {
		ref := &e.Resources[j]
		if first+j >= len(files) || files[first+j].URI != ref.URI || !strings.HasPrefix(ref.URI, inside) {
			return k.wrongRef(e, j, inside, first+j)
		}
		if err := k.ref(ref, first+j); err != nil {
			return err
		}
		size += ref.Size
	}
	if next := first + len(e.Resources); next < len(files) && strings.HasPrefix(files[next].URI, inside) {
		return fmt.Errorf("it does not list %q, which is in its directory", files[next].URI)
	}
	if n := len(e.Resources); n > protocol.MaxFiles {
		return fmt.Errorf("it has %d files, expected at most %d", n, protocol.MaxFiles)
	}
	if size > protocol.MaxBytes {
		return fmt.Errorf("it has %d bytes, expected at most %d", size, protocol.MaxBytes)
	}
	return nil
}

// wrongRef says what is wrong with a reference that is not to the file that comes
// next in the entry's directory.
func (k *checker) wrongRef(e *Entry, j int, inside string, next int) error {
	uri := e.Resources[j].URI
	if j > 0 {
		if err := ascending("uri", e.Resources[j-1].URI, uri); err != nil {
			return err
		}
	}
	if !strings.HasPrefix(uri, inside) {
		return fmt.Errorf("it lists %q, which is outside its directory", uri)
	}
	if _, ok := k.ix.resources[uri]; !ok {
		return fmt.Errorf("it lists %q, which is not among the catalog's resources", uri)
	}
	return fmt.Errorf("it does not list %q, which is in its directory", k.c.Resources[next].URI)
}

// ref fails unless a reference agrees with its resource and with every earlier
// reference to it, and has a content.
func (k *checker) ref(ref *Ref, resource int) error {
	content, ok := k.digests[ref.Digest]
	if !ok {
		return fmt.Errorf("%q has digest %q, which is not among the contents", ref.URI, ref.Digest)
	}
	if r := &k.c.Resources[resource]; r.Size != ref.Size {
		return fmt.Errorf("%q has size %d here, but %d among the resources", ref.URI, ref.Size, r.Size)
	}
	if earlier := k.ix.contentOf[resource]; earlier >= 0 && earlier != content {
		return fmt.Errorf("%q has digest %s here, but %s in an enclosing or nested skill", ref.URI, ref.Digest, k.c.Contents[earlier].Digest)
	}
	k.ix.contentOf[resource] = content
	k.used[content] = true
	return nil
}
