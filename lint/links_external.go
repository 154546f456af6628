package lint

import (
	"fmt"
	"iter"
	"net/url"
	"slices"
	"strings"

	"skillpack/internal/diag"
	"skillpack/internal/skill"
)

// Answer is what the web says of an address that is not fine.
type Answer struct {
	Gone   bool   // there is nothing; otherwise the address could not be checked
	Detail string // why: lower case, no full stop
}

func linksExternal() *Rule {
	return &Rule{
		ID:       "links/external",
		Severity: diag.Warning,
		Doc: Doc{
			Summary: "With --external: a web link leads to nothing, because the page is gone or the host is unknown.",
			Why: "An agent that follows the link finds nothing, or later what somebody else puts there. " +
				"What could not be checked, because a server wants a login or fails, is a note. Nothing is asked without --external.",
			Bad:   "# Notes\n\nSee [the manual](https://docs.python.org/gone).",
			Good:  "# Notes\n\nSee [the manual](https://docs.python.org/3/).",
			Cites: []string{"F8", "L79"},
		},
		Tree: checkExternal,
	}
}

func checkExternal(p *Pass) {
	if len(p.External) == 0 {
		return
	}
	for f, l := range externalLinks(p.Tree, []string{"."}) {
		a, found := p.External[l.Dest]
		switch {
		case !found:
		case a.Gone:
			p.At(f, l.Span, fmt.Sprintf("%s leads to nothing, %s; correct or remove the link", quoted(l.Dest), a.Detail))
		default:
			p.Report(diag.Diagnostic{File: f.Path, Span: l.Span, Severity: diag.Note,
				Message: fmt.Sprintf("%s could not be checked: %s", quoted(l.Dest), a.Detail)})
		}
	}
}

// ExternalLinks returns the web addresses to which texts of skills link, as written, sorted
// and without repeats. The texts are those in the directories, "." for all. Addresses that
// stand for others, such as those of example.com, are not among them.
func ExternalLinks(t *skill.Tree, dirs ...string) []string {
	var out []string
	for _, l := range externalLinks(t, dirs) {
		out = append(out, l.Dest)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// externalLinks yields the web links, and the bare addresses in prose that GitHub makes
// links, each with its file.
func externalLinks(t *skill.Tree, dirs []string) iter.Seq2[*skill.File, skill.Link] {
	return func(yield func(*skill.File, skill.Link) bool) {
		for f := range skillFiles(t) {
			if !slices.ContainsFunc(dirs, func(dir string) bool { return skill.Within(f.Path, dir) }) || !f.IsMarkdown() {
				continue
			}
			m := f.Markdown()
			for _, l := range slices.Concat(m.Links, bareLinks(f, m)) {
				if isWebAddress(l.Dest) && !yield(f, l) {
					return
				}
			}
		}
	}
}

// isWebAddress reports whether a destination is an address of the web that is meant.
func isWebAddress(dest string) bool {
	u, err := url.Parse(dest)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || isPlaceholder(dest) {
		return false
	}
	return !isSampleHost(strings.ToLower(u.Hostname()))
}

// isSampleHost reports whether a host's name is reserved for examples (RFC 2606, RFC
// 6761), or is no name of the open web.
func isSampleHost(name string) bool {
	for _, end := range []string{"example.com", "example.org", "example.net", "example", "test", "invalid", "localhost", "local", "internal"} {
		if name == end || strings.HasSuffix(name, "."+end) {
			return true
		}
	}
	return !strings.ContainsAny(name, ".:")
}

// bareLinks returns the addresses in the prose of a file.
func bareLinks(f *skill.File, m *skill.Markdown) []skill.Link {
	var out []skill.Link
	for _, span := range m.Prose {
		text := source(f, span)
		for at, word := range wordsIn(text) {
			i := max(strings.Index(word, "https://"), strings.Index(word, "http://"))
			if i < 0 || i > 0 && !strings.ContainsRune(`(*_~"'`, rune(word[i-1])) {
				continue
			}
			dest := withoutTrail(word[i:])
			start := span.Start + at + i
			out = append(out, skill.Link{Kind: skill.AutoLink, Dest: dest, Span: diag.Span{Start: start, End: start + len(dest)}})
		}
	}
	return out
}

// withoutTrail cuts off what follows an address in a sentence: marks, and a bracket that
// nothing in the address opens.
func withoutTrail(address string) string {
	address, _, _ = strings.Cut(address, "<")
	for {
		cut := strings.TrimRight(address, `?!.,:;*_~'"`)
		if strings.HasSuffix(cut, ")") && strings.Count(cut, ")") > strings.Count(cut, "(") {
			cut = strings.TrimSuffix(cut, ")")
		}
		if cut == address {
			return address
		}
		address = cut
	}
}
