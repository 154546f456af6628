package site

import (
	"path"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"skillpack/internal/protocol"
)

// maxListing is how large a page of skills may be, in bytes. What is reckoned here is a
// little more than what the page has, so that this is a bound.
const maxListing = 950_000

// clips are the lengths to which descriptions are cut, in code points: the first with
// which all of a page fits.
var clips = [...]int{180, 160, 140, 120, 100, 80, 60}

// frame is the size of a listing without skills, in bytes: head, header, filter, footer.
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
	if groups := n.groups(); base.fits(groups) {
		base.Groups, base.tree = groups, n
		*all = append(*all, &base)
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

// fits sets the greatest clip with which groups fit on the page, if there is one.
func (l *listing) fits(groups []group) bool {
	for _, l.clip = range clips {
		if l.reckon(groups) <= maxListing {
			return true
		}
	}
	return false
}

func (l *listing) reckon(groups []group) int {
	size := frame + l.pathCost(l.Prefix)
	for _, g := range groups {
		size += l.groupCost(g.Prefix)
		for _, k := range g.Skills {
			if size += l.rowCost(k); size > maxListing {
				return size
			}
		}
	}
	return size
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
			p := add(l.groupCost(g.Prefix) + l.rowCost(k))
			p.put(g.Prefix, k)
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

// rowCost, groupCost and branchCost are at least the bytes that the templates write.
func (l *listing) rowCost(k *Skill) int {
	const markup = 130
	return markup + l.pathCost(k.Path) + escapedLen(k.Name) + escapedLen(clip(k.Description, l.clip))
}

func (l *listing) groupCost(prefix string) int {
	const markup = 330
	ids := 0
	for p := prefix; p != ""; p = parentPrefix(p) {
		ids += 30 + len(fragment(p))
	}
	return markup + ids + 2*l.pathCost(prefix)
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

// clip cuts a text to a number of code points, at a blank if there is one near, and in
// one line.
func clip(s string, most int) string {
	s = strings.Join(strings.Fields(s), " ")
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	cut := 0
	for range most - 1 {
		_, size := utf8.DecodeRuneInString(s[cut:])
		cut += size
	}
	if blank := strings.LastIndexByte(s[:cut], ' '); blank > cut*3/4 {
		cut = blank
	}
	return strings.TrimRightFunc(s[:cut], func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(",;:.(-", r) }) + "…"
}
