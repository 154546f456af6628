package skill

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func TestPlainHeadings(t *testing.T) { // L78
	for _, tt := range []struct{ name, data, want string }{
		{"plain", "# A Title\n\ntext\n## Two, (2)\n### A title ###\n####### no\n#no\n", "a-title two-2"},
		{"numbered", "# A\n# A\n# a-1\n# A\n", "a a-1 a-1-1 a-2"},
		{"marks", "# **A** `b_c` d_e\n# _f_\n# `g\n# [h](i)\n# &amp;\n# j \\_ k\n# ` l `\n", "a-b_c-d_e"},
		{"code", "```sh\n# no\n```\n# A\n~~~\n```\n# no\n~~~~\n# B\n   ```\n# no\n", "a b"},
		{"code of a list", "1. x\n   ```\n   # no\n   ```\n\n# A\n- y\n\n  ```\n# B\n  ```\n# no\n", "a b"},
		{"list that may have ended", "- x\ny\n# A\n- x\ny\n ```\n# no\n", "a"},
		{"comments", "<!-- x -->\n# A\n<!-- x\n# no\n\n# no\n-->\n# B\n<!x\n# no\n", "a b"},
		{"HTML", "<div>\n# no\n\n# A\n<pre>\n\n# no\n", "a"},
		{"quotes and lists", "> # no\n# A\n- # no\n# B\n      # no\n# C\n", "a b c"},
		{"carriage returns", "# A\r\n\r\n# B\r\nx\ry\r\n# no\r\n", "a b"},
		{"rule of a table", "# A\n| a |\n|---|\n# B\n---\n# C\n", "a b c"},
	} {
		t.Run("L78 "+tt.name, func(t *testing.T) {
			checkPlainHeadings(t, []byte(tt.data), 0)
			if got := strings.Join(slices.Sorted(maps.Keys(PlainHeadings([]byte(tt.data), 0))), " "); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// checkPlainHeadings holds that what PlainHeadings finds ParseMarkdown finds too.
func checkPlainHeadings(t *testing.T, data []byte, from int) {
	t.Helper()
	anchors := ParseMarkdown(data, from).Anchors
	for slug := range PlainHeadings(data, from) {
		if !slices.Contains(anchors, slug) {
			t.Fatalf("%q has %q, not %q", data[from:], anchors, slug)
		}
	}
}

// Whatever blocks stand around a heading, one that is certain is one.
func TestPlainHeadingsOfAnything(t *testing.T) { // L78
	starts := []string{"", "", "", " ", "  ", "   ", "    ", "      ", "\t", "> ", ">", "- ", "* ", "+  ", "1. ", "2) ", "10. ", "-\t", "1.      ", "  - ", "   1. "}
	pieces := []string{
		"", "", "# A", "## A", "# B `c`", "#", "# A #", "#x", "```", "```sh", "````", "~~~", "``` a`", "text", "---", "- - -", "***", "--", "-", "===", "<div>", "</div>", "<x>", "<x y>", "<pre>", "</pre>",
		"<!-- x -->", "<!-- x", "--> y", "<!-->", "<!X", "<?x", "?>", "<![CDATA[", "]]>", "[a]: b", "[a]: b 'c", "c'", "| a | b |", "|---|---|", "<script>", "text  ", "text\\", "a <!--", "`", "# *a* _b_ c_d", "\r", "<", "# a*b", "***a***",
	}
	random := rand.New(rand.NewPCG(1, 2))
	found := 0
	for range 5000 {
		var b strings.Builder
		for range 1 + random.IntN(9) {
			b.WriteString(starts[random.IntN(len(starts))])
			if random.IntN(4) == 0 {
				b.WriteString(starts[random.IntN(len(starts))])
			}
			b.WriteString(pieces[random.IntN(len(pieces))])
			b.WriteString([]string{"\n", "\n", "\n\n", "\r\n"}[random.IntN(4)])
		}
		checkPlainHeadings(t, []byte(b.String()), 0)
		found += len(PlainHeadings([]byte(b.String()), 0))
	}
	if found < 100 {
		t.Errorf("only %d headings are certain", found)
	}
}

func BenchmarkPlainHeadings(b *testing.B) {
	data := []byte("# A title\n\n" + strings.Repeat("## Some part\n\nA paragraph of text\nin two lines.\n\n- one\n- two\n  ```\n  code\n  ```\n\n", 60))
	for _, c := range []struct {
		name string
		read func()
	}{{"certain", func() { PlainHeadings(data, 0) }}, {"parsed", func() { ParseMarkdown(data, 0) }}} {
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			for b.Loop() {
				c.read()
			}
		})
	}
}
