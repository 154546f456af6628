package skill

import (
	"bytes"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// The markdown parser takes quadratic time, or memory, for text that is built for
// that. The guards here bound each such case by a limit that no text written for
// people comes near. Past a limit, links are overlooked; nothing else happens.
const (
	maxBlockNesting  = 100      // quotes and list items that one line opens
	maxLostBytes     = 64 << 20 // bytes passed in search of the ends of links that have none, and inside of brackets
	maxSearchedBytes = 64 << 20 // likewise of code spans, and of tags
	maxEmphasisBytes = 4 << 10  // of a heading; elsewhere emphasis is not parsed at all
	maxDefinitions   = 256      // lines of link definitions without a blank line
	maxFilledCells   = 1 << 18  // cells that short rows lack, in all tables together
	maxCells         = 1 << 19  // cells of all tables together
	maxBrackets      = 1 << 18  // that open a link or image; each costs memory until its block ends
)

// NewMarkdownParser returns a parser for one document: CommonMark and tables, with the
// guards. Emphasis is parsed by what is given, if at all. A cell of a table keeps the
// "\|" in its code spans.
func NewMarkdownParser(inline ...util.PrioritizedValue) parser.Parser {
	return parser.NewParser(
		parser.WithBlockParsers(parser.DefaultBlockParsers()...),
		parser.WithInlineParsers(
			util.Prioritized(&guardedSearch{InlineParser: parser.NewCodeSpanParser()}, 100),
			util.Prioritized(&guardedLinks{InlineParser: parser.NewLinkParser()}, 200),
			util.Prioritized(parser.NewAutoLinkParser(), 300),
			util.Prioritized(&guardedSearch{InlineParser: parser.NewRawHTMLParser()}, 400),
		),
		parser.WithInlineParsers(inline...),
		parser.WithParagraphTransformers(
			util.Prioritized(chunkedDefinitions{}, 100),
			util.Prioritized(&guardedTables{}, 200),
		),
	)
}

// guardedSearch is a parser of what ends with the same mark that it begins with, until it
// has lost too much time on marks without an end: each such search may pass the rest of
// the block.
type guardedSearch struct {
	parser.InlineParser
	lost int
}

// Parse parses at a mark.
func (g *guardedSearch) Parse(parent ast.Node, block text.Reader, pc parser.Context) ast.Node {
	if g.lost > maxSearchedBytes {
		return nil
	}
	_, segment := block.PeekLine()
	n := g.InlineParser.Parse(parent, block, pc)
	if _, marks := n.(*ast.Text); n == nil || marks {
		g.lost += untilEnd(parent, segment.Start)
	}
	return n
}

// untilEnd returns how many bytes of a block are behind an offset.
func untilEnd(block ast.Node, from int) int {
	lines := block.Lines()
	if lines.Len() == 0 {
		return 0
	}
	return max(lines.At(lines.Len()-1).Stop-from, 0)
}

// lookCost is how many bytes of text can be searched while a bracket looks at one of what
// it holds, node by node.
const lookCost = 8

// guardedLinks is the link parser until it has lost too much time on brackets that
// start no link, of which each search may pass the rest of the block, and on links in
// brackets, of which each looks at all that it holds.
type guardedLinks struct {
	parser.InlineParser
	lost   int
	opened int   // brackets so far
	starts []int // offsets of the brackets of this block that are open
}

// Parse parses a link at a bracket.
func (g *guardedLinks) Parse(parent ast.Node, block text.Reader, pc parser.Context) ast.Node {
	line, segment := block.PeekLine()
	if line[0] != ']' {
		return g.open(parent, block, pc)
	}
	if last := len(g.starts) - 1; last >= 0 {
		if last > 0 { // the outermost ones look at each piece of text once
			g.lost += lookCost * (segment.Start - g.starts[last])
		}
		g.starts = g.starts[:last]
	}
	if g.lost > maxLostBytes {
		return nil
	}
	n := g.InlineParser.Parse(parent, block, pc)
	if n == nil && len(line) > 1 && (line[1] == '(' || line[1] == '[') {
		g.lost += untilEnd(parent, segment.Start)
	}
	return n
}

// open parses a bracket that may open a link or an image.
func (g *guardedLinks) open(parent ast.Node, block text.Reader, pc parser.Context) ast.Node {
	if g.opened++; g.lost > maxLostBytes || g.opened > maxBrackets {
		return nil
	}
	_, segment := block.PeekLine()
	n := g.InlineParser.Parse(parent, block, pc)
	if n != nil {
		g.starts = append(g.starts, segment.Start)
	}
	return n
}

// CloseBlock turns the brackets left open into text.
func (g *guardedLinks) CloseBlock(parent ast.Node, block text.Reader, pc parser.Context) {
	g.starts = g.starts[:0]
	if c, ok := g.InlineParser.(parser.CloseBlocker); ok {
		c.CloseBlock(parent, block, pc)
	}
}

// headingEmphasis parses emphasis in headings, where it decides whether "_" is part
// of the fragment. It makes no difference to links and code.
type headingEmphasis struct{ parser.InlineParser }

// Parse parses a run of "*" or "_".
func (h headingEmphasis) Parse(parent ast.Node, block text.Reader, pc parser.Context) ast.Node {
	if parent.Kind() != ast.KindHeading {
		return nil
	}
	lines := parent.Lines()
	if lines.At(lines.Len()-1).Stop-lines.At(0).Start > maxEmphasisBytes {
		return nil
	}
	return h.InlineParser.Parse(parent, block, pc)
}

// chunkedDefinitions takes the link definitions off a paragraph, in pieces where
// they are many.
type chunkedDefinitions struct{}

// Transform takes the definitions off the start of a paragraph.
func (chunkedDefinitions) Transform(node *ast.Paragraph, reader text.Reader, pc parser.Context) {
	lines, first := node.Lines(), 0
	if l := lines.At(0); bytes.HasPrefix(l.Value(reader.Source()), []byte("[")) {
		for ; lines.Len()-first > maxDefinitions; first += maxDefinitions {
			piece := paragraphOf(lines, first, first+maxDefinitions)
			node.Parent().InsertBefore(node.Parent(), node, piece)
			parser.LinkReferenceParagraphTransformer.Transform(piece, reader, pc)
		}
	}
	if first > 0 {
		node.SetLines(paragraphOf(lines, first, lines.Len()).Lines())
	}
	parser.LinkReferenceParagraphTransformer.Transform(node, reader, pc)
}

func paragraphOf(lines *text.Segments, from, to int) *ast.Paragraph {
	p := ast.NewParagraph()
	p.SetLines(text.NewSegments())
	p.Lines().AppendAll(lines.Sliced(from, to))
	return p
}

// guardedTables makes a paragraph a table, unless its rows are so much shorter than
// its widest that filling them up takes more memory than the text itself, or there are
// too many cells.
type guardedTables struct{ filled, cells int }

// Transform makes the paragraph a table where it is one.
func (g *guardedTables) Transform(node *ast.Paragraph, reader text.Reader, _ parser.Context) {
	lines := node.Lines()
	widest, all := 0, 0
	for i := range lines.Len() {
		l := lines.At(i)
		n := bytes.Count(l.Value(reader.Source()), []byte{'|'})
		widest, all = max(widest, n), all+n
	}
	g.filled += widest*lines.Len() - all
	g.cells += all + lines.Len()
	if widest > 0 && g.filled <= maxFilledCells && g.cells <= maxCells {
		makeTable(node, reader.Source())
	}
}

// flattened returns source without the markers of quotes and lists that stand too
// deep, each as a blank. It returns source itself where there are none.
func flattened(source []byte) []byte {
	out := source
	for from := 0; from < len(source); {
		l := lineFrom(source, from)
		if i := deepMarker(source[l.start:l.end]); i >= 0 {
			if &out[0] == &source[0] {
				out = bytes.Clone(source)
			}
			blank(out[l.start+i : l.end])
		}
		from = l.next
	}
	return out
}

// deepMarker returns the offset of the first marker of a line that stands too deep,
// -1 for none.
func deepMarker(line []byte) int {
	if len(line) <= maxBlockNesting {
		return -1
	}
	for i, depth := 0, 0; ; depth++ {
		i = len(line) - len(bytes.TrimLeft(line[i:], " \t"))
		width := markerWidth(line[i:])
		switch {
		case width == 0:
			return -1
		case depth == maxBlockNesting:
			return i
		}
		i += width
	}
}

// blank overwrites the markers at the start of a line.
func blank(line []byte) {
	for i := 0; i < len(line); {
		width := 1
		if line[i] != ' ' && line[i] != '\t' {
			width = markerWidth(line[i:])
		}
		if width == 0 {
			return
		}
		for range width {
			line[i] = ' '
			i++
		}
	}
}

// markerWidth returns the width of the quote or list marker that a line starts with,
// 0 for none.
func markerWidth(line []byte) int {
	if len(line) == 0 {
		return 0
	}
	digits := len(line) - len(bytes.TrimLeft(line, "0123456789"))
	switch c := line[min(digits, len(line)-1)]; {
	case digits == 0 && c == '>':
		return 1
	case digits == 0 && (c == '-' || c == '*' || c == '+'), digits > 0 && (c == '.' || c == ')'):
		if end := digits + 1; end == len(line) || line[end] == ' ' || line[end] == '\t' {
			return end
		}
	}
	return 0
}

// Nesting returns how deep the quotes and list items of a text nest at most, and how many
// lines and items it has. It counts blanks before markers as lists, so it says rather too
// much.
func Nesting(source []byte) (deepest, blocks int) {
	for from := 0; from < len(source); {
		l := lineFrom(source, from)
		n := nestingOf(l.of(source))
		deepest = max(deepest, n)
		blocks += n + 1
		from = l.next
	}
	return deepest, blocks
}

// nestingOf returns how deep the last marker at the start of a line stands.
func nestingOf(line []byte) int {
	markers, blanks := 0, 0 // blanks since the last marker
	for i := 0; i < len(line); {
		width := markerWidth(line[i:])
		switch {
		case line[i] == ' ':
			blanks, width = blanks+1, 1
		case line[i] == '\t':
			blanks, width = blanks+4, 1
		case width == 0:
			return markers
		default:
			markers, blanks = markers+1+blanks/2, 0
		}
		i += width
	}
	return markers
}
