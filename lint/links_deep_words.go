package lint

import (
	"bytes"
	"path"
	"strings"
	"unicode"
	"unicode/utf8"

	"skillpack/internal/skill"
)

// mentioned is what a SKILL.md says that could name files.
type mentioned struct {
	words map[string]bool // between blanks, slashes and marks
	codes map[string]bool // whole code spans
	dirs  map[string]bool // paths of directories, and of patterns that begin with one
	// starts are what patterns such as "shared/api-*.md" begin with.
	starts []string
}

func manifestWords(s *skill.Skill) mentioned {
	m := mentioned{words: make(map[string]bool), codes: make(map[string]bool), dirs: make(map[string]bool)}
	content := string(s.Manifest.Content())
	for word := range strings.FieldsFuncSeq(content, endsName) {
		m.words[strings.Trim(word, ".@_-")] = true
	}
	for _, c := range s.Manifest.Markdown().Codes {
		m.codes[c.Text] = true
	}
	for word := range strings.FieldsFuncSeq(content, endsPath) {
		if dir, ok := strings.CutSuffix(word, "/"); ok {
			m.dirs[strings.TrimPrefix(strings.TrimLeft(dir, "./@"), path.Base(s.Dir)+"/")] = true
		}
	}
	m.starts = patternStarts(content)
	return m
}

// patternStarts returns what the patterns and placeholders of a text begin with up to a
// "-" or "_", at most mostCompared of them.
func patternStarts(content string) []string {
	var starts []string
	for word := range strings.FieldsFuncSeq(content, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("`\"'(),;", r) }) {
		i := strings.IndexAny(word, "*{<[$")
		if i > 0 && (word[i-1] == '-' || word[i-1] == '_') && len(starts) < mostCompared {
			starts = append(starts, strings.TrimLeft(word[:i], "./@"))
		}
	}
	return starts
}

// hasName reports whether a text has a name between blanks, slashes and marks, as one of
// the words of mentioned.
func hasName(content []byte, name string) bool {
	if strings.Trim(name, ".@_-") != name || strings.ContainsFunc(name, endsName) {
		return false
	}
	for at := 0; ; at++ {
		i := bytes.Index(content[at:], []byte(name))
		if i < 0 || name == "" {
			return false
		}
		at += i
		before, _ := utf8.DecodeLastRune(content[:at])
		behind := content[at+len(name):]
		after, width := utf8.DecodeRune(behind)
		if after == '.' { // of a sentence
			after, _ = utf8.DecodeRune(behind[width:])
		}
		if (at == 0 || endsName(before)) && (len(behind) == 0 || endsName(after)) {
			return true
		}
	}
}

// endsPath reports whether a path in a text ends before r. A pattern or placeholder is
// part of none, so that what is left of "rules/*.md" is "rules/".
func endsPath(r rune) bool { return r != '/' && endsName(r) }

// has reports whether the words name a file: by its name, by its stem where that is no
// ordinary word or is code, or by a directory that holds it.
func (m mentioned) has(s *skill.Skill, f *skill.File) bool {
	below := strings.TrimPrefix(f.Path, s.Dir+"/")
	base := path.Base(below)
	stem := strings.TrimSuffix(base, path.Ext(base))
	if m.words[base] || m.codes[stem] || m.codes[strings.TrimSuffix(below, path.Ext(below))] || m.words[stem] && strings.ContainsAny(stem, "-_0123456789") {
		return true
	}
	for _, start := range m.starts {
		if strings.HasPrefix(below, start) || strings.HasPrefix(base, start) {
			return true
		}
	}
	for dir := path.Dir(below); dir != "."; dir = path.Dir(dir) {
		if m.dirs[dir] || m.codes[dir] {
			return true
		}
	}
	return false
}
