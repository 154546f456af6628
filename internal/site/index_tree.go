package site

import (
	"slices"
	"strings"
)

// node is a prefix of paths with the skills below it.
type node struct {
	prefix      string // "" for the root
	skills      []*Skill
	children    []*node
	count       int // skills below, at any depth
	first, last int // of those, as indexes of the listed skills, last included
}

// newTree sorts skills into a tree of their prefixes: prefixes by segments, skills by
// name.
func newTree(skills []*Skill) *node {
	root := &node{}
	nodes := map[string]*node{"": root}
	for i, k := range skills {
		n := nodeFor(nodes, k.Prefix)
		n.skills = append(n.skills, k)
		for p := k.Prefix; ; p = parentPrefix(p) {
			nodes[p].cover(i)
			if p == "" {
				break
			}
		}
	}
	for _, n := range nodes {
		slices.SortFunc(n.children, func(a, b *node) int { return strings.Compare(a.prefix, b.prefix) })
		slices.SortStableFunc(n.skills, func(a, b *Skill) int { return strings.Compare(a.Path, b.Path) })
	}
	return root
}

func nodeFor(nodes map[string]*node, prefix string) *node {
	if n := nodes[prefix]; n != nil {
		return n
	}
	n := &node{prefix: prefix}
	nodes[prefix] = n
	parent := nodeFor(nodes, parentPrefix(prefix))
	parent.children = append(parent.children, n)
	return n
}

func (n *node) cover(i int) {
	if n.count == 0 {
		n.first = i
	}
	n.last = i
	n.count++
}

// junction is the first node from here on that has skills right below it or a choice of
// prefixes.
func (n *node) junction() *node {
	for len(n.skills) == 0 && len(n.children) == 1 {
		n = n.children[0]
	}
	return n
}

func parentPrefix(p string) string { return p[:max(strings.LastIndexByte(p, '/'), 0)] }

// groups are the nodes below, itself included, that have skills right below them.
func (n *node) groups() []group {
	var all []group
	for m := range n.walk {
		if len(m.skills) > 0 {
			all = append(all, group{Prefix: m.prefix, Skills: m.skills})
		}
	}
	return all
}

// walk visits a node and all below it, parents first.
func (n *node) walk(yield func(*node) bool) { n.visit(yield) }

func (n *node) visit(yield func(*node) bool) bool {
	if !yield(n) {
		return false
	}
	for _, c := range n.children {
		if !c.visit(yield) {
			return false
		}
	}
	return true
}
