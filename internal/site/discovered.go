package site

import "skillpack/internal/discovery"

// discoveryFiles are what other tools find the skills by.
func (s *Site) discoveryFiles() ([]File, error) {
	o := s.options
	set, err := discovery.New(s.catalog, discovery.Options{
		Title: o.Title, Prefix: o.Prefix,
		Legacy: o.Legacy, Marketplace: o.Marketplace, Scoped: o.Scoped, ScopedIfShared: o.ScopedIfShared,
	})
	if err != nil {
		return nil, err
	}
	s.discovery = set
	s.warnings = append(s.warnings, set.Warnings()...)
	found := set.Files()
	files := make([]File, len(found))
	for i, f := range found {
		files[i] = File{Path: f.Path, Type: f.Type, Class: Discovery, Digest: f.Digest, Bytes: f.Bytes}
		if f.Kind == discovery.Archive {
			files[i].Class = Archive
		}
	}
	return files, nil
}
