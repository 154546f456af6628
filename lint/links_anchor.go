package lint

import (
	"bytes"
	"fmt"
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"

	"skillpack/internal/diag"
	"skillpack/internal/skill"
)

func linksAnchor() *Rule {
	return &Rule{
		ID:       "links/anchor",
		Severity: diag.Warning,
		Doc: Doc{
			Summary: "A link's fragment names no heading or HTML id of the file it leads to.",
			Why:     "The reader arrives at the top of the file and has to search for the part that was meant.",
			Bad:     "# Notes\n\nSee [the steps](#the-step).\n\n## The steps",
			Good:    "# Notes\n\nSee [the steps](#the-steps).\n\n## The steps",
			Cites:   []string{"L78"},
		},
		Texts: checkAnchors,
	}
}

func checkAnchors(p *Pass, t *texts) {
	lines := make(map[*skill.File]map[string]int)
	for j := range t.faulty(linkAnchor) {
		target := t.tree.File(j.target)
		if lines[target] == nil {
			lines[target] = headingLines(target.Content())
		}
		p.At(j.file, j.link.Span, fmt.Sprintf("no heading of %q makes the anchor %s; %s",
			fromFile(j.file, j.target), quoted("#"+j.dest.fragment), anchorAdvice(target, j.dest.fragment, lines[target])))
	}
}

func anchorAdvice(target *skill.File, fragment string, lines map[string]int) string {
	if line := lines[fragment]; line > 0 {
		return fmt.Sprintf("line %d looks like it, but stands in a block of code or HTML; end the block before it", line)
	}
	if near := nearAnchor(fragment, target); near != "" {
		return fmt.Sprintf("did you mean %q", "#"+visible(near))
	}
	return "add the heading or link to the file alone"
}

// nearAnchor returns the anchor of a file that a wrong fragment most likely means, or "":
// one like it, or the only one that goes on with more words.
func nearAnchor(fragment string, target *skill.File) string {
	anchors := target.Markdown().Anchors
	anchors = anchors[:min(len(anchors), mostAnchors)]
	if near := nearest(fragment, anchors); near != "" {
		return near
	}
	longer, start := "", fragment+"-"
	for _, a := range anchors {
		if !strings.HasPrefix(a, start) {
			continue
		}
		if longer != "" {
			return ""
		}
		longer = a
	}
	return longer
}

// visible percent-encodes what nobody sees in a fragment: what is left of an emoji.
func visible(fragment string) string {
	var b strings.Builder
	for i, r := range fragment {
		if before, _ := utf8.DecodeLastRuneInString(fragment[:i]); unicode.In(r, unicode.Variation_Selector) || unicode.Is(unicode.M, r) && !unicode.IsLetter(before) {
			b.WriteString(url.PathEscape(string(r)))
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// headingLines returns the numbers of the lines that look like headings, by the
// fragments that these would have.
func headingLines(content []byte) map[string]int {
	out := make(map[string]int)
	n := 0
	for line := range bytes.Lines(content) {
		n++
		level, text := headingOf(line)
		if level == 0 {
			continue
		}
		slug := skill.Slug(string(bytes.TrimSpace(bytes.TrimRight(text, "# \r\n"))))
		if out[slug] == 0 {
			out[slug] = n
		}
	}
	return out
}
