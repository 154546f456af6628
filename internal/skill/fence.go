package skill

import (
	"bytes"
	"fmt"

	"skillpack/internal/diag"
)

// maxFrontmatter is the greatest size of a frontmatter block, in bytes. A real one
// has a few hundred; the limit keeps the YAML parser's memory in bounds.
const maxFrontmatter = 1 << 20

// fence is the line that opens and closes frontmatter.
const fence = "---"

// textLine is a line of a file: its text is [start, end), and the next line starts
// at next.
type textLine struct{ start, end, next int }

// lineFrom returns the line that starts at the given offset. Lines end at LF or CRLF.
func lineFrom(data []byte, start int) textLine {
	l := textLine{start, len(data), len(data)}
	if i := bytes.IndexByte(data[start:], '\n'); i >= 0 {
		l.end, l.next = start+i, start+i+1
	}
	if l.end > start && data[l.end-1] == '\r' {
		l.end--
	}
	return l
}

func (l textLine) of(data []byte) []byte { return data[l.start:l.end] }

func (l textLine) span() diag.Span { return diag.Span{Start: l.start, End: l.end} }

// isFence reports whether a line is a fence, be it with blanks behind it.
func isFence(line []byte) bool { return string(trimRight(line)) == fence }

func trimRight(line []byte) []byte { return bytes.TrimRight(line, " \t") }

// findBlock finds the frontmatter block, which is what stands between the fences,
// and the body; ok is false where there is none to read.
func (m *manifest) findBlock() (block, body diag.Span, ok bool) {
	start := 0
	if bytes.HasPrefix(m.data, []byte(byteOrderMark)) {
		start = len(byteOrderMark)
	}
	opening := lineFrom(m.data, start)
	if !isFence(opening.of(m.data)) {
		m.reportNoOpening(opening)
		return block, diag.Span{Start: start, End: len(m.data)}, false
	}
	m.checkFence(opening, "opening")
	closing, found := m.closingFence(opening.next)
	if !found {
		m.reportNoClosing(opening)
		return block, diag.Span{Start: len(m.data), End: len(m.data)}, false
	}
	m.checkFence(closing, "closing")
	block = diag.Span{Start: opening.next, End: closing.start}
	return block, diag.Span{Start: closing.next, End: len(m.data)}, m.checkSize(block)
}

// closingFence finds the first fence line at or behind an offset that starts a line.
func (m *manifest) closingFence(from int) (textLine, bool) {
	for from < len(m.data) {
		l := lineFrom(m.data, from)
		if isFence(l.of(m.data)) {
			return l, true
		}
		from = l.next
	}
	return textLine{}, false
}

// checkFence reports blanks behind a fence (A5).
func (m *manifest) checkFence(l textLine, which string) {
	blanks := diag.Span{Start: l.start + len(fence), End: l.end}
	if blanks.Start == blanks.End {
		return
	}
	m.report("frontmatter/fence", blanks, "the %s fence has blanks behind it, and several hosts then see no frontmatter; expected exactly \"---\", delete the blanks", which).
		Fix = &diag.Fix{Title: fmt.Sprintf("delete the blanks behind the %s fence", which), Edits: []diag.Edit{{Span: blanks}}}
}

func (m *manifest) checkSize(block diag.Span) bool {
	if size := block.End - block.Start; size > maxFrontmatter {
		m.report("frontmatter/size", diag.Span{Start: block.Start, End: block.Start},
			"the frontmatter has %d bytes, at most %d are read; move long text to the body", size, maxFrontmatter)
		return false
	}
	return true
}

// reportNoClosing says that the block has no end (A10, A11), and which line was
// perhaps meant as one.
func (m *manifest) reportNoClosing(opening textLine) {
	hint := "end the frontmatter by a line \"---\""
	for from, n := opening.next, 2; from < len(m.data); n++ {
		l := lineFrom(m.data, from)
		if nearFence(l.of(m.data)) {
			hint = fmt.Sprintf("line %d is %q, expected exactly \"---\"", n, trimRight(l.of(m.data)))
			break
		}
		from = l.next
	}
	m.report("frontmatter/fence", opening.span(), "the frontmatter that starts here has no closing fence; %s", hint)
}

// nearFence reports whether a line looks like a miswritten fence: indented, of
// another length or of another character.
func nearFence(line []byte) bool {
	const longest = 20
	word := string(bytes.TrimSpace(line))
	if word == "..." || word == "—" || word == "–-" || word == "———" {
		return true
	}
	return len(word) >= len(fence) && len(word) < longest && len(bytes.Trim([]byte(word), "-")) == 0
}
