package markup

import (
	"bytes"
	"strconv"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/text"
)

// enter writes what comes before the children of a node, and reports whether they are to
// be visited.
func (r *renderer) enter(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.CodeBlock:
		r.code(linesOf(n.Lines(), r.src), "")
		return false
	case *ast.FencedCodeBlock:
		r.code(linesOf(n.Lines(), r.src), string(n.Language(r.src)))
		return false
	case *ast.HTMLBlock:
		r.htmlBlock(n)
		return false
	case *ast.LinkReferenceDefinition:
		return false
	case *ast.ThematicBreak:
		r.write("<hr>\n")
		return false
	case *ast.Heading:
		r.current, r.headings = r.headings[0], r.headings[1:]
		if r.current.Level > 0 {
			r.doc.Headings = append(r.doc.Headings, r.current)
		}
	}
	if n.Type() == ast.TypeInline {
		return r.enterInline(n)
	}
	if r.shown(n) {
		r.openBlock(n)
	}
	return true
}

// shown reports whether a block has an element of its own. The parts of a list or table
// share its fate.
func (r *renderer) shown(n ast.Node) bool {
	depth := r.depth
	switch n.(type) {
	case *ast.ListItem, *extast.TableHeader, *extast.TableRow:
		depth--
	case *extast.TableCell:
		depth -= 2
	}
	return depth <= maxDepth
}

// leave writes what comes behind the children of a node.
func (r *renderer) leave(n ast.Node) {
	if n.Type() == ast.TypeInline {
		r.leaveInline(n)
	} else if r.shown(n) {
		r.closeBlock(n)
	} else {
		r.write("\n")
	}
}

func (r *renderer) openBlock(n ast.Node) {
	switch n := n.(type) {
	case *ast.Paragraph:
		r.write("<p>")
	case *ast.Heading:
		r.openHeading()
	case *ast.Blockquote:
		r.write("<blockquote>\n")
	case *ast.List:
		r.openList(n)
	case *ast.ListItem:
		r.openItem(n)
	case *extast.Table:
		r.openTable()
	case *extast.TableHeader:
		r.write("<thead>\n<tr>\n")
	case *extast.TableRow:
		r.write("<tr>\n")
	case *extast.TableCell:
		r.cells++
		r.openCell(n)
	}
}

func (r *renderer) closeBlock(n ast.Node) {
	switch n := n.(type) {
	case *ast.Paragraph:
		r.write("</p>\n")
	case *ast.TextBlock:
		r.write("\n")
	case *ast.Heading:
		r.closeHeading()
	case *ast.Blockquote:
		r.write("</blockquote>\n")
	case *ast.List:
		r.write("</" + listTag(n) + ">\n")
	case *ast.ListItem:
		r.write("</li>\n")
	case *extast.Table:
		r.closeTable()
	case *extast.TableHeader:
		r.inBody = true
		r.write("</tr>\n</thead>\n<tbody>\n")
	case *extast.TableRow:
		r.write("</tr>\n")
	case *extast.TableCell:
		r.cells--
		r.write("</" + cellTag(n) + ">\n")
	}
}

// openHeading writes the start of a heading. One without text would be an empty heading
// to who hears the page, so it is none, and keeps its id.
func (r *renderer) openHeading() {
	if r.current.Level == 0 {
		r.write(`<div class="untitled"`)
	} else {
		r.out = append(r.out, '<', 'h', byte('0'+r.current.Level))
	}
	r.id(r.current.ID)
	r.write(">")
}

func (r *renderer) closeHeading() {
	if r.current.Level == 0 {
		r.write("</div>\n")
		return
	}
	r.out = append(r.out, '<', '/', 'h', byte('0'+r.current.Level), '>', '\n')
}

func listTag(l *ast.List) string {
	if l.IsOrdered() {
		return "ol"
	}
	return "ul"
}

func (r *renderer) openList(l *ast.List) {
	r.write("<" + listTag(l))
	if l.IsOrdered() && l.Start != 1 {
		r.attribute("start", strconv.AppendInt(nil, int64(l.Start), 10))
	}
	r.write(">\n")
}

func (r *renderer) openItem(n *ast.ListItem) {
	if first := n.FirstChild(); first != nil && first.FirstChild() != nil && first.FirstChild().Kind() == extast.KindTaskCheckBox {
		r.write(`<li class="task">`)
		return
	}
	r.write("<li>")
}

// openTable writes the start of a table in an element that scrolls, which who has no
// mouse must be able to reach and to tell from others.
func (r *renderer) openTable() {
	r.tables++
	r.write(`<div class="table" role="region" tabindex="0"`)
	r.attribute("aria-label", strconv.AppendInt([]byte("Table "), int64(r.tables), 10))
	r.write(">\n<table>\n")
}

// closeTable writes the end of a table, which may have been cut before its head.
func (r *renderer) closeTable() {
	if r.inBody {
		r.write("</tbody>\n")
	}
	r.inBody = false
	r.write("</table>\n</div>\n")
}

// cellTag returns the element of a cell. One at the head without a text is no header to
// who hears the page.
func cellTag(n *extast.TableCell) string {
	if n.Parent() != nil && n.Parent().Kind() == extast.KindTableHeader && n.HasChildren() {
		return "th"
	}
	return "td"
}

var alignments = map[extast.Alignment]string{
	extast.AlignLeft: ` class="left"`, extast.AlignCenter: ` class="center"`, extast.AlignRight: ` class="right"`,
}

func (r *renderer) openCell(n *extast.TableCell) {
	tag := cellTag(n)
	r.write("<" + tag)
	if tag == "th" {
		r.write(` scope="col"`)
	}
	r.write(alignments[n.Alignment] + ">")
}

// linesOf returns the text of a block that is not parsed.
func linesOf(lines *text.Segments, src []byte) []byte {
	var out []byte
	for i := range lines.Len() {
		l := lines.At(i)
		out = append(out, l.Value(src)...)
	}
	return out
}

// code writes a block of code, highlighted by the word behind its fence.
func (r *renderer) code(content []byte, word string) {
	r.write(`<pre class="code" dir="ltr" tabindex="0"><code>`)
	r.highlight(content, languageOf(word))
	r.write("</code></pre>\n")
}

// htmlBlock writes the source of HTML, so that people see what an agent reads.
func (r *renderer) htmlBlock(n *ast.HTMLBlock) {
	content := htmlOf(n, r.src)
	r.write(`<pre class="raw` + commentClass(content) + `" dir="ltr" tabindex="0"><code>`)
	r.anchorsOf(n)
	r.highlight(content, languageOf("html"))
	r.write("</code></pre>\n")
}

// htmlOf returns the source of a block of HTML.
func htmlOf(n *ast.HTMLBlock, src []byte) []byte {
	content := linesOf(n.Lines(), src)
	if n.HasClosure() {
		content = append(content, n.ClosureLine.Value(src)...)
	}
	return content
}

// anchorsOf writes what the fragments of HTML lead to.
func (r *renderer) anchorsOf(n ast.Node) {
	for _, a := range r.inHTML[n] {
		r.write("<span")
		r.id(idPrefix + a)
		r.write("></span>")
	}
}

// commentClass returns the further class of HTML that begins with a comment, "" for other.
func commentClass(content []byte) string {
	if bytes.HasPrefix(bytes.TrimLeft(content, " \t"), []byte("<!--")) {
		return " comment"
	}
	return ""
}
