package skill

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"skillpack/internal/diag"
)

// ParseMarkdown reads the markdown of data from an offset on (CommonMark with
// GitHub's tables). What stands before is not markdown, such as frontmatter. A byte order mark at the offset is skipped. Spans are of data.
//
// A definition that several links use is one Link; one that nothing uses is none.
// An empty destination, which is the file itself, is no Link.
func ParseMarkdown(data []byte, from int) *Markdown {
	start := from
	if bytes.HasPrefix(data[start:], []byte(byteOrderMark)) {
		start += len(byteOrderMark)
	}
	r := &markdownReader{base: start, source: slices.Clip(flattened(data[start:])), definitions: map[int]bool{}, slugs: Slugger{}}
	if root := parseTree(r.source); root != nil {
		r.walk(root)
	}
	r.out.Silencers = silencersIn(data, from, r.out.Comments)
	return r.result()
}

// parseTree returns the syntax tree of source, nil should the parser panic: a fault
// of the parser must not end the run for one file of many.
func parseTree(source []byte) (root ast.Node) {
	defer func() {
		if recover() != nil {
			root = nil
		}
	}()
	emphasis := util.Prioritized(headingEmphasis{parser.NewEmphasisParser()}, 500)
	return NewMarkdownParser(emphasis).Parse(text.NewReader(source))
}

// markdownReader collects what Markdown holds while it walks a syntax tree.
type markdownReader struct {
	base        int    // of source in the file
	source      []byte // its capacity is its length; see offsetOf
	out         Markdown
	links       int // how many links the walk is inside of
	images      int // likewise of images
	codes       int // likewise of code spans
	cells       int // likewise of table cells
	inHeading   bool
	heading     []byte       // text of the heading that the walk is inside of
	definitions map[int]bool // offsets of definitions already seen
	slugs       Slugger
	hidden      int // everything before it is in an HTML comment that a block left open
	awaiting    int // how many of the last comments have no block yet
	block       blockSpan
}

// walk visits a tree in the order of the text, without recursion since nesting has
// no limit.
func (r *markdownReader) walk(root ast.Node) {
	for n := root; n != nil; {
		r.enter(n)
		next := n.FirstChild()
		for ; next == nil && n != nil; n = n.Parent() {
			r.leave(n)
			next = n.NextSibling()
		}
		n = next
	}
}

func (r *markdownReader) enter(n ast.Node) {
	r.blockBehindComments(n)
	switch n := n.(type) {
	case *ast.Heading:
		r.inHeading, r.heading = true, r.heading[:0]
	case *ast.Link:
		r.links++
		r.link(InlineLink, n.Destination, n.Reference != nil, n.Pos())
	case *ast.Image:
		r.links++
		r.images++
		r.link(ImageLink, n.Destination, n.Reference != nil, n.Pos())
	case *extast.TableCell:
		r.cells++
	case *ast.AutoLink:
		r.autoLink(n)
	case *ast.CodeSpan:
		r.codes++
		r.code(n)
	case *ast.Text:
		r.text(n)
		r.prose(n.Segment)
	case *ast.RawHTML:
		r.inlineComments(n, r.html(n.Segments))
	case *ast.HTMLBlock:
		r.htmlBlock(n)
	}
}

func (r *markdownReader) leave(n ast.Node) {
	switch n.(type) {
	case *ast.CodeSpan:
		r.codes--
	case *ast.Heading:
		r.inHeading = false
		r.out.Anchors = append(r.out.Anchors, r.slugs.Next(string(r.heading)))
	case *ast.Link:
		r.links--
	case *ast.Image:
		r.links--
		r.images--
	case *extast.TableCell:
		r.cells--
	}
}

