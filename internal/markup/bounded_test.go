package markup

import (
	"strings"
	"testing"
	"time"
)

// patient is how long one hostile document may take here, where the machine may be busy
// and slow. What is quadratic takes minutes.
const patient = 10 * time.Second

// repeated are pieces that cost too much somewhere when they are many.
var repeated = []string{
	"[", "]", "*", "![[", "[](", "[a](", "![](", "[a](<", "[a](b (", "[a][b](", "[x][", "*a_ ", "**a ", ">", "> ", "1. ", "- ", "`", "``a` ",
	"<a ", "<a b=\"", "<!--", "<!-- -->\n", "<!-- --> ", "a <!-- --> ", "- <!-- -->\n", "> <!-- -->\n", "<p>\n<!-- -->\n\n", "[a]: b\n", "[a]:\nb\n", "[a\n", "# *a_ ", "# *a_ \n", "a|b\n-|-\n", "|`\\|`", "<div>\n<!--\n\n", "a\n", "- a\n", "<div>\n\n", "&", "\\", "\x00", "\r",
	"a_b_", "*a*", "~a", "~~a~~ ", "[*a*", "http://a.b/ ", "www.a.b", "(http://", "_a@b", "<?", "<![CDATA[", "<!A", "a\n\n", "&amp;", "\n", "| a ", "\u202e", "\x01\x02", "</a ", "<a:", "# a\n", "* * ", "\t", "```\n", "```go\n1\n```\n", "    a\n\n", "1) a\n\n", "[a](b)", "![a](b)", "[a]", "***a** b* ", "a**b", "\\\n", "`\n", "&#x202e;", "+ - 1. ", "a\n=\n", "    ", "- [ ] a\n", "<a id=x>", "<h2>", "<h2>\n\n", "[a](#b)", "\xff", "* a\n\n", "|\n", "|a|\n|-|\n\n",
}

// built are whole documents of about a size that cost too much for another reason.
var built = map[string]func(size int) string{
	"runs of backticks": func(size int) string {
		var b strings.Builder
		for i := 1; b.Len() < size; i++ {
			b.WriteString(strings.Repeat("`", i) + "a")
		}
		return b.String()
	},
	"blank lines in a deep list": func(size int) string {
		var b strings.Builder
		for i := 0; b.Len() < size/2; i++ {
			b.WriteString(strings.Repeat("  ", i) + "- a\n")
		}
		return b.String() + strings.Repeat("\n", size/2)
	},
	"blank lines in a list of one line": func(size int) string { return strings.Repeat("- ", 99) + "a" + strings.Repeat("\n", size) },
	"brackets around a lot": func(size int) string {
		return strings.Repeat("[", 480) + strings.Repeat("`a`*b", size/5) + strings.Repeat("]", 480)
	},
	"brackets in brackets": func(size int) string {
		return strings.Repeat(strings.Repeat("[", 498)+strings.Repeat("]", 498), size/1000)
	},
	"emphasis in emphasis":        func(size int) string { return strings.Repeat("*a ", size/6) + strings.Repeat(" a*", size/6) },
	"emphasis in many paragraphs": func(size int) string { return strings.Repeat(strings.Repeat("*a_ ", 1000)+"\n\n", size/4000) },
	"images in images":            func(size int) string { return strings.Repeat("![", size/6) + strings.Repeat("](x)", size/6) },
	"short rows of a wide table": func(size int) string {
		return strings.Repeat("|a", 5000) + "\n" + strings.Repeat("|-", 5000) + "\n" + strings.Repeat("x\n", size/2)
	},
	"huge table": func(size int) string { return "a|b|c\n-|-|-\n" + strings.Repeat("x|`y\\|`|*z*\n", size/12) },
	"many definitions": func(size int) string {
		return strings.Repeat("[a]: b\n", size/14) + "\n\n" + strings.Repeat("[a] ", size/8)
	},
	"one heading many times":        func(size int) string { return strings.Repeat("# a 1\n# a\n", size/10) },
	"many ids":                      func(size int) string { return strings.Repeat("<a id=x1><a id=x2>", size/18) },
	"many heads of HTML headings":   func(size int) string { return "<p>" + strings.Repeat("<h2><h3>", size/8) },
	"one long line":                 func(size int) string { return strings.Repeat("a b c d ", size/8) },
	"one long word":                 func(size int) string { return strings.Repeat("a", size) },
	"strings that end with a line":  func(size int) string { return "```js\n" + strings.Repeat("/[(/", size/4) + "\n```" },
	"documents that are not ended":  func(size int) string { return "```sh\n" + strings.Repeat("<<A\n", size/4) },
	"scripts that are not ended":    func(size int) string { return "```html\n" + strings.Repeat("<script>\n", size/9) },
	"comments that nest":            func(size int) string { return "```rust\n" + strings.Repeat("/*", size/2) },
	"attributes that are not ended": func(size int) string { return "```html\n" + strings.Repeat("<a b='", size/6) },
	"variables that are not ended":  func(size int) string { return "```sh\n" + strings.Repeat("${", size/2) },
	"blanks behind strings":         func(size int) string { return "```json\n" + strings.Repeat("\"\"          ", size/12) },
}

func TestBounded(t *testing.T) {
	const size = 256 << 10
	for _, piece := range repeated {
		bounded(t, piece, strings.Repeat(piece, size/len(piece)))
	}
	for name, build := range built {
		bounded(t, name, build(size))
	}
}

// bounded renders a text in every way and holds the time and the size of what comes of it.
func bounded(t *testing.T, name, text string) {
	t.Run(name, func(t *testing.T) {
		begun := time.Now()
		doc := Markdown([]byte(text), MarkdownOptions{})
		if took := time.Since(begun); took > patient {
			t.Errorf("markdown took %v", took)
		}
		if len(doc.HTML) > DefaultMaxBytes+(64<<10) {
			t.Errorf("%d bytes of HTML", len(doc.HTML))
		}
		begun = time.Now()
		for _, file := range []string{"a.sh", "a.js", "a.html", "a.md", "a.json", "a.rs", "a.php"} {
			l := Code([]byte(text), file)
			if len(l.HTML) > MaxCodeHTML+(64<<10) {
				t.Errorf("%s: %d bytes of HTML", file, len(l.HTML))
			}
		}
		if took := time.Since(begun); took > patient {
			t.Errorf("code took %v", took)
		}
	})
}
