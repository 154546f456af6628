package markup

import (
	"bytes"
	"html/template"
)

// The bounds of a Listing.
const (
	MaxCodeHTML = 2 << 20  // bytes of HTML, beyond which lines are left out
	maxLines    = 20_000   // lines shown
	maxLine     = 16 << 10 // bytes shown of one line
)

// Listing is a file shown as text.
type Listing struct {
	// HTML is a <pre> with a <span id=L1> for each line, its line feed
	// inside. Numbers are not in the text: a CSS counter makes them. Without the tags it
	// is the file, but for NUL and bytes that are not UTF-8. A line that is too long ends in
	// an empty <span class="cut" title="123 more bytes">.
	HTML  template.HTML
	Lines int  // of the whole file
	Shown int  // lines in HTML
	Cut   bool // HTML lacks lines or ends of lines
}

// Code shows text, highlighted by the name of the file, in time linear in its length.
func Code(src []byte, fileName string) Listing {
	p := &printer{limit: MaxCodeHTML, numbered: true}
	p.out = make([]byte, 0, min(3*len(src)+256, MaxCodeHTML))
	p.out = append(p.out, `<pre class="code" dir="ltr" tabindex="0"><code>`...)
	scanText(p, src, languageOfFile(fileName, src))
	p.finish()
	p.out = append(p.out, "</code></pre>\n"...)
	l := Listing{Lines: bytes.Count(src, []byte{'\n'}), Shown: p.line}
	if len(src) > 0 && src[len(src)-1] != '\n' {
		l.Lines++
	}
	l.Cut = p.cut || p.full || l.Shown < l.Lines || len(p.out) > MaxCodeHTML
	l.HTML = template.HTML(p.out)
	return l
}

// scanText prints a text in a language, nil for text without any.
func scanText(p *printer, src []byte, l ready) {
	if l == nil {
		p.print("", src)
		return
	}
	s := scanner{grammar: l(), printer: p, src: src}
	s.scan()
}

// highlight writes code into a document.
func (r *renderer) highlight(content []byte, l ready) {
	p := &printer{out: r.out, limit: r.limit}
	scanText(p, content, l)
	r.out = p.out
}
