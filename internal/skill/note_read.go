package skill

import "skillpack/internal/diag"

// noteReader takes a note apart. Once bad, what it gives means nothing.
type noteReader struct {
	rest string
	bad  bool
}

func (r *noteReader) number() int {
	n := 0
	for i := range min(len(r.rest), 9) {
		c := r.rest[i]
		if n |= int(c&0x7f) << (7 * i); c < 0x80 {
			r.rest = r.rest[i+1:]
			return n
		}
	}
	r.bad, r.rest = true, ""
	return 0
}

func (r *noteReader) string() string {
	n := r.number()
	if n > len(r.rest) {
		r.bad, n = true, 0
	}
	s := r.rest[:n]
	r.rest = r.rest[n:]
	return s
}

func (r *noteReader) span() diag.Span { return diag.Span{Start: r.number(), End: r.number()} }

func (r *noteReader) front() *Frontmatter {
	f := &Frontmatter{Span: r.span(), Fields: r.fields()}
	f.Comments = noted(r, (*noteReader).span)
	f.Silencers = noted(r, (*noteReader).silencer)
	return f
}

// noted reads a list; an empty one is nil.
func noted[T any](r *noteReader, read func(*noteReader) T) []T {
	n := r.number()
	if n > len(r.rest) { // each takes a byte at least
		r.bad = true
	}
	if n == 0 || r.bad {
		return nil
	}
	list := make([]T, n)
	for i := range list {
		list[i] = read(r)
	}
	return list
}

func (r *noteReader) silencer() Silencer {
	s := Silencer{Comment: r.span(), Scope: r.span(), Whole: r.number() == 1}
	s.Rules = noted(r, func(r *noteReader) Word { return Word{r.string(), r.span()} })
	return s
}

func (r *noteReader) fields() []Field { return noted(r, (*noteReader).field) }

func (r *noteReader) field() Field { return Field{r.string(), r.span(), r.value()} }

func (r *noteReader) value() *Value {
	if r.bad {
		return new(Value)
	}
	return &Value{
		Kind: Kind(r.number()), Style: Style(r.number()), Text: r.string(), Raw: r.string(), Span: r.span(), Comment: r.span(),
		Items: noted(r, (*noteReader).value), Fields: r.fields(),
	}
}
