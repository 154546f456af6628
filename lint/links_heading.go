package lint

import (
	"bytes"
	"cmp"
	"slices"

	"skillpack/internal/skill"
)

// textHeading is a line of a file that looks like a heading of level two or lower.
type textHeading struct {
	start  int // byte offset of the line
	level  int
	parent int // index of the heading of a section that this one is a part of, -1 for none
	words  []string
}

// isUnder reports whether a word stands in a section, or in a part of one, whose heading has
// one of some words.
func (x *linkIndex) isUnder(f *skill.File, w codeWord, words ...string) bool {
	headings := x.headingsOf(f)
	behind, _ := slices.BinarySearchFunc(headings, w.span.Start+1, func(h textHeading, at int) int { return cmp.Compare(h.start, at) })
	for i := behind - 1; i >= 0; i = headings[i].parent {
		if slices.ContainsFunc(headings[i].words, func(word string) bool { return slices.Contains(words, word) }) {
			return true
		}
	}
	return false
}

// headingsOf returns the headings of a file, read once however many words are looked at.
func (x *linkIndex) headingsOf(f *skill.File) []textHeading {
	headings, ok := x.headings[f]
	if !ok {
		headings = textHeadings(f.Content())
		x.headings[f] = headings
	}
	return headings
}

// headingOf returns the level and the text of a line that looks like a heading, 0 for
// another.
func headingOf(line []byte) (level int, text []byte) {
	text = bytes.TrimLeft(line, "#")
	level = len(line) - len(text)
	if level > 6 || !bytes.HasPrefix(text, []byte(" ")) {
		return 0, nil
	}
	return level, text
}

// textHeadings returns the lines of a text that look like headings of sections, in order.
func textHeadings(content []byte) []textHeading {
	var out []textHeading
	at := 0
	for line := range bytes.Lines(content) {
		start := at
		at += len(line)
		level, text := headingOf(line)
		if level < 2 { // one "#" alone is a comment of shell code more often than a heading
			continue
		}
		parent := len(out) - 1
		for parent >= 0 && out[parent].level >= level {
			parent = out[parent].parent
		}
		out = append(out, textHeading{start, level, parent, proseWords(string(text))})
	}
	return out
}
