package site

import (
	"encoding/xml"
	"fmt"
	"strings"
)

// textFiles are 404.html, llms.txt, and where the address of the site is known sitemap.xml
// and robots.txt.
func (s *Site) textFiles() ([]File, error) {
	missing := page{Path: "404.html", Kind: "missing", Title: "Not found", Absolute: true}
	files := []File{
		s.htmlFile(missing, func() (any, error) { return nil, nil }),
		{Path: "llms.txt", Type: "text/plain; charset=utf-8", Class: Text, Bytes: func() ([]byte, error) { return s.llms(), nil }},
	}
	if s.options.BaseURL == "" {
		return files, nil
	}
	files = append(files, s.sitemaps()...)
	if s.address("robots.txt") == s.host()+"robots.txt" {
		files = append(files, File{Path: "robots.txt", Type: "text/plain; charset=utf-8", Class: Text, Bytes: func() ([]byte, error) { return s.robots(), nil }})
	}
	return files, nil
}

// host is the root of the host of the site, "https://example.com/".
func (s *Site) host() string {
	scheme, rest, _ := strings.Cut(s.options.BaseURL, "://")
	host, _, _ := strings.Cut(rest, "/")
	return scheme + "://" + host + "/"
}

// robots is for a site at the root of its host alone: nobody reads it elsewhere.
func (s *Site) robots() []byte {
	return fmt.Appendf(nil, "User-agent: *\nAllow: /\nSitemap: %s\n", s.address(sitemapName))
}

const (
	sitemapName = "sitemap.xml"
	// maxSitemap is how many addresses a sitemap may have.
	maxSitemap = 50_000
)

// sitemaps are one of all pages but those of files, or several and one that names them.
// They have no dates, for the catalog has none.
func (s *Site) sitemaps() []File {
	pages := s.sitemapPages()
	if len(pages) <= maxSitemap {
		return []File{s.sitemap(sitemapName, "urlset", "url", pages)}
	}
	var files []File
	var names []string
	for i := 0; len(pages) > 0; i++ {
		n := min(maxSitemap, len(pages))
		names = append(names, fmt.Sprintf("sitemap-%d.xml", i+1))
		files = append(files, s.sitemap(names[i], "urlset", "url", pages[:n]))
		pages = pages[n:]
	}
	return append(files, s.sitemap(sitemapName, "sitemapindex", "sitemap", names))
}

func (s *Site) sitemapPages() []string {
	var pages []string
	for _, l := range s.listings {
		pages = append(pages, l.path)
	}
	pages = append(pages, overviewPage)
	for _, k := range s.skills {
		pages = append(pages, k.Page)
	}
	return pages
}

func (s *Site) sitemap(name, root, item string, paths []string) File {
	return File{Path: name, Type: "application/xml", Class: Text, Bytes: func() ([]byte, error) {
		var b strings.Builder
		fmt.Fprintf(&b, "%s<%s xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n", xml.Header, root)
		for _, p := range paths {
			fmt.Fprintf(&b, "<%s><loc>", item)
			if err := xml.EscapeText(&b, []byte(s.address(p))); err != nil {
				return nil, err
			}
			fmt.Fprintf(&b, "</loc></%s>\n", item)
		}
		fmt.Fprintf(&b, "</%s>\n", root)
		return []byte(b.String()), nil
	}}
}
