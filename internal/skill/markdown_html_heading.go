package skill

import (
	"bytes"
	"html"
	"iter"
	"strings"
)

// headingAnchors returns the fragments of the headings that are written as HTML. GitHub
// keeps the blanks around their text in the fragment; renderers that trim them are as right.
func headingAnchors(text []byte, slugs Slugger) (anchors []string) {
	for content := range headingsIn(text) {
		anchors = append(anchors, slugs.Next(content))
		if trimmed := strings.TrimSpace(content); trimmed != content {
			anchors = append(anchors, slugs.Next(trimmed))
		}
	}
	return anchors
}

// headingsIn yields the text of each heading in a piece of HTML. One that the piece does
// not end is none.
func headingsIn(text []byte) iter.Seq[string] {
	return func(yield func(string) bool) {
		for rest := text; ; {
			_, tag, found := bytes.Cut(rest, []byte("<"))
			if !found {
				return
			}
			if rest = tag; bytes.HasPrefix(tag, []byte("!--")) {
				_, rest, _ = bytes.Cut(tag, []byte(commentEnd))
				continue
			}
			if !isHeading(tag) {
				continue
			}
			_, inside, _ := bytes.Cut(tag, []byte(">"))
			end := bytes.Index(bytes.ToLower(inside), append([]byte("</"), tag[0]|0x20, tag[1]))
			if end < 0 {
				return
			}
			if rest = inside[end:]; !yield(html.UnescapeString(withoutTags(string(inside[:end])))) {
				return
			}
		}
	}
}

// isHeading reports whether what follows the "<" of a tag makes it one of h1 to h6.
func isHeading(tag []byte) bool {
	return len(tag) > 2 && tag[0]|0x20 == 'h' && '1' <= tag[1] && tag[1] <= '6' && strings.IndexByte(" \t\r\n\f>", tag[2]) >= 0
}

// withoutTags returns a piece of HTML without its tags.
func withoutTags(content string) string {
	var b strings.Builder
	for content != "" {
		text, rest, _ := strings.Cut(content, "<")
		b.WriteString(text)
		_, content, _ = strings.Cut(rest, ">")
	}
	return b.String()
}
