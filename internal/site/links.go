package site

import (
	"strings"

	"skillpack/internal/protocol"
)

const (
	indexName = "index.html"
	skillRoot = "skills/"
	viewRoot  = "view/"
)

// skillPage and viewPage are where the site keeps the pages of what has a published path.
func skillPage(path string) string { return skillRoot + path + "/" + indexName }
func viewPage(path string) string  { return viewRoot + path + "/" + indexName }

// rel returns the link from one file of the site to another, both by their path. A page
// is linked by its directory. Segments are percent-encoded, so that the result is safe in
// any attribute and is never taken for a URL with a scheme.
func rel(from, to string) string {
	to = linked(to)
	common := 0
	for i := 0; i < len(from) && i < len(to) && from[i] == to[i]; i++ {
		if from[i] == '/' {
			common = i + 1
		}
	}
	up := strings.Count(from[common:], "/")
	if up == 0 && to[common:] == "" {
		return "./"
	}
	return strings.Repeat("../", up) + protocol.EncodePath(to[common:])
}

// absolute returns the link to a file of the site from the root of the host.
func absolute(basePath, to string) string {
	return protocol.EncodePath(strings.TrimSuffix(basePath, "/")) + "/" + protocol.EncodePath(linked(to))
}

// linked is the path by which a file is linked: that of its directory for a page.
func linked(path string) string {
	if path == indexName {
		return ""
	}
	if dir, ok := strings.CutSuffix(path, "/"+indexName); ok {
		return dir + "/"
	}
	return path
}
