package lint

import (
	"bytes"
	"iter"
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
	cloned := -1 // the block whose further lines run what another repository holds
	for line := range codeLines(f) {
		if strings.Contains(line.text, "git clone ") {
			cloned = line.block.at
		}
		if w, ok := commandAt(f, line.at, line.text); ok && line.block.runs(w.text) && line.block.at != cloned {
			out = append(out, w)
		}
	}
	return out
}

// codeLine is a line of a fenced code block, and its offset.
type codeLine struct {
	block fence
	at    int
	text  string
}

// codeLines yields the lines of the fenced code blocks of a markdown file, but those
// that go on with the line above.
func codeLines(f *skill.File) iter.Seq[codeLine] {
	return func(yield func(codeLine) bool) {
		var block fence
		at, continued := 0, false
		for line := range bytes.Lines(f.Content()) {
			if !block.take(at, string(line)) && block.mark != "" {
				if !continued && !yield(codeLine{block, at, string(line)}) {
					return
				}
				continued = bytes.HasSuffix(bytes.TrimSpace(line), []byte(`\`))
			}
			at += len(line)
		}
	}
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

// shellScripts returns the scripts that the fenced shell blocks of a markdown file run,
// by their path alone or by an interpreter, in order. What follows a change of the
// directory, or the making of a file, is not looked at, since it may be elsewhere, and
// nothing of a block that works on the reader's project.
func shellScripts(f *skill.File) []codeWord {
	var out []codeWord
	left := -1     // the block whose further lines are not looked at
	atProject := 0 // how many scripts stand before the block of the line
	block := -1
	for line := range codeLines(f) {
		if line.block.at != block {
			block, atProject = line.block.at, len(out)
		}
		switch {
		case !line.block.isShell() || block == left:
		case isOfProject(line.text):
			left, out = block, out[:atProject]
		case makesOrMoves(line.text):
			left = block
		default:
			if w, ok := scriptOf(f, line.at, line.text); ok {
				out = append(out, w)
			}
		}
	}
	return out
}

// isOfProject reports whether a line of shell is one for a project of the reader: it
// builds, tests, deploys.
func isOfProject(line string) bool {
	for i, word := range strings.Fields(line) {
		switch {
		case strings.HasPrefix(word, "src/") || strings.HasPrefix(word, "tests/"):
			return true
		case i > 1:
		case slices.Contains([]string{"pytest", "docker-compose", "docker", "kubectl", "helm", "make", "pnpm", "yarn", "terraform", "git"}, word):
			return true
		}
	}
	return false
}

// makesOrMoves reports whether a line of shell changes the directory or makes files.
func makesOrMoves(line string) bool {
	for word := range strings.FieldsSeq(line) {
		switch word {
		case "cd", "pushd", "clone", "mkdir", "touch", "cat", "cp", "mv", "curl", "wget", ">", "tee":
			return true
		}
	}
	return false
}

// scriptOf returns the path that the command of a line runs, behind any prompt and any
// interpreter with its options.
func scriptOf(f *skill.File, at int, line string) (w codeWord, ok bool) {
	rest := strings.TrimLeft(line, "> \t$%")
	start := at + len(line) - len(rest)
	for offset, word := range wordsIn(rest) {
		switch {
		case strings.Contains(word, "/"):
			return wordAt(f.Content(), diag.Span{Start: start + offset, End: start + offset + len(word)}), true
		case !isInterpreter(word) && !strings.HasPrefix(word, "-"):
			return codeWord{}, false
		}
	}
	return codeWord{}, false
}

func isInterpreter(word string) bool {
	return slices.Contains([]string{
		"python", "python3", "bash", "sh", "zsh", "node", "ruby", "perl", "php", "pwsh", "npx", "tsx", "bun", "deno", "uv", "run", "sudo", "time",
	}, word)
}

// fence is the fenced code block that a line of markdown stands in; the zero value
// is none.
type fence struct {
	at       int    // offset of the line that opens it
	mark     string // what the block ends with
	language string // in lower case, "" for none named
}

// take reports whether the line at an offset opens or closes a block, and changes f so.
func (f *fence) take(at int, line string) bool {
	line = strings.TrimSpace(line)
	text := strings.TrimLeft(line, "> \t-*")
	mark := text[:len(text)-len(strings.TrimLeft(text, "`~"))]
	info := strings.TrimSpace(text[len(mark):])
	switch {
	case f.mark == "" && (strings.HasPrefix(mark, "```") || strings.HasPrefix(mark, "~~~")) && !strings.Contains(info, "`"):
		language, _, _ := strings.Cut(info, " ")
		*f = fence{at, mark, strings.ToLower(language)}
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
	return f.isShell()
}

// isShell reports whether the block names a shell as its language.
func (f *fence) isShell() bool {
	return slices.Contains([]string{"bash", "sh", "shell", "zsh", "console", "terminal", "shell-session", "shellscript"}, f.language)
}
