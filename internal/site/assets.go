package site

// assetFiles are the style sheet and the script, named by their content.
func (s *Site) assetFiles() ([]File, error) { return nil, nil }
