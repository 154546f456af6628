package skill

import (
	"bytes"

	"skillpack/internal/diag"
)

// reportNoOpening says why the file has no frontmatter: it is empty, its first line
// only resembles a fence, the frontmatter stands further down (A13), or there is
// none (A15).
func (m *manifest) reportNoOpening(first textLine) {
	rest := m.data[first.start:]
	switch place, what := m.misplacedBlock(first); {
	case len(rest) == 0:
		m.report("frontmatter/missing", first.span(), "the file is empty; expected frontmatter with \"name\" and \"description\" between two lines \"---\"")
	case bytes.HasPrefix(rest, []byte(fence)):
		m.report("frontmatter/fence", first.span(), "the first line starts with \"---\" but is no fence; expected exactly \"---\" on a line of its own")
	case what != "":
		m.report("frontmatter/not-first", place, "frontmatter must start at the first byte of the file, but this stands %s; move it, with its \"---\" lines, to the top", what)
	default:
		m.report("frontmatter/missing", diag.Span{Start: first.start, End: first.start},
			"no frontmatter; expected the file to start with a line \"---\", then \"name\" and \"description\", then a line \"---\"")
	}
}

// misplacedBlock looks for what was probably meant as the frontmatter: a block
// between fence lines, or a code block at the top, that sets "name" or
// "description". It returns the place of its first line and where it stands, "" for
// nowhere. Nothing of it is ever used.
func (m *manifest) misplacedBlock(first textLine) (place diag.Span, what string) {
	var skim skimmer
	for from := first.start; from < len(m.data); {
		l := lineFrom(m.data, from)
		line := l.of(m.data)
		if isFence(bytes.TrimLeft(line, " \t")) && !skim.inExample() && m.setsName(l.next, fence) {
			return l.span(), skim.seen()
		}
		if mark := codeFence(line); mark != "" && !skim.text && skim.sections < 2 && m.setsName(l.next, mark) {
			return l.span(), "in a code block"
		}
		if skim.line(line); skim.lines > maxSkim {
			break
		}
		from = l.next
	}
	return diag.Span{}, ""
}

// maxSkim is how many lines are searched for misplaced frontmatter.
const maxSkim = 200

// setsName reports whether one of the lines from an offset up to the closing mark
// sets "name" or "description". There must be a closing mark.
func (m *manifest) setsName(from int, mark string) bool {
	sets := false
	for n := 0; from < len(m.data) && n < maxSkim; n++ {
		l := lineFrom(m.data, from)
		line := bytes.TrimLeft(l.of(m.data), " \t")
		switch {
		case bytes.HasPrefix(line, []byte("name:")), bytes.HasPrefix(line, []byte("description:")):
			sets = true
		case bytes.HasPrefix(line, []byte(mark)) && (mark != fence || isFence(line)) && sets:
			return true
		case mark == fence && isFence(line):
			return false
		}
		from = l.next
	}
	return false
}

// codeFence returns the mark of a line that opens a code block of YAML or of no
// named language, "" for any other line.
func codeFence(line []byte) string {
	for _, mark := range []string{"```", "~~~"} {
		if rest, ok := bytes.CutPrefix(line, []byte(mark)); ok {
			switch string(bytes.ToLower(bytes.TrimSpace(rest))) {
			case "", "yaml", "yml":
				return mark
			}
		}
	}
	return ""
}

// skimmer notes what kinds of lines it has seen above misplaced frontmatter.
type skimmer struct {
	lines                  int
	comment, heading, text bool
	open                   bool // inside an HTML comment
	sections               int  // headings outside code
	code                   bool // inside a code block
}

// inExample reports whether the next line stands in a code block of a text with
// sections, which shows what frontmatter looks like.
func (s *skimmer) inExample() bool { return s.code && s.sections > 1 }

func (s *skimmer) line(line []byte) {
	s.lines++
	line = bytes.TrimSpace(line)
	switch {
	case len(line) == 0:
	case s.open || bytes.HasPrefix(line, []byte("<!--")):
		s.comment = true
		s.open = !bytes.Contains(line, []byte("-->"))
	case bytes.HasPrefix(line, []byte("```")) || bytes.HasPrefix(line, []byte("~~~")):
		s.code, s.text = !s.code, true
	case line[0] == '#' && !s.code:
		s.heading = true
		s.sections++
	default:
		s.text = true
	}
}

// seen says, in the words of the finding, what stands above.
func (s *skimmer) seen() string {
	switch {
	case s.text:
		return "below other text"
	case s.heading:
		return "below a heading"
	case s.comment:
		return "below a comment"
	case s.lines > 0:
		return "below an empty line"
	default:
		return "behind blanks"
	}
}
