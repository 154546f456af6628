package site

import (
	"bytes"
	"html/template"
	"io"
)

// largeMark stands in the output of a template for a text that is put in afterwards. No
// page holds NUL otherwise, since HTML cannot.
const largeMark = "\x00"

// Large keeps a text that may have megabytes out of the template, which copies what it
// prints several times.
func (p *page) Large(text template.HTML) template.HTML {
	p.large = append(p.large, text)
	return largeMark
}

// join writes the output of a template with the large texts, which the template named in
// their order.
func (p *page) join(w io.Writer, output []byte) error {
	if b, ok := w.(*bytes.Buffer); ok {
		size := len(output)
		for _, text := range p.large {
			size += len(text)
		}
		b.Grow(size)
	}
	for _, text := range p.large {
		before, rest, _ := bytes.Cut(output, []byte(largeMark))
		output = rest
		if _, err := w.Write(before); err != nil {
			return err
		}
		if _, err := io.WriteString(w, string(text)); err != nil {
			return err
		}
	}
	_, err := w.Write(output)
	return err
}
