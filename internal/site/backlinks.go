package site

import (
	"bytes"
	"context"
	"sync"

	"skillpack/internal/parallel"
)

// backlinks tells which skills link to which. It looks at every markdown file of the
// catalog that may lead out of its skill, once, when it is first asked.
type backlinks struct {
	once sync.Once
	from map[*Skill][]*Skill // by the skill linked to, sorted by URI
	err  error
}

// linkingTo returns the skills that have a file with a link to k, by URI.
func (s *Site) linkingTo(k *Skill) ([]*Skill, error) {
	s.back.once.Do(func() { s.back.from, s.back.err = s.findBacklinks() })
	return s.back.from[k], s.back.err
}

func (s *Site) findBacklinks() (map[*Skill][]*Skill, error) {
	files := s.linking()
	all := make([]*references, len(files))
	err := parallel.Each(context.Background(), len(files), func(i int) (err error) {
		all[i], err = s.referencesOf(files[i])
		return err
	})
	if err != nil {
		return nil, err
	}
	from := map[*Skill][]*Skill{}
	for i, r := range all { // files of one skill stand together, and skills by URI
		for _, to := range r.skills {
			owner, known := files[i].Owner, from[to]
			if len(known) == 0 || known[len(known)-1] != owner {
				from[to] = append(known, owner)
			}
		}
	}
	return from, nil
}

// linking returns the markdown files that may link to another skill, in the order of their
// skills. Most cannot, which their bytes tell much faster than a parser.
func (s *Site) linking() []*SkillFile {
	var files []*SkillFile
	for _, k := range s.skills {
		for _, f := range k.Own() {
			if maybeMarkdown(f) && (len(k.Nested) > 0 || s.mayLeave(f)) {
				files = append(files, f)
			}
		}
	}
	return files
}

// mayLeave reports whether a file may hold a link out of its skill's directory: one with
// ".." or with a URI of the catalog. It reads the form on the wire, where all of these
// stand as they are in the file.
func (s *Site) mayLeave(f *SkillFile) bool {
	content, ok := s.catalog.Content(f.URI)
	if !ok || !content.Text() {
		return false
	}
	wire := content.Wire()
	for _, mark := range []string{"../", "](..", "]: ..", "%2e", "%2E"} {
		if bytes.Contains(wire, []byte(mark)) {
			return true
		}
	}
	for scheme := range s.schemes {
		if bytes.Contains(wire, []byte(scheme+"://")) {
			return true
		}
	}
	return false
}
