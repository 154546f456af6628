package lint

import (
	"bytes"
	"iter"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"skillpack/internal/skill"
)

// What texts say of scripts besides running them by their path.

// isShown reports whether a text of the skill runs a file of that name by an interpreter.
// Of the first names each is looked for by itself, since most skills ask for few.
func (t *texts) isShown(name string) bool {
	const few = 4
	if t.shown == nil {
		t.shown = make(map[string]bool)
	}
	if is, known := t.shown[name]; known || t.shownAll {
		return is
	}
	if t.shownAll = len(t.shown) == few; !t.shownAll {
		t.shown[name] = slices.ContainsFunc(t.files, func(f *skill.File) bool { return f.IsMarkdown() && runsByInterpreter(t.held.content(f), name) })
		return t.shown[name]
	}
	for _, f := range t.files {
		if f.IsMarkdown() {
			for word := range interpretedWords(t.held.content(f)) {
				t.shown[path.Base(word)] = true
			}
		}
	}
	return t.shown[name]
}

// runsByInterpreter reports whether interpretedWords yields a path that ends with a name.
func runsByInterpreter(text []byte, name string) bool {
	for from := 0; ; {
		i := bytes.Index(text[from:], []byte(name))
		if i < 0 {
			return false
		}
		start, end := fieldAround(text, from+i)
		from = end
		if path.Base(trimRun(string(text[start:end]))) == name && isInterpreted(text[:start], string(text[start:end])) {
			return true
		}
	}
}

// isInterpreted reports whether a word of a text follows an interpreter and its options;
// before is the text before it.
func isInterpreted(before []byte, field string) bool {
	if kindOfRun(field) != runOther {
		return false
	}
	for len(before) > 0 {
		before = bytes.TrimRightFunc(before, unicode.IsSpace)
		start := bytes.LastIndexFunc(before, unicode.IsSpace)
		if start >= 0 {
			_, width := utf8.DecodeRune(before[start:])
			start += width
		}
		start = max(start, 0)
		switch kindOfRun(string(before[start:])) {
		case runInterpreter:
			return true
		case runOther, runFence:
			return false
		}
		before = before[:start]
	}
	return false
}

// fieldAround returns where the word begins and ends that an offset of a text lies in.
func fieldAround(text []byte, at int) (start, end int) {
	start, end = bytes.LastIndexFunc(text[:at], unicode.IsSpace), bytes.IndexFunc(text[at:], unicode.IsSpace)
	if start >= 0 {
		_, width := utf8.DecodeRune(text[start:])
		start += width
	}
	if end < 0 {
		return max(start, 0), len(text)
	}
	return max(start, 0), at + end
}

// runKind says what a word of a text is to the run of a script.
type runKind uint8

const (
	runOther       runKind = iota
	runInterpreter         // what follows is run by it, behind any options
	runOption
	runProse // an interpreter that is a word of prose too
	runFence // what follows is a language, or no code
)

func kindOfRun(field string) runKind {
	if strings.HasPrefix(field, "```") || strings.HasPrefix(field, "~~~") {
		return runFence
	}
	switch word := trimRun(field); {
	case word == "run" || word == "sudo" || word == "time":
		return runProse
	case isInterpreter(word):
		return runInterpreter
	case strings.HasPrefix(word, "-"):
		return runOption
	}
	return runOther
}

// trimRun takes the marks from a word.
func trimRun(field string) string { return strings.Trim(field, "`\"'$(),;:") }

// interpretedWords yields the words of a text that follow an interpreter and its options.
func interpretedWords(text []byte) iter.Seq[string] {
	return func(yield func(string) bool) {
		behind := false
		for field := range bytes.FieldsSeq(text) {
			if !behind && !mayBeginInterpreter(field[0]) {
				continue
			}
			switch kindOfRun(string(field)) {
			case runInterpreter:
				behind = true
			case runFence:
				behind = false
			case runOther:
				if behind && !yield(trimRun(string(field))) {
					return
				}
				behind = false
			}
		}
	}
}

// mayBeginInterpreter reports whether a word that begins with a byte may name an
// interpreter, in marks or not.
func mayBeginInterpreter(c byte) bool {
	return c < 'A' || c == '`' || strings.IndexByte("bdnprstuz", c) >= 0
}

// makesExecutable reports whether a text of the skill has a script made executable, by its
// name or a pattern.
func (t *texts) makesExecutable(script *skill.File) bool {
	if t.chmods == nil {
		t.chmods = []string{}
		for _, f := range t.files {
			if f.IsMarkdown() {
				t.chmods = append(t.chmods, chmodsOf(f)...)
			}
		}
	}
	return slices.ContainsFunc(t.chmods, func(pattern string) bool {
		ok, _ := path.Match(pattern, path.Base(script.Path))
		return ok
	})
}

// chmodsOf returns the names and patterns of the files that a text makes executable.
func chmodsOf(f *skill.File) []string {
	var out []string
	for line := range strings.Lines(string(f.Content())) {
		if _, files, found := strings.Cut(line, "chmod "); found {
			for word := range strings.FieldsSeq(files) {
				out = append(out, path.Base(strings.Trim(word, "`\"'$(),;:.")))
			}
		}
	}
	return out
}
