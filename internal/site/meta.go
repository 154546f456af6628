package site

import (
	"strings"

	"skillpack/internal/protocol"
)

// FullTitle is the title of the document: that of the page and that of the site.
func (p *page) FullTitle() string {
	if p.Title == "" || p.Title == p.Site.Title() {
		return p.Site.Title()
	}
	return p.Title + " · " + p.Site.Title()
}

// Canonical is the address of the page; "" where the address of the site is not known and
// on the page for what is missing, which has none of its own.
func (p *page) Canonical() string {
	if p.Kind == "missing" {
		return ""
	}
	return p.Site.address(p.Path)
}

// directory is the absolute URL of a directory of the site, "" for its root, without a slash
// at the end. That of the site must be known.
func (s *Site) directory(path string) string {
	url := strings.TrimSuffix(s.options.BaseURL, "/")
	if path == "" {
		return url
	}
	return url + "/" + protocol.EncodePath(path)
}

// address is the absolute URL of a page of the site, "" where that of the site is not known.
func (s *Site) address(page string) string {
	if s.options.BaseURL == "" {
		return ""
	}
	return s.directory("") + "/" + protocol.EncodePath(linked(page))
}
