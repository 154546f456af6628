package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// evilTags is markup that would run, show, load or send something where a page let it in.
const evilTags = `<script>pwned=1;alert(1)</script><script src="https://evil.example/x.js"></script><img src=x onerror="pwned=1;alert(2)">
<svg onload="pwned=1"><script>pwned=1</script><foreignObject><iframe srcdoc="<script>parent.pwned=1</script>"></iframe></foreignObject></svg>
<iframe src="javascript:parent.pwned=1"></iframe><object data="https://evil.example/"></object><embed src="data:text/html,<script>alert(3)</script>">
<form action="https://evil.example/" id="filter"><input name="q" id="q" autofocus onfocus="pwned=1"><button formaction="javascript:pwned=1">Send</button></form>
<base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=https://evil.example/"><link rel="stylesheet" href="https://evil.example/x.css">
<style>@import "https://evil.example/x.css"; * { display: none !important } body { background: url(https://evil.example/x.png) }</style>
<div style="position:fixed;inset:0;z-index:2147483647;background:red" onclick="pwned=1" onmouseover="pwned=1">over all</div>
<a name="body" id="main"></a><img name="body"><a id="status"></a><a id="list"></a><a id="results"></a><form name="getElementById"></form>
<details open ontoggle="pwned=1"><marquee onstart="pwned=1"></marquee></details><video><source onerror="pwned=1"></video><math><mtext><style><img src=x onerror=pwned=1></style></mtext></math>
</main></body></html><!-- --!> <![CDATA[ ]]> <?xml version="1.0"?> </textarea></title></pre></code></table></dialog><template><plaintext>
`

// evilLinks are destinations that must not become links, or lead away only when clicked.
var evilLinks = []string{
	"javascript:pwned=1", "JavaScript:pwned=1", "javascript&colon;pwned=1", "java&#10;script:pwned=1", "&#1;javascript:pwned=1",
	"<java\tscript:pwned=1>", "<  javascript:pwned=1>", "javascript&#58;pwned=1", "jav&#x09;ascript:pwned=1", "javascript:%0apwned=1",
	"%6aavascript:pwned=1", "\\javascript:pwned=1", "vbscript:pwned=1", "VBScript:pwned=1", "livescript:pwned=1",
	"data:text/html,<script>pwned=1</script>", "data:text/html;base64,PHNjcmlwdD5vcGVuZXIucHduZWQ9MTwvc2NyaXB0Pg==",
	"data:image/svg+xml,%3Csvg%20onload=pwned=1%3E", "blob:http://127.0.0.1/x", "file:///etc/passwd", "view-source:http://127.0.0.1/",
	"intent://x#Intent;end", "ws://evil.example/", "ftp://evil.example/", "about:blank", "chrome://settings",
	"//evil.example/", "\\\\\\\\evil.example/", "/\\evil.example/", "///evil.example/", "https:evil.example", "https://evil.example/",
	"http://user:pass@evil.example/", "https:///evil.example", "mailto:a@evil.example?body=%3Cscript%3E", "..%2f..%2f..%2f..%2fetc/passwd",
	"../../../../../../../../etc/passwd", "#main", "#q", "#status", "?q=1", "./", "", "../calm/SKILL.md", "skill://calm/SKILL.md",
	"index.html", "<\"onclick=\"pwned=1\">", "x\"onmouseover=\"pwned=1", "x'onclick='pwned=1", "assets/evil.svg", "assets/page.html",
}

// evilMarkdown tries all of it in one text.
func evilMarkdown() string {
	var b strings.Builder
	b.WriteString("# <script>pwned=1</script> main\n\n## q\n\n## status\n\n## body\n\n## __proto__\n\n## \u202erevocer\n\n" + evilTags + "\n\n")
	for i, link := range evilLinks {
		fmt.Fprintf(&b, "- [inline %d](%s) ![image %d](%s) [by name %d][n%d] <%s>\n", i, link, i, link, i, i, strings.Trim(link, "<>"))
	}
	b.WriteString("\n")
	for i, link := range evilLinks {
		fmt.Fprintf(&b, "[n%d]: %s \"title\\\" onclick=pwned=1 \"\n", i, link)
	}
	b.WriteString("\n```html\" onclick=\"pwned=1\n" + evilTags + "```\n\n```<script>alert(1)</script>\n</code></pre><script>pwned=1</script>\n```\n\n`" +
		"<script>pwned=1</script>`\n\n| <script>pwned=1</script> | a |\n|:--|--:|\n| <img src=x onerror=pwned=1> | </table> |\n\n" +
		"![](assets/evil.svg) ![evil](assets/false.png) ![far](https://evil.example/x.png)\n\n" +
		"https://evil.example/\" onclick=pwned=1 www.evil.example <mailto:x@evil.example>\n\n" + strings.Repeat("W", 4000) + "\n\n" +
		strings.Repeat("\u0301", 4000) + "Zalgo\n\n# " + strings.Repeat("long title ", 400) + "\n")
	return b.String()
}

