package site

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
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
	if zipped := r.zippedTypes(); len(zipped) > 0 {
		fmt.Fprintf(b, "\tgzip_types %s;\n", strings.Join(zipped, " "))
	}
	b.WriteString("\tabsolute_redirect off;\n") // behind a proxy nginx knows neither scheme nor port
	for _, l := range headersOf(r.class) {
		fmt.Fprintf(b, "\tadd_header %s %s always;\n", l.name, nginxQuoted(l.value))
	}
	b.WriteString("}\n")
}

// zippedTypes are the media types of a rule that are worth to be compressed, quoted and in
// order. nginx compares them as a whole, with their parameters.
func (r hostRule) zippedTypes() []string {
	var quoted []string
	for _, mediaType := range slices.Compact(slices.Sorted(maps.Values(r.types))) {
		plain, _, _ := strings.Cut(mediaType, ";")
		if slices.Contains(zippedTypes(), plain) {
			quoted = append(quoted, nginxQuoted(mediaType))
		}
	}
	return quoted
}

// nginxQuoted writes a text as a word of nginx.
func nginxQuoted(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
}
