package markup

import (
	"bytes"
	"fmt"
	"strconv"
)

// printer writes tokens as HTML: the text, with each token of a class in an element. Elements
// are short, for listings are most of a site.
type printer struct {
	out   []byte
	limit int  // bytes of out
	full  bool // out is longer; nothing is printed any more

	numbered bool // each line is an element with an id
	line     int  // number of the line that is open, or was open last
	isOpen   bool
	column   int // bytes of the line that is open
	missing  int // likewise, those that are left out
	cut      bool
}

// print writes one token, or with the class "" what is between tokens.
func (p *printer) print(class string, s []byte) {
	if !p.numbered {
		p.piece(class, s)
		return
	}
	for len(s) > 0 && !p.full {
		end := bytes.IndexByte(s, '\n')
		if end < 0 {
			p.inLine(class, s)
			return
		}
		text, hasReturn := bytes.CutSuffix(s[:end], []byte("\r"))
		p.inLine(class, text)
		p.endLine(hasReturn)
		s = s[end+1:]
	}
}

// piece writes text in its element.
func (p *printer) piece(class string, s []byte) {
	if p.full = p.full || len(p.out) > p.limit; p.full || len(s) == 0 {
		return
	}
	if class == "" {
		p.out = appendText(p.out, s, p.limit)
		return
	}
	p.out = append(append(append(p.out, "<i class=t"...), class...), '>')
	p.out = append(appendText(p.out, s, p.limit), "</i>"...)
}

// inLine writes a piece of a line, which it opens.
func (p *printer) inLine(class string, s []byte) {
	if !p.isOpen {
		p.startLine()
	}
	if p.full {
		return
	}
	if room := maxLine - p.column; len(s) > room {
		p.missing += len(s) - room
		s = s[:room]
	}
	p.column += len(s)
	p.piece(class, s)
}

func (p *printer) startLine() {
	if p.line == maxLines || len(p.out) > p.limit {
		p.full = true
		return
	}
	p.line++
	p.isOpen, p.column, p.missing = true, 0, 0
	p.out = append(p.out, "<span id=L"...)
	p.out = append(strconv.AppendInt(p.out, int64(p.line), 10), '>')
}

// endLine closes the line with its LF or CRLF, which stands in the element so that copies
// have it.
func (p *printer) endLine(hasReturn bool) {
	if !p.isOpen || p.full {
		return
	}
	p.note()
	if hasReturn {
		p.out = append(p.out, "&#13;"...)
	}
	p.out = append(p.out, "\n</span>"...)
	p.isOpen = false
}

// note says that the end of a line is left out, in an element without text.
func (p *printer) note() {
	if p.missing > 0 {
		p.cut = true
		p.out = fmt.Appendf(p.out, `<span class="cut" title="%d more bytes"></span>`, p.missing)
	}
}

// finish closes what is open.
func (p *printer) finish() {
	if p.isOpen {
		p.note()
		p.out = append(p.out, "</span>"...)
	}
}
