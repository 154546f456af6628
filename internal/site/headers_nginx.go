package site

import (
	"fmt"
	"regexp"
	"strings"
)

// nginx writes what goes into a server block of nginx. A location with its own add_header
// has none of those around it, so each has them all.
func (h hostRules) nginx() string {
	var b strings.Builder
	b.WriteString(`# The headers of this site, for the server block that has the directory above as its root:
#
#     root /srv/site;
#     include /srv/site/headers/nginx.conf;
`)
	if h.base != "" {
		b.WriteString("#\n# The site is below " + comment(h.base) + ", so its directory is that one below the root.\n")
	}
	fmt.Fprintf(&b, "error_page 404 %s;\n", nginxQuoted(h.base+"/"+missingPage))
	for _, path := range h.hidden {
		fmt.Fprintf(&b, "location = %s { return 404; }\n", nginxQuoted(h.base+"/"+path))
	}
	for _, r := range h.rules {
		h.nginxRule(&b, r)
	}
	return b.String()
}

func (h hostRules) nginxRule(b *strings.Builder, r hostRule) {
	switch r.class {
	case Page:
		h.location(b, nginxQuoted(h.base+"/"), r) // all that no other rule is for
		return
	case Image:
		h.location(b, "~ "+nginxQuoted("^"+regexp.QuoteMeta(h.base)+imagePattern), r)
		return
	}
	for _, file := range r.files {
		h.location(b, "= "+nginxQuoted(h.base+"/"+file), r)
	}
	for _, dir := range r.dirs {
		h.location(b, nginxQuoted(h.base+"/"+dir+"/"), r)
	}
}

func (h hostRules) location(b *strings.Builder, where string, r hostRule) {
	fmt.Fprintf(b, "location %s {\n\ttypes {", where)
	for _, extension := range r.sortedTypes() {
		if extension != "" {
			fmt.Fprintf(b, " %s %s;", nginxQuoted(r.types[extension]), extension)
		}
	}
	fmt.Fprintf(b, " }\n\tdefault_type %s;\n", nginxQuoted(r.anyType()))
	for _, l := range headersOf(r.class) {
		fmt.Fprintf(b, "\tadd_header %s %s always;\n", l.name, nginxQuoted(l.value))
	}
	b.WriteString("}\n")
}

// nginxQuoted writes a text as a word of nginx.
func nginxQuoted(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
}
