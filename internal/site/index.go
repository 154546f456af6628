package site

// indexFiles are the index, the pages of its parts where one page cannot hold it, and the
// search data of the filter.
func (s *Site) indexFiles() ([]File, error) {
	data := searchData(s.skills)
	s.listings = planListings(newTree(s.skills))
	var files []File
	for _, l := range s.listings {
		l.search = data.between(l.first, l.last)
		files = append(files, s.htmlFile(s.listingPage(l), func() (any, error) { return l, nil }))
	}
	for _, part := range data {
		files = append(files, part.file())
	}
	return files, nil
}

func (s *Site) listingPage(l *listing) page {
	p := page{Path: l.path, Kind: "browse", Title: l.Title(), Description: l.Summary()}
	if l.path == indexName {
		p.Kind, p.Title = "index", ""
		p.Description = plural(int64(l.Count), "agent skill", "agent skills") + ", with every file of each and its digest."
	}
	return p
}
