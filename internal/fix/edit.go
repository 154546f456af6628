package fix

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"slices"

	"skillpack/internal/diag"
	"skillpack/internal/skill"
)

// candidate is a fix by edits of one file, and the findings that ask for it: one that
// has several paths is reported at each.
type candidate struct {
	fix      *diag.Fix
	findings []*diag.Diagnostic
	held     string // why it must not be made, "" for no reason
}

// edit applies what fixes by edits alone can be applied at once, and reports whether
// anything changed.
func (m *maker) edit(tree *skill.Tree, found []diag.Diagnostic) bool {
	files := map[string]*fileEdit{} // by real path
	for i := range found {
		d := &found[i]
		file := tree.File(d.File)
		fix := m.wanted(d, file)
		if fix == nil || fix.Rename != nil {
			continue
		}
		if file == nil || file.Content() == nil {
			m.refuse(d, "the file is no text that could be edited")
			continue
		}
		if files[file.Real] == nil {
			files[file.Real] = &fileEdit{file: file, data: file.Content()}
		}
		held := ""
		if fix.Unsafe {
			held = heldByLink(tree, file)
		}
		files[file.Real].add(fix, d, held)
	}
	changed := false
	for _, real := range slices.Sorted(maps.Keys(files)) {
		f := files[real]
		f.apply(m.refuse)
		if len(f.done) > 0 {
			m.view.put(real, f.file.Content(), f.data, f.fixed)
			changed = true
		}
	}
	return changed
}

// fileEdit is one file and what is to be done to it.
type fileEdit struct {
	file       *skill.File
	data       []byte // with all that is done
	candidates []*candidate
	done       []diag.Edit // sorted, in terms of the file as it was
	fixed      int
}

// heldByLink says why what is unsafe must not be done to a SKILL.md through a link: it is
// that of another skill as well, and each would give it its own name in turn.
func heldByLink(tree *skill.Tree, file *skill.File) string {
	if file.Path == file.Real {
		return ""
	}
	for _, s := range tree.Skills {
		if m := s.Manifest; m.Real == file.Real && m.Path != file.Path {
			return fmt.Sprintf("%q is the same file; make %q a copy", m.Path, file.Path)
		}
	}
	return ""
}

// add takes a fix once, however many findings carry it. Nothing holds what all paths of
// the file ask for.
func (f *fileEdit) add(fix *diag.Fix, d *diag.Diagnostic, held string) {
	for _, c := range f.candidates {
		if slices.Equal(c.fix.Edits, fix.Edits) {
			if c.findings[0].File != d.File {
				c.held = ""
			}
			c.findings = append(c.findings, d)
			return
		}
	}
	f.candidates = append(f.candidates, &candidate{fix, []*diag.Diagnostic{d}, held})
}

// apply does the candidates in the order of their places. One that overlaps with an
// earlier one is left to the next round.
func (f *fileEdit) apply(refuse func(*diag.Diagnostic, string)) {
	slices.SortStableFunc(f.candidates, func(a, b *candidate) int { return compareEdits(a.fix.Edits, b.fix.Edits) })
	for _, c := range f.candidates {
		if !areSound(c.fix.Edits, len(f.file.Content())) {
			refuse(c.findings[0], "its fix is no list of edits of this file")
			continue
		}
		if c.held != "" {
			refuse(c.findings[0], c.held)
			continue
		}
		if f.overlaps(c.fix.Edits) {
			continue
		}
		against := c.findings[0]
		edits := f.shifted(c.fix.Edits)
		after := edited(f.data, edits)
		if bytes.Equal(after, f.data) {
			refuse(against, "its fix changes nothing")
			continue
		}
		if reason := broken(f.file, f.data, after, edits, against.Rule, against.Span.Start+shift(f.done, against.Span.Start)); reason != "" {
			refuse(c.findings[0], reason)
			continue
		}
		f.data = after
		f.fixed += len(c.findings)
		f.done = append(f.done, c.fix.Edits...)
		slices.SortFunc(f.done, func(a, b diag.Edit) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	}
}

// compareEdits orders fixes by place; of two at one place the shorter comes first.
func compareEdits(a, b []diag.Edit) int {
	return slices.CompareFunc(a, b, func(a, b diag.Edit) int {
		return cmp.Or(cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(a.Span.End, b.Span.End))
	})
}

// areSound reports whether there are edits, all of them inside a file of the given
// length, in order and apart.
func areSound(edits []diag.Edit, length int) bool {
	at := 0
	for _, e := range edits {
		if e.Span.Start < at || e.Span.End < e.Span.Start {
			return false
		}
		at = e.Span.End
	}
	return len(edits) > 0 && at <= length
}

// overlaps reports whether one of the edits meets one that is done. Two that touch
// meet too, for their order would then matter.
func (f *fileEdit) overlaps(edits []diag.Edit) bool {
	return slices.ContainsFunc(edits, func(e diag.Edit) bool {
		i, _ := slices.BinarySearchFunc(f.done, e.Span.Start, func(d diag.Edit, start int) int { return cmp.Compare(d.Span.End, start) })
		return i < len(f.done) && f.done[i].Span.Start <= e.Span.End
	})
}

// shifted returns edits in terms of the file with all that is done.
func (f *fileEdit) shifted(edits []diag.Edit) []diag.Edit {
	out := slices.Clone(edits)
	for i := range out {
		by := shift(f.done, out[i].Span.Start)
		out[i].Span.Start += by
		out[i].Span.End += by
	}
	return out
}

// shift returns how far edits move an offset.
func shift(edits []diag.Edit, at int) int {
	by := 0
	for _, e := range edits {
		if e.Span.End > at {
			break
		}
		by += len(e.New) - (e.Span.End - e.Span.Start)
	}
	return by
}

// edited returns data with edits done to it.
func edited(data []byte, edits []diag.Edit) []byte {
	var b bytes.Buffer
	at := 0
	for _, e := range edits {
		b.Write(data[at:e.Span.Start])
		b.WriteString(e.New)
		at = e.Span.End
	}
	b.Write(data[at:])
	return b.Bytes()
}
