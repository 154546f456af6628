package markup

import (
	"net/url"
	"strings"
)

// safeSchemes are those that may leave the site.
var safeSchemes = [...]string{"http", "https", "mailto"}

// svgData is what the only data: URIs that are written begin with; see SVGData.
const svgData = "data:image/svg+xml;base64,"

// destinations decides where the links of one document lead.
type destinations struct {
	link    func(dest string, image bool) Target
	anchors map[string]bool // fragments that the document answers to
}

// resolve returns the target of a destination, whose Href is safe to write, "" for what
// is shown as text.
func (d *destinations) resolve(dest string, image bool) Target {
	switch scheme := schemeOf(dest); {
	case hasControl(dest) || dest == "":
		return Target{}
	case dest[0] == '#':
		return d.fragment(dest[1:])
	case isSafeScheme(scheme):
		return checked(Target{Href: dest, Outside: true})
	case strings.HasPrefix(dest, "//"):
		return checked(Target{Href: "https:" + dest, Outside: true})
	case d.link == nil:
		return Target{}
	}
	return checked(d.link(dest, image))
}

// fragment resolves a fragment of the document itself. Hosts differ on whether letters'
// case counts.
func (d *destinations) fragment(name string) Target {
	if plain, err := url.PathUnescape(name); err == nil {
		name = plain
	}
	for _, n := range []string{name, strings.ToLower(name)} {
		if d.anchors[n] {
			return Target{Href: "#" + Anchor(n)}
		}
	}
	return Target{Missing: true}
}

// Anchor returns the fragment, percent-encoded, of a rendered document that a fragment of its source leads to: "x" is
// "doc-x". The fragment may be percent-encoded.
func Anchor(fragment string) string {
	if plain, err := url.PathUnescape(fragment); err == nil {
		fragment = plain
	}
	return idPrefix + strings.ReplaceAll(url.PathEscape(fragment), "/", "%2F")
}

// idPrefix begins every id that comes of a document, so that none shadows one of the page.
const idPrefix = "doc-"

// checked returns a target with an Href that is safe to write: escaped, and relative or of a
// safe scheme. Otherwise it has none.
func checked(t Target) Target {
	if t.Missing {
		return Target{Missing: true}
	}
	if t.Image && isSVGData(t.Href) {
		return Target{Href: t.Href, Image: true}
	}
	t.Href = escapedURL(t.Href)
	scheme := schemeOf(t.Href)
	switch {
	case t.Href == "" || strings.HasPrefix(t.Href, "//"):
		return Target{}
	case isSafeScheme(scheme):
		return Target{Href: t.Href, Outside: true}
	case scheme != "" || colonFirst(t.Href):
		return Target{}
	}
	t.Outside = false
	return t
}

// colonFirst reports whether a reference has a colon in its first segment, which a
// browser might take for the end of a scheme.
func colonFirst(ref string) bool {
	i := strings.IndexAny(ref, ":/?#")
	return i >= 0 && ref[i] == ':'
}

// schemeOf returns the scheme of a URI in lower case, "" for a relative reference.
func schemeOf(uri string) string {
	for i := range len(uri) {
		switch c := uri[i]; {
		case 'a' <= c|0x20 && c|0x20 <= 'z':
		case i > 0 && ('0' <= c && c <= '9' || c == '+' || c == '-' || c == '.'):
		case i > 0 && c == ':':
			return strings.ToLower(uri[:i])
		default:
			return ""
		}
	}
	return ""
}

func isSafeScheme(scheme string) bool {
	for _, s := range safeSchemes {
		if s == scheme {
			return true
		}
	}
	return false
}

// hasControl reports whether a destination holds what browsers cut out of addresses
// before they look for a scheme.
func hasControl(dest string) bool {
	for i := range len(dest) {
		if dest[i] < ' ' || dest[i] == 0x7f {
			return true
		}
	}
	return strings.HasPrefix(dest, " ") || strings.HasSuffix(dest, " ")
}

// escapedURL percent-encodes what may not stand in a URI, and backslashes, which
// browsers take for slashes. Percent signs stay.
func escapedURL(uri string) string {
	const hex = "0123456789ABCDEF"
	var b strings.Builder
	for i := range len(uri) {
		if c := uri[i]; c <= ' ' || c >= 0x7f || strings.IndexByte("\"<>\\^`{|}", c) >= 0 {
			b.Write([]byte{'%', hex[c>>4], hex[c&15]})
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}

// isSVGData reports whether a URI is one that SVGData makes.
func isSVGData(uri string) bool {
	data, ok := strings.CutPrefix(uri, svgData)
	return ok && strings.Trim(data, alphanumerics+"+/=") == ""
}
