package lint

import (
	"bytes"
	"iter"
	"slices"
	"strings"
	"unicode"

	"skillpack/internal/diag"
	"skillpack/internal/skill"
)

// codeWord is a word of code in a markdown file, and its line.
type codeWord struct {
	text   string
	span   diag.Span
	before string // what stands before it on its line, near
	after  string // what stands after it on its line, near
	first  bool   // it is the first word of its piece of code
}

// pathWords returns the words of a piece of code that hold a slash, in order.
func pathWords(f *skill.File, code diag.Span) []codeWord {
	var out []codeWord
	text := source(f, code)
	for at, word := range wordsIn(text) {
		if !strings.Contains(word, "/") {
			continue
		}
		w := wordAt(f.Content(), diag.Span{Start: code.Start + at, End: code.Start + at + len(word)})
		w.first = strings.TrimSpace(text[:at]) == ""
		out = append(out, w)
	}
	return out
}

// prosePaths returns the words with a slash in the prose of a markdown file, without the
// marks around them, in order.
func prosePaths(f *skill.File, m *skill.Markdown) []codeWord {
	var out []codeWord
	for _, span := range m.Prose {
		for _, w := range pathWords(f, span) {
			text := strings.TrimLeft(w.text, "*_([\"'“‘")
			w.span.Start += len(w.text) - len(text)
			w.text = strings.TrimRight(text, "*_)]\"'”’.,;:!?")
			w.span.End = w.span.Start + len(w.text)
			if !w.isInTitle() {
				out = append(out, w)
			}
		}
	}
	return out
}

// isInTitle reports whether the word is one of several of a heading. That is mostly the
// title of what the reader's file is to hold.
func (w codeWord) isInTitle() bool {
	return strings.HasPrefix(w.before, "#") && strings.Trim(w.before, "# *0123456789.") != ""
}

// wordsIn yields the offset and text of each word between blanks.
func wordsIn(text string) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		for at := 0; ; {
			at += len(text[at:]) - len(strings.TrimLeftFunc(text[at:], unicode.IsSpace))
			end := strings.IndexFunc(text[at:], unicode.IsSpace)
			if end < 0 {
				end = len(text[at:])
			}
			if end == 0 || !yield(at, text[at:at+end]) {
				return
			}
			at += end
		}
	}
}

func wordAt(content []byte, span diag.Span) codeWord {
	const near = 300 // bytes, so that a long line is not copied for each of its words
	before := content[max(0, span.Start-near):span.Start]
	after, _, _ := bytes.Cut(content[span.End:min(len(content), span.End+near)], []byte("\n"))
	return codeWord{
		text: string(content[span.Start:span.End]), span: span,
		before: string(before[bytes.LastIndexByte(before, '\n')+1:]), after: string(after),
	}
}

// isMade reports whether the line speaks of the file as of one that need not be
// there: an example, or one that the reader is to make. Of the verbs before the word
// the nearest counts.
func (w codeWord) isMade() bool {
	words := proseWords(w.before)
	if n := len(words); n > 0 && (words[n-1] == "a" || words[n-1] == "an") {
		return true
	}
	if saysExample(w.before) {
		return true
	}
	for _, word := range slices.Backward(words) {
		switch {
		case slices.Contains(makingVerbs(), word):
			return true
		case slices.Contains(readingVerbs(), word):
			return false
		}
	}
	return false
}

// isElsewhere reports whether the line says that paths into the directory are not the
// skill's own: it has "${ROOT}/dir/", speaks of the root of something larger, or names
// another owner ("the audit skill's").
func (w codeWord) isElsewhere(dir string) bool {
	if words := proseWords(w.before); len(words) > 1 && words[len(words)-2] == "skill" && words[len(words)-1] == "s" {
		return true
	}
	line := strings.ToLower(w.before + w.after)
	for _, root := range []string{"}/" + dir + "/", "plugin root", "repo root", "repository root", "project root"} {
		if strings.Contains(line, root) {
			return true
		}
	}
	return false
}

// isToCome reports whether the line says that the file does not exist, or need not.
func (w codeWord) isToCome() bool {
	line := strings.ToLower(w.before + w.after)
	for _, sign := range []string{"create this file", "create it", "if it exists", "if exists", "if present", "coming soon", "planned", "tbd", "to be added", "to be written", "not yet", "does not exist", "doesn't exist", "no longer", "removed"} {
		if strings.Contains(line, sign) {
			return true
		}
	}
	return false
}

// proseWords returns the words of a line in lower case without the marks around them.
func proseWords(line string) []string {
	return strings.FieldsFunc(strings.ToLower(line), func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune("*_`([|#\"'", r)
	})
}

// saysExample reports whether a text announces examples.
func saysExample(text string) bool {
	plain := strings.ToLower(strings.NewReplacer("*", "", "_", "").Replace(text))
	for _, sign := range []string{"example:", "examples:", "for example", "e.g.", "e.g "} {
		if strings.Contains(plain, sign) {
			return true
		}
	}
	return false
}

func makingVerbs() []string {
	return []string{
		"create", "creates", "creating", "write", "writes", "save", "saves", "add", "adds", "copy", "rename",
		"output", "outputs", "generate", "generates", "store", "stores", "named", "called", "commit", "put", "puts", "place", "keep", "keeps",
	}
}

func readingVerbs() []string {
	return []string{
		"see", "refer", "read", "reads", "run", "runs", "running", "use", "uses", "using", "load", "loads", "follow",
		"consult", "check", "open", "execute", "executes", "from", "via", "with",
	}
}
