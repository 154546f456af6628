package verify

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// checkCollisions notes names that several skills have: they are told apart by their
// URIs alone (E6, H4).
func checkCollisions(skills []*auditedSkill, notes *findings) {
	byName := map[string][]string{}
	for _, s := range skills {
		byName[s.name] = append(byName[s.name], quote(s.URI))
	}
	for _, name := range slices.Sorted(maps.Keys(byName)) {
		if uris := byName[name]; len(uris) > 1 {
			shown := uris[:min(len(uris), maxShownDifferences)]
			notes.add(subject{}, "E6", nil, "%d skills are named %s: %s", len(uris), quote(name), strings.Join(shown, ", "))
		}
	}
}

// checkNested reports where the entries of a skill and of one inside it disagree on which
// files the inner one has (M7, E3).
func (a *eraAudit) checkNested() {
	for _, inner := range a.sortedSkills() {
		for outer := a.enclosing(inner); outer != nil; outer = a.enclosing(outer) {
			if !outer.broken && !outer.Dynamic && !inner.Dynamic {
				a.compareNested(inner, outer)
			}
		}
	}
}

func (a *eraAudit) compareNested(inner, outer *auditedSkill) {
	mine := refURIs(inner)
	theirs := refURIs(outer)
	for uri := range mine {
		if !theirs[uri] && !a.unread(uri) {
			a.out.add(outer.subject(uri), "M7", outer.request, "the entry does not list %s, a file of the nested skill %s", quote(uri), quote(inner.URI))
		}
	}
	for uri := range theirs {
		if strings.HasPrefix(uri, inner.root+"/") && !mine[uri] && !a.unread(uri) {
			a.out.add(inner.subject(uri), "E3", inner.request, "the entry does not list %s, which that of the enclosing skill %s lists", quote(uri), quote(outer.URI))
		}
	}
}

// unread reports whether reading a listed file failed.
func (v *inventory) unread(uri string) bool {
	f := v.files[uri]
	return f != nil && f.missing
}

func refURIs(s *auditedSkill) map[string]bool {
	uris := make(map[string]bool, len(s.Resources))
	for _, ref := range s.Resources {
		uris[ref.URI] = true
	}
	return uris
}

// differencesOf renders the differences of a frontmatter and a SKILL.md.
func differencesOf(all []Difference) string {
	var parts []string
	for _, d := range all[:min(len(all), maxShownDifferences)] {
		parts = append(parts, d.String())
	}
	if more := len(all) - maxShownDifferences; more > 0 {
		parts = append(parts, fmt.Sprintf("%s more", count(more, "difference")))
	}
	return strings.Join(parts, "; ")
}
