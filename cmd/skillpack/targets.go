package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"skillpack/internal/diag"
	"skillpack/internal/protocol"
	"skillpack/internal/skill"
)

// target is a tree to lint, and what of it was asked for.
type target struct {
	root string // absolute, links resolved
	name string // the root as the user would write it
	// only are the directories of the skills asked for, as paths below the root, and
	// under the directories whose skills are; none where the whole tree was.
	only, under []string
	// here is set, to the directory in which the user stands, where the user named
	// something else than the root by a relative path.
	here string
	// guessed is set where no skillpack.yaml says that this is the root, so that there
	// may be anything around the skills.
	guessed bool
	// nested is set where the root was guessed and stands in a repository, or else in a
	// file system, that may hold more of the tree.
	nested  bool
	profile profile
	// reads is set where nothing but what was asked for needs to be read.
	reads bool
	// buffer replaces a file for the run; nil for none.
	buffer *buffer
	// cache is the folder in which what the tree holds is remembered; "" for none.
	cache string
	// view replaces the disk, while fixes are tried or where it was listed already; nil for none.
	view fs.FS
}

// findTargets returns the trees that the paths are in, each once, with all that was
// asked for. Files outside of any skill ask for nothing.
func (r treeRoot) findTargets(paths []string) ([]*target, error) {
	var targets []*target
	for _, path := range paths {
		t, err := r.findTarget(path)
		if err != nil {
			return nil, err
		}
		if t != nil {
			targets = addTarget(targets, t)
		}
	}
	return targets, nil
}

// addTarget adds a target to those of other roots.
func addTarget(targets []*target, t *target) []*target {
	i := slices.IndexFunc(targets, func(o *target) bool { return o.root == t.root })
	switch {
	case i < 0:
		return append(targets, t)
	case len(t.only) == 0:
		targets[i] = t
	case len(targets[i].only) > 0:
		targets[i].only = append(targets[i].only, t.only...)
		targets[i].under = append(targets[i].under, t.under...)
	}
	return targets
}

// opens returns a path below the root as it opens from where the user stands.
func (t *target) opens(path string) string {
	path = filepath.FromSlash(path)
	if b := t.buffer; b != nil && path == filepath.FromSlash(b.path) {
		return b.name
	}
	if relative, err := filepath.Rel(t.here, filepath.Join(t.root, path)); t.here != "" && err == nil {
		return relative
	}
	return filepath.Join(t.name, path)
}

// findTarget returns the tree that a path is in, or nil where there is nothing to lint.
func (r treeRoot) findTarget(path string) (*target, error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) && exists(path) {
		return r.fileTarget(path) // a link to nothing, which the skill's findings tell of
	}
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		return nil, noSuchPath(path)
	case err != nil:
		return nil, err
	case !info.IsDir():
		return r.fileTarget(path)
	}
	return r.dirTarget(path)
}

// dirTarget takes a directory of a skill for that skill and those inside it, and any
// other directory for a tree of its own.
func (r treeRoot) dirTarget(path string) (*target, error) {
	dir, err := resolved(path)
	if err != nil {
		return nil, err
	}
	if !r.holds(dir) {
		return nil, r.outside(path)
	}
	p := placeOf(dir, "", r.dir)
	asked := p.skills[:min(1, len(p.skills))]
	switch {
	case len(asked) == 0 && !p.named:
		return &target{root: dir, name: path}, nil
	case len(asked) == 0:
		asked = []string{dir}
	}
	t, err := skillTarget(path, p, asked)
	if err != nil {
		return nil, err
	}
	if t.root == dir {
		t.only = nil // a root that is a skill is asked for as a whole
		return t, nil
	}
	t.under = []string{below(t.root, dir)}
	return t, nil
}

// fileTarget takes a file for every skill that holds it, and a skillpack.yaml for the
// tree that it configures.
func (r treeRoot) fileTarget(path string) (*target, error) {
	dir, err := resolved(filepath.Dir(path))
	if err != nil {
		return nil, err
	}
	base, taken := filepath.Base(path), ""
	if strings.EqualFold(base, protocol.ManifestName) {
		taken = dir // a misnamed one counts, since what it was meant for is to be told
	}
	if !r.holds(dir) {
		if len(placeOf(dir, taken, "").skills) == 0 {
			return nil, nil
		}
		return nil, r.outside(path)
	}
	p := placeOf(dir, taken, r.dir)
	switch {
	case len(p.skills) == 0 && base == skill.ConfigName && (!p.named || dir == r.dir):
		return &target{root: dir, name: filepath.Dir(path)}, nil
	case len(p.skills) == 0:
		return nil, nil
	}
	t, err := skillTarget(path, p, p.skills)
	if err == nil && base == skill.ConfigName && t.root == dir {
		t.only = nil
	}
	return t, err
}

// skillTarget is the tree of a place, of which some skills are asked for by a path.
func skillTarget(path string, p place, skills []string) (*target, error) {
	root, configured := p.root()
	t := &target{root: root, guessed: !configured, nested: !configured && root != p.above[len(p.above)-1]}
	for _, dir := range skills {
		if below, err := filepath.Rel(root, dir); err == nil && filepath.IsLocal(below) {
			t.only = append(t.only, filepath.ToSlash(below))
		}
	}
	if filepath.IsAbs(path) {
		t.name = root
		return t, nil
	}
	var err error
	if t.here, err = resolved("."); err == nil {
		t.name, err = filepath.Rel(t.here, root)
	}
	return t, err
}

// configText returns the text of the tree's skillpack.yaml, nil for none.
func (t *target) configText() ([]byte, error) {
	if t.buffer.isConfig() {
		return t.buffer.data, nil
	}
	return readRegular(filepath.Join(t.name, skill.ConfigName))
}

// files is the file system of the tree.
func (t *target) files() fs.FS {
	if t.view != nil {
		return t.view
	}
	return t.buffered(skill.Disk(t.root))
}

// buffered puts the buffer, if there is one, above the tree on disk.
func (t *target) buffered(disk fs.FS) fs.FS {
	if links, ok := disk.(fs.ReadLinkFS); ok && t.buffer != nil && t.buffer.real != "" {
		return overlay{links, t.buffer}
	}
	return disk
}

// asked returns the directories of the skills of the tree that were asked for, nil for
// all.
func (t *target) asked(tree *skill.Tree) []string {
	if len(t.only) == 0 {
		return nil
	}
	dirs := slices.Clone(t.only)
	for _, s := range tree.Skills {
		if slices.ContainsFunc(t.under, func(dir string) bool { return strings.HasPrefix(s.Dir, dir+"/") }) {
			dirs = append(dirs, s.Dir)
		}
	}
	slices.Sort(dirs)
	return slices.Compact(dirs)
}

// resolved returns the absolute path of a directory, links resolved.
func resolved(dir string) (string, error) {
	absolute, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(absolute)
}

// noSuchPath says of a path which part of it is not there, and what is instead.
func noSuchPath(path string) error {
	missing := filepath.Clean(path)
	for dir := filepath.Dir(missing); !exists(dir) && dir != filepath.Dir(dir); dir = filepath.Dir(missing) {
		missing = dir
	}
	dir := filepath.Dir(missing)
	entries, _ := os.ReadDir(dir)
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if near := diag.Nearest(filepath.Base(missing), names); near != "" {
		return usageError("there is no file or directory %q; did you mean %q?", path, filepath.Join(dir, near))
	}
	return usageError("there is no file or directory %q", path)
}
