package lint_test

import (
	"bytes"
	"maps"
	"path"
	"strings"
	"testing"
	"testing/fstest"

	"skillpack/internal/diag"
	"skillpack/internal/protocol"
	"skillpack/lint"
)

// Rules say truly what comments silence them: as is shown by putting comments into the
// trees of all cases and scripts, before the first field or block and before the line of
// each finding.
func TestCommentsAreTrue(t *testing.T) {
	shown := map[string]lint.Comments{}
	for fsys := range everyTree(t) {
		for _, d := range allFindings(t, fsys) {
			if fsys[d.File] == nil {
				continue
			}
			got := shown[d.Rule]
			got.Frontmatter = got.Frontmatter || silencedBy(t, fsys, d, frontPlaces, "# ", "\n")
			got.Text = got.Text || silencedBy(t, fsys, d, textPlaces, "<!-- ", " -->\n")
			shown[d.Rule] = got
		}
	}
	for _, r := range lint.Rules() {
		if got, want := r.Comments(), shown[r.ID]; got != want {
			t.Errorf("%s says that comments in %+v silence it, and its trees show %+v", r.ID, got, want)
		}
	}
}

func allFindings(t *testing.T, fsys fstest.MapFS) []diag.Diagnostic {
	tree, c := loadTree(t, fsys)
	c.All, c.External = true, answers(tree)
	return lint.Run(t.Context(), tree, c)
}

// silencedBy reports whether a comment takes away a finding that a comment of other words
// leaves.
func silencedBy(t *testing.T, fsys fstest.MapFS, d diag.Diagnostic, places func(string, []byte, int) []int, start, end string) bool {
	text := fsys[d.File].Data
	for _, at := range places(d.File, text, d.Span.Start) {
		var counts [2]int
		for i, word := range []string{"skillpack-ignore ", "skillpack-ignor3 "} {
			changed := maps.Clone(fsys)
			file := *fsys[d.File]
			file.Data = bytes.Join([][]byte{text[:at], []byte(start + word + d.Rule + end), text[at:]}, nil)
			changed[d.File] = &file
			for _, found := range allFindings(t, changed) {
				if found.Rule == d.Rule && found.File == d.File {
					counts[i]++
				}
			}
		}
		if counts[0] < counts[1] {
			return true
		}
	}
	return false
}

// frontPlaces are where in a frontmatter a comment can stand for what is found at an offset.
func frontPlaces(file string, text []byte, found int) []int {
	if path.Base(file) != protocol.ManifestName || bytes.Count(text, []byte("---")) < 2 {
		return nil
	}
	places := []int{bytes.IndexByte(text, '\n') + 1}
	if line := lineStart(text, found); places[0] < line && line < bodyStart(text) {
		places = append(places, line)
	}
	return places
}

// textPlaces are the same of markdown.
func textPlaces(file string, text []byte, found int) []int {
	if !strings.HasSuffix(file, ".md") {
		return nil
	}
	places := []int{bodyStart(text)}
	if path.Base(file) == protocol.ManifestName && places[0] == 0 {
		return nil // what is broken there comes first
	}
	if line := lineStart(text, found); line > places[0] {
		places = append(places, line)
	}
	return places
}

func bodyStart(text []byte) int {
	_, rest, opened := bytes.Cut(text, []byte("---"))
	_, body, closed := bytes.Cut(rest, []byte("\n---"))
	if !opened || !closed || len(text)-len(rest) > len("\ufeff---") {
		return 0
	}
	return len(text) - len(body) + bytes.IndexByte(body, '\n') + 1
}

func lineStart(text []byte, at int) int { return bytes.LastIndexByte(text[:at], '\n') + 1 }
