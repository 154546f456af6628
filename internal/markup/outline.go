package markup

import (
	"bytes"

	"github.com/yuin/goldmark/ast"

	"skillpack/internal/skill"
)

// heading is a heading before it is rendered. Level is 0 for one without a text, which
// is no heading to readers.
type heading struct {
	Heading
	slug string
}

// outlineOf returns all headings of a document in order, and the fragments that it
// answers to.
//
// Levels are those of a page whose title is the only h1, and skip none: a heading is one
// below the nearest before it that is higher in the source, and h2 where there is none.
func outlineOf(root ast.Node, src []byte) ([]heading, map[string]bool) {
	var all []heading
	var above []int // levels in the source of the headings around
	slugs, anchors := skill.Slugger{}, map[string]bool{}
	_ = ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		h, ok := n.(*ast.Heading)
		if !ok || !entering {
			return descend(n), nil
		}
		text := plainText(h, src, false)
		slug := slugs.Next(string(text))
		anchors[slug] = true
		out := heading{slug: slug, Heading: Heading{ID: idPrefix + slug, Text: string(bytes.TrimSpace(plainText(h, src, true)))}}
		if out.Text != "" {
			above = below(above, h.Level)
			out.Level = min(1+len(above), 6)
		}
		all = append(all, out)
		return ast.WalkSkipChildren, nil
	})
	return all, anchors
}

// descend tells a walk in search of blocks where there may be some.
func descend(n ast.Node) ast.WalkStatus {
	if n.Kind() == ast.KindParagraph || n.Kind() == ast.KindTextBlock {
		return ast.WalkSkipChildren
	}
	return ast.WalkContinue
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
