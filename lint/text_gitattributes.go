package lint

import (
	"path"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"skillpack/internal/skill"
)

// Line endings by .gitattributes, as far as it decides what a checkout holds:
//
//   - files of that name above the tree (skill.Options), in its root and in every
//     directory down to the file, the deeper one stronger, in each the later line
//     stronger;
//   - patterns without a slash match a name at any depth, those with one a path
//     below the file's directory; *, ?, [a-z] and ** as git has them, and a pattern
//     in double quotes;
//   - text, -text, !text, text=auto, eol=lf, eol=crlf, -eol, !eol, and the macro
//     binary, which is -text.
//
// Endings are fixed by -text (bytes stay as committed) and by eol. Not read are
// macros of one's own and .git/info/attributes.

const gitattributes = ".gitattributes"

// lineAttributes are the attributes of one file that decide its line endings.
type lineAttributes struct{ untouched, eol bool }

// fixedEndings reports whether .gitattributes of the tree, or above it, fixes the line
// endings of a file.
func fixedEndings(t *skill.Tree, file string) bool {
	var a lineAttributes
	for _, above := range t.Attributes {
		a.apply(string(above.Content), path.Join(above.Below, file))
	}
	for _, dir := range dirsDownTo(path.Dir(file)) {
		if f := t.File(path.Join(dir, gitattributes)); f != nil {
			a.apply(string(f.Content()), strings.TrimPrefix(file, strings.TrimPrefix(dir+"/", "./")))
		}
	}
	return a.untouched || a.eol
}

// dirsDownTo lists the root and every directory on the way to dir.
func dirsDownTo(dir string) []string {
	if dir == "." {
		return []string{"."}
	}
	return append(dirsDownTo(path.Dir(dir)), dir)
}

// apply takes in the lines of one .gitattributes for a path below its directory.
func (a *lineAttributes) apply(content, file string) {
	for line := range strings.Lines(content) {
		pattern, attributes := splitPattern(strings.TrimSpace(line))
		if pattern == "" || !matchAttributes(pattern, file) {
			continue
		}
		for _, attribute := range strings.Fields(attributes) {
			a.set(attribute)
		}
	}
}

func (a *lineAttributes) set(attribute string) {
	switch attribute {
	case "-text", "binary":
		a.untouched = true
	case "text", "!text", "text=auto", "-binary", "!binary":
		a.untouched = false
	case "eol=lf", "eol=crlf":
		a.eol = true
	case "-eol", "!eol":
		a.eol = false
	}
}

// splitPattern cuts a line into pattern and attributes; the pattern is "" for a
// comment, an empty line and a macro.
func splitPattern(line string) (pattern, attributes string) {
	if strings.HasPrefix(line, "#") || strings.HasPrefix(line, "[attr]") {
		return "", ""
	}
	if rest, ok := strings.CutPrefix(line, `"`); ok {
		pattern, attributes, _ = strings.Cut(rest, `"`)
		return pattern, attributes
	}
	if i := strings.IndexAny(line, " \t"); i >= 0 {
		return line[:i], line[i:]
	}
	return line, ""
}

// matchAttributes matches a path below the directory of a .gitattributes file.
func matchAttributes(pattern, file string) bool {
	pattern = strings.NewReplacer("{", `\{`, "}", `\}`).Replace(pattern) // no alternatives in git
	if !strings.Contains(pattern, "/") {
		file = path.Base(file)
	}
	ok, _ := doublestar.Match(strings.TrimPrefix(pattern, "/"), file)
	return ok
}
