package lint

import (
	"bytes"
	"path"
	"strings"

	"skillpack/internal/skill"
)

// doubtPaths looks at all that could be a path in a markdown file. It reports whether one
// may name a file of the skill that is not there, and whether one may run a script that
// cannot be run so.
func (t *texts) doubtPaths(f *skill.File, content []byte) (mayMiss, mayRun bool) {
	for at := 0; !mayMiss || !mayRun; at++ {
		i := bytes.IndexByte(content[at:], '/')
		if i < 0 {
			return mayMiss, mayRun
		}
		at += i
		mayMiss = mayMiss || t.mayMissAt(f, content, at)
		mayRun = mayRun || t.mayRunAt(content, at)
	}
	return mayMiss, mayRun
}

// mayMissAt reports whether a path whose first segment ends before a slash may be one of
// a file that the skill lacks.
func (t *texts) mayMissAt(f *skill.File, content []byte, slash int) bool {
	dir := dirBefore(content[:slash])
	if dir == "" {
		return false
	}
	start := slash - len(dir)
	if !mayStartPath(content[:start]) {
		return false
	}
	end := slash
	for end < len(content) && isPathByte(content[end]) {
		end++
	}
	if end < len(content) && content[end] >= 0x80 {
		return true // as one of another script may go on
	}
	name := strings.TrimRight(string(content[start:end]), "._")
	own, ok := ownPath(name)
	return ok && !t.isThere(f, t.skill, own)
}

// dirBefore returns the name of a directory that skills have, if a text ends with one.
func dirBefore(text []byte) string {
	if n := len(text); n == 0 || text[n-1] != 's' && text[n-1] != 'e' {
		return "" // none of them ends so
	}
	for _, dirs := range [][]string{commonDirs(), skillDirNames()} {
		for _, dir := range dirs {
			if bytes.HasSuffix(text, []byte(dir)) {
				return dir
			}
		}
	}
	return ""
}

// mayStartPath reports whether a path may start behind a text.
func mayStartPath(before []byte) bool {
	n := len(before)
	if n == 0 {
		return true
	}
	switch c := before[n-1]; {
	case c == '/':
		return n > 1 && before[n-2] == '.'
	case c == '_':
		return true // a mark of emphasis
	default:
		return !isPathByte(c)
	}
}

// mayRunAt reports whether a script that cannot be run by its path has the name before or
// behind a slash.
func (t *texts) mayRunAt(content []byte, slash int) bool {
	s := t.fragile()
	if len(s.names) == 0 {
		return false
	}
	const ends = " \t\r\n\v\f/`"
	behind := content[slash+1:]
	if i := bytes.IndexAny(behind, ends); i >= 0 {
		behind = behind[:i]
	}
	before := content[:slash]
	before = before[bytes.LastIndexAny(before, ends)+1:]
	return s.odd || s.has(behind) || s.has(before)
}

// has reports whether a piece of text between blanks may be the name of one. Blanks beyond
// ASCII are not looked for.
func (s *fragileScripts) has(piece []byte) bool {
	if s.names[string(piece)] || len(piece) == 0 {
		return len(piece) > 0
	}
	if skipASCII(piece, 0) == len(piece) {
		return false
	}
	for name := range s.names {
		if bytes.Contains(piece, []byte(name)) {
			return true
		}
	}
	return false
}

// fragileScripts are the scripts below a skill's directory that need an interpreter, and
// that no text of the skill runs by one.
type fragileScripts struct {
	names map[string]bool // of the files
	odd   bool            // a name has marks that end it in a text
}

func (t *texts) fragile() *fragileScripts {
	if t.scripts != nil {
		return t.scripts
	}
	t.scripts = &fragileScripts{names: make(map[string]bool)}
	for _, f := range t.skill.Files {
		if isScript(f.Path) && (!f.Mode.Executable || !bytes.HasPrefix(f.Content(), []byte("#!"))) {
			t.scripts.names[path.Base(f.Path)] = true
		}
	}
	if len(t.scripts.names) > 0 {
		for name := range t.shown() {
			delete(t.scripts.names, name)
		}
	}
	for name := range t.scripts.names {
		t.scripts.odd = t.scripts.odd || strings.Contains(name, "`")
	}
	return t.scripts
}
