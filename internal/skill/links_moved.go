package skill

import (
	"fmt"
	"path"
	"path/filepath"

	"skillpack/internal/diag"
)

// danglingFindings reports links that lead to nothing, each with the place to which its
// target may have moved.
func danglingFindings(dangling []entry, files []*File) []diag.Diagnostic {
	if len(dangling) == 0 {
		return nil
	}
	places := placesByEnd(files)
	found := make([]diag.Diagnostic, len(dangling))
	for i := range dangling {
		e := &dangling[i]
		reason := errDangling
		dir := path.Dir(e.real)
		if place := places[endOf(path.Join(dir, filepath.ToSlash(e.link)))]; place != "" {
			if moved, err := filepath.Rel(filepath.FromSlash(dir), filepath.FromSlash(place)); err == nil {
				reason = linkError(fmt.Sprintf("which does not exist; did you mean %q", filepath.ToSlash(moved)))
			}
		}
		found[i] = *linkFinding(e, reason)
	}
	return found
}

// placesByEnd returns the real paths of files by their last two segments, "" where
// several have these.
func placesByEnd(files []*File) map[string]string {
	places := make(map[string]string)
	for _, f := range files {
		place, end := f.Real, endOf(f.Real)
		if at, known := places[end]; end == "" || known && at != place {
			place = ""
		}
		places[end] = place
	}
	return places
}

// endOf returns the last two segments of a path. A name alone says too little to know a
// file by.
func endOf(p string) string {
	dir, base := path.Split(p)
	if dir == "" {
		return ""
	}
	return path.Base(dir) + "/" + base
}
