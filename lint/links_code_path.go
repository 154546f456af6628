package lint

import (
	"bytes"
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"skillpack/internal/diag"
	"skillpack/internal/skill"
)

func linksCodePath() *Rule {
	return &Rule{
		ID:       "links/code-path",
		Severity: diag.Warning,
		Doc: Doc{
			Summary: "Code or prose names a file of the skill, such as `scripts/extract.py`, that the skill does not have.",
			Why: "Most skills name their scripts and references in code instead of links. " +
				"An agent that follows the text finds nothing. Prose, and a block of shell code that runs such a script, count too, once for each file.",
			Bad:   "-- x/SKILL.md --\n...\nRun `scripts/extract.py`.\n-- x/scripts/extract_text.py --\nprint(1)",
			Good:  "-- x/SKILL.md --\n...\nRun `scripts/extract_text.py`.\n-- x/scripts/extract_text.py --\nprint(1)",
			Cites: []string{"L79", "L87"},
		},
		Texts: checkCodePaths,
	}
}

func checkCodePaths(p *Pass, t *texts) {
	for _, m := range t.missing {
		p.At(m.file, m.span, m.message)
	}
}

// missingFile is a place that names a file which the skill lacks.
type missingFile struct {
	file    *skill.File
	span    diag.Span
	message string
}

// missingFiles returns the places of a markdown file that name what the skill lacks: those
// in code spans, and the first in shell code and prose.
func (x *linkIndex) missingFiles(f *skill.File, m *skill.Markdown) []missingFile {
	var out []missingFile
	seen := make(map[string]bool)
	check := func(w codeWord) {
		if name, ok := x.missingPath(f, w); ok {
			seen[name] = true
			out = append(out, missingFile{f, w.span, x.codePathMessage(f, w, name)})
		}
	}
	for _, c := range m.Codes {
		for _, w := range pathWords(f, c.Span) {
			check(w)
		}
	}
	for _, w := range slices.Concat(shellScripts(f), prosePaths(f, m)) {
		if name, ok := ownPath(w.text); ok && !seen[name] {
			check(w)
		}
	}
	return out
}

// isBoilerplate reports whether a file is there to be copied and filled in
// elsewhere, so that the paths in it are those of another place.
func isBoilerplate(s *skill.Skill, f *skill.File) bool {
	below := strings.ToLower(strings.TrimPrefix(f.Path, s.Dir+"/"))
	first, _, nested := strings.Cut(below, "/")
	return nested && (first == "assets" || first == "templates") || strings.Contains(path.Base(below), "template")
}

// missingPath returns the path of a file that a word of code names as one of the
// skill's own; ok is false where it is there, or where the word may mean something
// else, such as a file of the project that the skill is used on.
func (x *linkIndex) missingPath(f *skill.File, w codeWord) (name string, ok bool) {
	s := x.owner(f.Path)
	name, ok = ownPath(w.text)
	if !ok || x.isThere(f, s, name) {
		return "", false
	}
	first, _, _ := strings.Cut(name, "/")
	if w.isMade() || w.isElsewhere(first) || w.isToCome() || x.isOfNamedSkill(f, s, name, w) {
		return "", false
	}
	if x.isUnder(f, w, "improvements", "enhancements", "roadmap", "future", "planned", "todo") {
		return "", false
	}
	// Who installs a skill is in a clone of the repository yet, not in the skill.
	if (x.tree.Guessed || x.atParent(s, name) == name) && x.isUnder(f, w, "install", "installation", "installing") {
		return "", false
	}
	if (isAboutSkills(s) || isData(first, name)) && x.near(s, path.Join(s.Dir, name)) == "" {
		return "", false
	}
	return name, true
}

// isThere reports whether a path is none that a skill must have, or is there.
func (x *linkIndex) isThere(f *skill.File, s *skill.Skill, name string) bool {
	first, _, _ := strings.Cut(name, "/")
	known := isCommonDir(first) || isSkillDir(first) && x.isDir(path.Join(s.Dir, first))
	return !known || x.isAbove(f, s, name)
}