// link takes a link or image in markdown form. Pos is where its text starts.
func (r *markdownReader) link(kind LinkKind, dest []byte, reference bool, pos int) {
	at, ok := r.offsetOf(dest, pos)
	if len(dest) == 0 || !ok {
		return
	}
	if reference {
		if kind = ReferenceLink; r.definitions[at] {
			return
		}
		r.definitions[at] = true
	}
	plain := util.ResolveEntityNames(util.ResolveNumericReferences(util.UnescapePunctuations(dest)))
	r.add(kind, string(plain), at, len(dest))
}

func (r *markdownReader) add(kind LinkKind, dest string, at, length int) {
	if at < r.hidden {
		return
	}
	r.out.Links = append(r.out.Links, Link{Kind: kind, Dest: dest, Span: r.span(at, at+length)})
}

func (r *markdownReader) span(start, end int) diag.Span {
	return diag.Span{Start: start + r.base, End: end + r.base}
}

// offsetOf returns where a piece of the source starts. The parser hands out
// sub-slices of the source, whose place their capacity tells; should it have made a
// copy, the piece is searched for behind pos.
func (r *markdownReader) offsetOf(piece []byte, pos int) (int, bool) {
	if len(piece) == 0 {
		return 0, false
	}
	at := cap(r.source) - cap(piece)
	if at >= 0 && at+len(piece) <= len(r.source) && &r.source[at] == &piece[0] {
		return at, true
	}
	pos = min(max(pos, 0), len(r.source))
	i := bytes.Index(r.source[pos:], piece)
	return pos + i, i >= 0
}

func (r *markdownReader) autoLink(n *ast.AutoLink) {
	label := n.Label(r.source)
	dest := string(label)
	if n.AutoLinkType == ast.AutoLinkEmail {
		dest = "mailto:" + dest
	}
	if at, ok := r.offsetOf(label, n.Pos()); ok {
		r.add(AutoLink, dest, at, len(label))
	}
	if r.inHeading {
		r.heading = append(r.heading, label...)
	}
}

// code takes a code span. Its span is what stands between the backticks.
func (r *markdownReader) code(n *ast.CodeSpan) {
	first, ok1 := n.FirstChild().(*ast.Text)
	last, ok2 := n.LastChild().(*ast.Text)
	if r.links > 0 || !ok1 || !ok2 || first.Segment.Start < r.hidden {
		return
	}
	var words []byte
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		if t, ok := c.(*ast.Text); ok {
			words = append(words, t.Segment.Value(r.source)...)
		}
	}
	if r.cells > 0 {
		words = bytes.ReplaceAll(words, []byte(`\|`), []byte("|"))
	}
	words = bytes.ReplaceAll(bytes.ReplaceAll(words, []byte("\r\n"), []byte(" ")), []byte("\n"), []byte(" "))
	r.out.Codes = append(r.out.Codes, Code{Text: string(words), Span: r.span(first.Segment.Start, last.Segment.Stop)})
}

// text takes the text of a heading. The description of an image is none of it.
func (r *markdownReader) text(n *ast.Text) {
	if !r.inHeading || r.images > 0 {
		return
	}
	value := n.Segment.Value(r.source)
	if !n.IsRaw() {
		value = util.ResolveEntityNames(util.ResolveNumericReferences(util.UnescapePunctuations(value)))
	}
	r.heading = append(r.heading, value...)
}

// prose takes a piece of text, together with the piece it continues.
func (r *markdownReader) prose(s text.Segment) {
	if r.links+r.codes > 0 || s.Start < r.hidden {
		return
	}
	if last := len(r.out.Prose) - 1; last >= 0 && r.out.Prose[last].End == s.Start+r.base {
		r.out.Prose[last].End = s.Stop + r.base
	} else if bytes.IndexByte(s.Value(r.source), '/') >= 0 {
		r.out.Prose = append(r.out.Prose, r.span(s.Start, s.Stop))
	}
}

// result orders what was found by place.
func (r *markdownReader) result() *Markdown {
	slices.SortStableFunc(r.out.Links, func(a, b Link) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	return &r.out
}
