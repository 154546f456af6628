package site

// indexFiles are the files of the index of all skills.
func (s *Site) indexFiles() ([]File, error) { return nil, nil }
