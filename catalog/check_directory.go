package catalog

import (
	"fmt"
	"strings"

	"skillpack/internal/protocol"
)

// directories fails unless the children of each directory are files and directories of the
// catalog. Together with family.complete it holds that the directories are those of the skills,
// each with all its children: every file and every directory is a child exactly once, but for
// the directory of a skill that no other skill encloses.
func (k *checker) directories() *fault {
	all := k.c.Directories
	for i := range all {
		err := normal(all[i].URI)
		if err == nil && i > 0 {
			err = ascending("uri", all[i-1].URI, all[i].URI)
		}
		if err != nil {
			return &fault{inDirectories, i, err}
		}
		k.ix.directories[all[i].URI] = &all[i]
	}
	for i := range all {
		if err := k.family.children(&all[i]); err != nil {
			return &fault{inDirectories, i, fmt.Errorf("directory %q: %w", all[i].URI, err)}
		}
	}
	return nil
}

// family tracks which files and directories are children of a directory.
type family struct {
	k           *checker
	files       []bool // by index of the resource
	directories map[string]bool
}

// children checks the children of a directory.
func (f *family) children(d *Directory) error {
	for i := range d.Children {
		child := &d.Children[i]
		if i > 0 {
			if err := ascending("uri", d.Children[i-1].URI, child.URI); err != nil {
				return err
			}
		}
		segment, ok := strings.CutPrefix(child.URI, d.URI+"/")
		if !ok || strings.Contains(segment, "/") {
			return fmt.Errorf("%q is not its direct child", child.URI)
		}
		if err := f.child(child); err != nil {
			return err
		}
	}
	return nil
}

func (f *family) child(child *Resource) error {
	if child.MIMEType == protocol.DirectoryType {
		return f.childDirectory(child)
	}
	i, ok := f.k.ix.resources[child.URI]
	if !ok {
		return fmt.Errorf("%q is not among the catalog's resources", child.URI)
	}
	if !child.same(&f.k.c.Resources[i]) {
		return fmt.Errorf("%q is described otherwise than among the catalog's resources, expected the same", child.URI)
	}
	f.files[i] = true
	return nil
}

func (f *family) childDirectory(child *Resource) error {
	if f.k.ix.directories[child.URI] == nil {
		return fmt.Errorf("%q is not among the catalog's directories", child.URI)
	}
	name, _ := lastSegment(child.URI) // the URI of a directory is valid
	switch {
	case child.Name != name:
		return fmt.Errorf("%q has name %q, expected %q", child.URI, child.Name, name)
	case child.Description != "" || child.Size != 0:
		return fmt.Errorf("%q has a description or size, expected neither for a directory", child.URI)
	}
	f.directories[child.URI] = true
	return nil
}

// same reports whether two resources have the same wire form.
func (r *Resource) same(o *Resource) bool {
	return r.URI == o.URI && r.Name == o.Name && r.Description == o.Description &&
		r.MIMEType == o.MIMEType && r.Size == o.Size
}

// complete fails for a file or directory that is in no directory.
func (f *family) complete() *fault {
	for i, seen := range f.files {
		if !seen {
			return &fault{inResources, i, fmt.Errorf("%q is not a child of its directory", f.k.c.Resources[i].URI)}
		}
	}
	for i := range f.k.c.Directories {
		uri := f.k.c.Directories[i].URI
		isSkill := f.k.ix.entries[uri+manifestSuffix] != nil
		if !f.directories[uri] && !(isSkill && !f.k.enclosed(uri)) {
			return &fault{inDirectories, i, fmt.Errorf("directory %q is not a child of its parent", uri)}
		}
	}
	return nil
}

// enclosed reports whether a directory lies in that of a skill.
func (k *checker) enclosed(uri string) bool {
	start := strings.Index(uri, "://") + len("://")
	for i := strings.LastIndexByte(uri, '/'); i >= start; i = strings.LastIndexByte(uri[:i], '/') {
		if k.ix.entries[uri[:i]+manifestSuffix] != nil {
			return true
		}
	}
	return false
}
