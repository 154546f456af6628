package site

// reference is a destination and the file that links to it.
type reference struct {
	Dest string
	File *SkillFile
	Page string // where the file is read
}

// skillLinks are where the files of a skill link to, and what links to it. Each list has
// at most maxReferences.
type skillLinks struct {
	LinksTo    []*Skill // by their first link
	LinkedFrom []*Skill // by URI
	Outside    []reference
	Missing    []reference
	LinksCut   bool // there are more

	seen map[any]bool
}

func (s *Site) linksOf(k *Skill) (*skillLinks, error) {
	l := &skillLinks{seen: map[any]bool{}}
	from, err := s.linkingTo(k)
	if err != nil {
		return nil, err
	}
	l.LinkedFrom = from[:min(maxReferences, len(from))]
	l.LinksCut = len(from) > maxReferences
	for _, f := range byFolder(k.Own()) {
		r, err := s.referencesOf(f)
		if err != nil {
			return nil, err
		}
		l.add(f, r)
	}
	return l, nil
}

func (l *skillLinks) add(f *SkillFile, r *references) {
	l.LinksCut = l.LinksCut || r.cut
	for _, k := range r.skills {
		if l.isNew(k, len(l.LinksTo)) {
			l.LinksTo = append(l.LinksTo, k)
		}
	}
	page := f.View
	if f.URI == f.Owner.URI {
		page = f.Owner.Page
	}
	for _, dest := range r.outside {
		if l.isNew(dest, len(l.Outside)) {
			l.Outside = append(l.Outside, reference{dest, f, page})
		}
	}
	for _, dest := range r.missing {
		// The same words may lead elsewhere from another file.
		if l.isNew(reference{dest, f, page}, len(l.Missing)) {
			l.Missing = append(l.Missing, reference{dest, f, page})
		}
	}
}

// isNew reports whether something is to be added to a list of n.
func (l *skillLinks) isNew(what any, n int) bool {
	if l.seen[what] {
		return false
	}
	l.seen[what] = true
	l.LinksCut = l.LinksCut || n == maxReferences
	return n < maxReferences
}
