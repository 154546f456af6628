package changes

import (
	"net/url"
	"slices"
	"strings"

	"skillpack/catalog"
	"skillpack/internal/skill"
)

// Find is catalog.Diff that also tells which skills newly link to the web: to addresses
// that none of the skill's texts had before, whether as links or as they stand in texts
// and code.
func Find(old, now *catalog.Catalog) *catalog.Changes {
	c := catalog.Diff(old, now)
	for i := range c.Skills {
		if s := &c.Skills[i]; s.New != nil {
			s.Widening = append(s.Widening, newLinks(c, s)...)
		}
	}
	return c
}

// newLinks returns each new address of a skill once, at the first file that has it.
func newLinks(c *catalog.Changes, s *catalog.SkillChange) []catalog.Widening {
	var found []catalog.Widening
	seen := map[string]bool{}
	for _, f := range s.Files {
		if owner, ok := c.New.Owner(f.URI); f.New == nil || !ok || owner != s.New {
			continue
		}
		for _, address := range addressesIn(c.New, f.URI) {
			if !seen[address] {
				seen[address] = true
				found = append(found, catalog.Widening{Kind: catalog.WiderLink, URI: f.URI, Detail: address})
			}
		}
	}
	if len(found) == 0 {
		return nil
	}
	known := knownAddresses(c, s)
	return slices.DeleteFunc(found, func(w catalog.Widening) bool { return known[w.Detail] })
}

// knownAddresses are those of the old skill, and of the old files that have become its.
func knownAddresses(c *catalog.Changes, s *catalog.SkillChange) map[string]bool {
	files := map[string]bool{}
	if s.Old != nil {
		for _, ref := range s.Old.Resources {
			files[ref.URI] = true
		}
	}
	for _, f := range s.Files {
		files[f.URI] = true
	}
	known := map[string]bool{}
	for file := range files {
		for _, address := range addressesIn(c.Old, file) {
			known[address] = true
		}
	}
	return known
}

// addressesIn returns the web addresses in a text file, in the order of their place: in
// markdown links and what stands in it, in other texts only the latter. A blob has none.
func addressesIn(c *catalog.Catalog, uri string) []string {
	resource, ok := c.Resource(uri)
	content, there := c.Content(uri)
	if !ok || !there || !content.Text() {
		return nil
	}
	data, err := content.Bytes()
	if err != nil {
		return nil
	}
	if resource.MIMEType != "text/markdown" {
		return bare(string(data))
	}
	from := 0
	if _, isSkill := c.Entry(uri); isSkill {
		if front, body, _ := skill.ParseFrontmatter(data); front != nil {
			from = body.Start
		}
	}
	return addresses(data, from)
}

// addresses returns the web addresses in markdown: those of links, and between them all
// that stand in the text, the code and the HTML.
func addresses(data []byte, from int) []string {
	var found []string
	for _, link := range skill.ParseMarkdown(data, from).Links {
		if link.Span.Start >= from {
			found = append(found, bare(string(data[from:link.Span.Start]))...)
			from = max(from, link.Span.End)
		}
		if isWebAddress(link.Dest) {
			found = append(found, link.Dest)
		}
	}
	return append(found, bare(string(data[from:]))...)
}

// bare returns the addresses that stand in a text.
func bare(text string) []string {
	var found []string
	for {
		i := strings.Index(text, "://")
		if i < 0 {
			return found
		}
		head := strings.ToLower(text[max(0, i-len("https")):i])
		start := -1
		for _, scheme := range []string{"https", "http"} {
			if strings.HasSuffix(head, scheme) {
				start = i - len(scheme)
				break
			}
		}
		end := i + len("://")
		if length := strings.IndexAny(text[end:], " \t\r\n<>\"'`|\\^{}[]"); length >= 0 {
			end += length
		} else {
			end = len(text)
		}
		if start >= 0 {
			if address := withoutTrail(text[start:end]); isWebAddress(address) {
				found = append(found, address)
			}
		}
		text = text[end:]
	}
}

// withoutTrail cuts off the marks of a sentence behind an address, and a bracket that
// nothing in the address opens.
func withoutTrail(address string) string {
	unopened := strings.Count(address, ")") - strings.Count(address, "(")
	for {
		cut := strings.TrimRight(address, "?!.,:;*_~")
		if strings.HasSuffix(cut, ")") && unopened > 0 {
			cut = strings.TrimSuffix(cut, ")")
			unopened--
		}
		if cut == address {
			return address
		}
		address = cut
	}
}

func isWebAddress(dest string) bool {
	u, err := url.Parse(dest)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != ""
}
