package site

// headerFiles are the files of settings for web hosts.
func (s *Site) headerFiles() ([]File, error) { return nil, nil }
