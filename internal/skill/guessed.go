package skill

import "slices"

// beyondGuess notes a link that leads out of a guessed root to something, which is no
// error, and returns the one of a link to nothing.
func (w *walker) beyondGuess(e *entry, included bool) error {
	switch {
	case !stands(w.fsys, e.real):
		return errDangling
	case included:
		w.linkedOut = append(w.linkedOut, e.path)
	default:
		w.leave(e.path, ruleNotIncluded)
	}
	return nil
}

// BehindLink reports whether something stands at a path that one of LinkedOut leads to.
func (t *Tree) BehindLink(file string) bool {
	return slices.ContainsFunc(t.LinkedOut, func(link string) bool { return Within(file, link) }) && stands(t.source.fsys, file)
}
