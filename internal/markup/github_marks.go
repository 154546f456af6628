package markup

import (
	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// The parsers here give what those of goldmark's extension package do, for which every start
// of the program would pay: that package compiles large patterns before anybody asks.

// strikes parses what one or two tildes strike through.
type strikes struct{}

// Trigger returns the mark.
func (strikes) Trigger() []byte { return []byte{'~'} }

// Parse parses a run of marks, whose other end is found when the block ends.
func (s strikes) Parse(_ ast.Node, block text.Reader, pc parser.Context) ast.Node {
	before := block.PrecendingCharacter()
	line, segment := block.PeekLine()
	run := parser.ScanDelimiter(line, before, 1, s)
	if before == '~' || run == nil || run.OriginalLength > 2 {
		return nil
	}
	run.Segment = segment.WithStop(segment.Start + run.OriginalLength)
	block.Advance(run.OriginalLength)
	pc.PushDelimiter(run)
	return run
}

// IsDelimiter reports whether a byte is the mark.
func (strikes) IsDelimiter(b byte) bool { return b == '~' }

// CanOpenCloser reports whether two runs can belong together.
func (strikes) CanOpenCloser(opener, closer *parser.Delimiter) bool {
	return opener.Char == closer.Char
}

// OnMatch returns the node for what stands between two runs.
func (strikes) OnMatch(int) ast.Node { return extast.NewStrikethrough() }

// checkBoxes parses the box that the text of a list item starts with.
type checkBoxes struct{}

// Trigger returns what a box starts with.
func (checkBoxes) Trigger() []byte { return []byte{'['} }

// Parse parses a box, with the blanks behind it.
func (checkBoxes) Parse(parent ast.Node, block text.Reader, _ parser.Context) ast.Node {
	item, ok := parent.Parent().(*ast.ListItem)
	if !ok || item.FirstChild() != parent || parent.HasChildren() {
		return nil
	}
	line, _ := block.PeekLine()
	if len(line) < 3 || line[2] != ']' || !isBlank(line[1]) && line[1] != 'x' && line[1] != 'X' {
		return nil
	}
	end := 3
	for end < len(line) && isBlank(line[end]) {
		end++
	}
	block.Advance(end)
	return extast.NewTaskCheckBox(!isBlank(line[1]))
}

func isBlank(c byte) bool {
	return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r'
}
