package skill

import (
	"fmt"
	"strings"
	"testing"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// ourTables is makeTable as the parser calls it.
type ourTables struct{}

func (ourTables) Transform(p *ast.Paragraph, reader text.Reader, _ parser.Context) {
	makeTable(p, reader.Source())
}

// outline parses a text with tables by a parser, and writes all that is known of each node.
func outline(tables parser.ParagraphTransformer, source []byte) string {
	var b strings.Builder
	root := parser.NewParser(
		parser.WithBlockParsers(parser.DefaultBlockParsers()...),
		parser.WithInlineParsers(parser.DefaultInlineParsers()...),
		parser.WithParagraphTransformers(util.Prioritized(tables, 200)),
	).Parse(text.NewReader(source))
	_ = ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		fmt.Fprint(&b, n.Kind(), entering, n.Pos())
		switch n := n.(type) {
		case *extast.Table:
			fmt.Fprint(&b, n.Alignments)
		case *extast.TableRow:
			fmt.Fprint(&b, n.Alignments)
		case *extast.TableCell:
			fmt.Fprint(&b, n.Alignment)
		case *ast.Text:
			fmt.Fprintf(&b, "%+v", n.Segment)
		}
		if n.Type() == ast.TypeBlock {
			fmt.Fprintf(&b, "%+v", n.Lines().Sliced(0, n.Lines().Len()))
		}
		fmt.Fprintln(&b)
		return ast.WalkContinue, nil
	})
	return b.String()
}

// tables are texts with tables, and with what is nearly one.
var tables = []string{
	"| a | b |\n|---|:-:|\n| c | d |\n", "a|b\n-|-:\nc|d|e\nf\n", "a\n:-\nb\n", "before\nit\n| a |\n|:--|\n| `b\\|c` |\n",
	"|\n|-|\n|\n", "| a | b |\n|---|\n", "|a|\n|-|-|\n", "a | b\n--- | ---\n", "> | a\\| |\n> |---|\n> | \\|\n", "- a|b\n  -|-\n\tc|d\n",
	"a|b\n    -|-\n", "a|b\n   -|-\n", "a|b\n-||-\n", "a|b\n- -|-\n", "a|b\n:|-\n", "a|b\n::|-\n", "a|b\n|-|-|\r\n\r\n", "a|b\n-|-\f\n",
	"| a\n| - \n| b", "x\n  | a | b\n\t|-|-|\n c", "|a|\n|-|\n|-|\n|a|\n|-|\n", "a\n|-|\n", "\\|\n|-|\n", "a||b\n-|-|-\n|||||\n  \n", ":-:\n:-:\n:-:\n",
	"中|é\n-|-\n\xff|\x00\n", "a | b\n:-: | -:\n`c | d` | e\n",
}

func TestTablesAreThoseOfGoldmark(t *testing.T) {
	none := 0
	for _, source := range tables {
		got, want := outline(ourTables{}, []byte(source)), outline(extension.NewTableParagraphTransformer(), []byte(source))
		if got != want {
			t.Errorf("%q is\n%s, want\n%s", source, got, want)
		}
		if !strings.Contains(got, "TableHeader") {
			none++
		}
	}
	if none == 0 || none > len(tables)/2 {
		t.Errorf("%d of %d texts have no table", none, len(tables))
	}
}

// FuzzTables holds that whatever is a table to goldmark is the same one to us.
func FuzzTables(f *testing.F) {
	for _, source := range tables {
		f.Add([]byte(source))
	}
	f.Fuzz(func(t *testing.T, source []byte) {
		got, want := outline(ourTables{}, source), outline(extension.NewTableParagraphTransformer(), source)
		if got != want {
			t.Errorf("%q is\n%s, want\n%s", source, got, want)
		}
	})
}
