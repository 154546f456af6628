package lint

import (
	"cmp"
	"path"
	"slices"
	"sync"

	"skillpack/internal/skill"
)

// treeIndex answers what stands where in a tree, so that a check of all links takes
// time in proportion to the tree. It may be asked by any number of goroutines. What only
// wrong links need is made when the first of them is found.
type treeIndex struct {
	tree      *skill.Tree
	owners    map[string]*skill.Skill   // by directory of the skill
	named     map[string][]*skill.Skill // by the name of the directory
	manifests map[string]string         // path of a SKILL.md that is a symbolic link, by that of its file

	folded    func() map[string]string   // path by skill.Fold of it
	names     func() map[string][]string // what a directory holds, by its path
	places    func() map[string][]string // paths of files, sorted, by skill.Fold of their last segment
	published func() map[string]string   // path by published path, of what skills hold
	uris      func() []string            // of what skills hold
	anchors   sync.Map                   // of *skill.File: map[string]bool
	plain     sync.Map                   // of *skill.File: skill.Slugger; those of anchors that are certain
}

func newTreeIndex(t *skill.Tree) *treeIndex {
	x := &treeIndex{
		tree:      t,
		owners:    make(map[string]*skill.Skill, len(t.Skills)),
		named:     make(map[string][]*skill.Skill, len(t.Skills)),
		manifests: make(map[string]string),
	}
	for _, s := range t.Skills {
		x.owners[s.Dir] = s
		x.named[path.Base(s.Dir)] = append(x.named[path.Base(s.Dir)], s)
		if m := s.Manifest; m.Mode.Link != "" && x.manifests[m.Real] == "" {
			x.manifests[m.Real] = m.Path
		}
	}
	x.folded = sync.OnceValue(func() map[string]string { return foldedPaths(t) })
	x.names = sync.OnceValue(func() map[string][]string { return namesByDir(t) })
	x.places = sync.OnceValue(func() map[string][]string { return pathsByName(t) })
	x.published = sync.OnceValue(func() map[string]string { return pathsByPublished(t) })
	x.uris = sync.OnceValue(func() []string { return publishedURIs(t) })
	return x
}

// isDir reports whether a path is that of a directory, of the root too.
func (x *treeIndex) isDir(p string) bool {
	_, known := slices.BinarySearch(x.tree.Dirs, p)
	return known || p == "."
}

// forSkill returns an index for the checks of one skill.
func (x *treeIndex) forSkill() *linkIndex {
	return &linkIndex{x, make(map[*skill.File]map[string]bool), make(map[*skill.File][]textHeading)}
}

func foldedPaths(t *skill.Tree) map[string]string {
	out := make(map[string]string, len(t.Dirs)+len(t.Files))
	for _, p := range treePaths(t) {
		out[skill.Fold(p)] = p
	}
	return out
}

func namesByDir(t *skill.Tree) map[string][]string {
	out := make(map[string][]string, len(t.Dirs)+1)
	for _, p := range treePaths(t) {
		dir := path.Dir(p)
		out[dir] = append(out[dir], path.Base(p))
	}
	return out
}

func pathsByName(t *skill.Tree) map[string][]string {
	out := make(map[string][]string)
	for _, f := range t.Files {
		base := skill.Fold(path.Base(f.Path))
		out[base] = append(out[base], f.Path)
	}
	return out
}

func pathsByPublished(t *skill.Tree) map[string]string {
	out := make(map[string]string)
	for _, s := range t.Skills {
		out[t.Published(s.Dir)] = s.Dir
		for _, d := range s.Dirs {
			out[t.Published(d)] = d
		}
		for _, f := range s.Files {
			out[t.Published(f.Path)] = f.Path
		}
	}
	return out
}

// byPublished returns the path of a file or directory of some skill that is
// published under the given path; ok is false where there is none.
func (x *treeIndex) byPublished(published string) (p string, ok bool) {
	p, ok = x.published()[published]
	return p, ok
}

// anchorsOf returns the fragments that a file answers to, in lower case.
func (x *treeIndex) anchorsOf(f *skill.File) map[string]bool {
	if known, ok := x.anchors.Load(f); ok {
		return known.(map[string]bool)
	}
	known := anchorsOf(f)
	x.anchors.Store(f, known)
	return known
}

// within returns the part of a sorted list of paths that lies below a directory.
func within(sorted []string, dir string) []string {
	if dir == "." {
		return sorted
	}
	const afterSlash = "0" // the byte that follows "/"
	from, _ := slices.BinarySearchFunc(sorted, dir+"/", cmp.Compare[string])
	to, _ := slices.BinarySearchFunc(sorted, dir+afterSlash, cmp.Compare[string])
	return sorted[from:to]
}
