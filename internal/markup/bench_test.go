package markup

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
)

// sample is markdown as it is written.
func sample() []byte {
	const section = "## Section of *some* length\n\nText with `code`, a [link](other.md#part), **words** that are strong and https://x.example/y.\nA second line of it, and a third which is not as long.\n\n" +
		"- one item\n- another with [a link](https://x.example)\n  - a nested one\n\n| a | b |\n|---|--:|\n| `c` | d |\n\n```python\ndef f(x):  # why\n    return \"y\" * 2\n```\n\n"
	return bytes.Repeat([]byte(section), 400)
}

func BenchmarkMarkdown(b *testing.B) {
	text := sample()
	b.Run("ours", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			Markdown(text, MarkdownOptions{Link: site})
		}
	})
	b.Run("goldmark", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		plain := goldmark.New(goldmark.WithExtensions(extension.GFM))
		for b.Loop() {
			_ = plain.Convert(text, io.Discard)
		}
	})
}

func BenchmarkCode(b *testing.B) {
	for name, text := range map[string]string{
		"a.py":   "def walk(tree, depth=0):  # visits all\n    for node in tree.children:\n        if node.kind == \"leaf\" and depth < 10:\n            yield node.value, 'it''s'\n\n",
		"a.json": "  {\"name\": \"a name\", \"size\": 1234, \"list\": [true, null, \"x\"], \"nested\": {\"key\": \"value\"}},\n",
		"a.txt":  "Some text that is not code but goes on for a while, as text does.\n",
		"a.sql":  "SELECT a.name, count(*) FROM skills a JOIN files b ON a.id = b.skill WHERE b.size > 100; -- why\n",
	} {
		whole := []byte(strings.Repeat(text, (256<<10)/len(text)))
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(whole)))
			for b.Loop() {
				Code(whole, name)
			}
		})
	}
}
