package markup

import (
	"path"
	"strings"
	"sync"
)

// ready returns the grammar of a language, which it makes when first asked.
type ready func() *grammar

// languageIndex holds the languages by name and by name of file, made when first used.
var languageIndex = sync.OnceValue(func() (index struct{ names, files map[string]ready }) {
	index.names, index.files = map[string]ready{}, map[string]ready{}
	for i := range languages {
		l := &languages[i]
		grammar := sync.OnceValue(func() *grammar { return newGrammar(l) })
		addWords(index.names, l.names, grammar)
		addWords(index.files, l.files, grammar)
	}
	return index
})

// addWords adds a language under each of the words that has none yet.
func addWords(index map[string]ready, words string, l ready) {
	for w := range strings.FieldsSeq(words) {
		if index[w] == nil {
			index[w] = l
		}
	}
}

// languageOf returns the language that a fence names, nil for none that is known. Of
// "python:x.py" or "{.python}" the name counts.
func languageOf(word string) ready {
	word = strings.TrimLeft(word, "{.")
	if i := strings.IndexAny(word, "{}:,"); i >= 0 {
		word = word[:i]
	}
	if len(word) > maxLanguageName {
		return nil
	}
	return languageIndex().names[strings.ToLower(word)]
}

// maxLanguageName is longer than the name of any language.
const maxLanguageName = 32

// languageOfFile returns the language of a file by its name, and of a script without an
// extension by its first line; nil for none.
func languageOfFile(name string, src []byte) ready {
	base := path.Base(name)
	if l := languageIndex().files[base]; l != nil {
		return l
	}
	if stem, _, _ := strings.Cut(base, "."); stem == "Dockerfile" {
		return languageOf("dockerfile")
	}
	if ext := path.Ext(base); ext != "" && ext != base {
		return languageOf(ext[1:])
	}
	return languageOfScript(src)
}

// languageOfScript returns the language that the first line of a script asks for.
func languageOfScript(src []byte) ready {
	line, _, _ := strings.Cut(string(src[:min(len(src), 128)]), "\n")
	command, ok := strings.CutPrefix(line, "#!")
	if !ok {
		return nil
	}
	for word := range strings.FieldsSeq(command) {
		program := strings.TrimRight(path.Base(word), "0123456789.")
		if l := languageOf(program); l != nil && program != "env" {
			return l
		}
	}
	return nil
}
