package lint

import (
	"encoding/binary"
	"fmt"
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"

	"skillpack/internal/diag"
	"skillpack/internal/skill"
)

// What the rules about characters that nobody sees share.

// hiddenRun is a run of characters without a shape of their own, the character on either
// side of it, 0 for none, and the text around it.
type hiddenRun struct {
	span          diag.Span
	runes         []rune
	before, after rune
	around        []byte // both ends may cut a character
}

// hiddenRuns yields the hidden runs of a text, also those that belong there, such as the
// joiner inside an emoji. A byte order mark at the start is none. The runes of a run are
// good until the next.
func hiddenRuns(text []byte) iter.Seq[hiddenRun] {
	return func(yield func(hiddenRun) bool) {
		var run hiddenRun
		for at := startOfText(text); ; {
			if at = skipASCII(text, at); at == len(text) {
				return
			}
			r, width := utf8.DecodeRune(text[at:])
			if !isHidden(r) {
				at += width
				continue
			}
			run.span.Start, run.runes = at, run.runes[:0]
			for isHidden(r) {
				run.runes = append(run.runes, r)
				at += width
				r, width = utf8.DecodeRune(text[at:])
			}
			run.span.End = at
			run.look(text)
			if !yield(run) {
				return
			}
		}
	}
}

// startOfText returns the offset behind a byte order mark.
func startOfText(text []byte) int {
	if r, width := utf8.DecodeRune(text); r == '\ufeff' {
		return width
	}
	return 0
}

// look takes in what is around the run.
func (h *hiddenRun) look(text []byte) {
	const seen = 60 // bytes on each side, a few words
	h.before, h.after = 0, 0
	if h.span.Start > 0 {
		h.before, _ = utf8.DecodeLastRune(text[:h.span.Start])
	}
	if h.span.End < len(text) {
		h.after, _ = utf8.DecodeRune(text[h.span.End:])
	}
	h.around = text[max(h.span.Start-seen, 0):min(h.span.End+seen, len(text))]
}

// skipASCII returns the first offset from at on of a byte that is not ASCII, the length of
// the text for none. It looks at 32 bytes at a time.
func skipASCII(text []byte, at int) int {
	const high = 0x8080808080808080
	for ; at <= len(text)-32; at += 32 {
		t := text[at : at+32]
		a, b := binary.LittleEndian.Uint64(t), binary.LittleEndian.Uint64(t[8:])
		c, d := binary.LittleEndian.Uint64(t[16:]), binary.LittleEndian.Uint64(t[24:])
		if (a|b|c|d)&high != 0 {
			break
		}
	}
	for at <= len(text)-8 && binary.LittleEndian.Uint64(text[at:at+8])&high == 0 {
		at += 8
	}
	for at < len(text) && text[at] < utf8.RuneSelf {
		at++
	}
	return at
}

// isHidden reports whether a character is what Unicode calls default ignorable, or marks
// an annotation.
func isHidden(r rune) bool {
	switch {
	case r < 0x600:
		return r == 0xad || r == 0x34f
	case 0x2070 <= r && r < 0x3164, 0x3164 < r && r < 0xfe00, 0x1e000 <= r && r < 0xe0000:
		return false // most of what is not ASCII is here
	case 0x13430 <= r && r < 0x13460:
		return false // they arrange hieroglyphs
	}
	return unicode.In(r, unicode.Cf, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point) &&
		!unicode.Is(unicode.Prepended_Concatenation_Mark, r)
}

// textFault is a place of a text and what is wrong there.
type textFault struct {
	span    diag.Span
	message string
}

// maxFaults is how many faults of one kind are reported of one file.
const maxFaults = 5

// textFaults are the faults of a text: the first of them, and how many there are.
type textFaults struct {
	first []textFault
	count int
}

// add takes a fault. Its message is asked for only where it is reported.
func (t *textFaults) add(span diag.Span, message func() string) {
	if t.count++; t.count <= maxFaults {
		t.first = append(t.first, textFault{span, message()})
	}
}

// report reports the first faults as those of a file; the last says how many follow.
func (t textFaults) report(p *Pass, f *skill.File) {
	for i, fault := range t.first {
		if more := t.count - maxFaults; i == maxFaults-1 && more > 0 {
			fault.message += fmt.Sprintf(" (and %d more in this file)", more)
		}
		p.At(f, fault.span, fault.message)
	}
}

// reportEscaped reports the faults of values of the frontmatter that come of escapes, such
// as "\u202e" in double quotes, so that the file shows them and a host's list does not.
func reportEscaped(p *Pass, s *skill.Skill, faultsOf func([]byte) textFaults) {
	for v := range valuesOf(s.Front) {
		if v.value.Style != skill.DoubleQuoted {
			continue
		}
		written := source(s.Manifest, v.value.Span)
		if !strings.Contains(written, `\`) {
			continue
		}
		for _, fault := range faultsOf([]byte(v.value.Text)).first {
			if !strings.Contains(written, v.value.Text[fault.span.Start:fault.span.End]) {
				p.At(s.Manifest, v.value.Span, "by escapes, "+fault.message)
				break
			}
		}
	}
}

// nearby returns a piece of a text with a little on both sides, for a message.
func nearby(text []byte, span diag.Span) string {
	const shown = 12 // characters on each side
	start, end := span.Start, span.End
	for range shown {
		if r, width := utf8.DecodeLastRune(text[:start]); width > 0 && r != '\n' {
			start -= width
		}
		if r, width := utf8.DecodeRune(text[end:]); width > 0 && r != '\n' {
			end += width
		}
	}
	return quoted(strings.Trim(string(text[start:end]), "\r\t "))
}
