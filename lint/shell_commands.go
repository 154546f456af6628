package lint

import (
	"bytes"
	"slices"
	"strings"

	"skillpack/internal/diag"
	"skillpack/internal/skill"
)

// shellCommands returns the commands with a slash in the fenced shell blocks of a
// markdown file, in order. Of blocks that name no language it returns those that begin
// with "./" only, since such a block may hold anything.
func shellCommands(f *skill.File) []codeWord {
	var out []codeWord
	var block fence
	at, continued := 0, false
	for line := range bytes.Lines(f.Content()) {
		if !block.take(string(line)) && block.mark != "" {
			if w, ok := commandAt(f, at, string(line)); ok && !continued && block.runs(w.text) {
				out = append(out, w)
			}
			continued = bytes.HasSuffix(bytes.TrimSpace(line), []byte(`\`))
		}
		at += len(line)
	}
	return out
}

// commandAt returns the first word of a line at an offset, behind any prompt; ok is
// false where it holds no slash.
func commandAt(f *skill.File, at int, line string) (w codeWord, ok bool) {
	rest := strings.TrimLeft(line, "> \t$%")
	words := pathWords(f, diag.Span{Start: at + len(line) - len(rest), End: at + len(line)})
	if len(words) == 0 || !words[0].first {
		return codeWord{}, false
	}
	return words[0], true
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

// runs reports whether a command of the block is one for a shell.
func (f *fence) runs(command string) bool {
	if f.language == "" {
		return strings.HasPrefix(command, "./")
	}
	return slices.Contains([]string{"bash", "sh", "shell", "zsh", "console", "terminal", "shell-session", "shellscript"}, f.language)
}
