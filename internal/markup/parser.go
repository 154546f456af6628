package markup

import (
	"bytes"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"skillpack/internal/skill"
)

// Beyond the guards of package skill, these bound what the parser does with what is
// built to take its time. No text written for people comes near.
const (
	maxMarkdown     = 4 << 20   // bytes of a document
	maxNesting      = 100       // quotes and list items in each other
	maxBlocks       = 128 << 10 // lines and list items
	maxMarkPairs    = 16 << 20  // pairs of marks of emphasis in one block, in all blocks together
	maxHostBytes    = 256       // of the host of a bare link
	maxMarksAllowed = 256 << 10 // marks of emphasis; each is a node until its block ends
)

// parse returns the syntax tree of a document; nil for one that is better shown as
// it is, and should the parser panic: a fault of the parser must not cost a page.
func parse(src []byte) (root ast.Node) {
	if len(src) > maxMarkdown {
		return nil
	}
	nesting, blocks := skill.Nesting(src)
	if nesting > maxNesting || blocks > maxBlocks {
		return nil
	}
	defer func() {
		if recover() != nil {
			root = nil
		}
	}()
	marks := &marks{}
	return skill.NewMarkdownParser(
		util.Prioritized(checkBoxes{}, 0),
		util.Prioritized(&guardedMarks{parser.NewEmphasisParser(), marks}, 500),
		util.Prioritized(&guardedMarks{strikes{}, marks}, 500),
		util.Prioritized(bareLinks{}, 999),
	).Parse(text.NewReader(src))
}

// marks counts the marks of emphasis: each may be compared to all before it in its block.
type marks struct {
	block ast.Node
	here  int // in block
	all   int
	pairs int
}

// more reports whether one more mark in a block is within the bounds.
func (m *marks) more(block ast.Node) bool {
	if m.block != block {
		m.block, m.here = block, 0
	}
	m.here++
	m.all++
	m.pairs += m.here
	return m.pairs <= maxMarkPairs && m.all <= maxMarksAllowed
}

// guardedMarks is a parser of emphasis until there are too many marks. What is behind is
// text.
type guardedMarks struct {
	parser.InlineParser
	*marks
}

// Parse parses a run of marks.
func (g *guardedMarks) Parse(parent ast.Node, block text.Reader, pc parser.Context) ast.Node {
	if !g.more(parent) {
		return nil
	}
	return g.InlineParser.Parse(parent, block, pc)
}

// bareLinks parses "http://", "https://" and "www." in a text by GitHub's rules, in time
// linear in what it takes. Bare addresses of mail are left alone.
type bareLinks struct{}

// Trigger returns what may stand before a bare link; a blank stands for the start of a
// line too.
func (bareLinks) Trigger() []byte { return []byte{' ', '*', '_', '~', '('} }

// Parse parses a link at the start of a line or behind one of Trigger.
func (bareLinks) Parse(parent ast.Node, block text.Reader, pc parser.Context) ast.Node {
	line, segment := block.PeekLine()
	skip := 0
	if bytes.IndexByte([]byte(" *_~("), line[0]) >= 0 {
		skip = 1
	}
	length, protocol := bareLink(line[skip:])
	if length == 0 || pc.IsInLinkLabel() {
		return nil
	}
	if skip > 0 {
		ast.MergeOrAppendTextSegment(parent, segment.WithStop(segment.Start+skip))
	}
	block.Advance(skip + length)
	start := segment.Start + skip
	link := ast.NewAutoLink(ast.AutoLinkURL, ast.NewTextSegment(text.NewSegment(start, start+length)))
	link.Protocol = protocol
	return link
}

// bareLink returns the length of the link that a line starts with, 0 for none, and the
// protocol that it lacks.
func bareLink(line []byte) (length int, protocol []byte) {
	var host int
	switch {
	case bytes.HasPrefix(line, []byte("https://")):
		host = len("https://")
	case bytes.HasPrefix(line, []byte("http://")):
		host = len("http://")
	case bytes.HasPrefix(line, []byte("www.")):
		protocol = []byte("http")
	default:
		return 0, nil
	}
	end := host
	for end < len(line) && end-host <= maxHostBytes && isHostByte(line[end]) {
		end++
	}
	name := bytes.TrimRight(line[host:end], ".-_")
	dot := bytes.LastIndexByte(name, '.')
	if dot <= 0 || bytes.IndexByte(name[dot:], '_') >= 0 || end-host > maxHostBytes {
		return 0, nil
	}
	for end < len(line) && line[end] > ' ' && line[end] < 0x7f && line[end] != '<' {
		end++
	}
	return trimmedLink(line[:end]), protocol
}

func isHostByte(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || c == '.' || c == '-' || c == '_'
}

// trimmedLink returns the length of a link without the punctuation of the sentence that it ends.
func trimmedLink(link []byte) int {
	open := bytes.Count(link, []byte{')'}) - bytes.Count(link, []byte{'('})
	end := len(link)
	for end > 0 {
		switch c := link[end-1]; {
		case bytes.IndexByte([]byte("?!.,:*_~'\""), c) >= 0:
		case c == ')' && open > 0:
			open--
		case c == ';':
			name := bytes.TrimRight(link[:end-1], alphanumerics)
			if len(name) == end-1 || !bytes.HasSuffix(name, []byte("&")) {
				return end
			}
			end = len(name)
		default:
			return end
		}
		end--
	}
	return end
}

const alphanumerics = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
