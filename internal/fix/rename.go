package fix

import (
	"fmt"
	"io/fs"
	"path"
	"slices"

	"skillpack/internal/diag"
	"skillpack/internal/skill"
)

// rename makes the renames that fixes ask for, and reports whether anything changed. One
// that another of the round has moved is left to the next round.
func (m *maker) rename(tree *skill.Tree, found []diag.Diagnostic) bool {
	var refs *references
	before := len(m.view.renames)
	for i := range found {
		d := &found[i]
		fix := m.wanted(d, tree.File(d.File))
		if fix == nil || fix.Rename == nil || m.isMoved(fix.Rename, before) {
			continue
		}
		if refs == nil {
			config, _ := fs.ReadFile(m.view, skill.ConfigName) // nothing for none
			refs = newReferences(tree, config, found)
		}
		reason := m.obstacle(tree, fix.Rename)
		if reason == "" {
			reason = refs.obstacle(fix.Rename)
		}
		if reason == "" {
			reason = m.editBefore(tree, fix, d)
		}
		if reason != "" {
			m.refuse(d, reason)
			continue
		}
		m.view.renames = append(m.view.renames, *fix.Rename)
	}
	return len(m.view.renames) > before
}

// isMoved reports whether a rename is of something, or of something that holds
// something, that this round has moved; the first of its renames is at since.
func (m *maker) isMoved(r *diag.Rename, since int) bool {
	return slices.ContainsFunc(m.view.renames[since:], func(done diag.Rename) bool {
		return skill.Within(r.From, done.From) || skill.Within(done.From, r.From)
	})
}

// editBefore makes the edits of a fix that also renames.
func (m *maker) editBefore(tree *skill.Tree, fix *diag.Fix, d *diag.Diagnostic) (reason string) {
	if len(fix.Edits) == 0 {
		return ""
	}
	file := tree.File(d.File)
	if file == nil || !areSound(fix.Edits, len(file.Content())) {
		return "its fix is no list of edits of this file"
	}
	if held := heldByLink(tree, file); held != "" {
		return held
	}
	after := edited(file.Content(), fix.Edits)
	if reason := broken(file, file.Content(), after, fix.Edits, d.Rule, d.Span.Start); reason != "" {
		return reason
	}
	m.view.put(file.Real, file.Content(), after, 0)
	return ""
}

// obstacle says why a rename cannot be made, "" if it can.
func (m *maker) obstacle(tree *skill.Tree, r *diag.Rename) string {
	dir := path.Dir(r.From)
	if !fs.ValidPath(r.From) || !fs.ValidPath(r.To) || path.Dir(r.To) != dir || r.From == r.To || r.From == "." {
		return fmt.Sprintf("renaming %q to %q is no new name in the same directory", r.From, r.To)
	}
	if link := m.linkAbove(r.From); link != "" {
		return fmt.Sprintf("%q is a symbolic link; rename where it leads", link)
	}
	list, err := m.view.ReadDir(dir)
	if err != nil {
		return err.Error()
	}
	for _, e := range list {
		if taken := path.Join(dir, e.Name()); taken != r.From && skill.Fold(e.Name()) == skill.Fold(path.Base(r.To)) {
			return fmt.Sprintf("there is already %q", taken)
		}
	}
	return ""
}

// linkAbove returns a directory above a path that is a symbolic link, "" for none.
func (m *maker) linkAbove(file string) string {
	for dir := path.Dir(file); dir != "."; dir = path.Dir(dir) {
		if info, err := m.view.Lstat(dir); err == nil && info.Mode()&fs.ModeSymlink != 0 {
			return dir
		}
	}
	return ""
}
