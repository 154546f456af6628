package lint

import (
	"bytes"
	"iter"
	"path"
	"slices"
	"strings"

	"skillpack/internal/skill"
)

// What texts say of scripts besides running them by their path.

// shown returns the names of the files that a text of the skill runs by an interpreter.
func (t *texts) shown() map[string]bool {
	if t.shownRuns == nil {
		t.shownRuns = make(map[string]bool)
		for _, f := range t.files {
			if !f.IsMarkdown() {
				continue
			}
			for word := range interpretedWords(f.Content()) {
				t.shownRuns[path.Base(word)] = true
			}
		}
	}
	return t.shownRuns
}

// interpretedWords yields the words of a text that follow an interpreter and its options.
func interpretedWords(text []byte) iter.Seq[string] {
	return func(yield func(string) bool) {
		behind := false
		for field := range bytes.FieldsSeq(text) {
			if !behind && !mayBeginInterpreter(field[0]) {
				continue
			}
			word := string(field)
			if strings.HasPrefix(word, "```") || strings.HasPrefix(word, "~~~") {
				behind = false // what follows is a language, or no code
				continue
			}
			word = strings.Trim(word, "`\"'$(),;:")
			switch word {
			case "run", "sudo", "time": // words of prose too
			default:
				behind = behind || isInterpreter(word)
				if !behind || isInterpreter(word) || strings.HasPrefix(word, "-") {
					continue
				}
				if behind = false; !yield(word) {
					return
				}
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
