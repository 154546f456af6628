package lint

import (
	"bytes"
	"path"
	"strings"

	"skillpack/internal/skill"
)

// To parse markdown takes many times as long as to look at its bytes. What follows finds
// all that could be a link, more than there are, and tells whether each is certainly fine.

// mayBeFaulty reports whether a markdown file may have a link that is not fine. What those
// lead to that are is noted.
func (t *texts) mayBeFaulty(f *skill.File, content []byte) bool {
	t.enter(path.Dir(f.Path))
	for rest := 0; ; {
		i := bytes.IndexByte(content[rest:], ']')
		if i < 0 {
			break
		}
		rest += i + 1
		if rest == len(content) {
			break
		}
		switch content[rest] {
		case '(':
			if !t.isFineDest(f, content[rest+1:], ')') {
				return true
			}
		case ':':
			if isDefinition(content, rest-1) && !t.isFineDest(f, content[rest+1:], ' ') {
				return true
			}
		}
	}
	return t.mayBeFaultyHTML(f, content)
}

// isFineDest reports whether the destination that stands at the start of a text, behind
// blanks, is certainly fine. It ends with the line, at a blank, or before some other byte,
// before which it may be empty.
func (t *texts) isFineDest(f *skill.File, text []byte, end byte) bool {
	text = bytes.TrimLeft(text, " \t")
	if isOfWeb(text) {
		return true
	}
	n := 0
	for n < len(text) && text[n] != end && text[n] != ' ' && text[n] != '\t' && text[n] != '\r' && text[n] != '\n' {
		n++
	}
	return (n > 0 || end != ' ' && len(text) > 0 && text[0] == end) && t.isFineLink(f, text[:n])
}

// isOfWeb reports whether a destination leads to the web, whatever follows.
func isOfWeb(dest []byte) bool {
	return bytes.HasPrefix(dest, []byte("https://")) || bytes.HasPrefix(dest, []byte("http://"))
}

// isFineLink reports whether a destination as written is certainly fine. Of one with marks that
// markdown or HTML give a meaning this is not known, nor of fragments other than of plain headings.
func (t *texts) isFineLink(f *skill.File, dest []byte) bool {
	if target, known := t.fine[string(dest)]; known {
		t.reach(f, target)
		return true
	}
	if bytes.ContainsAny(dest, "\\&<>()") {
		return false
	}
	written, fragment, _ := strings.Cut(string(dest), "#")
	if written == "" {
		return fragment == "" || t.isPlainlyThere(f, dest)
	}
	j := t.judge(f, t.skill, skill.Link{Dest: written})
	if j.fault != linkFine {
		return false
	}
	if to := t.tree.File(j.target); fragment != "" && to != nil && !t.isPlainlyThere(to, dest) {
		return false
	}
	t.fine[string(dest)] = j.target
	t.reach(f, j.target)
	return true
}

// isPlainlyThere reports whether the fragment of a destination leads to a place in a file for
// which that need not be parsed.
func (t *texts) isPlainlyThere(f *skill.File, dest []byte) bool {
	fragment := fragmentOf(f, parseDest(string(dest), t.tree.Scheme))
	if fragment == "" {
		return true
	}
	_, there := t.plainHeadings(f)[fragment]
	return there
}

// plainHeadings returns the fragments of a file that are certain.
func (t *texts) plainHeadings(f *skill.File) skill.Slugger {
	if known, ok := t.plain.Load(f); ok {
		return known.(skill.Slugger)
	}
	from := 0
	if owner := t.owner(f.Path); owner != nil && f == owner.Manifest {
		from = owner.Body.Start
	}
	known := skill.PlainHeadings(t.held.content(f), from)
	t.plain.Store(f, known)
	return known
}

// isDefinition reports whether the bracket at an offset may end the label of a link
// definition, which begins its line.
func isDefinition(content []byte, at int) bool {
	line := bytes.LastIndexByte(content[:at], '\n') + 1
	open := bytes.LastIndexByte(content[line:at], '[')
	if open < 0 || open > 0 && content[line+open-1] == '\\' {
		return true
	}
	return len(bytes.Trim(content[line:line+open], " \t>-*+.)0123456789")) == 0
}

// mayBeFaultyHTML is mayBeFaulty for autolinks and the attributes of tags.
func (t *texts) mayBeFaultyHTML(f *skill.File, content []byte) bool {
	tags := false
	for rest := 0; ; {
		i := bytes.IndexByte(content[rest:], '<')
		if i < 0 {
			break
		}
		rest += i + 1
		if rest == len(content) || !isASCIILetter(content[rest]) {
			continue
		}
		tags = true
		if t.mayBeAutoLink(content[rest:]) {
			return true
		}
	}
	return tags && t.mayBeFaultyAttribute(f, content)
}

// mayBeAutoLink reports whether a text behind a "<" begins with a scheme, of which a link
// needs a look.
func (t *texts) mayBeAutoLink(text []byte) bool {
	const longest = 33 // bytes of a scheme, and the colon
	i := bytes.IndexByte(text[:min(len(text), longest)], ':')
	return i > 0 && destFormOf(string(text[:i+1])+"x", t.tree.Scheme) != destElsewhere && !bytes.ContainsAny(text[:i], "/?#\\ \t\r\n<>\"'=")
}

// mayBeFaultyAttribute looks at all that has the form of an href or src.
func (t *texts) mayBeFaultyAttribute(f *skill.File, content []byte) bool {
	for rest := 0; ; {
		i := bytes.IndexByte(content[rest:], '=')
		if i < 0 {
			return false
		}
		name := bytes.TrimRight(content[rest:rest+i], " \t\r\n\f")
		rest += i + 1
		if !endsFold(name, "href") && !endsFold(name, "src") {
			continue
		}
		value := bytes.TrimLeft(content[rest:], " \t\r\n\f")
		if len(value) > 0 && (value[0] == '"' || value[0] == '\'') {
			quote := value[:1]
			value, _, _ = bytes.Cut(value[1:], quote)
		} else if end := bytes.IndexAny(value, " \t\r\n\f>"); end >= 0 {
			value = value[:end]
		}
		if value = bytes.TrimSpace(value); len(value) > 0 && !isOfWeb(value) && !t.isFineLink(f, value) {
			return true
		}
	}
}

func endsFold(text []byte, end string) bool {
	return len(text) >= len(end) && strings.EqualFold(string(text[len(text)-len(end):]), end)
}

func isASCIILetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
