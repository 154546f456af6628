package lint

import (
	"fmt"
	"path"
	"strings"
	"unicode"

	"skillpack/internal/diag"
	"skillpack/internal/protocol"
	"skillpack/internal/skill"
)

func filesUnreferenced() *Rule {
	return &Rule{
		ID:       "files/unreferenced",
		Severity: diag.Off,
		Opinion:  diag.Note,
		Doc: Doc{
			Summary: "No text of the skill mentions a file, or a directory that holds it.",
			Why: "A host shows an agent the SKILL.md; a file that nothing points at is published and never read. " +
				"Files that tools find by themselves, such as package.json, are not reported.",
			Bad:   "-- x/SKILL.md --\n...\n# Notes\n-- x/references/notes.md --\nWhat we found.",
			Good:  "-- x/SKILL.md --\n...\n# Notes\nSee [what we found](references/notes.md).\n-- x/references/notes.md --\nWhat we found.",
			Cites: []string{"L82", "L85"},
		},
		Tree: checkUnreferenced,
	}
}

func checkUnreferenced(p *Pass) {
	x := p.index.forSkill()
	linked := make(map[string]bool)
	for f := range skillFiles(p.Tree) {
		x.addNamedDirs(linked, f)
	}
	for f := range skillFiles(p.Tree) {
		if !f.IsMarkdown() {
			continue
		}
		for _, j := range x.judgeLinks(x.owner(f.Path), f, f.Markdown()) {
			if j.leads() && j.target != f.Path {
				linked[j.target] = true
			}
		}
	}
	words := make(map[*skill.Skill]mentions)
	for f := range skillFiles(p.Tree) {
		addWords(words, x.owner(f.Path), f)
	}
	for f := range skillFiles(p.Tree) {
		if s := x.owner(f.Path); !isKnownUnread(f) && !isLinked(linked, s, f.Path) && !isMentioned(words[s], f) {
			p.At(f, diag.Span{}, fmt.Sprintf("no text of the skill mentions %q; link to it or remove it", fromSkill(s, f.Path)))
		}
	}
}

// addNamedDirs adds the directories that a markdown file names by their paths, such as
// "./fonts" or "scripts/", from its own directory or the skill's.
func (x *linkIndex) addNamedDirs(named map[string]bool, f *skill.File) {
	if !f.IsMarkdown() {
		return
	}
	for word := range strings.FieldsFuncSeq(string(f.Content()), func(r rune) bool { return r != '/' && endsName(r) }) {
		if !strings.Contains(word, "/") {
			continue
		}
		for _, from := range []string{path.Dir(f.Path), x.owner(f.Path).Dir} {
			if dir := path.Join(from, strings.TrimRight(word, ".")); dir != from && x.isDir(dir) {
				named[dir] = true
			}
		}
	}
}

// mentions holds the words of a skill's texts that could be names of files, each with
// the one file that has it, or nil where several have it.
type mentions map[string]*skill.File

func addWords(words map[*skill.Skill]mentions, s *skill.Skill, f *skill.File) {
	if words[s] == nil {
		words[s] = make(mentions)
	}
	for word := range strings.FieldsFuncSeq(string(f.Content()), endsName) {
		word = strings.TrimRight(word, ".")
		if by, known := words[s][word]; !known {
			words[s][word] = f
		} else if by != f {
			words[s][word] = nil
		}
	}
}

// hasOther reports whether a file other than f has the word.
func (m mentions) hasOther(word string, f *skill.File) bool {
	by, known := m[word]
	return known && by != f
}

func endsName(r rune) bool {
	return unicode.IsSpace(r) || strings.ContainsRune("/\\\"'`<>()[]{},;:!?#=*|&$", r)
}

// isKnownUnread reports whether a file has its place in a skill although no text
// speaks of it: tools find it by its name.
func isKnownUnread(f *skill.File) bool {
	base := path.Base(f.Path)
	switch base {
	case protocol.ManifestName, "__init__.py", "_meta.json", "openai.yaml", "plugin.json",
		"package.json", "package-lock.json", "pnpm-lock.yaml", "yarn.lock", "tsconfig.json",
		"pyproject.toml", "requirements.txt", "uv.lock", "poetry.lock", "go.mod", "go.sum", "Cargo.toml", "Cargo.lock", "Makefile":
		return true
	}
	upper := strings.ToUpper(base)
	return strings.HasPrefix(base, ".") || strings.HasPrefix(base, "index.") ||
		strings.HasPrefix(upper, "LICENSE") || strings.HasPrefix(upper, "NOTICE") || strings.HasPrefix(upper, "README")
}

// isLinked reports whether a link leads to a file or to a directory that holds it,
// below the skill's own.
func isLinked(linked map[string]bool, s *skill.Skill, p string) bool {
	for ; p != s.Dir && p != "."; p = path.Dir(p) {
		if linked[p] {
			return true
		}
	}
	return false
}

// isMentioned reports whether another file has the file's name, or the name without
// extension by which code is imported, or that is no word of the language.
func isMentioned(words mentions, f *skill.File) bool {
	base := path.Base(f.Path)
	stem := strings.TrimSuffix(base, path.Ext(base))
	return words.hasOther(base, f) ||
		(interpreterOf(base) != "" || strings.ContainsAny(stem, "-_")) && words.hasOther(stem, f)
}
