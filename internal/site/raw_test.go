package site

import (
	"strings"
	"testing"

	"skillpack/internal/protocol"
)

// A text may begin as an image does, and is a text to the catalog.
func TestTextThatBeginsAsAnImage(t *testing.T) {
	text := "GIF89a is the name of a format.\n"
	s := made(t, compiled(t, tree{"a/SKILL.md": "A.\n", "a/notes.txt": text}), Options{})
	if view := mainOf(t, s, "view/a/notes.txt/index.html"); !strings.Contains(view, "is the name of a format") || strings.Contains(view, "<img") {
		t.Errorf("shown as\n%s", view)
	}
}

func TestRawFiles(t *testing.T) {
	png := "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"
	same := "the same twice\n"
	page := "<script>alert(1)</script>\n"
	s := made(t, compiled(t, tree{
		"a/SKILL.md": "A.\n", "a/picture.txt": png, "a/z.md": same, "a/b.md": same, "a/page.html": page, "a/fake.png": page + "x",
		"a/LICENSE": "2", "a/b/LICENSE": "2", "a/x": "3", "a/b/x": "3", "a/y": "3",
		"hidden/SKILL.md": "H.\n",
	}, "hidden"), Options{})
	raw := func(text string) string { return "raw/" + hexOf(text) + ".bin" }
	for _, c := range []struct {
		name, path, text, kind, offered string
		class                           Class
	}{
		{"an image by its bytes", "raw/" + hexOf(png) + ".png", png, "image/png", "picture.txt", Image},
		{"two files of one content", raw(same), same, "application/octet-stream", "", Raw},
		{"three files of one content, two by one name", raw("3"), "3", "application/octet-stream", "", Raw},
		{"two files of one content and name", raw("2"), "2", "application/octet-stream", "LICENSE", Raw},
		{"a page that must not run", raw(page), page, "application/octet-stream", "page.html", Raw},
		{"no image by its name", raw(page + "x"), page + "x", "application/octet-stream", "fake.png", Raw},
	} {
		t.Run(c.name, func(t *testing.T) {
			f, ok := s.Lookup(c.path)
			if !ok {
				t.Fatalf("no file %q", c.path)
			}
			if f.Type != c.kind || f.Name != c.offered || f.Class != c.class || f.Digest != protocol.Digest([]byte(c.text)) {
				t.Errorf("file %+v", f)
			}
			if got := content(t, s, c.path); got != c.text {
				t.Errorf("content %q, want %q", got, c.text)
			}
		})
	}
	n := 0
	for f := range s.Files() {
		if strings.HasPrefix(f.Path, "raw/") {
			n++
		}
	}
	if n != 7 { // the six, and a's SKILL.md
		t.Errorf("there are %d contents, want 7", n)
	}
}
