package skill

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"skillpack/internal/diag"
)

// TestMarkdownComments shows each comment as its text and the block it speaks of.
func TestMarkdownComments(t *testing.T) {
	for _, tt := range []struct {
		name, data string
		want       []string
	}{
		{"before a paragraph", "<!-- a -->\np\nq\n\nr\n", []string{"« a » p\nq"}},
		{"with blank lines", "<!-- a -->\n\n\np\n\nr\n", []string{"« a » p"}},
		{"before a heading, which is its line", "<!-- a -->\n# h\ntext\n", []string{"« a » # h"}},
		{"before a setext heading", "<!-- a -->\nh\n===\ntext\n", []string{"« a » h\n==="}},
		{"before a list", "<!-- a -->\n- p\n  - q\n\n  r\n- s\n\ntext\n", []string{"« a » - p\n  - q\n\n  r\n- s"}},
		{"before an item", "- p\n<!-- a -->\n- q\n  r\n- s\n\ntext\n", []string{"« a » - q\n  r"}},
		{"before an item, and one more", "1. p\n<!-- a -->\n<!-- b -->\n2. q\n3. s\n", []string{"« a » 2. q", "« b » 2. q"}},
		{"before an item of an item", "- o\n  - p\n  <!-- a -->\n  - q\n  - s\n- t\n", []string{"« a » - q"}},
		{"before a list behind a list", "- p\n\n<!-- a -->\n\n- q\n- r\n", []string{"« a » - q\n- r"}},
		{"before a list close behind a list", "- p\n\n<!-- a -->\n- q\n- r\n", []string{"« a » - q\n- r"}},
		{"before a list of another kind", "- p\n<!-- a -->\n1. q\n2. r\n", []string{"« a » 1. q\n2. r"}},
		{"before a table", "<!-- a -->\n| a |\n|---|\n| b |\n\ntext\n", []string{"« a » | a |\n|---|\n| b |"}},
		{"before a fence", "<!-- a -->\n\n```sh\nx\n\ny\n```\ntext\n", []string{"« a » ```sh\nx\n\ny\n```"}},
		{"before an empty fence", "<!-- a -->\n```\n```\ntext\n", []string{"« a » ```\n```"}},
		{"before indented code", "<!-- a -->\n\n    x\n\n    y\n\ntext\n", []string{"« a » x\n\n    y"}},
		{"before a quote", "<!-- a -->\n> p\n>\n> q\n\ntext\n", []string{"« a » > p\n>\n> q"}},
		{"before definitions", "<!-- a -->\n[r]: x.md\n[s]: y.md\n\n[r] [s]\n", []string{"« a » [r]: x.md\n[s]: y.md"}},
		{"before HTML", "<!-- a -->\n<p>\n<img src=x>\n</p>\n\ntext\n", []string{"« a » <p>\n<img src=x>\n</p>"}},
		{"several before one block", "<!-- a -->\n<!-- b\n-->\n\n<!-- c --> <!-- d -->\np\n", []string{"« a » p", "« b\n» p", "« c » p", "« d » p"}},
		{"in an item", "- <!-- a -->\n  p\n\n  q\n- r\n", []string{"« a » p"}},
		{"at the end of an item", "- p\n\n  <!-- a -->\n- q\n- r\n", []string{"« a » - q"}},
		{"in a quote", "> <!-- a\n> b -->\n> p\n> q\n>\n> r\n", []string{"« a\nb » p\n> q\n>"}},
		{"in a paragraph", "p\n\nq <!-- a --> r\ns <!-- b\nc -->\n\nt\n", []string{"« a » q <!-- a --> r\ns <!-- b\nc -->", "« b\nc » q <!-- a --> r\ns <!-- b\nc -->"}},
		{"in an item's text", "- p <!-- a -->\n  - q\n", []string{"« a » p <!-- a -->"}},
		{"in a cell", "| a |\n|---|\n| b <!-- a --> |\n| c |\n", []string{"« a » | b <!-- a --> |"}},
		{"in a heading", "# h <!-- a -->\ntext\n", []string{"« a » # h <!-- a -->"}},
		{"inside HTML", "<div>\n<!-- a -->\n<b>x</b>\n</div>\n\ntext\n", []string{"« a » \n<b>x</b>\n</div>"}},
		{"at the end of HTML", "<div>\n<!-- a -->\n\ntext\n\n</div>\n", []string{"« a » text"}},
		{"before text on its line", "<!-- a --> <a href=x>y</a>\ntext\n", []string{"« a »  <a href=x>y</a>"}},
		{"at the end", "text\n\n<!-- a -->\n", []string{"« a » "}},
		{"left open by a block", "<div>\n<!-- a\n\n[b](c)\n\n-->\n\ntext\n\nmore\n", []string{"« a\n\n[b](c)\n\n» text"}},
		{"never closed", "text\n\n<!-- a\n\nb\n", []string{"« a\n\nb\n» "}},
		{"in code", "`<!-- a -->`\n\n```\n<!-- b -->\n```\n\n    <!-- c -->\n", nil},
		{"empty by HTML's rules", "<!-->\n\ntext <!---> more\n", nil},
		{"CRLF", "<!-- a -->\r\np\r\n\r\nq\r\n", []string{"« a » p"}},
		{"wide letters", "中 <!-- é --> 文\n\n<!-- b -->\n😀\n", []string{"« é » 中 <!-- é --> 文", "« b » 😀"}},
		{"last line without an end", "<!-- a -->\np", []string{"« a » p"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			const before = "---\nname: x\n---\n"
			for _, front := range []string{"", before} {
				data := front + tt.data
				if got := showComments(t, data, ParseMarkdown([]byte(data), len(front))); !slices.Equal(got, tt.want) {
					t.Errorf("got  %q\nwant %q", got, tt.want)
				}
			}
		})
	}
}

func showComments(t *testing.T, data string, m *Markdown) []string {
	t.Helper()
	var all []string
	for _, c := range m.Comments {
		written := data[c.Span.Start:c.Span.End]
		if !strings.HasPrefix(written, "<!--") || strings.Contains(data[c.Span.End:], "-->") && !strings.HasSuffix(written, "-->") {
			t.Errorf("the span of %q is of %q", c.Text, written)
		}
		all = append(all, fmt.Sprintf("«%s» %s", c.Text, data[c.Block.Start:c.Block.End]))
	}
	return all
}

// checkComments holds what is true of the comments of any text.
func checkComments(t *testing.T, comments []Comment, whole diag.Span) {
	last := whole.Start
	for _, c := range comments {
		checkWithin(t, "comment", c.Span, whole)
		if c.Block != (diag.Span{}) {
			checkWithin(t, "block", c.Block, whole)
		}
		outside := c.Block.Start >= c.Span.End || c.Block.Start == c.Block.End
		inside := c.Block.Start <= c.Span.Start && c.Span.End <= c.Block.End
		if c.Span.Start < last || !outside && !inside {
			t.Fatalf("comment %+v behind %d", c, last)
		}
		last = c.Span.End
	}
}
