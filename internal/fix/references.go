package fix

import (
	"bytes"
	"fmt"
	"net/url"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"skillpack/internal/diag"
	"skillpack/internal/skill"
)

// references knows what in a tree points at what is to be renamed, so that no rename
// breaks what works.
type references struct {
	tree *skill.Tree
	to   map[string][]pointer // by path to be renamed
}

// pointer is a file that points at something by a path.
type pointer struct {
	from, dest string // the file, and what it says
	target     string // path below the root, "" where dest is not relative to from
}

// newReferences reads the files of a tree, and its configuration, which is none of them.
func newReferences(tree *skill.Tree, config []byte, found []diag.Diagnostic) *references {
	r := &references{tree, map[string][]pointer{}}
	for i := range found {
		for _, fix := range []*diag.Fix{found[i].Fix, found[i].OtherFix} {
			if fix != nil && fix.Rename != nil {
				r.to[fix.Rename.From] = nil
			}
		}
	}
	if len(r.to) == 0 {
		return r
	}
	for _, f := range tree.Files {
		r.read(f)
	}
	for file := range r.to {
		if mentions(config, file) {
			r.add(file, pointer{from: skill.ConfigName, dest: file})
		}
	}
	return r
}

// obstacle says what a rename would break, "" for nothing. In the directory of a file that
// gets the name SKILL.md nothing stands in the way: it becomes a skill, in which links in
// another case are fixed as well.
func (r *references) obstacle(n *diag.Rename) string {
	for _, p := range r.to[n.From] {
		if r.tree.File(n.From) != nil && skill.Within(p.from, path.Dir(n.From)) {
			continue
		}
		from, target := moved(p.from, n.From, n.To), moved(p.target, n.From, n.To)
		if p.target != "" && path.Join(path.Dir(from), p.dest) == target {
			continue
		}
		return fmt.Sprintf("%q points there by %q; change that with the name", p.from, p.dest)
	}
	return ""
}

// read notes where a file points.
func (r *references) read(f *skill.File) {
	if f.Real != f.Path {
		r.symlink(f)
	}
	switch m := f.Markdown(); {
	case m != nil:
		for _, l := range m.Links {
			r.link(f.Path, l.Dest)
		}
	case listsSkills(f.Path):
		r.list(f)
	}
}

// symlink notes a file that is reached over a symbolic link.
func (r *references) symlink(f *skill.File) {
	for dir := range r.to {
		if skill.Within(f.Real, dir) && !skill.Within(f.Path, dir) {
			r.add(dir, pointer{from: f.Path, dest: f.Real})
		}
	}
}

// link notes a link that is a relative path, or the URI of something in the tree.
func (r *references) link(from, dest string) {
	u, err := url.Parse(dest)
	switch {
	case err != nil:
	case u.Scheme != "":
		for dir := range r.to {
			if skill.Within(dest, r.tree.URI(dir)) {
				r.add(dir, pointer{from: from, dest: dest})
			}
		}
	case u.Host == "" && u.Path != "" && u.Path[0] != '/':
		target := path.Join(path.Dir(from), u.Path)
		r.add(target, pointer{from, u.Path, target})
	}
}

// add files a pointer under each directory to be renamed that its target is in.
func (r *references) add(target string, p pointer) {
	for dir := target; dir != "." && dir != "/" && dir != ".."; dir = path.Dir(dir) {
		if known, ok := r.to[dir]; ok {
			r.to[dir] = append(known, p)
		}
	}
}

// listsSkills reports whether a file is of a form in which plugins list their skills.
func listsSkills(file string) bool {
	return slices.Contains([]string{".json", ".yaml", ".yml", ".toml"}, path.Ext(file))
}

// list notes the directories that a list of skills names, as "skills/x" or "./x".
func (r *references) list(f *skill.File) {
	for dir := range r.to {
		written := dir
		if !strings.Contains(dir, "/") {
			written = "./" + dir
		}
		if !skill.Within(f.Path, dir) && mentions(f.Content(), written) {
			r.add(dir, pointer{from: f.Path, dest: written})
		}
	}
}

// mentions reports whether text holds a path by itself.
func mentions(text []byte, file string) bool {
	for {
		before, rest, found := bytes.Cut(text, []byte(file))
		if !found {
			return false
		}
		if !endsInWord(before) && (len(rest) == 0 || bytes.IndexByte([]byte("/\"' \t\r\n,]}*"), rest[0]) >= 0) {
			return true
		}
		text = rest
	}
}

func endsInWord(text []byte) bool {
	r, _ := utf8.DecodeLastRune(text)
	return len(text) > 0 && (unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-' || r == '_')
}
