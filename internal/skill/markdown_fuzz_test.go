package skill

import (
	"testing"

	"skillpack/internal/diag"
)

// FuzzMarkdown holds that any bytes can be read and that each span is in its file.
func FuzzMarkdown(f *testing.F) {
	for _, seed := range []string{
		"# a `b` [c](d \"e\") ![f][g]\n\n[g]: <h i> 'j'\n", "> - [x](y)\n>\t1. <a href='z' id=q>\n", "<!-- x\n\n[a](b)\n-->\n",
		"| a |\n|--|\n| `b\\|c` [d](e) |\n", "a\n=\n\n~~~\nb\n~~~\n\n\tc\n", "<!-- skillpack-ignore a/b, c: d -->\n\n- <!-- skillpack-ignore\n\n> a <!-- skillpack-ignore b/c -->\n", "<https://x.y> <div\nsrc=x>\n\r\n&amp;\x00\xff中",
	} {
		f.Add([]byte(seed), uint(0))
		f.Add([]byte(seed), uint(3))
	}
	f.Add([]byte("0<!--"), uint(1))                                                                  // a comment that speaks of no block, behind the start
	f.Add([]byte(" c: d -->\n\n- <!-- skillpack-ignore\n\n> a <!--skillpack-ignore  -->"), uint(40)) // likewise a silencer
	f.Fuzz(func(t *testing.T, data []byte, from uint) {
		start := min(int(from%1024), len(data))
		m := ParseMarkdown(data, start)
		checkPlainHeadings(t, data, start)
		whole := diag.Span{Start: start, End: len(data)}
		last := 0
		for _, l := range m.Links {
			checkWithin(t, "link", l.Span, whole)
			if l.Dest == "" || l.Span.Start == l.Span.End || l.Span.Start < last {
				t.Fatalf("link %+v behind %d", l, last)
			}
			last = l.Span.Start
		}
		checkComments(t, m.Comments, whole)
		checkSilencers(t, data, m.Silencers)
		for _, c := range m.Codes {
			checkWithin(t, "code", c.Span, whole)
		}
		last = 0
		for _, p := range m.Prose {
			checkWithin(t, "prose", p, whole)
			if p.Start < last {
				t.Fatalf("prose %v behind %d", p, last)
			}
			last = p.End
		}
	})
}
