package markup

import (
	"fmt"
	"strings"
	"testing"
)

// site is the resolver of a small site.
func site(dest string, image bool) Target {
	file, fragment, _ := strings.Cut(dest, "#")
	switch file {
	case "other.md":
		if fragment != "" {
			return Target{Href: "../other.md/#" + Anchor(fragment)}
		}
		return Target{Href: "../other.md/"}
	case "skill://a/b/SKILL.md":
		return Target{Href: "../../a/b/"}
	case "pic.png":
		return Target{Href: "../raw/1.png", Image: true}
	case "pic.svg":
		return Target{Href: "data:image/svg+xml;base64,PHN2Zy8+", Image: true}
	case "gone.md":
		return Target{Missing: true}
	}
	return Target{}
}

func TestMarkdown(t *testing.T) {
	for _, tt := range []struct{ name, text, want string }{
		{"paragraph", "a *b* **c** ~~d~~ `e`", "<p>a <em>b</em> <strong>c</strong> <del>d</del> <code>e</code></p>\n"},
		{"line breaks", "a\nb\\\nc  \nd", "<p>a\nb<br>\nc<br>\nd</p>\n"},
		{"CRLF", "a\r\nb\r\n", "<p>a\nb</p>\n"},
		{"entities and escapes", `&copy; &amp;lt; &#65; \* \&amp; &nothing; & \a`, `<p>© &amp;lt; A * &amp;amp; &amp;nothing; &amp; \a</p>` + "\n"},
		{"lists", "- a\n- b\n\n3. c\n", "<ul>\n<li>a\n</li>\n<li>b\n</li>\n</ul>\n<ol start=\"3\">\n<li>c\n</li>\n</ol>\n"},
		{"loose list", "- a\n\n- b\n", "<ul>\n<li><p>a</p>\n</li>\n<li><p>b</p>\n</li>\n</ul>\n"},
		{"tasks", "- [x] a\n- [ ] b", `<ul>` + "\n" + `<li class="task"><span class="task-box" role="img" aria-label="done">☑</span> a` + "\n</li>\n" + `<li class="task"><span class="task-box" role="img" aria-label="to do">☐</span> b` + "\n</li>\n</ul>\n"},
		{"quote and rule", "> a\n\n---\n", "<blockquote>\n<p>a</p>\n</blockquote>\n<hr>\n"},
		{"table", "|a|b||\n|:-|-:|-|\n|c|`d\\|e`|", `<div class="table" role="region" tabindex="0" aria-label="Table 1">` + "\n<table>\n<thead>\n<tr>\n" + `<th scope="col" class="left">a</th>` + "\n" + `<th scope="col" class="right">b</th>` + "\n<td></td>\n</tr>\n</thead>\n<tbody>\n<tr>\n" + `<td class="left">c</td>` + "\n" + `<td class="right"><code>d|e</code></td>` + "\n<td></td>\n</tr>\n</tbody>\n</table>\n</div>\n"},
		{"fence", "```go\nx := 1 // a<b\n```\n", `<pre class="code" dir="ltr" tabindex="0"><code>x := <i class=tn>1</i> <i class=tc>// a&lt;b</i>` + "\n</code></pre>\n"},
		{"fence of nothing known", "```text\nif 1\n```\n", `<pre class="code" dir="ltr" tabindex="0"><code>if 1` + "\n</code></pre>\n"},
		{"indented code", "    a\n\n    b\n", `<pre class="code" dir="ltr" tabindex="0"><code>a` + "\n\nb\n</code></pre>\n"},
		{"comment", "<!-- a\n\nb -->\n", `<pre class="raw comment" dir="ltr" tabindex="0"><code><i class=tc>&lt;!-- a` + "\n\nb --&gt;</i>\n</code></pre>\n"},
		{"comment in a text", "a <!-- b --> c", `<p>a <code class="raw comment">&lt;!-- b --&gt;</code> c</p>` + "\n"},
		{"tag in a text", "<kbd>K</kbd>", `<p><code class="raw">&lt;kbd&gt;</code>K<code class="raw">&lt;/kbd&gt;</code></p>` + "\n"},
		{"link to a page", `[a](other.md "t") [b](other.md#X%20y)`, `<p><a href="../other.md/" title="t">a</a> <a href="../other.md/#doc-X%20y">b</a></p>` + "\n"},
		{"link to a skill by URI", "[a](skill://a/b/SKILL.md) <skill://a/b/SKILL.md>", `<p><a href="../../a/b/">a</a> <a href="../../a/b/">skill://a/b/SKILL.md</a></p>` + "\n"},
		{"link outside", "[a](https://x.example/?a=b&c=ü) <m@x.example>", `<p><a href="https://x.example/?a=b&amp;c=%C3%BC" class="outside" rel="nofollow noopener noreferrer">a</a> <a href="mailto:m@x.example" class="outside" rel="nofollow noopener noreferrer">m@x.example</a></p>` + "\n"},
		{"link to a host", "[a](//x.example/y)", `<p><a href="https://x.example/y" class="outside" rel="nofollow noopener noreferrer">a</a></p>` + "\n"},
		{"bare links", "(https://x.example/a_(b)). www.y.example, a@b.example https://", `<p>(<a href="https://x.example/a_(b)" class="outside" rel="nofollow noopener noreferrer">https://x.example/a_(b)</a>). <a href="http://www.y.example" class="outside" rel="nofollow noopener noreferrer">www.y.example</a>, a@b.example https://</p>` + "\n"},
		{"bare link in a link", "[see https://x.example](other.md)", `<p><a href="../other.md/">see https://x.example</a></p>` + "\n"},
		{"link to what is missing", "[a](gone.md)", `<p><span class="missing" title="not found: gone.md">a</span></p>` + "\n"},
		{"link that is not followed", "[a](javascript:x) <javascript:y>", `<p><span class="unlinked">a <code class="dest">javascript:x</code></span> <span class="unlinked">javascript:y</span></p>` + "\n"},
		{"link without a text", "[](other.md) [![](pic.png)](https://x.example)", `<p><a href="../other.md/">other.md</a> <a href="https://x.example" class="outside" rel="nofollow noopener noreferrer"><img src="../raw/1.png" alt="" loading="lazy">https://x.example</a></p>` + "\n"},
		{"fragments of the document", "[a](#b-1) [c](#nope) [d](#B)\n# B\n# b\n", `<p><a href="#doc-b-1">a</a> <span class="missing" title="not found: #nope">c</span> <a href="#doc-b">d</a></p>` + "\n" + `<h2 id="doc-b">B</h2>` + "\n" + `<h2 id="doc-b-1">b</h2>` + "\n"},
		{"fragments of HTML", "[a](#x) <a id=x></a> <a id=x></a>", `<p><a href="#doc-x">a</a> <code class="raw"><span id="doc-x"></span>&lt;a id=x&gt;</code><code class="raw">&lt;/a&gt;</code> <code class="raw">&lt;a id=x&gt;</code><code class="raw">&lt;/a&gt;</code></p>` + "\n"},
		{"fragment with a mark", "# ⚙️ Set up\n[a](#️-set-up)", `<h2 id="doc-️-set-up">⚙️ Set up</h2>` + "\n" + `<p><a href="#doc-%EF%B8%8F-set-up">a</a></p>` + "\n"},
		{"image", `![a *b*](pic.png "t")`, `<p><img src="../raw/1.png" alt="a b" title="t" loading="lazy"></p>` + "\n"},
		{"image of SVG", `![a](pic.svg)`, `<p><img src="data:image/svg+xml;base64,PHN2Zy8+" alt="a" loading="lazy"></p>` + "\n"},
		{"image from elsewhere", "![a](https://x.example/y.png)", `<p><a href="https://x.example/y.png" class="outside" rel="nofollow noopener noreferrer">a</a></p>` + "\n"},
		{"image from elsewhere in a link", "[![a](https://x.example/y.png)](other.md)", `<p><a href="../other.md/">a</a></p>` + "\n"},
		{"image that is a page", "![a](other.md)", `<p><a href="../other.md/">a</a></p>` + "\n"},
		{"heading without text", "# ![](pic.png)\n", `<div class="untitled" id="doc-"><img src="../raw/1.png" alt="" loading="lazy"></div>` + "\n"},
		{"hidden characters", "a\u202eb", "<p>a<bdi class=\"ctl\" title=\"U+202E\">\u202e</bdi>b</p>\n"},
		{"byte order mark", "\ufeff# a\n", `<h2 id="doc-a">a</h2>` + "\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			doc := Markdown([]byte(tt.text), MarkdownOptions{Link: site})
			if string(doc.HTML) != tt.want {
				t.Errorf("got\n%swant\n%s", doc.HTML, tt.want)
			}
			requireSafe(t, string(doc.HTML))
		})
	}
}

