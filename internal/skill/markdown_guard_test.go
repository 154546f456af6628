package skill

import (
	"slices"
	"strings"
	"testing"
)

func TestNesting(t *testing.T) {
	for _, tt := range []struct {
		text            string
		deepest, blocks int
	}{
		{"", 0, 0},
		{"a\nb", 0, 2},
		{"> - 1. a\n", 3, 4},
		{"- a\n  - b\n    - c\n", 3, 9},
		{"\t- a", 3, 4},
		{"                a - b", 0, 1},
		{"-a\n1.b\n", 0, 2},
		{">>>> a", 4, 5},
		{"- - -\r\n", 3, 4},
	} {
		if deepest, blocks := Nesting([]byte(tt.text)); deepest != tt.deepest || blocks != tt.blocks {
			t.Errorf("%q nests %d in %d blocks, want %d in %d", tt.text, deepest, blocks, tt.deepest, tt.blocks)
		}
	}
}

// TestHTMLAnchorsAreThoseOfMarkdown holds that a renderer finds what the checks of links
// know.
func TestHTMLAnchorsAreThoseOfMarkdown(t *testing.T) {
	for _, text := range []string{"<a id=x name=y></a>", "<p id='a b' name=no>", "<h2> Big <b>one</b></h2>", "<h2>a</h2>\n<h2 id=i>a</h2>", "<!-- <a id=no> -->"} {
		got := HTMLAnchors([]byte(text), Slugger{})
		if want := ParseMarkdown([]byte("<div>\n"+text+"\n</div>\n"), 0).Anchors; !slices.Equal(got, want) {
			t.Errorf("%q has %q, want %q", text, got, want)
		}
	}
}

// TestSearchesAreBounded holds text in which each mark costs a look at all that follows.
func TestSearchesAreBounded(t *testing.T) {
	var runs strings.Builder
	for i := 1; runs.Len() < 1<<19; i++ {
		runs.WriteString(strings.Repeat("`", i) + "a")
	}
	for name, data := range map[string]string{
		"runs of backticks":       runs.String(),
		"code in many brackets":   strings.Repeat("[", 480) + strings.Repeat("`a`b", 1<<16) + strings.Repeat("]", 480),
		"brackets in brackets":    strings.Repeat(strings.Repeat("[", 498)+strings.Repeat("]", 498), 1<<10),
		"tags that are not ended": strings.Repeat("<a b=\"", 1<<16),
	} {
		bounded(t, name, data)
	}
}
