package markup

import (
	"bytes"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
)

// enterInline writes what comes before the children of a node in a text.
func (r *renderer) enterInline(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.Text:
		r.textNode(n)
	case *ast.String:
		r.text(n.Value)
	case *ast.CodeSpan:
		r.codeSpan(n)
		return false
	case *ast.RawHTML:
		r.rawHTML(n)
		return false
	case *ast.AutoLink:
		r.autoLink(n)
		return false
	case *ast.Image:
		r.image(n)
		return false
	case *ast.Link:
		r.openLink(string(unescaped(n.Destination)), n.Title)
	case *extast.TaskCheckBox:
		r.checkBox(n)
	case *ast.Emphasis, *extast.Strikethrough:
		if r.depth <= maxDepth {
			r.write("<" + emphasisTag(n) + ">")
		}
	}
	return true
}

func (r *renderer) leaveInline(n ast.Node) {
	switch n := n.(type) {
	case *ast.Link:
		r.closeLink()
	case *ast.Emphasis, *extast.Strikethrough:
		if r.depth <= maxDepth {
			r.write("</" + emphasisTag(n) + ">")
		}
	}
}

func emphasisTag(n ast.Node) string {
	e, ok := n.(*ast.Emphasis)
	switch {
	case !ok:
		return "del"
	case e.Level == 1:
		return "em"
	}
	return "strong"
}

func (r *renderer) textNode(n *ast.Text) {
	value := n.Segment.Value(r.src)
	if !n.IsRaw() {
		value = unescaped(value)
	}
	r.text(value)
	if n.HardLineBreak() {
		r.write("<br>")
	}
	if n.HardLineBreak() || n.SoftLineBreak() {
		r.text([]byte("\n"))
	}
}

// codeSpan writes a code span, whose line ends are blanks. In a table "\|" is a bar.
func (r *renderer) codeSpan(n *ast.CodeSpan) {
	content := plainText(n, r.src, false)
	content = bytes.ReplaceAll(bytes.ReplaceAll(content, []byte("\r\n"), []byte(" ")), []byte("\n"), []byte(" "))
	if r.cells > 0 {
		content = bytes.ReplaceAll(content, []byte(`\|`), []byte("|"))
	}
	r.write("<code>")
	r.text(content)
	r.write("</code>")
}

// rawHTML writes the source of HTML in a text.
func (r *renderer) rawHTML(n *ast.RawHTML) {
	content := linesOf(n.Segments, r.src)
	r.write(`<code class="raw` + commentClass(content) + `">`)
	r.anchorsOf(n)
	r.text(content)
	r.write("</code>")
}

func (r *renderer) checkBox(n *extast.TaskCheckBox) {
	if n.IsChecked {
		r.write(`<span class="task-box" role="img" aria-label="done">☑</span> `)
	} else {
		r.write(`<span class="task-box" role="img" aria-label="to do">☐</span> `)
	}
}

func (r *renderer) autoLink(n *ast.AutoLink) {
	label := n.Label(r.src)
	dest := string(label)
	switch {
	case n.AutoLinkType == ast.AutoLinkEmail && schemeOf(dest) != "mailto":
		dest = "mailto:" + dest
	case len(n.Protocol) > 0:
		dest = string(n.Protocol) + "://" + dest
	}
	r.openLink(dest, nil)
	r.text(label)
	r.closeLink()
}

// openLink writes the start of a link. The parser lets autolinks, but no others, stand in a link; there
// they are text.
func (r *renderer) openLink(dest string, title []byte) {
	if r.links++; r.links == 1 {
		r.begin(Link{Dest: dest, Target: r.destinations.resolve(dest, false)}, title)
	}
}

// begin writes the start of a link, or of what stands for one that leads nowhere.
func (r *renderer) begin(l Link, title []byte) {
	r.open, r.plain = l, r.plain[:0]
	switch t := l.Target; {
	case t.Href != "":
		r.anchor(t, title)
	case t.Missing:
		r.write(`<span class="missing"`)
		r.attribute("title", []byte("not found: "+l.Dest))
		r.write(">")
	default:
		r.write(`<span class="unlinked">`)
	}
}

// anchor writes the start tag of a link.
func (r *renderer) anchor(t Target, title []byte) {
	r.write("<a")
	r.attribute("href", []byte(t.Href))
	if t.Outside {
		r.write(` class="outside" rel="nofollow noopener noreferrer"`)
	}
	if len(title) > 0 {
		r.attribute("title", unescaped(title))
	}
	r.write(">")
}

// closeLink writes the end of a link. One without a text shows where it leads, and so
// does one of a scheme that is not followed.
func (r *renderer) closeLink() {
	if r.links--; r.links > 0 {
		return
	}
	l := &r.open
	if l.Text = string(bytes.TrimSpace(r.plain)); l.Text == "" {
		r.text([]byte(l.Dest))
	}
	if l.Target.Href != "" {
		r.write("</a>")
	} else {
		if l.Text != "" && l.Text != l.Dest && !l.Target.Missing && l.Dest != "" {
			r.write(` <code class="dest">`)
			r.text([]byte(l.Dest))
			r.write("</code>")
		}
		r.write("</span>")
	}
	r.doc.Links = append(r.doc.Links, *l)
}

// image writes an image of the site, a link to any other, or in a link its description.
func (r *renderer) image(n *ast.Image) {
	dest := string(unescaped(n.Destination))
	alt := bytes.TrimSpace(plainText(n, r.src, true))
	target := r.destinations.resolve(dest, true)
	if target.Image && !target.Outside && target.Href != "" {
		r.write("<img")
		r.attribute("src", []byte(target.Href))
		r.attribute("alt", alt)
		if len(n.Title) > 0 {
			r.attribute("title", unescaped(n.Title))
		}
		r.write(` loading="lazy">`)
		r.doc.Links = append(r.doc.Links, Link{Dest: dest, Text: string(alt), Image: true, Target: target})
		if r.links > 0 {
			r.plain = append(r.plain, alt...)
		}
		return
	}
	target.Image = false
	r.described(Link{Dest: dest, Text: string(alt), Image: true, Target: target}, n.Title)
}

// described writes the description of an image that is not shown.
func (r *renderer) described(l Link, title []byte) {
	if r.links > 0 {
		r.text([]byte(l.Text))
		r.doc.Links = append(r.doc.Links, l)
		return
	}
	r.links++
	r.begin(l, title)
	r.text([]byte(l.Text))
	r.closeLink()
}
