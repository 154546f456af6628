package skill

import (
	"bytes"
	"strings"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
)

const (
	commentStart = "<!--"
	commentEnd   = "-->"
)

// blockSpan is a block with its place in the source, kept since a block may hold many
// comments.
type blockSpan struct {
	node       ast.Node
	start, end int
}

// blockComments takes the comments of a block of HTML that ends at an offset. Those with
// nothing behind them but comments speak of the block to come.
func (r *markdownReader) blockComments(s *htmlScanner, end int) {
	rest := s.contentEnd()
	for _, c := range s.comments {
		r.comment(s, c)
		if c[1] <= rest {
			at := r.out.Comments[len(r.out.Comments)-1].Span.End - r.base
			r.setBlock(1, at, at+len(bytes.TrimRight(r.source[at:end], " \t\r\n")))
		} else {
			r.awaiting++
		}
	}
}

// inlineComments takes the comments of HTML in a text.
func (r *markdownReader) inlineComments(n ast.Node, s *htmlScanner) {
	for _, c := range s.comments {
		if n.Pos() < r.hidden {
			return
		}
		r.comment(s, c)
		r.toBlock(n)
		r.setBlock(1, r.block.start, r.block.end)
	}
}

// comment appends the comment at a range of what was scanned. A comment that a block
// left open goes on to where it is closed.
func (r *markdownReader) comment(s *htmlScanner, at [2]int) {
	start, end := s.offset(at[0]), s.offset(at[1]-1)+1
	words := string(s.text[at[0]:at[1]])
	if s.open && at[1] == len(s.text) {
		words += string(r.source[end:r.hidden])
		end = r.hidden
	}
	words = strings.TrimSuffix(strings.TrimPrefix(words, commentStart), commentEnd)
	r.out.Comments = append(r.out.Comments, Comment{Text: words, Span: r.span(start, end)})
}

// setBlock sets the block of the last n comments.
func (r *markdownReader) setBlock(n, start, end int) {
	last := r.out.Comments[len(r.out.Comments)-n:]
	for i := range last {
		last[i].Block = r.span(start, end)
	}
}

// blockBehindComments gives the comments that await a block the one that starts here.
func (r *markdownReader) blockBehindComments(n ast.Node) {
	if r.awaiting == 0 || n.Type() != ast.TypeBlock || n.Pos() < r.hidden || r.isComment(n) {
		return
	}
	if list, ok := n.(*ast.List); ok && r.continues(list) {
		n = list.FirstChild()
	}
	r.toBlock(n)
	r.setBlock(r.awaiting, r.block.start, r.block.end)
	r.awaiting = 0
}

// continues reports whether nothing but comments parts a list from the one before it, no
// blank line either: to who wrote it, it is one list with a comment above an item.
func (r *markdownReader) continues(list *ast.List) bool {
	var b ast.Node = list
	for {
		if b.HasBlankPreviousLines() {
			return false
		}
		if b = b.PreviousSibling(); b == nil || !r.isComment(b) {
			break
		}
	}
	before, ok := b.(*ast.List)
	return ok && before.CanContinue(list.Marker, list.IsOrdered())
}

// isComment reports whether a block is nothing but comments.
func (r *markdownReader) isComment(n ast.Node) bool {
	block, ok := n.(*ast.HTMLBlock)
	if !ok || block.HTMLBlockType != ast.HTMLBlockType2 {
		return false
	}
	s := &htmlScanner{}
	lines := block.Lines()
	for i := range lines.Len() {
		l := lines.At(i)
		s.text = append(s.text, l.Value(r.source)...)
	}
	if block.HasClosure() {
		s.text = append(s.text, block.ClosureLine.Value(r.source)...)
	}
	s.scan(func(string, string, int, int) {})
	return s.contentEnd() == 0
}

// contentEnd returns the offset in text behind the last that is neither comment nor
// blank.
func (s *htmlScanner) contentEnd() int {
	end := len(bytes.TrimRight(s.text, " \t\r\n"))
	for i := len(s.comments) - 1; i >= 0 && s.comments[i][1] == end; i-- {
		end = len(bytes.TrimRight(s.text[:s.comments[i][0]], " \t\r\n"))
	}
	return end
}

// toBlock makes r.block the block that a node is, or is in. A cell counts as its row.
func (r *markdownReader) toBlock(n ast.Node) {
	for n.Type() == ast.TypeInline || n.Kind() == extast.KindTableCell {
		n = n.Parent()
	}
	if r.block.node == n {
		return
	}
	end := len(r.source)
	if next := nodeBehind(n); next != nil {
		end = bytes.LastIndexByte(r.source[:max(next.Pos(), 0)], '\n') + 1
	}
	start := min(max(n.Pos(), 0), end)
	r.block = blockSpan{n, start, start + len(bytes.TrimRight(r.source[start:end], " \t\r\n"))}
}

// nodeBehind returns the node that follows a block and all in it; nil for none. Lines of
// definitions without another block between them are one block.
func nodeBehind(n ast.Node) ast.Node {
	_, definition := n.(*ast.LinkReferenceDefinition)
	for ; n != nil; n = n.Parent() {
		next := n.NextSibling()
		for ; next != nil && definition && next.Kind() == ast.KindLinkReferenceDefinition; next = next.NextSibling() {
		}
		if next != nil {
			return next
		}
	}
	return nil
}