const evilSVG = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="40" height="40" onload="pwned=1;alert(1)">
<script>top.pwned=1;alert(2)</script><image xlink:href="https://evil.example/x.png"/><use href="https://evil.example/x.svg#a"/>
<style>@import "https://evil.example/x.css";</style><animate onbegin="alert(3)" attributeName="x" dur="1s"/><a xlink:href="javascript:alert(4)"><rect width="40" height="40"/></a>
<foreignObject width="40" height="40"><body xmlns="http://www.w3.org/1999/xhtml" onload="alert(5)"><iframe src="javascript:alert(6)"></iframe></body></foreignObject></svg>
`

// evilNames are names of files that are markup, or mean something to a host or a script.
var evilNames = []string{
	`"><img src=x onerror=pwned=1>.md`, `<svg onload=alert(1)>.md`, `' onclick='pwned=1.txt`, "&lt;script&gt;.txt", "100%.md", "%2e%2e", "..%2f", "..%2f..%2fx.md",
	"#hash.md", "?query=1.md", "a b  c.md", "\u202egnp.exe.md", "\u200binvisible.md", "__proto__", "constructor.md", "index.html", "-dash.md", "javascript:alert(1).md",
	"data:text,x", "a&b=c;d.md", "quote`s.md", "{{.}}.md", "CON.md", "caf\u00e9.md", "e\u0301.txt", "\U0001f4a3.md", ".htaccess", "_headers", "404.html",
	strings.Repeat("long", 60) + ".md", strings.Repeat("\u00e4", 120) + ".txt",
}

const evilFolder = `"><img src=x onerror=pwned=1> %2f#?`

// evilFront is a frontmatter of which every value is markup.
func evilFront(name string) string {
	quoted := func(s string) string {
		return "'" + strings.ReplaceAll(strings.Join(strings.Fields(s), " "), "'", "''") + "'"
	}
	return "---\nname: " + quoted(name) + "\ndescription: " + quoted(`</p></title></style>"'>`+evilTags[:600]) + "\n" +
		"license: " + quoted(evilTags) + "\ncompatibility: " + quoted(evilTags[:400]) + "\nmetadata:\n  " + quoted(`" onclick="pwned=1`) + ": " + quoted(evilTags) +
		"\n  constructor: " + quoted("javascript:pwned=1") + "\n" + quoted("<script>pwned=1</script>") + ": [" + quoted(evilTags) + ", true, {" + quoted("</td></table>") + ": " + quoted("</dl>") + "}]\n---\n\n"
}

// threeMB repeats a text.
func threeMB(text string) string { return strings.Repeat(text, 3<<20/len(text)) }

// hugeTexts are those that take a reader, a renderer or a browser long.
func hugeTexts() content {
	row := strings.Repeat("| cell ", 100) + "|\n"
	return content{
		"table.md":    row + strings.Repeat("|---", 100) + "|\n" + strings.Repeat(row, 2000),
		"quotes.md":   threeMB(strings.Repeat("> ", 500) + "deep\n\n"),
		"brackets.md": threeMB("[![](("),
		"line.txt":    threeMB("<b>one line</b> "),
		"lines.py":    threeMB("print('<script>pwned=1</script>')\n"),
	}
}

// hostileTree writes skills that try to change their pages, and one that does not.
func hostileTree(t *testing.T) string {
	t.Helper()
	evil := content{"SKILL.md": evilFront("evil") + evilMarkdown(), "assets/evil.svg": evilSVG, "assets/page.html": "<!doctype html>" + evilTags,
		"assets/false.png": evilTags, "assets/half.png": "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + evilTags, "assets/evil.xhtml": `<html xmlns="http://www.w3.org/1999/xhtml"><script>alert(1)</script></html>`,
		"assets/evil.js": "pwned=1;alert(1)\n", "assets/evil.pdf": "%PDF-1.7\n" + evilTags, "assets/blob.bin": "\x00\xff" + evilTags, "assets/evil.xml": "<?xml version=\"1.0\"?><?xml-stylesheet href=\"evil.xsl\"?><x xmlns:h=\"http://www.w3.org/1999/xhtml\"><h:script>alert(1)</h:script></x>\n",
		"references/front.md": evilFront("x") + evilMarkdown()}
	for i, name := range evilNames {
		evil[fmt.Sprintf("names/%d/%s", i, name)] = "text\n"
	}
	files := content{
		"skillpack.yaml": hostileRules,
		"calm/SKILL.md":  "---\nname: calm\ndescription: Does nothing of that kind. Use for comparison.\n---\n\n# Calm\n\n## One\n\n## Two\n\n## Three\n\nText.\n",
		"calm/notes.md":  "# Notes\n\n## One\n\n## Two\n\n## Three\n\nText.\n",
		"lone/SKILL.md":  evilFront("lone") + evilMarkdown(),
		"huge/SKILL.md":  evilFront("huge") + threeMB("Words of a skill that never ends. ## No heading\n\n## A heading\n\n"),
		evilFolder + "/" + evilFolder + "/SKILL.md": evilFront(evilFolder) + evilMarkdown(),
	}
	for name, text := range evil {
		files["evil/"+name] = text
	}
	for name, text := range hugeTexts() {
		folder := "huge-" + strings.ReplaceAll(name, ".", "-")
		files[folder+"/SKILL.md"] = evilFront(folder) + "See " + name + ".\n"
		files[folder+"/"+name] = text
	}
	return write(t, files)
}

// hostileRules let the tree be built, which the rules refuse.
const hostileRules = `rules:
  links/missing: off
  links/outside: off
  links/case: off
  name/format: off
  name/directory: off
  files/secret: off
  frontmatter/metadata: off
  frontmatter/license: off
  frontmatter/compatibility: off
`

// write writes files as they are into a new folder.
func write(t *testing.T, files content) string {
	t.Helper()
	root := t.TempDir()
	for path, text := range files {
		file := filepath.Join(root, filepath.FromSlash(path))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}
