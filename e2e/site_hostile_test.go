package e2e

import (
	"net/http"
	"path"
	"strings"
	"testing"
)

// visited are the checks of hostile.mjs at a plain host; those of the filter and of links are
// made here alone.
var visited = []string{
	"a harmless skill", "index", "filter", "overview", "no page", "pages of skills", "views", "links", "files by their addresses",
}

// visitedHuge are its checks at a server, with the pages of megabytes, which are the same
// bytes behind both doors.
var visitedHuge = []string{
	"a harmless skill", "index", "overview", "no page", "pages of skills", "views", "files by their addresses",
	"huge", "huge brackets.md", "huge line.txt", "huge lines.py", "huge quotes.md", "huge table.md", "huge SKILL.md",
	"a page of megabytes takes less than 10 s of a processor",
}

// TestHostileSkills has Chromium visit every page of skills that try to run scripts, to send
// somebody elsewhere, or to look like the site.
func TestHostileSkills(t *testing.T) {
	optIn(t)
	t.Parallel()
	c, p := newClients(t), newProduct(t)
	catalog := catalogFor(t, p.binary, hostileTree(t))
	t.Run("site", func(t *testing.T) {
		t.Parallel()
		site := siteOf(t, p.binary, catalog, "--base-path", "/docs/skills")
		at := host(t, site, "/docs/skills", func(h http.Handler) http.Handler { return plainTypes(notFoundPage(site)(h)) })
		checkRan(t, browse(t, c, "hostile.mjs", map[string]any{"url": at + "/", "catalog": catalog}), visited)
	})
	t.Run("serve --site", func(t *testing.T) {
		t.Parallel()
		checkRan(t, browse(t, c, "hostile.mjs", map[string]any{"url": pagesOf(t, p.binary, catalog), "catalog": catalog, "huge": true}), visitedHuge)
	})
}

// plainTypes gives files the types that nginx gives them without any settings of the site.
func plainTypes(h http.Handler) http.Handler {
	types := map[string]string{
		"": "text/html", ".html": "text/html", ".css": "text/css", ".js": "application/javascript", ".json": "application/json", ".txt": "text/plain",
		".xml": "text/xml", ".svg": "image/svg+xml", ".png": "image/png", ".jpg": "image/jpeg", ".gif": "image/gif", ".webp": "image/webp", ".avif": "image/avif",
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		extension := path.Ext(r.URL.Path)
		if strings.HasSuffix(r.URL.Path, "/") {
			extension = "" // its index.html
		}
		kind, ok := types[extension]
		if !ok {
			kind = "application/octet-stream"
		}
		w.Header().Set("Content-Type", kind)
		h.ServeHTTP(w, r)
	})
}
