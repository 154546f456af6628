package site

import (
	"strings"
	"testing"
)

// Pages of a kind in one depth have one frame, and its links lead to the same files from
// each of the others.
func TestFramesLeadUpFromEveryDepth(t *testing.T) {
	s := made(t, hostile(t), Options{Scoped: true})
	for f := range s.Files() {
		if f.Class != Page || f.Path == "404.html" {
			continue
		}
		text := content(t, s, f.Path)
		for _, to := range []string{s.StylePath(), "llms.txt", overviewPage, indexName} {
			if link := `"` + rel(f.Path, to) + `"`; !strings.Contains(text, link) {
				t.Errorf("%s has no link %s", f.Path, link)
			}
		}
	}
}
