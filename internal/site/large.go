package site

import (
	"bytes"
	"html/template"
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

// joined puts the large texts, which the template named in their order, into its output.
func (p *page) joined(output []byte) []byte {
	size := len(output)
	for _, text := range p.large {
		size += len(text) - len(largeMark)
	}
	whole := make([]byte, 0, size)
	for _, text := range p.large {
		before, rest, _ := bytes.Cut(output, []byte(largeMark))
		whole, output = append(append(whole, before...), text...), rest
	}
	return append(whole, output...)
}
