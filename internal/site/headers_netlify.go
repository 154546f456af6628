package site

import (
	"fmt"
	"slices"
	"strings"

	"skillpack/internal/protocol"
)

// netlify writes the file _headers, which Netlify and Cloudflare read. They send the lines
// of every rule that fits a path, so what all files share stands in the first rule alone.
// They cannot tell the images among the raw files, which are sent as downloads too there;
// pages show them all the same.
func (h hostRules) netlify() string {
	var b strings.Builder
	b.WriteString("# The headers of this site, for Netlify and Cloudflare.\n")
	shared := sharedHeaders()
	h.block(&b, "/*", shared)
	for _, r := range h.rules {
		if r.class == Image {
			continue
		}
		own := slices.DeleteFunc(headersOf(r.class), func(l header) bool { return slices.Contains(shared, l) })
		for _, file := range r.files {
			if file == indexName {
				h.block(&b, "/", own)
			}
			h.block(&b, "/"+protocol.EncodePath(file), own)
		}
		for _, dir := range r.dirs {
			h.block(&b, "/"+protocol.EncodePath(dir)+"/*", own)
		}
	}
	return b.String()
}

// cloudflareRules is how many rules of a file _headers Cloudflare reads.
const cloudflareRules = 100

// HostWarnings returns what the owner should know of the settings for web hosts, a sentence
// each. It is nothing that concerns a Handler.
func (s *Site) HostWarnings() []string {
	rules := strings.Count(s.hostRules().netlify(), "\n\n")
	if rules <= cloudflareRules {
		return nil
	}
	return []string{fmt.Sprintf("_headers has %d rules, and Cloudflare reads %d: there the last directories' discovery indexes go without theirs, so that pages of other sites cannot read them", rules, cloudflareRules)}
}

func (h hostRules) block(b *strings.Builder, path string, lines []header) {
	fmt.Fprintf(b, "\n%s%s\n", protocol.EncodePath(h.base), path)
	for _, l := range lines {
		fmt.Fprintf(b, "  %s: %s\n", l.name, l.value)
	}
}

// sharedHeaders are the lines that every class has.
func sharedHeaders() []header {
	return slices.DeleteFunc(headersOf(Page), func(l header) bool {
		return !slices.Contains(headersOf(Raw), l) || !slices.Contains(headersOf(Discovery), l)
	})
}
