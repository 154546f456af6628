package skill

import (
	"io/fs"
	"path"
	"slices"

	"skillpack/internal/protocol"
)

const attributesName = ".gitattributes"

// passesRoot reports whether Options.Within names directories below the root alone, so
// that the root is no skill whatever it holds.
func (w *walker) passesRoot() bool { return len(w.within) > 0 && !slices.Contains(w.within, ".") }

// enters reports whether Options.Within lets the walk take in an entry of d.
func (w *walker) enters(d *folder, e *entry, kind fs.FileMode) bool {
	if len(w.within) == 0 || d.inSkill {
		return true
	}
	isFile := kind.IsRegular()
	for _, dir := range w.within {
		if Within(e.path, dir) || !isFile && Within(dir, e.path) {
			return true
		}
	}
	if isFile {
		return path.Base(e.path) == attributesName
	}
	_, err := fs.Stat(w.fsys, path.Join(e.real, protocol.ManifestName))
	return err == nil
}

// pass notes an entry that the walk does not enter and reports whether the tree keeps
// anything of it.
func (w *walker) pass(e *entry, kind fs.FileMode) bool {
	known := kind.IsDir() && nameProblem(e.path) == nil
	if known {
		w.dirs = append(w.dirs, e.path)
	}
	return known
}

// Beyond reports whether something stands at a path outside any skill that
// Options.Within kept the walk from.
func (t *Tree) Beyond(file string) bool {
	return t.limited && stands(t.source.fsys, file)
}

// stands reports whether something stands at a path, wherever symbolic links lead to it.
func stands(fsys fs.FS, file string) bool {
	_, err := fs.Stat(fsys, file)
	return err == nil
}
