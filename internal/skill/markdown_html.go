package skill

import (
	"bytes"
	"html"
	"sort"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
)

// htmlBlock takes a block of HTML. A comment that the block leaves open hides what
// follows up to its end, or everything if it has none, as in a browser.
func (r *markdownReader) htmlBlock(n *ast.HTMLBlock) {
	lines := text.NewSegments()
	lines.AppendAll(n.Lines().Sliced(0, n.Lines().Len()))
	if n.HasClosure() {
		lines.Append(n.ClosureLine)
	}
	if lines.Len() == 0 || lines.At(0).Start < r.hidden {
		return
	}
	s := r.html(lines)
	end := lines.At(lines.Len() - 1).Stop
	if s.open {
		r.hidden = len(r.source)
		if i := bytes.Index(r.source[end:], []byte(commentEnd)); i >= 0 {
			r.hidden = end + i + len(commentEnd)
		}
	}
	r.blockComments(s, end)
}

// html takes the links and anchors of a piece of HTML, and returns what scanned it.
func (r *markdownReader) html(lines *text.Segments) *htmlScanner {
	s := &htmlScanner{}
	for i := range lines.Len() {
		l := lines.At(i)
		s.starts = append(s.starts, [2]int{len(s.text), l.Start})
		s.text = append(s.text, r.source[l.Start:l.Stop]...)
	}
	s.scan(func(tag, name string, start, end int) {
		value := html.UnescapeString(string(s.text[start:end]))
		switch {
		case strings.TrimSpace(value) == "":
		case name == "href" || name == "src":
			at := s.offset(start)
			r.add(HTMLLink, strings.TrimSpace(value), at, s.offset(end-1)+1-at)
		case isAnchor(tag, name):
			r.out.Anchors = append(r.out.Anchors, value)
		}
	})
	r.out.Anchors = append(r.out.Anchors, headingAnchors(s.text, r.slugs)...)
	return s
}

// HTMLAnchors returns the fragments that a piece of HTML in a document answers to: ids, names of
// anchors, then those of its headings, as ParseMarkdown has them.
func HTMLAnchors(text []byte, slugs Slugger) (anchors []string) {
	s := &htmlScanner{text: text}
	s.scan(func(tag, name string, start, end int) {
		if value := html.UnescapeString(string(text[start:end])); isAnchor(tag, name) && strings.TrimSpace(value) != "" {
			anchors = append(anchors, value)
		}
	})
	return append(anchors, headingAnchors(text, slugs)...)
}

func isAnchor(tag, name string) bool { return name == "id" || name == "name" && tag == "a" }

// htmlScanner finds the attributes of the tags, and the comments, in a piece of HTML. It is no parser:
// it knows comments, tags, quotes and the elements whose content is not HTML.
type htmlScanner struct {
	text   []byte
	starts [][2]int // offset in text and in the source of each line
	i      int

	comments [][2]int // their ranges in text, marks included
	open     bool     // the last one has no end
}

// offset turns an offset in text into one in the source.
func (s *htmlScanner) offset(i int) int {
	line := sort.Search(len(s.starts), func(n int) bool { return s.starts[n][0] > i }) - 1
	return s.starts[line][1] + i - s.starts[line][0]
}

// scan calls found with each attribute, names in lower case and the value's range in
// text, and collects the comments.
func (s *htmlScanner) scan(found func(tag, name string, start, end int)) {
	for s.skipPast("<") {
		switch {
		case bytes.HasPrefix(s.text[s.i:], []byte("!--")):
			s.comment()
		case s.i < len(s.text) && isLetter(s.text[s.i]):
			s.tag(found)
		}
	}
}

// comment passes a comment whose "<" is passed.
func (s *htmlScanner) comment() {
	start := s.i - len("<")
	s.i += len("!--")
	if bytes.HasPrefix(s.text[s.i:], []byte(">")) || bytes.HasPrefix(s.text[s.i:], []byte("->")) {
		return // an empty comment, by HTML's rules
	}
	s.open = !s.skipPast(commentEnd)
	s.comments = append(s.comments, [2]int{start, s.i})
}

// skipPast moves behind the next mark, to the end where there is none.
func (s *htmlScanner) skipPast(mark string) bool {
	n := bytes.Index(s.text[s.i:], []byte(mark))
	if n < 0 {
		s.i = len(s.text)
		return false
	}
	s.i += n + len(mark)
	return true
}

func (s *htmlScanner) tag(found func(tag, name string, start, end int)) {
	tag := strings.ToLower(s.word(" \t\r\n\f/>"))
	for {
		s.skip(" \t\r\n\f/")
		if s.i == len(s.text) || s.text[s.i] == '>' {
			break
		}
		start := s.i
		name := strings.ToLower(s.word(" \t\r\n\f/>="))
		if s.skip(" \t\r\n\f"); s.i < len(s.text) && s.text[s.i] == '=' {
			s.i++
			from, to := s.value()
			found(tag, name, from, to)
		}
		if s.i == start {
			s.i++
		}
	}
	if tag == "script" || tag == "style" || tag == "textarea" {
		s.skipPast("</" + tag)
	}
}

// value reads an attribute's value and returns its range without quotes.
func (s *htmlScanner) value() (start, end int) {
	s.skip(" \t\r\n\f")
	if s.i < len(s.text) && (s.text[s.i] == '"' || s.text[s.i] == '\'') {
		quote := string(s.text[s.i])
		start = s.i + 1
		if s.i = start; s.skipPast(quote) {
			return start, s.i - 1
		}
		return start, start // never closed: no attribute
	}
	start = s.i
	s.word(" \t\r\n\f>")
	return start, s.i
}

// word moves to the next byte of stop and returns what it passed.
func (s *htmlScanner) word(stop string) string {
	start := s.i
	if n := bytes.IndexAny(s.text[s.i:], stop); n >= 0 {
		s.i += n
	} else {
		s.i = len(s.text)
	}
	return string(s.text[start:s.i])
}

func (s *htmlScanner) skip(set string) {
	s.i = len(s.text) - len(bytes.TrimLeft(s.text[s.i:], set))
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