// isAboutSkills reports whether a skill is for work on skills or plugins, by its name, so
// that the paths in its texts are those of others too.
func isAboutSkills(s *skill.Skill) bool {
	words := strings.FieldsFunc(strings.ToLower(path.Base(s.Dir)), func(r rune) bool { return r == '-' || r == '_' })
	return slices.ContainsFunc(words, func(w string) bool { return w == "skill" || w == "skills" || w == "plugin" || w == "plugins" }) &&
		slices.ContainsFunc(words, func(w string) bool {
			return slices.Contains([]string{
				"writer", "writing", "write", "creator", "create", "creating", "builder", "build", "building", "generator", "author", "authoring", "maker",
				"improver", "improve", "development", "developer", "dev", "scaffold", "audit", "auditor", "review", "reviewer", "tester", "testing",
				"eval", "evaluator", "lint", "linter", "optimizer", "converter", "factory", "manager", "installer",
			}, w)
		})
}

// isData reports whether a path is one of data among scripts, which these make when they
// run.
func isData(dir, name string) bool {
	return dir == "scripts" && slices.Contains([]string{".json", ".csv", ".txt", ".jsonl", ".yaml", ".yml"}, path.Ext(name))
}

// ownPath returns the path that a word of code spells below a skill's directory; ok
// is false for what is no path to a file: URLs, patterns, placeholders, options.
func ownPath(word string) (name string, ok bool) {
	name = strings.TrimPrefix(strings.Trim(word, `"'(),;:`), "./")
	name, _, _ = strings.Cut(name, "#")
	if !strings.Contains(name, "/") || path.Clean(name) != name || strings.HasPrefix(name, "..") || isPlaceholder(name) {
		return "", false
	}
	for i := range len(name) {
		if c := name[i]; c < 0x80 && !isPathByte(c) {
			return "", false
		}
	}
	base := path.Base(name)
	ext := path.Ext(base)
	stem := strings.TrimSuffix(base, ext)
	return name, looksLikeExtension(ext) && !isSampleName(stem) && !isMadeInUse(stem, ext)
}

func isPathByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || strings.IndexByte("-._/+@", c) >= 0
}

// isMadeInUse reports whether a file's name is that of settings or state, which are
// made where the skill is used and rightly missing from it.
func isMadeInUse(stem, ext string) bool {
	if slices.Contains([]string{".env", ".session", ".log", ".db", ".sqlite", ".pid"}, ext) {
		return true
	}
	isData := slices.Contains([]string{".json", ".yaml", ".yml", ".toml", ".ini"}, ext)
	return isData && slices.ContainsFunc([]string{"config", "credential", "secret", "session", "token", "state", "cache"},
		func(word string) bool { return strings.Contains(strings.ToLower(stem), word) })
}

// isSampleName reports whether a file's name without extension stands for any name.
func isSampleName(stem string) bool {
	for _, end := range []string{"_X", "-X", "_N", "-N", "XX", "NN", "YYYY", "MM-DD"} {
		if strings.HasSuffix(stem, end) {
			return true
		}
	}
	return slices.Contains([]string{
		"example", "sample", "script", "script_name", "script-name", "file", "filename", "name", "my_script", "my-script", "template", "foo", "bar", "baz",
	}, strings.ToLower(stem))
}

// isCommonDir reports whether a directory of this name belongs to skills, so that a
// path into it means a file of the skill even where the skill has no such directory.
func isCommonDir(name string) bool {
	return slices.Contains(commonDirs(), name)
}

func commonDirs() []string { return []string{"scripts", "references", "assets"} }

// isSkillDir reports whether a directory of this name is a skill's own where the
// skill has it. Names that most projects use too (src, docs, tests, config, data) are
// not in the list.
func isSkillDir(name string) bool {
	return slices.Contains(skillDirNames(), name)
}

func skillDirNames() []string {
	return []string{"reference", "resources", "templates", "examples", "rules", "workflows", "guides", "prompts"}
}

