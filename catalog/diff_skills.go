package catalog

import (
	"slices"
	"strings"

	"skillpack/internal/protocol"
)

// skills pairs the skills of both catalogs and compares each pair.
func (d differ) skills() []SkillChange {
	gone, added := missingFrom(d.now, d.old), missingFrom(d.old, d.now)
	renamed := d.pairs(gone, added)
	var found []SkillChange
	for _, e := range gone {
		found = append(found, d.compare(e, renamed[e]))
	}
	taken := map[*Entry]bool{}
	for _, now := range renamed {
		taken[now] = true
	}
	for _, e := range added {
		if !taken[e] {
			found = append(found, d.compare(nil, e))
		}
	}
	for now := range everyEntry(d.now) {
		if old, ok := d.old.Entry(now.URI); ok {
			if s := d.compare(old, now); s.differs() {
				found = append(found, s)
			}
		}
	}
	sortBy(found, (*SkillChange).URI)
	return found
}

// everyEntry yields the skills of a catalog, listed and unlisted.
func everyEntry(c *Catalog) func(yield func(*Entry) bool) {
	return func(yield func(*Entry) bool) {
		for _, list := range [...][]Entry{c.Skills, c.Unlisted} {
			for i := range list {
				if !yield(&list[i]) {
					return
				}
			}
		}
	}
}

// missingFrom returns the skills of in that c does not have, sorted by URI.
func missingFrom(c, in *Catalog) []*Entry {
	var found []*Entry
	for e := range everyEntry(in) {
		if _, ok := c.Entry(e.URI); !ok {
			found = append(found, e)
		}
	}
	slices.SortFunc(found, func(a, b *Entry) int { return strings.Compare(a.URI, b.URI) })
	return found
}

// rootOf returns the URI of a skill's directory, with a slash at its end.
func rootOf(e *Entry) string { return strings.TrimSuffix(e.URI, protocol.ManifestName) }

// compare compares a skill with what it became; either may be nil.
func (d differ) compare(old, now *Entry) SkillChange {
	s := SkillChange{Kind: Changed, Old: old, New: now, OldListed: listed(d.old, old), NewListed: listed(d.now, now)}
	switch {
	case old == nil:
		s.Kind = Added
	case now == nil:
		s.Kind = Removed
	case old.URI != now.URI:
		s.Kind = Renamed
	}
	if s.Kind == Renamed {
		s.Files = d.renamedFiles(old, now)
	} else {
		s.Files = d.files(old, now)
	}
	if old != nil && now != nil {
		s.Frontmatter = fieldChanges(old.Frontmatter, now.Frontmatter)
	}
	s.Widening = d.widening(&s)
	s.Limits = limitsNeared(old, now)
	return s
}

// differs reports whether there is anything to tell of a skill that both catalogs have.
func (s *SkillChange) differs() bool {
	return len(s.Files)+len(s.Frontmatter) > 0 || s.OldListed != s.NewListed
}

// listed reports whether an entry of a catalog is in its skills.
func listed(c *Catalog, e *Entry) bool {
	if e == nil {
		return false
	}
	_, ok := slices.BinarySearchFunc(c.Skills, e.URI, func(e Entry, uri string) int { return strings.Compare(e.URI, uri) })
	return ok
}
