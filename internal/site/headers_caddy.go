package site

import (
	"fmt"
	"regexp"
	"strings"

	"skillpack/internal/protocol"
)

// imagePattern is a regular expression for the paths of images below the root.
const imagePattern = `/raw/[0-9a-f]+\.(png|jpg|gif|webp|avif)$`

// caddy writes what goes into a site block of Caddy. In a route the lines stand in the
// order in which they work: the stronger ones last.
func (h hostRules) caddy() string {
	var b strings.Builder
	b.WriteString(`# The headers of this site, for the site block of Caddy that has the directory above as its root:
#
#     root * /srv/site
#     import /srv/site/headers/Caddyfile
#     file_server
`)
	if h.base != "" {
		b.WriteString("#\n# The site is below " + comment(h.base) + ", so its directory is that one below the root.\n")
	}
	var hidden []string
	for _, path := range h.hidden {
		if strings.HasSuffix(path, "/") {
			path += "*"
		}
		hidden = append(hidden, h.caddyPath(path))
	}
	fmt.Fprintf(&b, "@settings path %s\n", strings.Join(hidden, " "))
	for i, r := range h.rules {
		fmt.Fprintf(&b, "@files%d %s\n", i, h.matcher(i, r))
	}
	b.WriteString("route {\n\terror @settings 404\n")
	for i, r := range h.rules {
		caddyHeaders(&b, fmt.Sprintf("@files%d", i), r.class)
		h.caddyTypes(&b, i, r)
	}
	b.WriteString("}\nhandle_errors {\n\t@missing expression {err.status_code} == 404\n")
	caddyHeaders(&b, "@missing", Page)
	b.WriteString("\theader @missing -Access-Control-Allow-Origin\n\theader @missing -Content-Disposition\n") // set before the file was missed
	fmt.Fprintf(&b, "\theader @missing Content-Type \"text/html; charset=utf-8\"\n\trewrite @missing %s\n\tfile_server @missing\n}\n", protocol.EncodePath(h.base+"/"+missingPage))
	return b.String()
}

// matcher returns what tells the paths of a rule.
func (h hostRules) matcher(i int, r hostRule) string {
	switch r.class {
	case Raw:
		return fmt.Sprintf(`path_regexp raw%d "^%s/raw/[0-9a-f]+\.bin$"`, i, regexp.QuoteMeta(h.base))
	case Image:
		return fmt.Sprintf(`path_regexp images%d "^%s%s"`, i, regexp.QuoteMeta(h.base), imagePattern)
	}
	return "path " + strings.Join(h.caddyPaths(r), " ")
}

func (h hostRules) caddyPaths(r hostRule) []string {
	if r.class == Page {
		return []string{h.caddyPath("*")} // all that no other rule is for
	}
	var paths []string
	for _, file := range r.files {
		paths = append(paths, h.caddyPath(file))
	}
	for _, dir := range r.dirs {
		paths = append(paths, h.caddyPath(dir+"/*"))
	}
	return paths
}

// caddyTypes writes the media types of a rule. Caddy knows that of pages.
func (h hostRules) caddyTypes(b *strings.Builder, i int, r hostRule) {
	if r.class == Page {
		return
	}
	for n, extension := range r.sortedTypes() {
		ending := `/[^/.]*$`
		if extension != "" {
			ending = `(?i)\.` + extension + `$`
		}
		fmt.Fprintf(b, "\t@type%d_%d {\n\t\tpath %s\n\t\tpath_regexp type%d_%d %s\n\t}\n",
			i, n, strings.Join(h.caddyPaths(r), " "), i, n, ending)
		fmt.Fprintf(b, "\theader @type%d_%d Content-Type %q\n", i, n, r.types[extension])
	}
}

func caddyHeaders(b *strings.Builder, matcher string, c Class) {
	fmt.Fprintf(b, "\theader %s {\n", matcher)
	for _, l := range headersOf(c) {
		fmt.Fprintf(b, "\t\t%s %q\n", l.name, l.value)
	}
	b.WriteString("\t}\n")
}

// caddyPath writes a path below that of the site as a word of Caddy, which compares it
// decoded; a "*" at its end is for all that follows.
func (h hostRules) caddyPath(path string) string {
	return `"` + strings.ReplaceAll(h.base+"/"+path, `"`, `\"`) + `"`
}

// comment is a text that ends no comment.
func comment(s string) string { return strings.Join(strings.Fields(s), " ") }
