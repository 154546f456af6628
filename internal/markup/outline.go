package markup

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"

	"skillpack/internal/skill"
)

// outline is what a walk finds before the document is written, since links may lead to
// what follows them.
type outline struct {
	src      []byte
	headings []Heading             // in order; level 0 is for one without a text, which is no heading to readers
	anchors  map[string]bool       // fragments that the document answers to
	inHTML   map[ast.Node][]string // those of HTML
	slugs    skill.Slugger
	above    []int // levels in the source of the headings around
}

// outlineOf returns the outline of a document.
//
// Levels are those of a page whose title is the only h1, and skip none: a heading is one
// below the nearest before it that is higher in the source, and h2 where there is none.
func outlineOf(root ast.Node, src []byte) *outline {
	o := &outline{src: src, anchors: map[string]bool{}, inHTML: map[ast.Node][]string{}, slugs: skill.Slugger{}}
	_ = ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *ast.Heading:
			if entering {
				o.heading(n)
			}
		case *ast.HTMLBlock:
			if entering {
				o.html(n, htmlOf(n, src))
			}
		case *ast.RawHTML:
			if entering {
				o.html(n, linesOf(n.Segments, src))
			}
		}
		return ast.WalkContinue, nil
	})
	return o
}

func (o *outline) heading(n *ast.Heading) {
	slug := o.slugs.Next(string(plainText(n, o.src, false)))
	for o.anchors[slug] { // by an id of HTML
		slug = o.slugs.Next(slug)
	}
	o.anchors[slug] = true
	h := Heading{ID: idPrefix + slug, Text: string(bytes.TrimSpace(plainText(n, o.src, true)))}
	if h.Text != "" {
		o.above = below(o.above, n.Level)
		h.Level = min(1+len(o.above), 6)
	}
	o.headings = append(o.headings, h)
}

// html takes the fragments of HTML that nothing before answers to.
func (o *outline) html(n ast.Node, content []byte) {
	for _, a := range skill.HTMLAnchors(content, o.slugs) {
		if !o.anchors[a] && !strings.ContainsFunc(a, unfitForID) {
			o.anchors[a] = true
			o.inHTML[n] = append(o.inHTML[n], a)
		}
	}
}

// unfitForID reports whether a character cannot be part of an id, or of one that anybody
// could tell from others.
func unfitForID(r rune) bool {
	return r <= ' ' || r == utf8.RuneError || isHidden(r, utf8.RuneLen(r))
}

// below returns the levels around a heading of the given level, itself last.
func below(above []int, level int) []int {
	for len(above) > 0 && above[len(above)-1] >= level {
		above = above[:len(above)-1]
	}
	return append(above, level)
}

// plainText returns the text below a node, with the descriptions of images if asked for.
func plainText(root ast.Node, src []byte, images bool) []byte {
	var out []byte
	_ = ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Image:
			if !images {
				return ast.WalkSkipChildren, nil
			}
		case *ast.AutoLink:
			out = append(out, n.Label(src)...)
		case *ast.Text:
			value := n.Segment.Value(src)
			if !n.IsRaw() {
				value = unescaped(value)
			}
			out = append(out, value...)
			if images && (n.SoftLineBreak() || n.HardLineBreak()) {
				out = append(out, ' ')
			}
		}
		return ast.WalkContinue, nil
	})
	return out
}
