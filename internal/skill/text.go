package skill

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"unicode/utf8"

	"skillpack/internal/diag"
)

// byteOrderMark is U+FEFF as UTF-8.
const byteOrderMark = "\xef\xbb\xbf"

// checkText reports what keeps the whole file from being plain UTF-8 text, each
// kind once at its first place (A1, A4, A19). It returns false where the file is no
// text at all, so that reading its frontmatter makes no sense.
func (m *manifest) checkText() bool {
	if bytes.HasPrefix(m.data, []byte(byteOrderMark)) {
		mark := diag.Span{End: len(byteOrderMark)}
		m.report("text/bom", mark, "the file starts with a byte order mark (U+FEFF), behind which many hosts see no frontmatter; delete it").
			Fix = &diag.Fix{Title: "delete the byte order mark", Edits: []diag.Edit{{Span: mark}}}
	}
	s := scanText(m.data)
	if s.invalid.count > 0 {
		at := s.invalid.first.Start
		m.report("text/encoding", s.invalid.first, "byte 0x%02x is not UTF-8%s; save the file as UTF-8", m.data[at], s.invalid.more())
	}
	if s.nul.count > 0 {
		m.report("text/nul", s.nul.first, "the file holds a NUL byte%s; a manifest must be text, delete it", s.nul.more())
	}
	if s.control.count > 0 {
		r, _ := utf8.DecodeRune(m.data[s.control.first.Start:])
		m.report("text/control", s.control.first, "control character U+%04X%s; %s", r, s.control.more(), controlAdvice(m.data[:s.control.first.Start], r))
	}
	if s.bareCR.count > 0 {
		m.report("text/carriage-return", s.bareCR.first, "a carriage return that no line feed follows%s; parsers disagree on whether it ends the line, end lines with LF or CRLF", s.bareCR.more())
	}
	return s.invalid.count == 0 && s.nul.count == 0
}

// controlAdvice says what to do about a control character behind the given text. One
// of U+0080 to U+009F behind another byte of UTF-8 comes of text that was read in
// another encoding, as in "â\u0080\u0099" for an apostrophe; to delete it would leave
// the rest of the damage.
func controlAdvice(before []byte, r rune) string {
	if last, _ := utf8.DecodeLastRune(before); r >= 0x80 && last >= 0xc2 && last <= 0xf4 {
		return "the text was UTF-8, was read in another encoding and saved again; restore it from the original"
	}
	return "delete it, or in the frontmatter write it as an escape in a double-quoted value"
}

// sightings counts the places of one kind of fault and keeps the first, so that a
// file full of them gives one finding.
type sightings struct {
	first diag.Span
	count int
}

func (s *sightings) add(start, width int) {
	if s.count == 0 {
		s.first = diag.Span{Start: start, End: start + width}
	}
	s.count++
}

// more says how many places follow the first, for the end of a phrase.
func (s *sightings) more() string {
	if s.count < 2 {
		return ""
	}
	return fmt.Sprintf(" (and %d more in this file)", s.count-1)
}

type textScan struct{ invalid, nul, control, bareCR sightings }

func scanText(data []byte) (s textScan) {
	for i := skipPlain(data, 0); i < len(data); i = skipPlain(data, i) {
		c := data[i]
		if c >= ' ' && c < 0x7f || c == '\n' || c == '\t' {
			i++
			continue
		}
		r, width := utf8.DecodeRune(data[i:])
		switch {
		case r == utf8.RuneError && width == 1:
			s.invalid.add(i, 1)
		case r == 0:
			s.nul.add(i, 1)
		case r == '\r':
			if i+1 == len(data) || data[i+1] != '\n' {
				s.bareCR.add(i, 1)
			}
		case isControl(r):
			s.control.add(i, width)
		}
		i += width
	}
	return s
}

// skipPlain returns an offset from at on before which all are printable characters of ASCII. It looks at
// eight at a time, and stops before those with another among them.
func skipPlain(data []byte, at int) int {
	const ones, tops = 0x0101010101010101, 0x8080808080808080
	for at+8 <= len(data) {
		x := binary.LittleEndian.Uint64(data[at:])
		if blanks := (x | tops) - ones*' '; (x|(x+ones)|^blanks)&tops != 0 {
			break
		}
		at += 8
	}
	return at
}

// isControl reports whether r is a control character other than tab and the line
// breaks. U+0085 is a line break that YAML 1.2 takes as text.
func isControl(r rune) bool {
	return r < ' ' && r != '\t' && r != '\n' && r != '\r' || r >= 0x7f && r < 0xa0 && r != '\u0085'
}