// isAbove reports whether a path exists from the directory of f or from one above
// it, up to the outermost skill.
func (x *linkIndex) isAbove(f *skill.File, s *skill.Skill, name string) bool {
	for s.Parent != nil {
		s = s.Parent
	}
	for dir := path.Dir(f.Path); ; dir = path.Dir(dir) {
		if x.exists(path.Join(dir, name)) {
			return true
		}
		if dir == s.Dir || dir == "." {
			return false
		}
	}
}

// isOfNamedSkill reports whether the words around the code name another skill of the
// tree that has this path.
func (x *linkIndex) isOfNamedSkill(f *skill.File, s *skill.Skill, name string, w codeWord) bool {
	near := textNear(f, w.span)
	return x.namedWith(s, name, func(other string) bool { return hasWord(near, other) }) != ""
}

// namedWith returns the name of the directory of another skill of the tree that has a path
// and that a text names, or "". Of many that have it only the first are looked at.
func (x *linkIndex) namedWith(s *skill.Skill, name string, isNamed func(string) bool) string {
	places := x.places()[skill.Fold(path.Base(name))]
	for _, p := range places[:min(len(places), mostCompared)] {
		dir, found := strings.CutSuffix(p, "/"+name)
		if other := x.owners[dir]; found && other != nil && path.Base(dir) != path.Base(s.Dir) && isNamed(path.Base(dir)) {
			return path.Base(dir)
		}
	}
	return ""
}

// hasWord reports whether a text has a word that no letter, digit or hyphen touches.
func hasWord(text, word string) bool {
	for at := 0; ; at++ {
		i := strings.Index(text[at:], word)
		if i < 0 {
			return false
		}
		at += i
		before, _ := utf8.DecodeLastRuneInString(text[:at])
		after, _ := utf8.DecodeRuneInString(text[at+len(word):])
		if !isWordPart(before) && !isWordPart(after) {
			return true
		}
	}
}

func isWordPart(r rune) bool { return r == '-' || unicode.IsLetter(r) || unicode.IsDigit(r) }

// wordsOf returns the words of a file, each read once however many paths are looked for.
func (x *linkIndex) wordsOf(f *skill.File) map[string]bool {
	words, ok := x.words[f]
	if !ok {
		words = make(map[string]bool)
		for w := range bytes.FieldsFuncSeq(f.Content(), func(r rune) bool { return !isWordPart(r) }) {
			words[string(w)] = true
		}
		x.words[f] = words
	}
	return words
}

// textNear returns the text near a span.
func textNear(f *skill.File, span diag.Span) string {
	const before, after = 200, 100 // bytes, about two sentences and one
	content := f.Content()
	return string(content[max(0, span.Start-before):min(len(content), span.End+after)])
}

func (x *linkIndex) codePathMessage(f *skill.File, w codeWord, name string) string {
	message := fmt.Sprintf("%s does not exist in the skill", quoted(w.text))
	s := x.owner(f.Path)
	if near := x.near(s, path.Join(s.Dir, name)); near != "" {
		return fmt.Sprintf("%s; did you mean %q", message, strings.TrimPrefix(near, s.Dir+"/"))
	}
	if p := x.atParent(s, name); p != "" {
		return fmt.Sprintf("%s, and %q is not published with it; put a copy into the skill", message, fromFile(f, p))
	}
	if other := x.namedWith(s, name, func(other string) bool { return x.wordsOf(f)[other] }); other != "" {
		return fmt.Sprintf("%s, but in the skill %s; if that is meant, name it beside the path", message, quoted(other))
	}
	return message + "; add the file or correct the path"
}

// atParent returns the path of a file that has the given path from a directory
// outside the skill that holds it, or "".
func (x *linkIndex) atParent(s *skill.Skill, name string) string {
	for dir := s.Dir; dir != "."; {
		dir = path.Dir(dir)
		if p := path.Join(dir, name); x.tree.File(p) != nil {
			return p
		}
	}
	return ""
}
