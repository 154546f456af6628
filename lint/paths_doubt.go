package lint

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"skillpack/internal/skill"
)

// doubtPaths looks at all that could be a path in a markdown file. It reports whether one
// may name a file of the skill that is not there, and whether one may run a script that
// cannot be run so.
func (t *texts) doubtPaths(f *skill.File, content []byte) (mayMiss, mayRun bool) {
	t.enter(path.Dir(f.Path))
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
	if dir == 0 {
		return false
	}
	start := slash - dir
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
	name := bytes.TrimRight(content[start:end], "._")
	if t.there[string(name)] {
		return false
	}
	own, ok := ownPath(string(name))
	if ok && !t.isThere(f, t.skill, own) {
		return true
	}
	t.there[string(name)] = true
	return false
}

// dirBefore returns the length of the name of a directory that skills have, if a text ends
// with one.
func dirBefore(text []byte) int {
	if n := len(text); n < 5 || text[n-1] != 's' && text[n-1] != 'e' {
		return 0 // none of them ends so, or is so short
	}
	for _, dirs := range [][]string{commonDirs(), skillDirNames()} {
		for _, dir := range dirs {
			if bytes.HasSuffix(text, []byte(dir)) {
				return len(dir)
			}
		}
	}
	return 0
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
	start, end := slash, slash+1
	for start > 0 && !endsRun(content[start-1]) {
		start--
	}
	for end < len(content) && !endsRun(content[end]) {
		end++
	}
	return s.odd || t.mayRun(content[slash+1:end]) || t.mayRun(content[start:slash])
}

// endsRun reports whether a byte ends what may be the name of a script.
func endsRun(c byte) bool { return c == ' ' || c == '`' || '\t' <= c && c <= '\r' }

// mayRun reports whether a piece of text between blanks may be the name of a script that
// needs an interpreter, and that no text runs by one. Blanks beyond ASCII are not looked
// for.
func (t *texts) mayRun(piece []byte) bool {
	s := t.scripts
	if s.names[string(piece)] {
		return t.isFragile(string(piece))
	}
	if skipASCII(piece, 0) == len(piece) {
		return false
	}
	for name := range s.names {
		if bytes.Contains(piece, []byte(name)) && t.isFragile(name) {
			return true
		}
	}
	return false
}

// isFragile reports whether a script of that name below the skill's directory needs an
// interpreter that no text runs it by. Of one that is not the name is forgotten.
func (t *texts) isFragile(name string) bool {
	is := slices.ContainsFunc(t.skill.Files, func(f *skill.File) bool {
		return path.Base(f.Path) == name && isScript(f.Path) && (!f.Mode.Executable || !bytes.HasPrefix(t.held.content(f), []byte("#!")))
	}) && !t.isShown(name)
	if !is {
		delete(t.scripts.names, name)
	}
	return is
}

// fragileScripts are the scripts below a skill's directory that may need an interpreter.
type fragileScripts struct {
	names map[string]bool // of the files, without those of which isFragile is known to be false
	odd   bool            // the name of one that does has marks that end it in a text
}

func (t *texts) fragile() *fragileScripts {
	if t.scripts != nil {
		return t.scripts
	}
	t.scripts = &fragileScripts{names: make(map[string]bool)}
	for _, f := range t.skill.Files {
		if isScript(f.Path) {
			t.scripts.names[path.Base(f.Path)] = true
		}
	}
	for name := range t.scripts.names {
		if strings.Contains(name, "`") && t.isFragile(name) {
			t.scripts.odd = true
		}
	}
	return t.scripts
}