// TestHeadingsSkipNoLevel holds what a reader of pages by their headings needs.
func TestHeadingsSkipNoLevel(t *testing.T) {
	for _, tt := range []struct{ levels, want string }{
		{"1 2 3 2 1", "2 3 4 3 2"},
		{"2 3 3 2", "2 3 3 2"},
		{"1 4 2 4", "2 3 3 4"},
		{"4 2 4 2", "2 2 3 2"},
		{"3 1 6 6", "2 2 3 3"},
		{"1 2 3 4 5 6", "2 3 4 5 6 6"},
	} {
		var text strings.Builder
		for level := range strings.FieldsSeq(tt.levels) {
			fmt.Fprintf(&text, "%s x\n\n", strings.Repeat("#", int(level[0]-'0')))
		}
		doc := Markdown([]byte(text.String()), MarkdownOptions{})
		var got []string
		for _, h := range doc.Headings {
			got = append(got, fmt.Sprint(h.Level))
			if !strings.Contains(string(doc.HTML), fmt.Sprintf(`<h%d id="%s">`, h.Level, h.ID)) {
				t.Errorf("%+v is not in %s", h, doc.HTML)
			}
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%s became %s, want %s", tt.levels, got, tt.want)
		}
	}
}

func TestMarkdownLinks(t *testing.T) {
	doc := Markdown([]byte("[a *b*](other.md) ![c](pic.png) https://x.example [d](gone.md) [e](data:f) [![g](https://i.example)](other.md) [h](#h)\n# h\n"), MarkdownOptions{Link: site})
	want := []Link{
		{"other.md", "a b", false, Target{Href: "../other.md/"}},
		{"pic.png", "c", true, Target{Href: "../raw/1.png", Image: true}},
		{"https://x.example", "https://x.example", false, Target{Href: "https://x.example", Outside: true}},
		{"gone.md", "d", false, Target{Missing: true}},
		{"data:f", "e", false, Target{}},
		{"https://i.example", "g", true, Target{Href: "https://i.example", Outside: true}},
		{"other.md", "g", false, Target{Href: "../other.md/"}},
		{"#h", "h", false, Target{Href: "#doc-h"}},
	}
	if fmt.Sprint(doc.Links) != fmt.Sprint(want) {
		t.Errorf("got\n%v\nwant\n%v", doc.Links, want)
	}
}

