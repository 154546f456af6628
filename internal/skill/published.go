package skill

import (
	"path"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"skillpack/internal/protocol"
)

// Published returns the path under which a file or directory of the tree is
// published: the prefix and the path below the root. A root that is itself a skill is
// called by its name; with Options.ByName every skill's directory is, and without it that
// of a skill which silences the rule of equal names. A skill without a name that can be a
// segment of a URI keeps its directory's.
//
// The root of a tree that is not a skill is published as the prefix, which may be "".
func (t *Tree) Published(file string) string {
	for dir := file; dir != "." && len(t.published) > 0; dir = path.Dir(dir) {
		if base, ok := t.published[dir]; ok {
			return base + file[len(dir):]
		}
	}
	if base, ok := t.published["."]; ok {
		return publishedBelow(base, file)
	}
	return publishedBelow(t.Prefix, file)
}

// publishedBelow joins a published directory and a path below it, of which each may
// stand for nothing.
func publishedBelow(base, file string) string {
	if file == "." {
		return base
	}
	if base == "" {
		return file
	}
	return base + "/" + file
}

// publish fills the published path of each skill directory that may have another one
// than its own. The name of the root's directory serves a root skill that has no name.
func (t *Tree) publish(root string, byName bool) {
	t.published = make(map[string]string, len(t.Skills))
	for _, s := range t.Skills {
		if byName || s.Dir == "." || s.Front.silences(nameDirectory) {
			t.publishSkill(s, root)
		}
	}
}

func (t *Tree) publishSkill(s *Skill, root string) string {
	if known, ok := t.published[s.Dir]; ok {
		return known
	}
	name := path.Base(s.Dir)
	if s.Dir == "." {
		name = root
	}
	if own, ok := s.Front.Text("name"); ok && isSegment(own) {
		name = own
	}
	parent := path.Dir(s.Dir)
	base := publishedBelow(t.Prefix, parent)
	if p := s.Parent; p != nil {
		rest := "."
		if parent != p.Dir {
			rest = strings.TrimPrefix(parent, p.Dir+"/")
		}
		base = publishedBelow(t.publishSkill(p, root), rest)
	}
	t.published[s.Dir] = path.Join(base, name)
	return t.published[s.Dir]
}

func isSegment(name string) bool {
	return utf8.ValidString(name) && !strings.Contains(name, "/") && protocol.ValidPath(name)
}

// rootName is the name of the root's directory, or a stand-in where it has none.
func rootName(root string) string {
	if name := path.Base(filepath.ToSlash(root)); root != "" && isSegment(name) {
		return name
	}
	return protocol.DefaultScheme
}
