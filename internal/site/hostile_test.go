package site

import (
	"strings"
	"testing"

	"skillpack/catalog"
)

// evil is what hostile texts try in many places.
const evil = `"><script>alert(1)</script><img src=x onerror=alert(2)> javascript:alert(3) '`

// Names of the hostile catalog. A name has no slash.
const (
	evilName   = `"><img src=x onerror=alert(1)>&amp; '`
	evilFolder = `te am%2F#?"<b>`
)

// hostile is a catalog that tries to break out of its pages: by names, frontmatter, text,
// links and files. It has a nested, an unlisted and a plain skill too.
func hostile(t testing.TB) *catalog.Catalog {
	t.Helper()
	dir := evilFolder + "/" + evilName
	return compiled(t, tree{
		dir + "/SKILL.md": "---\nname: '" + strings.ReplaceAll(evilName, "'", "''") + "'\n" +
			"description: '</title></style>" + strings.ReplaceAll(evil, "'", "''") + "'\n" +
			"'<script>alert(4)</script>': '<style>*{display:none}</style>'\n" +
			"metadata:\n  '\" onclick=\"alert(5)': [1, true, null, 1.50, {}, [], {'<u>': ['</td></table>']}]\n---\n\n" + hostileBody,
		dir + `/references/<svg onload=alert(1)>.md`: "# One\n\n## One\n\n### main\n\n[up](../SKILL.md#main) [raw](../a%20b.txt)\n",
		dir + "/a b.txt":                "plain\n" + evil + "\n",
		dir + "/100%.md":                "[self](100%25.md) [hash](%23hash.md?plain=1#L1)\n",
		dir + "/#hash.md":               "---\nx: <script>alert(1)</script>\n---\ntext\n",
		dir + `/quo"te's.md`:            evil,
		dir + "/-dash.md":               "- [ ] open\n",
		dir + "/\u202egnp.exe.md":       "\u202eright to left\n",
		dir + "/javascript:alert(1).md": "x\n",
		dir + "/index.html":             "<script>alert(document.domain)</script>\n",
		dir + "/page.svg":               `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(2)</script></svg>`,
		dir + "/shot.png":               "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR<script>",
		dir + "/false.png":              "<script>alert(1)</script>",
		dir + "/blob.bin":               "\x00\x01<script>" + strings.Repeat("\xff", 600),
		dir + "/empty":                  "",
		dir + "/" + strings.Repeat("long", 50) + ".md": "x\n",
		dir + "/inner/SKILL.md":                        "[out](../SKILL.md) [there](../references/)\n",
		dir + "/inner/deep.md":                         "see [plain](skill://plain/SKILL.md)\n",
		dir + "/kept/SKILL.md":                         "---\nname: kept\ndescription: Tells kept things.\n---\n\nUnlisted text.\n",
		"plain/SKILL.md":                               "# A\n\n# B\n\n# C\n\n[code](run.py#L2), [the hidden](skill://hidden/SKILL.md), [hidden](../hidden/SKILL.md)\n",
		"plain/run.py":                                 "import os\nprint('<b>')\n",
		"hidden/SKILL.md":                              "---\nname: hidden\ndescription: Tells what nobody may find.\n---\n\nHidden text.\n",
		"hidden/notes.md":                              "Hidden notes.\n",
	}, "hidden", dir+"/kept")
}

const hostileBody = `# <script>alert(1)</script>

` + evil + `

<div id="main" onclick="alert(1)" style="position:fixed">raw</div>
<style>body{display:none}</style>
<!-- <script>alert(1)</script> -->

[js](javascript:alert(1)) [JS](JaVaScRiPt:alert(1)) [tab](java&#9;script:alert(1)) [data](data:text/html,<script>alert(1)</script>)
[vb](vbscript:x) [file](file:///etc/passwd) [host](//evil.example/x) [root](/etc/passwd) [up](../../../../../../x)
[page](https://evil.example/"onclick=alert(1)) <https://evil.example/?a=1&b=2> [mail](mailto:a@evil.example)
![remote](https://evil.example/x.png) ![here](shot.png "t\" onload=\"x") ![vector](page.svg) ![js](javascript:alert(1))
[one](<references/<svg onload=alert(1)>.md>) [two](100%25.md) [three](%23hash.md) [four](quo%22te's.md "t") [five](inner/)
[six](plain/SKILL.md) [seven](../../plain/SKILL.md) [eight](skill://plain/run.py#L1) [nine](missing.md) [ten](./javascript:alert(1).md)

| a | b |
|---|---|
| <td onclick=x> | ` + "`</code><script>`" + ` |

## status

## main

` + "```js\n</code></pre><script>alert(1)</script>\n```\n"
