package site

import (
	"path"
	"strconv"
	"strings"
	"unicode"

	"skillpack/internal/protocol"
)

// maxListing is how large a page of skills may be, in bytes. What is reckoned here is a
// little more than what the page has, so that this is a bound.
const maxListing = 950_000

// clips are the lengths to which descriptions are cut, in code points: the first with
// which all of a page fits.
var clips = [...]int{180, 160, 140, 120, 100, 80, 60}

// frame is more than the size of a listing without skills, in bytes: head, header, filter,
// footer.
const frame = 16_000

// planListings parts the skills into pages. The first is the index. A prefix all of whose
// skills fit on one page has one; any other lists its prefixes, which have pages
// themselves, and the skills right below it.
func planListings(root *node) []*listing {
	var all []*listing
	planNode(root, "", &all)
	return all
}

func planNode(n *node, up string, all *[]*listing) {
	base := listing{Prefix: n.prefix, Count: n.count, path: browsePage(n.prefix, 1), up: up, first: n.first, last: n.last}
	if whole := base.whole(n); whole != nil {
		*all = append(*all, whole)
		return
	}
	*all = append(*all, base.parts(n)...)
	for _, c := range n.children {
		if c.count > 1 {
			planNode(c.junction(), base.path, all)
		}
	}
}

// browsePage is the path of a page of a prefix. The second and later pages are elsewhere
// than the first, since every name there is could be that of a prefix.
func browsePage(prefix string, part int) string {
	dir := "browse"
	switch {
	case part > 1:
		dir = "part/" + strconv.Itoa(part)
	case prefix == "":
		return indexName
	}
	return path.Join(dir, prefix, indexName)
}

// whole is the page of all skills below a node, with the greatest clip with which they
// fit; nil where there is none.
func (l listing) whole(n *node) *listing {
	l.tree, l.Groups = n, n.groups()
	fixed := frame + l.pathCost(l.Prefix) + l.navCost()
	for i := range l.Groups {
		fixed += l.groupCost(i)
	}
	for _, l.clip = range clips {
		if l.rowsFit(maxListing - fixed) {
			return &l
		}
	}
	return nil
}

func (l *listing) rowsFit(room int) bool {
	for _, g := range l.Groups {
		for _, k := range g.Skills {
			if room -= l.rowCost(k); room < 0 {
				return false
			}
		}
	}
	return true
}

// parts are the pages of a prefix whose skills do not fit on one: as many as it needs for
// the prefixes below and the skills right below. A prefix with one skill is no more than
// that skill.
func (l listing) parts(n *node) []*listing {
	l.clip = clips[len(clips)-1]
	var parts []*listing
	size := 0
	add := func(cost int) *listing {
		if len(parts) == 0 || size+cost > maxListing {
			next := l
			parts, size = append(parts, &next), frame+l.pathCost(l.Prefix)
		}
		size += cost
		return parts[len(parts)-1]
	}
	for _, c := range n.children {
		if c = c.junction(); c.count > 1 {
			p := add(l.branchCost(c.prefix))
			p.Branches = append(p.Branches, branch{c.prefix, browsePage(c.prefix, 1), c.count})
		}
	}
	for g := range n.loose {
		for _, k := range g.Skills {
			one := listing{Groups: []group{{Prefix: g.Prefix}}, path: l.path}
			add(one.groupCost(0)+l.rowCost(k)).put(g.Prefix, k)
		}
	}
	return linkParts(parts)
}

// loose are the skills that a page of parts shows itself.
func (n *node) loose(yield func(group) bool) {
	if len(n.skills) > 0 && !yield(group{n.prefix, n.skills}) {
		return
	}
	for _, c := range n.children {
		if c.count == 1 {
			for _, g := range c.groups() {
				if !yield(g) {
					return
				}
			}
		}
	}
}

func (l *listing) put(prefix string, k *Skill) {
	if last := len(l.Groups) - 1; last >= 0 && l.Groups[last].Prefix == prefix {
		l.Groups[last].Skills = append(l.Groups[last].Skills, k)
		return
	}
	l.Groups = append(l.Groups, group{prefix, []*Skill{k}})
}

func linkParts(parts []*listing) []*listing {
	if len(parts) == 1 {
		return parts
	}
	for i, p := range parts {
		p.Part, p.Parts, p.path = i+1, len(parts), browsePage(p.Prefix, i+1)
		if i > 0 {
			p.Prev, parts[i-1].Next = parts[i-1].path, p.path
		}
	}
	return parts
}

// rowCost, groupCost, navCost and branchCost are at least the bytes that the templates
// write.
func (l *listing) rowCost(k *Skill) int {
	const markup = 70
	return markup + l.pathCost(k.Path) + escapedLen(k.Name) + escapedLen(clip(k.Description, l.clip)) + len(meta(k))
}

func (l *listing) groupCost(i int) int {
	const markup, anchor = 130, 16
	cost := markup + escapedLen(l.Groups[i].Prefix)
	for _, id := range l.Anchors(i) {
		cost += anchor + len(id)
	}
	return cost
}

func (l *listing) navCost() int {
	const markup = 70
	cost := markup
	for _, n := range l.Nav() {
		cost += markup + len(n.Href()) + escapedLen(n.Text)
	}
	return cost
}

func (l *listing) branchCost(prefix string) int { return 150 + l.pathCost(prefix) }

// pathCost is that of a link and its text.
func (l *listing) pathCost(p string) int {
	return len(protocol.EncodePath(p)) + escapedLen(p) + 3*strings.Count(l.path, "/")
}

// escapedLen is the length of text in HTML as html/template writes it.
func escapedLen(s string) int {
	n := len(s)
	for _, c := range []byte(s) {
		switch c {
		case '&', '"', '\'', '+':
			n += 4
		case '<', '>':
			n += 3
		case 0:
			n += 2
		}
	}
	return n
}

// clip cuts a text to a number of code points, at a blank if there is one near.
func clip(s string, most int) string {
	cut, last, n := 0, len(s), 0
	for i := range s {
		if n++; n == most {
			cut = i
		} else if n > most {
			last = i
			break
		}
	}
	if last == len(s) {
		return s
	}
	if blank := strings.LastIndexByte(s[:cut], ' '); blank > cut*3/4 {
		cut = blank
	}
	return strings.TrimRightFunc(s[:cut], func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(",;:.(-", r) }) + "…"
}
