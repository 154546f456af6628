package lint

import (
	"iter"
	"path"
	"slices"
	"strings"

	"skillpack/internal/skill"
)

// What texts say of scripts besides running them by their path.

// shownRun is a file, by its name, that a text of a skill runs by an interpreter.
type shownRun struct {
	skill *skill.Skill
	name  string
}

func shownRuns(x *linkIndex) map[shownRun]bool {
	shown := make(map[shownRun]bool)
	for f := range skillFiles(x.tree) {
		if f.Markdown() == nil {
			continue
		}
		for word := range interpretedWords(string(f.Content())) {
			shown[shownRun{x.owner(f.Path), path.Base(word)}] = true
		}
	}
	return shown
}

// interpretedWords yields the words of a text that follow an interpreter and its options.
func interpretedWords(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		behind := false
		for word := range strings.FieldsSeq(text) {
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

// chmods holds, for each skill, the names and patterns of the files that its texts make
// executable.
type chmods map[*skill.Skill][]string

func madeExecutable(x *linkIndex) chmods {
	made := make(chmods)
	for f := range skillFiles(x.tree) {
		if f.Markdown() == nil {
			continue
		}
		for line := range strings.Lines(string(f.Content())) {
			if _, files, found := strings.Cut(line, "chmod "); found {
				s := x.owner(f.Path)
				for word := range strings.FieldsSeq(files) {
					made[s] = append(made[s], path.Base(strings.Trim(word, "`\"'$(),;:.")))
				}
			}
		}
	}
	return made
}

func (c chmods) has(s *skill.Skill, script *skill.File) bool {
	return slices.ContainsFunc(c[s], func(pattern string) bool {
		ok, _ := path.Match(pattern, path.Base(script.Path))
		return ok
	})
}