func TestMarkdownIsCut(t *testing.T) {
	for name, text := range map[string]string{
		"paragraphs": strings.Repeat("a *b*\n\n", 2000), "table": "|a|\n|-|\n" + strings.Repeat("|b|\n", 2000), "list": strings.Repeat("- a\n", 2000),
		"one code block": "```go\n" + strings.Repeat("1 ", 2000), "hidden": strings.Repeat("\x01\x02", 2000), "quotes": strings.Repeat("> ", 90) + strings.Repeat("b ", 5000),
	} {
		t.Run(name, func(t *testing.T) {
			doc := Markdown([]byte(text), MarkdownOptions{MaxBytes: 4000})
			requireSafe(t, string(doc.HTML))
			if name == "quotes" {
				return // one text, which is not parted
			}
			if !doc.Cut || len(doc.HTML) > 8000 || !strings.HasSuffix(string(doc.HTML), cutNote) {
				t.Errorf("cut %v, %d bytes, ends %q", doc.Cut, len(doc.HTML), doc.HTML[max(0, len(doc.HTML)-80):])
			}
			if whole := Markdown([]byte(text), MarkdownOptions{}); whole.Cut {
				t.Error("cut within the bound")
			}
		})
	}
}

// TestMarkdownAsText holds that what the parser is not given is shown whole.
func TestMarkdownAsText(t *testing.T) {
	for name, text := range map[string]string{
		"nests too deep": strings.Repeat("> ", maxNesting+1) + "<b>\n", "too many blocks": strings.Repeat("-\n", maxBlocks), "too large": strings.Repeat("a", maxMarkdown+1) + "<b>",
	} {
		doc := Markdown([]byte(text), MarkdownOptions{MaxBytes: 2 * maxMarkdown})
		requireSafe(t, string(doc.HTML))
		if !doc.Plain || doc.Cut || textOf(t, string(doc.HTML)) != "\n"+text+"\n" {
			t.Errorf("%s: plain %v, cut %v, %.200s", name, doc.Plain, doc.Cut, doc.HTML)
		}
	}
	if doc := Markdown([]byte(strings.Repeat("> ", maxNesting)+"a\n"), MarkdownOptions{}); doc.Plain {
		t.Error("plain within the bound")
	}
}
