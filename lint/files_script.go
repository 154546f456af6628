package lint

import (
	"bytes"
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"skillpack/internal/diag"
	"skillpack/internal/skill"
)

func filesScript() *Rule {
	return &Rule{
		ID:       "files/script",
		Severity: diag.Warning,
		Doc: Doc{
			Summary: "The text runs a script by its path alone, and the script has no run bit or no first line that names its interpreter.",
			Why: "It fails with \"permission denied\" or runs in the wrong shell. " +
				"The catalog cannot carry file modes, so naming the interpreter is right in any case.",
			Bad:   "-- x/SKILL.md --\n...\nRun `scripts/check.sh report.md`.\n-- x/scripts/check.sh --\n#!/bin/bash\necho checked",
			Good:  "-- x/SKILL.md --\n...\nRun `bash scripts/check.sh report.md`.\n-- x/scripts/check.sh --\n#!/bin/bash\necho checked",
			Cites: []string{"D76"},
		},
		Tree: checkScripts,
	}
}

// checkScripts reports each script once, where it is first run, unless a text of the skill
// also shows how to run it by an interpreter: its bare path is then an abbreviation.
func checkScripts(p *Pass) {
	seen := make(map[*skill.File]bool)
	for _, r := range p.runs() {
		if !seen[r.script] && r.lacks != "" {
			p.At(r.file, r.word.span, fmt.Sprintf("%s is run by its path alone, but has %s, and the catalog cannot carry file modes; "+
				"name the interpreter, %s", quoted(r.word.text), r.lacks, howToRun(r.script, r.word.text)))
		}
		seen[r.script] = true
	}
}

// scriptRun is a place of a text that runs a script by its path alone.
type scriptRun struct {
	file   *skill.File
	word   codeWord
	script *skill.File
	lacks  string // to be run so, "" for nothing
}

// scriptRuns returns the places of a markdown file that run scripts which the texts do not
// run by an interpreter too.
func (t *texts) scriptRuns(f *skill.File) []scriptRun {
	var out []scriptRun
	for _, w := range commandsOf(f) {
		script := t.scriptAt(f, w.text)
		if script == nil || t.isShown(path.Base(script.Path)) {
			continue
		}
		out = append(out, scriptRun{f, w, script, lacksToRun(script, t.makesExecutable(script))})
	}
	return out
}

// commandsOf returns the commands with a slash that a markdown file tells to run, in
// order.
func commandsOf(f *skill.File) []codeWord {
	var out []codeWord
	for _, c := range f.Markdown().Codes {
		for _, w := range pathWords(f, c.Span) {
			if w.first && isRunBySpan(w) {
				out = append(out, w)
			}
		}
	}
	out = append(out, shellCommands(f)...)
	slices.SortStableFunc(out, func(a, b codeWord) int { return cmp.Compare(a.span.Start, b.span.Start) })
	return out
}

// lacksToRun says what a script lacks to be run by its path, "" for nothing. A text may
// have it made executable.
func lacksToRun(script *skill.File, made bool) string {
	var lacks []string
	if !script.Mode.Executable && !made {
		lacks = append(lacks, "no run bit")
	}
	if !bytes.HasPrefix(script.Content(), []byte("#!")) {
		lacks = append(lacks, "no \"#!\" line")
	}
	return strings.Join(lacks, " and ")
}

func howToRun(script *skill.File, command string) string {
	if i := interpreterOf(script.Path); i != "" {
		return fmt.Sprintf("as in %q", i+" "+command)
	}
	return "in the text"
}

// scriptAt returns the script of the skill that a word of code names, or nil.
func (x *linkIndex) scriptAt(f *skill.File, word string) *skill.File {
	s := x.owner(f.Path)
	for _, dir := range []string{path.Dir(f.Path), s.Dir} {
		target := path.Join(dir, word)
		script := x.tree.File(target)
		if script != nil && skill.Within(target, s.Dir) && script.Content() != nil && isScript(target) {
			return script
		}
	}
	return nil
}

// isScript reports whether a path is that of a program in source form: by its
// extension, or without one below scripts/ or bin/.
func isScript(p string) bool {
	if interpreterOf(p) != "" {
		return true
	}
	dir := path.Base(path.Dir(p))
	return path.Ext(p) == "" && (dir == "scripts" || dir == "bin")
}

// interpreterOf returns the usual interpreter of a script, by its extension; "" for
// none.
func interpreterOf(p string) string {
	switch strings.ToLower(path.Ext(p)) {
	case ".sh", ".bash":
		return "bash"
	case ".zsh":
		return "zsh"
	case ".py":
		return "python3"
	case ".js", ".mjs", ".cjs":
		return "node"
	case ".ts":
		return "npx tsx"
	case ".rb":
		return "ruby"
	case ".pl":
		return "perl"
	case ".php":
		return "php"
	case ".ps1":
		return "pwsh"
	}
	return ""
}

// isRunBySpan reports whether the command of a code span is to be run, not only
// named: it has arguments, begins with "./" or follows a verb such as "run".
func isRunBySpan(w codeWord) bool {
	words := proseWords(w.before)
	hasArguments := !strings.HasPrefix(strings.TrimLeft(w.after, " "), "`")
	return hasArguments || strings.HasPrefix(w.text, "./") || len(words) > 0 && isRunVerb(words[len(words)-1])
}

func isRunVerb(word string) bool {
	return slices.Contains([]string{
		"run", "runs", "running", "execute", "executes", "executing", "invoke", "call", "launch", "start",
	}, strings.TrimSuffix(word, ":"))
}
