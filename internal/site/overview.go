package site

// overviewFiles are the files of the page on the whole.
func (s *Site) overviewFiles() ([]File, error) { return nil, nil }
