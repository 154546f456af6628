package main

import (
	"fmt"
	"path/filepath"
	"slices"

	"skillpack/internal/skill"
)

// treeRoot is the root of the tree that the user named with --root. The zero value is
// none: each path then says, or lets guess, of which tree it is.
type treeRoot struct {
	dir  string // absolute, links resolved
	name string // as the user wrote it
}

// openTreeRoot returns the root of that name, none for "".
func openTreeRoot(name string) (treeRoot, error) {
	if name == "" {
		return treeRoot{}, nil
	}
	dir, err := rootOf(name)
	return treeRoot{dir, name}, err
}

// holds reports whether a directory, absolute and links resolved, is of the tree.
func (r treeRoot) holds(dir string) bool {
	below, err := filepath.Rel(r.dir, dir)
	return r.dir == "" || err == nil && filepath.IsLocal(below)
}

func (r treeRoot) outside(path string) error {
	return usageError("%q is outside of --root %q; name what is in it, or another root", path, r.name)
}

// linkedOutNote says which symbolic links were not followed, since they lead out of a root
// that was guessed; "" for none.
func linkedOutNote(t *target, tree *skill.Tree) string {
	asked := t.asked(tree)
	var links []string
	for _, link := range tree.LinkedOut {
		if slices.ContainsFunc(asked, func(dir string) bool { return skill.Within(link, dir) }) {
			links = append(links, link)
		}
	}
	if len(links) == 0 {
		return ""
	}
	what, verb := fmt.Sprintf("%d symbolic links of %q, the first %q,", len(links), t.name, t.opens(links[0])), "lead out of it and are"
	if len(links) == 1 {
		what, verb = fmt.Sprintf("a symbolic link of %q, %q,", t.name, t.opens(links[0])), "leads out of it and is"
	}
	return fmt.Sprintf("%s %s not followed; name the root of the tree with --root, or put a %s there", what, verb, skill.ConfigName)
}
