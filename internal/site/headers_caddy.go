package site

import (
	"fmt"
	"regexp"
	"strings"
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
	fmt.Fprintf(&b, "@settings path_regexp settings %s\n", h.caddyPattern("/"+anyOf(h.hidden)+"$"))
	for i, r := range h.rules {
		fmt.Fprintf(&b, "@files%d path_regexp files%d %s\n", i, i, h.caddyPattern(r.pattern()))
	}
	b.WriteString("route {\n\terror @settings 404\n")
	for i, r := range h.rules {
		fmt.Fprintf(&b, "\troute @files%d {\n", i)
		caddyHeaders(&b, "\t\t", "*", r.class)
		r.caddyTypes(&b, i)
		b.WriteString("\t}\n")
	}
	b.WriteString("}\nhandle_errors {\n\t@missing expression {err.status_code} == 404\n")
	caddyHeaders(&b, "\t", "@missing", Page)
	b.WriteString("\theader @missing -Access-Control-Allow-Origin\n\theader @missing -Content-Disposition\n") // set before the file was missed
	fmt.Fprintf(&b, "\theader @missing Content-Type \"text/html; charset=utf-8\"\n\trewrite @missing %s\n\tfile_server @missing\n}\n", caddyQuoted(h.base+"/"+missingPage))
	return b.String()
}

// pattern is a regular expression for the start of the paths of a rule, or for all of one,
// below the path of the site.
func (r hostRule) pattern() string {
	switch r.class {
	case Page:
		return "/" // all that no other rule is for
	case Raw:
		return `/raw/[0-9a-f]+\.bin$`
	case Image:
		return imagePattern
	}
	var all []string
	if len(r.files) > 0 {
		all = append(all, anyOf(r.files)+"$")
	}
	if len(r.dirs) > 0 {
		all = append(all, anyOf(r.dirs)+"/")
	}
	return "/(?:" + strings.Join(all, "|") + ")"
}

// anyOf is a regular expression for any of some texts.
func anyOf(texts []string) string {
	quoted := make([]string, len(texts))
	for i, t := range texts {
		quoted[i] = regexp.QuoteMeta(t)
	}
	return "(?:" + strings.Join(quoted, "|") + ")"
}

// caddyTypes writes the media types of a rule. Caddy knows that of pages.
func (r hostRule) caddyTypes(b *strings.Builder, i int) {
	if r.class == Page {
		return
	}
	for n, extension := range r.sortedTypes() {
		ending := `/[^/.]*$`
		if extension != "" {
			ending = `(?i)\.` + extension + `$`
		}
		fmt.Fprintf(b, "\t\t@type%d_%d path_regexp type%d_%d %s\n\t\theader @type%d_%d Content-Type %q\n", i, n, i, n, ending, i, n, r.types[extension])
	}
}

func caddyHeaders(b *strings.Builder, indent, matcher string, c Class) {
	fmt.Fprintf(b, "%sheader %s {\n", indent, matcher)
	for _, l := range headersOf(c) {
		fmt.Fprintf(b, "%s\t%s %q\n", indent, l.name, l.value)
	}
	b.WriteString(indent + "}\n")
}

// caddyPattern writes a regular expression for what is below the path of the site. Caddy
// compares it with paths decoded. Unlike its other way to write paths it gives no meaning
// to signs that names may have, such as "*", if only no "{" stands there as it is.
func (h hostRules) caddyPattern(pattern string) string {
	return caddyQuoted("^" + strings.ReplaceAll(regexp.QuoteMeta(h.base)+pattern, `\{`, `\x7B`))
}

// caddyQuoted writes a text as a word of Caddy.
func caddyQuoted(s string) string { return `"` + strings.ReplaceAll(s, `"`, `\"`) + `"` }

// comment is a text that ends no comment.
func comment(s string) string { return strings.Join(strings.Fields(s), " ") }
