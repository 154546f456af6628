package site

import (
	"fmt"
	"strings"

	"skillpack/internal/protocol"
)

// listing is a page of skills: the index, or one of the parts of an index that is too
// large for a page.
type listing struct {
	Prefix      string // that all skills here are below; "" for the index
	Count       int    // skills below the prefix
	Part, Parts int    // from 1, where the prefix has several pages; else 0
	Prev, Next  string // paths of the neighbours among the parts, "" for none
	Branches    []branch
	Groups      []group

	tree        *node // what Groups has, where that is all below the prefix; else nil
	path        string
	up          string // path of the page of the enclosing prefix
	clip        int    // code points of a description that a row shows
	first, last int    // the skills below the prefix, as indexes of the listed ones
	search      []string
}

// branch is a prefix with a page of its own.
type branch struct {
	Prefix, Page string
	Count        int
}

// group is skills of the same prefix.
type group struct {
	Prefix string
	Skills []*Skill
}

// Title names a page of parts.
func (l *listing) Title() string {
	title := l.Prefix
	if title == "" {
		title = "Skills"
	}
	if l.Part > 1 {
		return fmt.Sprintf("%s, part %d of %d", title, l.Part, l.Parts)
	}
	return title
}

// Summary is a sentence on a page of parts.
func (l *listing) Summary() string {
	return plural(int64(l.Count), "agent skill", "agent skills") + " below " + l.Title() + "."
}

// Crumbs are the way from the index to the page.
func (l *listing) Crumbs() []crumb {
	crumbs := []crumb{{Text: l.Title()}}
	if l.up != "" && l.up != indexName {
		prefix := parentPrefix(l.Prefix)
		return append([]crumb{{Text: prefix, Page: l.up}}, crumbs...)
	}
	return crumbs
}

// Search are the names of the search data, parted by blanks.
func (l *listing) Search() string { return strings.Join(l.search, " ") }

// Scope begins the path of each skill that the filter finds.
func (l *listing) Scope() string {
	if l.Prefix == "" {
		return ""
	}
	return l.Prefix + "/"
}

// Row is what the row of a skill shows besides its name and path.
func (l *listing) Row(k *Skill) row { return row{clip(k.Description, l.clip), meta(k)} }

type row struct{ Description, Meta string }

func meta(k *Skill) string {
	return plural(int64(len(k.Files)), "file", "files") + ", " + formatSize(k.Bytes)
}

// Text is the prefix as a heading.
func (g group) Text() string { return prefixText(g.Prefix) }

func prefixText(prefix string) string {
	if prefix == "" {
		return "Top level"
	}
	return prefix
}

// fragment is the id of a prefix in a page, and what the script takes as a filter.
func fragment(prefix string) string {
	return "in=" + strings.ReplaceAll(protocol.EncodePath(prefix), "/", "%2F")
}

// Anchors are the ids that a group answers to: that of its prefix, and those of the prefixes around
// it that have no skills themselves and that no group before has.
func (l *listing) Anchors(i int) []string {
	var ids []string
	before := ""
	if i > 0 {
		before = l.Groups[i-1].Prefix + "/"
	}
	for p := l.Groups[i].Prefix; p != "" && !strings.HasPrefix(before, p+"/"); p = parentPrefix(p) {
		ids = append(ids, fragment(p))
	}
	return ids
}

// Nav links the prefixes of the page: all to the depth at which there are few enough to
// look through, and in any case the topmost. It is empty where there is nothing to choose.
func (l *listing) Nav() []navLink {
	if l.tree == nil || len(l.Groups) < 2 {
		return nil
	}
	for depth := maxNavDepth; ; depth-- {
		if links := navTo(l.tree, depth); len(links) <= maxNavLinks || depth == 1 {
			return links
		}
	}
}

const (
	maxNavLinks = 200
	maxNavDepth = 4
)

type navLink struct {
	Prefix string
	Text   string // what is below the prefix of the link around it
	Depth  int    // from 0
	Count  int
}

// Href is the place in the page.
func (n navLink) Href() string { return "#" + fragment(n.Prefix) }

func navTo(n *node, depth int) []navLink {
	var links []navLink
	var add func(n *node, level int)
	add = func(n *node, level int) {
		for _, c := range n.children {
			c = c.junction()
			text := strings.TrimPrefix(strings.TrimPrefix(c.prefix, n.prefix), "/")
			links = append(links, navLink{c.prefix, text, level, c.count})
			if level+1 < depth {
				add(c, level+1)
			}
		}
	}
	add(n.junction(), 0)
	return links
}
