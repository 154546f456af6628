package site

func (s *Site) skillFiles() ([]File, error) { return nil, nil }
