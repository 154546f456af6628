package markup

import (
	"bytes"
	"cmp"
	"html/template"

	"github.com/yuin/goldmark/ast"
)

// maxDepth bounds how deep elements nest. Deeper ones are left out, and their text stays:
// browsers and parsers of HTML have bounds of their own, past which they reorder.
const maxDepth = 100

// Markdown renders a document, without its frontmatter, as CommonMark with GitHub's
// tables, strikethrough, task lists and bare links.
//
// HTML in it is shown as its source, comments too. A document that is too large, nests too
// deep or has too many blocks for that is shown as plain text, with Document.Plain set.
func Markdown(src []byte, o MarkdownOptions) Document {
	src = bytes.TrimPrefix(src, []byte("\ufeff"))
	limit := cmp.Or(max(o.MaxBytes, 0), DefaultMaxBytes)
	root := parse(src)
	if root == nil {
		return plain(src, limit)
	}
	r := &renderer{src: src, limit: limit, out: make([]byte, 0, min(2*len(src)+256, limit)), outline: outlineOf(root, src)}
	r.destinations = destinations{link: o.Link, anchors: r.anchors}
	r.walk(root)
	r.doc.HTML = template.HTML(r.out)
	return r.doc
}

// plain shows a document as text.
func plain(src []byte, limit int) Document {
	out := append([]byte(nil), `<pre class="plain" dir="ltr" tabindex="0">`...)
	out = append(out, '\n') // a parser of HTML drops the first line feed
	out = appendText(out, src, limit)
	doc := Document{Plain: true, Cut: len(out) > limit}
	out = append(out, "</pre>\n"...)
	if doc.Cut {
		out = append(out, cutNote...)
	}
	doc.HTML = template.HTML(out)
	return doc
}

const cutNote = `<p class="cut">The rest is not shown here.</p>` + "\n"

// renderer writes the HTML of one document.
type renderer struct {
	src          []byte
	limit        int
	out          []byte
	doc          Document
	*outline             // whose headings are taken off as the walk passes them
	current      Heading // that the walk is inside of
	destinations destinations
	depth        int    // of the node that the walk is at
	cells        int    // table cells that the walk is inside of
	tables       int    // so far
	inBody       bool   // of a table
	links        int    // that the walk is inside of
	plain        []byte // text of the link that is open
	open         Link   // likewise
}

// walk visits a tree in the order of the text, without recursion, until the document is
// long enough.
func (r *renderer) walk(root ast.Node) {
	for n := root; n != nil; {
		r.depth++
		next := n.FirstChild()
		if !r.enter(n) {
			next = nil
		}
		if len(r.out) > r.limit {
			r.cut(n)
			return
		}
		for ; next == nil && n != nil; n = n.Parent() {
			r.leave(n)
			r.depth--
			next = n.NextSibling()
		}
		n = next
	}
}

// cut ends a document at a node: whatever is open is closed.
func (r *renderer) cut(n ast.Node) {
	for ; n != nil; n = n.Parent() {
		r.leave(n)
		r.depth--
	}
	r.doc.Cut = true
	r.out = append(r.out, cutNote...)
}

func (r *renderer) write(s string) { r.out = append(r.out, s...) }

// text writes text as it is.
func (r *renderer) text(s []byte) {
	r.out = appendText(r.out, s, r.limit)
	if r.links > 0 {
		r.plain = append(r.plain, s...)
	}
}

// attribute writes an attribute with a blank before it.
func (r *renderer) attribute(name string, value []byte) {
	r.out = append(append(append(r.out, ' '), name...), '=', '"')
	r.out = append(appendAttribute(r.out, value), '"')
}

// id writes an id as it is: what it is made of is no hidden character, or is a mark that
// links to it have as well.
func (r *renderer) id(id string) {
	r.write(` id="`)
	for i := range len(id) {
		r.out = appendEscaped(r.out, id[i])
	}
	r.write(`"`)
}
