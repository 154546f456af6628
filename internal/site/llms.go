package site

import (
	"fmt"
	"strings"
)

// llms is llms.txt (llmstxt.org): what a language model is told of the site. It has the
// skills by prefix as the index has; where one page cannot hold them it has the prefixes. Links
// are absolute where the address of the site is known.
func (s *Site) llms() []byte {
	var b strings.Builder
	index := s.listings[0]
	fmt.Fprintf(&b, "# %s\n\n> %s, each a directory with a SKILL.md that says when and how to use it.\n\n",
		markdownText(s.Title()), plural(int64(index.Count), "agent skill", "agent skills"))
	if url := s.MCPURL(); url != "" {
		fmt.Fprintf(&b, "The same skills over MCP: %s\n\n", url)
	}
	b.WriteString("Each link is to a page with the whole SKILL.md and every file of a skill.\n")
	if !s.options.Scoped {
		fmt.Fprintf(&b, "[%s](%s) has the addresses and digests of copies to install.\n", discoveryIndex, s.textLink(discoveryIndex))
	}
	for _, l := range s.listings[:s.indexParts()] {
		s.llmsListing(&b, l)
	}
	return []byte(b.String())
}

const discoveryIndex = ".well-known/agent-skills/index.json"

// indexParts is how many of the listings are of the index itself.
func (s *Site) indexParts() int { return max(1, s.listings[0].Parts) }

func (s *Site) llmsListing(b *strings.Builder, l *listing) {
	if len(l.Branches) > 0 {
		b.WriteString("\n## Prefixes\n\n")
	}
	for _, r := range l.Branches {
		fmt.Fprintf(b, "- [%s](%s): %s\n", markdownText(r.Prefix), s.textLink(r.Page), plural(int64(r.Count), "skill", "skills"))
	}
	for _, g := range l.Groups {
		fmt.Fprintf(b, "\n## %s\n\n", markdownText(g.Text()))
		for _, k := range g.Skills {
			fmt.Fprintf(b, "- [%s](%s): %s\n", markdownText(k.Name), s.textLink(k.Page), markdownText(l.told(k)))
		}
	}
}

// told is what llms.txt has of the description: all of it unless there are very many skills.
func (l *listing) told(k *Skill) string {
	if l.clip == clips[0] {
		return k.Description
	}
	return l.Row(k).Description
}

// textLink is a link in a file at the root of the site.
func (s *Site) textLink(to string) string {
	if url := s.address(to); url != "" {
		return url
	}
	return rel("llms.txt", to)
}

// markdownText keeps text from being taken for markdown, in one line.
func markdownText(text string) string {
	var b strings.Builder
	for i, word := range strings.Fields(text) {
		if i > 0 {
			b.WriteByte(' ')
		}
		for _, c := range []byte(word) {
			if strings.IndexByte("\\[]<`*_", c) >= 0 {
				b.WriteByte('\\')
			}
			b.WriteByte(c)
		}
	}
	return b.String()
}
