package markup

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

// marksOf parses a text by CommonMark and two parsers, and tells what became of its marks.
func marksOf(box, strike parser.InlineParser, source string) string {
	var b strings.Builder
	root := parser.NewParser(
		parser.WithBlockParsers(parser.DefaultBlockParsers()...),
		parser.WithInlineParsers(parser.DefaultInlineParsers()...),
		parser.WithInlineParsers(util.Prioritized(box, 0), util.Prioritized(strike, 500)),
	).Parse(text.NewReader([]byte(source)))
	_ = ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		fmt.Fprint(&b, n.Kind(), entering, n.Pos())
		switch n := n.(type) {
		case *extast.TaskCheckBox:
			fmt.Fprint(&b, n.IsChecked)
		case *ast.Text:
			fmt.Fprintf(&b, "%+v", n.Segment)
		}
		fmt.Fprintln(&b)
		return ast.WalkContinue, nil
	})
	return b.String()
}

func requireMarksOfGoldmark(t *testing.T, source string) {
	t.Helper()
	got := marksOf(checkBoxes{}, strikes{}, source)
	if want := marksOf(extension.NewTaskCheckBoxParser(), extension.NewStrikethroughParser(), source); got != want {
		t.Errorf("%q is\n%s, want\n%s", source, got, want)
	}
}

// marked are texts with the marks, and with what is nearly one.
var marked = []string{
	"~a~ ~~b~~ ~~~c~~~ ~~d~ e~~f~~g\n", "*a ~~b* c~~ ~~ d ~~\n", "~~a\nb~~ [~~c](d)~~\n", "\\~~a~~ `~~b~~` ~ ~~\n", "中~~é~~.\n",
	"- [ ] a\n- [x] b\n- [X]  c\n- [y] d\n- [x]e\n- [\t] f\n", "1. [ ]\n2. [x\n3. []\n4. a [x] b\n", "- [x](y) a\n- [ ]\t\t\n  [x] b\n\n  [x] c\n", "[x] a\n> [x] b\n\n- > [x] c\n- - [x] d\n", "- **[x]** a\n\n- [x] b\n",
}

func TestMarksAreThoseOfGoldmark(t *testing.T) {
	var all strings.Builder
	for _, source := range marked {
		requireMarksOfGoldmark(t, source)
		all.WriteString(marksOf(checkBoxes{}, strikes{}, source))
	}
	for _, kind := range []string{"Strikethrough", "TaskCheckBox"} {
		if !strings.Contains(all.String(), kind) {
			t.Errorf("no text has a %s", kind)
		}
	}
}

// FuzzMarks holds that boxes and what is struck through are to us what they are to goldmark.
func FuzzMarks(f *testing.F) {
	for _, source := range marked {
		f.Add(source)
	}
	f.Fuzz(requireMarksOfGoldmark)
}
