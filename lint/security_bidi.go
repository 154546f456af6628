package lint

import (
	"bytes"
	"fmt"
	"slices"
	"unicode/utf8"

	"golang.org/x/text/unicode/bidi"

	"skillpack/internal/diag"
	"skillpack/internal/skill"
)

func securityBidi() *Rule {
	return &Rule{
		ID:       "security/bidi",
		Severity: diag.Warning,
		Doc: Doc{
			Summary: "Characters that steer the direction of text make a line read otherwise than it looks.",
			Why: "A reviewer sees the characters of the line in another order than the model, or the shell, reads them, so that a " +
				"harmless line may hold a harmful command. In Arabic, Hebrew and other texts that run from right to left the marks, and " +
				"embeddings and isolates that end on their line, are fine; an override never is.",
			Bad:   "-- x/SKILL.md (escaped) --\n...\nRun \\u202egnp.exe.tset\\u202c first.\n",
			Good:  "-- x/SKILL.md (escaped) --\n...\nRun test.exe.png first. \\u05e9\\u05dc\\u05d5\\u05dd\\u200f!\n",
			Cites: []string{"H9"},
		},
		File:  func(p *Pass, f *skill.File) { bidiFaults(p.content(f)).report(p, f) },
		Skill: func(p *Pass, s *skill.Skill) { reportEscaped(p, s, bidiFaults) },
	}
}

// The characters that steer direction.
const (
	lrm, rlm, alm           = '\u200e', '\u200f', '\u061c'
	lre, rle, pdf, lro, rlo = '\u202a', '\u202b', '\u202c', '\u202d', '\u202e'
	lri, rli, fsi, pdi      = '\u2066', '\u2067', '\u2068', '\u2069'
)

func isBidi(r rune) bool { return isDirectionMark(r) || lre <= r && r <= rlo || lri <= r && r <= pdi }

func isDirectionMark(r rune) bool { return r == lrm || r == rlm || r == alm }

// bidiLine is what of a line steers direction.
type bidiLine struct {
	span  diag.Span // from the first such character to the last
	runes []rune
}

// bidiFaults returns the lines of a text that characters for direction disguise.
func bidiFaults(text []byte) (faults textFaults) {
	lines := bidiLines(text)
	if len(lines) == 0 {
		return faults
	}
	leftward := runsLeft(text)
	for _, l := range lines {
		what := l.fault(text, leftward)
		if what == "" {
			continue
		}
		faults.add(l.span, func() string {
			return fmt.Sprintf("%s %s; delete %s, or write what is meant as an escape",
				nearby(text, l.span), fmt.Sprintf(what, codeNames(l.runes)), itOrThem(len(l.runes)))
		})
	}
	return faults
}

// bidiLines returns the lines of a text that hold characters for direction.
func bidiLines(text []byte) []bidiLine {
	var lines []bidiLine
	end := -1 // of the last of lines
	for run := range hiddenRuns(text) {
		runes := slices.DeleteFunc(slices.Clone(run.runes), func(r rune) bool { return !isBidi(r) })
		if len(runes) == 0 {
			continue
		}
		if run.span.Start >= end {
			lines, end = append(lines, bidiLine{span: run.span}), lineEnd(text, run.span.End)
		}
		last := &lines[len(lines)-1]
		last.span.End, last.runes = run.span.End, append(last.runes, runes...)
	}
	return lines
}

func lineEnd(text []byte, at int) int {
	if i := bytes.IndexByte(text[at:], '\n'); i >= 0 {
		return at + i
	}
	return len(text)
}

// fault says what is wrong with a line, "" for nothing, with %s for the characters. In a
// text that runs leftward somewhere there is use for everything that ends where it should.
func (l *bidiLine) fault(text []byte, leftward bool) string {
	has := func(kinds ...rune) bool {
		return slices.ContainsFunc(l.runes, func(r rune) bool { return slices.Contains(kinds, r) })
	}
	line := text[bytes.LastIndexByte(text[:l.span.Start], '\n')+1 : lineEnd(text, l.span.End)]
	switch {
	case has(lro, rlo):
		return "is shown in another order than it is read, by %s"
	case has(rle, rli) && !(leftward && runsLeft(line)):
		return "may be shown in another order than it is read, by %s"
	case !leftward:
		return "holds %s, which nobody sees, and the file has no text that runs from right to left"
	case !isClosed(l.runes):
		return "holds %s, of which one is not closed on its line, so what follows may be shown in another order"
	}
	return ""
}

// isClosed reports whether each embedding and each isolate has its end, in order.
func isClosed(runes []rune) bool {
	var open []rune
	for _, r := range runes {
		switch r {
		case lre, rle, lro, rlo:
			open = append(open, pdf)
		case lri, rli, fsi:
			open = append(open, pdi)
		case pdf, pdi:
			if len(open) == 0 || open[len(open)-1] != r {
				return false
			}
			open = open[:len(open)-1]
		}
	}
	return len(open) == 0
}

// runsLeft reports whether a text holds a letter that is written from right to left.
func runsLeft(text []byte) bool {
	for at := skipASCII(text, 0); at < len(text); at = skipASCII(text, at) {
		r, width := utf8.DecodeRune(text[at:])
		props, _ := bidi.LookupRune(r)
		if c := props.Class(); (c == bidi.R || c == bidi.AL) && !isDirectionMark(r) {
			return true
		}
		at += width
	}
	return false
}
