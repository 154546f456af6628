package skill

import (
	"encoding/binary"

	"skillpack/internal/diag"
)

// Notes keeps what was read in a SKILL.md for the next Load of the tree. It is asked by the
// real path, by any number of goroutines, and tells only what was noted of the same bytes.
type Notes interface {
	Note(real string) string // "" for none
	SetNote(real, note string)
}

// noteForm tells the form of the notes below from those that came before or will come.
const noteForm = 1

// recall takes from the note of a SKILL.md what reading it would give, and reports whether
// there is one.
func (l *looker) recall(c *content) bool {
	if l.notes == nil {
		return false
	}
	note := l.notes.Note(c.real)
	if note == "" {
		return false
	}
	n := noteReader{rest: note}
	form, size := n.number(), n.number()
	known := &measured{digest: n.string(), text: n.number() == 1}
	manifest := &parsedManifest{body: n.span(), front: n.front()}
	if n.bad || n.rest != "" || form != noteForm || int64(size) != c.size {
		return false
	}
	c.manifest = manifest
	c.known.Store(known)
	return true
}

// keep notes what was read in a SKILL.md. One that something is wrong with is read again
// each time.
func (l *looker) keep(c *content) {
	if l.notes == nil || c.manifest == nil || c.manifest.front == nil || len(c.manifest.found) > 0 {
		return
	}
	w := noteWriter{}
	w.number(noteForm)
	w.number(int(c.size))
	known := c.known.Load()
	w.string(known.digest)
	w.bool(known.text)
	w.span(c.manifest.body)
	w.front(c.manifest.front)
	l.notes.SetNote(c.real, string(w.note))
}

type noteWriter struct{ note []byte }

func (w *noteWriter) number(n int) { w.note = binary.AppendUvarint(w.note, uint64(n)) }

func (w *noteWriter) string(s string) {
	w.number(len(s))
	w.note = append(w.note, s...)
}

func (w *noteWriter) bool(b bool) {
	if b {
		w.number(1)
	} else {
		w.number(0)
	}
}

func (w *noteWriter) span(s diag.Span) {
	w.number(s.Start)
	w.number(s.End)
}

func (w *noteWriter) front(f *Frontmatter) {
	w.span(f.Span)
	w.fields(f.Fields)
	w.number(len(f.Comments))
	for _, c := range f.Comments {
		w.span(c)
	}
	w.number(len(f.Silencers))
	for _, s := range f.Silencers {
		w.span(s.Comment)
		w.span(s.Scope)
		w.bool(s.Whole)
		w.number(len(s.Rules))
		for _, rule := range s.Rules {
			w.string(rule.Text)
			w.span(rule.Span)
		}
	}
}

func (w *noteWriter) fields(fields []Field) {
	w.number(len(fields))
	for _, f := range fields {
		w.string(f.Key)
		w.span(f.Span)
		w.value(f.Value)
	}
}

func (w *noteWriter) value(v *Value) {
	w.number(int(v.Kind))
	w.number(int(v.Style))
	w.string(v.Text)
	w.string(v.Raw)
	w.span(v.Span)
	w.span(v.Comment)
	w.number(len(v.Items))
	for _, item := range v.Items {
		w.value(item)
	}
	w.fields(v.Fields)
}
