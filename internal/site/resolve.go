package site

import (
	"net/url"
	"path"
	"strings"

	"skillpack/internal/markup"
	"skillpack/internal/protocol"
)

// landing is where a link in a file leads within the catalog.
type landing struct {
	page     string     // path in the site
	fragment string     // of the page, encoded; "" for its top
	skill    *Skill     // whose page or file it is
	file     *SkillFile // nil for a skill or a directory
}

// verdict says what a destination is.
type verdict uint8

const (
	foreign verdict = iota // not ours to resolve: another scheme, another host
	absent                 // of the catalog by its form, and nothing listed is there
	found
)

// resolve finds what a destination in a file means as a renderer does, against the
// directory of the file (L84), and for URIs of the catalog's schemes. Unlisted skills
// are absent.
func (s *Site) resolve(from *SkillFile, written string) (landing, verdict) {
	written = strings.TrimSpace(written)
	rest, fragment, _ := strings.Cut(written, "#")
	rest, query, _ := strings.Cut(rest, "?")
	scheme, _, _ := strings.Cut(from.URI, "://")
	switch own, form := s.formOf(written); {
	case form == elsewhere:
		return landing{}, foreign
	case form == fromRoot:
		return landing{}, absent
	case form == byURI:
		_, published, err := protocol.SplitURI(rest)
		if err != nil {
			return landing{}, absent
		}
		return s.land(own, published, false, fragment, query)
	}
	target := from.Path
	below := unescape(rest)
	if below != "" {
		target = path.Join(path.Dir(from.Path), below)
	}
	if !protocol.ValidPath(target) {
		return landing{}, absent
	}
	return s.land(scheme, target, strings.HasSuffix(below, "/"), fragment, query)
}

type linkForm uint8

const (
	relative linkForm = iota
	byURI
	fromRoot  // a path of a machine or a host
	elsewhere // another scheme or host
)

// formOf says how a destination is written, and with which scheme.
func (s *Site) formOf(written string) (scheme string, form linkForm) {
	scheme, _, found := strings.Cut(written, ":")
	found = found && scheme != "" && !strings.ContainsAny(scheme, `/?#\`)
	switch {
	case strings.HasPrefix(written, "//"), strings.HasPrefix(written, `\\`):
		return "", elsewhere
	case strings.HasPrefix(written, "/"), strings.HasPrefix(written, "~/"), strings.HasPrefix(written, `\`):
		return "", fromRoot
	case found && s.schemes[scheme]:
		return scheme, byURI
	case found:
		return "", elsewhere
	}
	return "", relative
}

// unescape undoes percent-escapes; a text with a broken one, or with an escaped slash,
// which no name has, stays as it is.
func unescape(s string) string {
	if strings.Contains(strings.ToLower(s), "%2f") {
		return s
	}
	if clean, err := url.PathUnescape(s); err == nil {
		return clean
	}
	return s
}

// land returns the page of what is published at a path: a skill for its directory and its
// SKILL.md, whose text its page shows, the view of any other file, and for a directory the
// file list of its skill.
func (s *Site) land(scheme, published string, folder bool, fragment, query string) (landing, verdict) {
	uri := protocol.URI(scheme, published)
	if f, ok := s.views[uri]; ok && !folder {
		return s.landOnFile(f, fragment, strings.Contains(query, "plain=1")), found
	}
	if k, ok := s.byURI[uri+"/"+protocol.ManifestName]; ok {
		return landing{page: k.Page, skill: k}, found
	}
	if k := s.around(uri); k != nil {
		if _, ok := s.catalog.Directory(uri); ok {
			return landing{page: k.Page, fragment: "files", skill: k}, found
		}
	}
	return landing{}, absent
}

func (s *Site) landOnFile(f *SkillFile, fragment string, plain bool) landing {
	l := landing{page: f.View, skill: f.Owner, file: f}
	isLine := len(fragment) > 1 && fragment[0] == 'L' && '0' <= fragment[1] && fragment[1] <= '9'
	if f.URI == f.Owner.URI && !(plain && isLine) {
		l.page = f.Owner.Page
	}
	switch {
	case fragment == "":
	case isLine && (plain || !maybeMarkdown(f)):
		line, _, _ := strings.Cut(fragment, "-")
		l.fragment = protocol.EncodePath(line)
	case maybeMarkdown(f):
		l.fragment = markup.Anchor(fragment)
	}
	return l
}

// maybeMarkdown reports whether a file is markdown by its name and type, which is all that
// can be said without its bytes.
func maybeMarkdown(f *SkillFile) bool {
	return f.Type == "text/markdown" || f.Name() == protocol.ManifestName || strings.EqualFold(path.Ext(f.Path), ".md")
}

// href is the link from a page of the site to where a landing is.
func (l landing) href(from string) string {
	link := rel(from, l.page)
	if l.fragment != "" {
		link += "#" + l.fragment
	}
	return link
}
