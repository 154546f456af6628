package verify

import (
	"errors"

	"skillpack/catalog"
)

// AuditCatalog checks a frozen catalog without a server. To what catalog.Open checks it
// adds that each frontmatter is that of its SKILL.md (H2), the form of names and
// descriptions (F3, F4), and names that collide (E6).
func AuditCatalog(c *catalog.Catalog) *Report {
	t := newTally()
	if !c.Frozen() {
		t.out.add(subject{}, "E4", nil, "the catalog is not frozen, so that nothing of it was checked; pass what catalog.Open, Decode or Freeze returned")
		return t.report()
	}
	var all []*auditedSkill
	for i, entries := range [...][]catalog.Entry{c.Skills, c.Unlisted} {
		for j := range entries {
			s := auditEntry(c, &entries[j], t.out)
			s.unlisted = i == 1
			t.addSkill(s)
			all = append(all, s)
		}
	}
	checkCollisions(all, t.notes)
	return t.report()
}

// auditEntry checks one skill of a catalog.
func auditEntry(c *catalog.Catalog, e *catalog.Entry, out *findings) *auditedSkill {
	s, fault := newAuditedSkill(e.Wire())
	if s == nil { // cannot be: a frozen entry has a URI
		s = &auditedSkill{Entry: Entry{URI: e.URI}}
	}
	if fault != nil {
		out.add(s.subject(""), fault.Requirement, nil, "%s", fault.Reason)
		return s
	}
	for _, ref := range e.Resources {
		s.files++
		s.bytes += ref.Size
	}
	data, err := manifestOf(c, e.URI)
	if err != nil {
		out.add(s.subject(e.URI), "H1", nil, "SKILL.md cannot be read: %v", err)
	} else if differences := Compare(e.Frontmatter, data); len(differences) > 0 {
		out.add(s.subject(e.URI), "H2", nil, "the frontmatter differs: %s", differencesOf(differences))
	} else if fault := optionalFault(s.front); fault != "" {
		out.add(s.subject(""), "F5", nil, "%s", fault)
	}
	return s
}

func manifestOf(c *catalog.Catalog, uri string) ([]byte, error) {
	content, ok := c.Content(uri)
	if !ok {
		return nil, errors.New("the catalog does not hold it")
	}
	return content.Bytes()
}
