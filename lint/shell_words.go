package lint

import (
	"bytes"
	"slices"
	"strings"

	"skillpack/internal/diag"
	"skillpack/internal/skill"
)

// shellWords returns the words that hold a slash of the commands in the fenced shell
// blocks of a markdown file, in order. Of blocks that name no language it returns
// commands that begin with "./" only, since those may be anything.
func shellWords(f *skill.File) []codeWord {
	var out []codeWord
	var block fence
	at, continued := 0, false
	for line := range bytes.Lines(f.Content()) {
		if !block.take(string(line)) && block.mark != "" {
			words := lineWords(f, at, string(line), !continued)
			if !block.isShell() {
				words = slices.DeleteFunc(words, func(w codeWord) bool { return !w.command || !strings.HasPrefix(w.text, "./") })
			}
			if block.isShell() || block.language == "" {
				out = append(out, words...)
			}
			continued = bytes.HasSuffix(bytes.TrimSpace(line), []byte(`\`))
		}
		at += len(line)
	}
	return out
}

// lineWords returns the words of a line of a block, up to a comment. The first one is
// a command where begins is set; a prompt before it does not count.
func lineWords(f *skill.File, at int, line string, begins bool) []codeWord {
	rest := strings.TrimLeft(line, "> \t$%")
	code, _, _ := strings.Cut(rest, " #")
	if strings.HasPrefix(code, "#") {
		return nil
	}
	start := at + len(line) - len(rest)
	words := pathWords(f, diag.Span{Start: start, End: start + len(code)})
	for i := range words {
		words[i].command = words[i].command && begins
	}
	return words
}

// fence is the fenced code block that a line of markdown stands in; the zero value
// is none.
type fence struct {
	mark     string // what the block ends with
	language string // in lower case, "" for none named
}

// take reports whether a line opens or closes a block, and changes f so.
func (f *fence) take(line string) bool {
	line = strings.TrimSpace(line)
	text := strings.TrimLeft(line, "> \t-*")
	mark := text[:len(text)-len(strings.TrimLeft(text, "`~"))]
	info := strings.TrimSpace(text[len(mark):])
	switch {
	case f.mark == "" && (strings.HasPrefix(mark, "```") || strings.HasPrefix(mark, "~~~")) && !strings.Contains(info, "`"):
		language, _, _ := strings.Cut(info, " ")
		*f = fence{mark, strings.ToLower(language)}
		return true
	case f.mark != "" && info == "" && strings.HasPrefix(mark, f.mark):
		*f = fence{}
		return true
	}
	return false
}

func (f *fence) isShell() bool {
	return slices.Contains([]string{"bash", "sh", "shell", "zsh", "console", "terminal", "shell-session", "shellscript"}, f.language)
}
