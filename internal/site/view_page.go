package site

func (s *Site) viewFiles() ([]File, error) { return nil, nil }
