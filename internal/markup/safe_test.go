package markup

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// allowedAttributes is every element that may occur, with all attributes it may have.
var allowedAttributes = map[string][]string{
	"a": {"href", "class", "rel", "title"}, "img": {"src", "alt", "title", "loading"},
	"p": {"class"}, "br": nil, "hr": nil, "i": {"class"}, "em": nil, "strong": nil, "del": nil,
	"h2": {"id"}, "h3": {"id"}, "h4": {"id"}, "h5": {"id"}, "h6": {"id"},
	"ul": nil, "ol": {"start"}, "li": {"class"}, "blockquote": nil,
	"pre": {"class", "dir", "tabindex"}, "code": {"class"}, "bdi": {"class", "title"},
	"span":  {"class", "id", "role", "aria-label", "title"},
	"div":   {"class", "id", "role", "tabindex", "aria-label"},
	"table": nil, "thead": nil, "tbody": nil, "tr": nil, "th": {"scope", "class"}, "td": {"class"},
}

// allowedClasses is every class that may occur.
var allowedClasses = strings.Fields("outside missing unlinked dest raw comment code plain hex hex-offset hex-text table left center right " +
	"task task-box untitled cut ctl tc ts tn tk ta tv th ti td")

var (
	// An address is of a scheme that may leave the site or has no colon before its path. A
	// host is in it only behind such a scheme.
	safeHref = regexp.MustCompile(`^((https?|mailto):[!-~]*|/|[^:/?#\\]*([/?#][!-~]*)?|/[^/\\][!-~]*)$`)
	safeSrc  = regexp.MustCompile(`^([^:/?#\\]*([/?#][!-~]*)?|/[^/\\][!-~]*)$`)
	svgURI   = regexp.MustCompile(`^data:image/svg\+xml;base64,[A-Za-z0-9+/=]*$`)
	safeID   = regexp.MustCompile(`^(doc-.*|L[1-9][0-9]*)$`)
)

// unsafe returns what is not allowed in a fragment of HTML, nil for a safe one: each
// element, attribute and address is of the lists above, each id is prefixed and unique, and
// elements are closed in the order that they were opened, so that a fragment cannot end
// the element of the page it stands in.
func unsafe(fragment string) (found []string) {
	z := html.NewTokenizer(strings.NewReader(fragment))
	var open []string
	ids := map[string]bool{}
	for {
		switch kind := z.Next(); kind {
		case html.ErrorToken:
			if len(open) > 0 {
				found = append(found, fmt.Sprintf("left open: %q", open))
			}
			return found
		case html.StartTagToken:
			t := z.Token()
			found = append(found, unsafeTag(t, ids)...)
			if !slices.Contains([]string{"br", "hr", "img"}, t.Data) {
				open = append(open, t.Data)
			}
			if len(open) > 2*maxDepth {
				found = append(found, "too deep")
			}
		case html.EndTagToken:
			t := z.Token()
			if len(open) == 0 || open[len(open)-1] != t.Data {
				return append(found, fmt.Sprintf("</%s> ends %q", t.Data, open))
			}
			open = open[:len(open)-1]
		case html.TextToken:
		default:
			found = append(found, "not an element: "+z.Token().String())
		}
	}
}

func unsafeTag(t html.Token, ids map[string]bool) (found []string) {
	allowed, known := allowedAttributes[t.Data]
	if !known {
		found = append(found, "element "+t.Data)
	}
	for _, a := range t.Attr {
		bad := !slices.Contains(allowed, a.Key)
		switch a.Key {
		case "href":
			bad = bad || !safeHref.MatchString(a.Val) || strings.HasPrefix(a.Val, "//") || strings.Contains(a.Val, `\`)
		case "src":
			bad = bad || (!safeSrc.MatchString(a.Val) || strings.HasPrefix(a.Val, "//")) && !svgURI.MatchString(a.Val)
		case "id":
			bad = bad || !safeID.MatchString(a.Val) || ids[a.Val]
			ids[a.Val] = true
		case "class":
			for _, c := range strings.Fields(a.Val) {
				bad = bad || !slices.Contains(allowedClasses, c)
			}
		}
		if bad {
			found = append(found, fmt.Sprintf("%s %s=%q", t.Data, a.Key, a.Val))
		}
	}
	return found
}

// parsedUnsafe parses a fragment as a browser does, inside an element of a page, and
// returns what came to stand outside of that element or is not allowed.
func parsedUnsafe(fragment string) (found []string) {
	doc, err := html.Parse(strings.NewReader("<!doctype html><title>t</title><body><main>" + fragment + "</main><footer></footer>"))
	if err != nil {
		return []string{err.Error()}
	}
	for n := range doc.Descendants() {
		if n.Type != html.ElementNode || n.Namespace != "" {
			continue
		}
		switch n.Data {
		case "html", "head", "title", "body", "main":
			continue
		case "footer":
			if n.Parent.Data != "body" {
				found = append(found, "the fragment swallows the page")
			}
			continue
		}
		found = append(found, unsafeTag(html.Token{Data: n.Data, Attr: n.Attr}, map[string]bool{})...)
		inMain := false
		for p := range n.Ancestors() {
			inMain = inMain || p.Data == "main"
		}
		if !inMain {
			found = append(found, "outside: "+n.Data)
		}
	}
	return found
}

func requireSafe(t *testing.T, fragment string) {
	t.Helper()
	if found := append(unsafe(fragment), parsedUnsafe(fragment)...); len(found) > 0 {
		t.Fatalf("%q in\n%.2000s", found, fragment)
	}
}

// textOf returns the text of a fragment, as a browser has it.
func textOf(t *testing.T, fragment string) string {
	t.Helper()
	z := html.NewTokenizer(strings.NewReader(fragment))
	var b strings.Builder
	for {
		switch z.Next() {
		case html.ErrorToken:
			return b.String()
		case html.TextToken:
			b.WriteString(z.Token().Data)
		}
	}
}

// TestUnsafeIsFound holds that the checks of this file can fail.
func TestUnsafeIsFound(t *testing.T) {
	for _, fragment := range []string{
		"<script>", "<p onclick=x>a</p>", "<p style=x>a</p>", "<a href=javascript:x>a</a>", "<a href=//x>a</a>", "<img src=https://x/y>", "<p>", "</main>", "<em><strong></em></strong>",
		"<!-- a -->", `<h2 id="main">a</h2>`, `<h2 id="doc-a">a</h2><h2 id="doc-a">a</h2>`, "<p class=nav>a</p>", `<a href="\\x">a</a>`, `<a href="/\x">a</a>`, "<h1>a</h1>", "<svg></svg>", `<a href="a:b">a</a>`,
		"<img src=data:image/svg+xml,x>", "<a href=data:x>a</a>", strings.Repeat("<em>", 300) + strings.Repeat("</em>", 300),
	} {
		if len(unsafe(fragment)) == 0 {
			t.Errorf("%q is called safe", fragment)
		}
	}
}
