package skill

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

var linkKinds = [...]string{"inline", "image", "reference", "auto", "html"}

// showLinks shows each link as its kind, destination and, where it differs, the text
// of its span.
func showLinks(data string, m *Markdown) string {
	var b strings.Builder
	for _, l := range m.Links {
		fmt.Fprintf(&b, "%s %s", linkKinds[l.Kind], l.Dest)
		if written := data[l.Span.Start:l.Span.End]; written != l.Dest {
			fmt.Fprintf(&b, " at %s", written)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func TestMarkdownLinks(t *testing.T) {
	for _, tt := range []struct{ name, data, want string }{
		{"L78 inline and image", "[a](x.md) ![b](i.png) [c](<d e.md>)", "inline x.md\nimage i.png\ninline d e.md\n"},
		{"L78 reference", "[a][r] ![b][R] [r][] [r]\n\n[r]: ref.md \"t\"\n[unused]: no.md\n", "reference ref.md\n"},
		{"L78 reference defined first", "[r]: <a b.md>\n[s]:\n  s.md\n\n[r] [x][s]\n", "reference a b.md\nreference s.md\n"},
		{"L78 HTML", "<a href=\"x.md\">y</a> <img src='i.png'/> <a HREF=z.md>\n\n<p>\n<a\n  title=\"a > b\"\n  href = \"w.md\" >w</a></p>\n", "html x.md\nhtml i.png\nhtml z.md\nhtml w.md\n"},
		{"L78 percent-escape stays", "[a](a%20b.md)", "inline a%20b.md\n"},
		{"L78 escapes and entities", `[a](a\_b.md) [b](x&amp;y.md) <a href="p&amp;q.md">` + "\n", "inline a_b.md at a\\_b.md\ninline x&y.md at x&amp;y.md\nhtml p&q.md at p&amp;q.md\n"},
		{"L79 code span", "`Foo[T](x)` ``[a](`b`)`` `<a href=x>`", ""},
		{"L79 fenced code", "```go\n[a](x)\n```\n\n    ```\n", ""},
		{"L79 not defined", "[text][not-defined] [x] [ ] - [ ]", ""},
		{"L79 autolinks", "<https://a.b/c> <mailto:a@b.c> <a@b.c> https://plain.x", "auto https://a.b/c\nauto mailto:a@b.c\nauto mailto:a@b.c at a@b.c\n"},
		{"L85 titles and parentheses", "[a](x.md \"t\") [b](a(1).md) [c](x.md?raw=1) [d](x.md#part 'q') [e](dir/)", "inline x.md\ninline a(1).md\ninline x.md?raw=1\ninline x.md#part\ninline dir/\n"},
		{"L86 HTML comment", "<!-- [a](x) <a href=\"y\"> -->\n\ntext <!-- <a href=z> [b](c) --> [d](e.md)\n", "inline e.md\n"},
		{"L86 comment left open by a block", "<div>\n<!-- open\n\n[a](hidden.md) <a href=h>`c`\n\n-->\n\n[b](x.md)\n", "inline x.md\n"},
		{"L86 comment never closed", "[b](x.md)\n\n<p>\n<!-- open\n\n[a](hidden.md)\n", "inline x.md\n"},
		{"L86 indented code and tilde fence", "text\n\n    [a](x)\n\n~~~\n[b](y)\n~~~\n", ""},
		{"L86 placeholders are for the rule", "[a](${VAR}/x) [b](<path/to/file>) [c](URL)", "inline ${VAR}/x\ninline path/to/file\ninline URL\n"},
		{"L80 odd targets", `[a](C:\x) [b](file:///x) [c](/abs) [d](../o/SKILL.md)`, "inline C:\\x\ninline file:///x\ninline /abs\ninline ../o/SKILL.md\n"},
		{"script and style", "<script>\nvar a = '<a href=\"x\">'\n</script>\n\n<style>\n<a href=y>\n</style>\n<a href=z>\n", "html z\n"},
		{"wide letters", "中文 [é](中/文.md) 😀 ![](😀.png)\n", "inline 中/文.md\nimage 😀.png\n"},
		{"CRLF", "# a\r\n\r\n[a](x.md)\r\n[b][r]\r\n\r\n[r]: y.md\r\n", "inline x.md\nreference y.md\n"},
		{"tabs", "-\t[a](x.md)\n\n\t[b](y.md)\n>\t[c](z.md)\n", "inline x.md\ninline y.md\ninline z.md\n"},
		{"nested blocks", "> 1. - [a](x.md)\n>      [b](y.md)\n\n| h |\n|---|\n| [c](z.md) |\n", "inline x.md\ninline y.md\ninline z.md\n"},
		{"link around an image", "[![a](i.png)](x.md)", "image i.png\ninline x.md\n"},
		{"emphasis around links", "**[a](x_y_.md)** _[b](z.md)_ *a [b*](c.md)", "inline x_y_.md\ninline z.md\ninline c.md\n"},
		{"link over two lines", "[a\nb](x.md\n\"t\")", "inline x.md\n"},
		{"empty destinations", "[a]() [b](<>) <a href=\"\"> <a href=' '>", ""},
		{"byte order mark", "\ufeff[a](x.md)", "inline x.md\n"},
		{"HTML over lines in a quote", "> <a\n> href=\"x.md\">\n", "html x.md\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := showLinks(tt.data, ParseMarkdown([]byte(tt.data), 0)); got != tt.want {
				t.Errorf("got\n%swant\n%s", got, tt.want)
			}
		})
	}
}

func TestMarkdownFrom(t *testing.T) {
	const data = "---\na: \"[x](no.md)\"\n---\n# T\n[a](x.md) `c`\n"
	m := ParseMarkdown([]byte(data), strings.Index(data, "# T"))
	if got := showLinks(data, m); got != "inline x.md\n" {
		t.Errorf("links %s", got)
	}
	if c := m.Codes[0]; data[c.Span.Start:c.Span.End] != "c" {
		t.Errorf("code at %v", c.Span)
	}
	if end := ParseMarkdown([]byte(data), len(data)); len(end.Links)+len(end.Anchors)+len(end.Codes) > 0 {
		t.Errorf("behind the end %+v", end)
	}
}

func TestMarkdownCodes(t *testing.T) {
	const data = "Run `scripts/extract.py` and `` a`b `` and `x\ny` in [a `no`](b).\n\n# `h`\n\n| a |\n|---|\n| `p\\|q` |\n\n    `no`\n"
	want := []string{
		`scripts/extract.py at "scripts/extract.py"`, "a`b at \"a`b\"", `x y at "x\ny"`, `h at "h"`, `p|q at "p\\|q"`,
	}
	var got []string
	for _, c := range ParseMarkdown([]byte(data), 0).Codes {
		got = append(got, fmt.Sprintf("%s at %q", c.Text, data[c.Span.Start:c.Span.End]))
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
}

func TestMarkdownProse(t *testing.T) {
	const data = "Run scripts/a.py or\n[see b/c](d/e) and **f/g** `h/i` <https://j/k> [l/m] \\[n/o]\n\n<p>p/q</p>\n\n# r/s\n\n| t/u | `v/w` |\n|---|---|\n| x | y/z |\n\n    no/code\n\n<!-- no/comment -->\nnone\n"
	want := []string{"Run scripts/a.py or", " and **f/g** ", "l/m] \\[n/o]", "r/s", "t/u", "y/z"}
	var got []string
	for _, p := range ParseMarkdown([]byte(data), 0).Prose {
		got = append(got, data[p.Start:p.End])
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
}

func TestMarkdownAnchors(t *testing.T) {
	for _, tt := range []struct{ data, want string }{
		{"# Hello, World!", "hello-world"},
		{"## A_b-c  d", "a_b-c--d"},
		{"## `code` and **bold** and _it_ x_y_z", "code-and-bold-and-it-x_y_z"},
		{"## [link](x.md) ![alt](y.png)end", "link-end"},
		{"## ![alt](y.png) End", "-end"},
		{"## Größe 中文 été", "größe-中文-été"},
		{"## 😀 Smile", "-smile"},
		{"## :rocket: Start", "rocket-start"},
		{"## a &amp; b &lt;c>", "a--b-c"},
		{"## 1.2 C++ / \\*x\\*", "12-c--x"},
		{"# a\n# a\n## A\n# b\n", "a a-1 a-2 b"},
		{"Title\n=====\n\nSub\n---\n", "title sub"},
		{"Two\nlines\n---\n", "twolines"},
		{"# closed ##\n", "closed"},
		{"> # quoted\n\n- # item\n", "quoted item"},
		{"<a id=\"x\"></a><a name='Y'> <p id=z>\n\n<div id=\"d-1\" name=no>\n</div>\n", "x Y z d-1"},
		{"```\n# no\n```\n    # no\n", ""},
		{"#no\n", ""},
		{"# tag <b>x</b>\n", "tag-x"},
		{"# a\r\n# b\r\n", "a b"},
		{"# a\n# a\n# a 1\n# a", "a a-1 a-1-1 a-2"},
		{"# a 1\n# a\n# a", "a-1 a a-2"},
		{"## ⚙️ Set up", "️-set-up"},
		{"## 👩‍💻 Work", "-work"},
		{"## Ⅷ Ⓐ ①", "ⅷ-ⓐ-"},
		{"## 中文：标题，（二）", "中文标题二"},
		{"## a -- b — c", "a----b--c"},
		{"<h1 align=\"center\">Big <b>Title</b> &amp; more</h1>", "big-title--more"},
		{"<h2>\n  <img src=x> Name\n</h2>\n\n<H3>a</H3><h7>no</h7><!-- <h4>no</h4> --><header>no</header>", "---name name a"},
		{"<h2>left open\n\n# b", "b"},
	} {
		if got := strings.Join(ParseMarkdown([]byte(tt.data), 0).Anchors, " "); got != tt.want {
			t.Errorf("%q has %q, want %q", tt.data, got, tt.want)
		}
	}
}

// TestMarkdownIsBounded holds text that takes the parser itself minutes, or stacks
// and memory without end.
func TestMarkdownIsBounded(t *testing.T) {
	const size = 200 << 10
	wide := strings.Repeat("|a", 5000) + "\n" + strings.Repeat("|-", 5000) + "\n" + strings.Repeat("x\n", 90<<10)
	for name, data := range map[string]string{
		"short rows of a wide table": wide,
		"images in images":           strings.Repeat("![", size/6) + strings.Repeat("](x)", size/6),
		"links in links":             strings.Repeat("[", size/5) + strings.Repeat("](x)", size/5),
		"images in links":            strings.Repeat("[![", size/11) + strings.Repeat("](x)](x)", size/11),
	} {
		bounded(t, name, data)
	}
	for _, piece := range []string{
		"[", "]", "*", "![[", "[](", "[a](", "![](", "[a](<", "[a](b (", "[a][b](", "[x][", "*a_ ", "**a ", ">", "> ", "1. ", "- ", "`", "``a` ",
		"<a ", "<a b=\"", "<!--", "<!-- -->\n", "<!-- --> ", "a <!-- --> ", "- <!-- -->\n", "> <!-- -->\n", "<p>\n<!-- -->\n\n", "[a]: b\n", "[a]:\nb\n", "[a\n", "# *a_ ", "# *a_ \n", "a|b\n-|-\n", "|`\\|`", "<div>\n<!--\n\n", "a\n", "- a\n", "<div>\n\n", "&", "\\", "\x00", "\r",
	} {
		bounded(t, piece, strings.Repeat(piece, size/len(piece)))
	}
}

// TestMarkdownMemoryIsBounded holds text of which each byte or two costs the parser
// hundreds.
func TestMarkdownMemoryIsBounded(t *testing.T) {
	const size, most = 4 << 20, 700 << 20
	for _, piece := range []string{"[", "![", "a|b\n-|-\n"} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		ParseMarkdown([]byte(strings.Repeat(piece, size/len(piece))), 0)
		runtime.ReadMemStats(&after)
		if took := after.TotalAlloc - before.TotalAlloc; took > most {
			t.Errorf("%q: %d bytes for %d", piece, took, size)
		}
	}
}

func bounded(t *testing.T, name, data string) {
	t.Run(name, func(t *testing.T) {
		begun := time.Now()
		ParseMarkdown([]byte(data), 0)
		if took := time.Since(begun); took > 10*time.Second {
			t.Errorf("took %v", took)
		}
	})
}

// TestMarkdownGuardsSpareOthers keeps the guards from costing real text its links.
func TestMarkdownGuardsSpareOthers(t *testing.T) {
	lines := strings.Repeat("| [a](x.md) | b |\n", 2000)
	definitions := "[z]\n\n" + strings.Repeat("[a]: b\n", 1000) + "[z]: last.md\n"
	for name, tt := range map[string]struct {
		data string
		want int
	}{
		"long table":        {"| a | b |\n|---|---|\n" + lines, 2000},
		"many definitions":  {definitions, 1},
		"long list":         {strings.Repeat("- [a](x.md) - [ ] b\n", 2000), 2000},
		"long paragraph":    {strings.Repeat("[a](x.md) [b][c] *d*\n", 2000), 2000},
		"deep but readable": {strings.Repeat("> ", 50) + "[a](x.md)\n", 1},
	} {
		if got := len(ParseMarkdown([]byte(tt.data), 0).Links); got != tt.want {
			t.Errorf("%s: %d links, want %d", name, got, tt.want)
		}
	}
}
