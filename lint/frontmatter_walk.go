package lint

import (
	"iter"

	"skillpack/internal/skill"
)

// placed is a value of a frontmatter and where it stands: under which top-level
// field, and how many lists and mappings deep in its value.
type placed struct {
	top   *skill.Field
	depth int
	value *skill.Value
}

// valuesOf yields every value of a frontmatter, each before what is in it.
func valuesOf(f *skill.Frontmatter) iter.Seq[placed] {
	return func(yield func(placed) bool) {
		if f == nil {
			return
		}
		for i := range f.Fields {
			if !eachValue(placed{&f.Fields[i], 0, f.Fields[i].Value}, yield) {
				return
			}
		}
	}
}

func eachValue(p placed, yield func(placed) bool) bool {
	if !yield(p) {
		return false
	}
	for _, item := range p.value.Items {
		if !eachValue(placed{p.top, p.depth + 1, item}, yield) {
			return false
		}
	}
	for _, field := range p.value.Fields {
		if !eachValue(placed{p.top, p.depth + 1, field.Value}, yield) {
			return false
		}
	}
	return true
}

// fieldsOf yields every field of a frontmatter, nested ones too.
func fieldsOf(f *skill.Frontmatter) iter.Seq[*skill.Field] {
	return func(yield func(*skill.Field) bool) {
		if f == nil {
			return
		}
		for i := range f.Fields {
			if !yield(&f.Fields[i]) {
				return
			}
		}
		for p := range valuesOf(f) {
			for i := range p.value.Fields {
				if !yield(&p.value.Fields[i]) {
					return
				}
			}
		}
	}
}
