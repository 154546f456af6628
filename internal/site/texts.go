package site

// textFiles are the files of 404.html, robots.txt, llms.txt and sitemap.xml.
func (s *Site) textFiles() ([]File, error) { return nil, nil }
