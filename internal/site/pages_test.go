package site

import (
	"iter"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"skillpack/internal/protocol"
)

// sites are the sites that every page of which is walked.
func sites(t *testing.T) iter.Seq2[string, *Site] {
	full := Options{Title: evil, BaseURL: "https://skills.example.com/a%20b", MCPURL: "https://skills.example.com/mcp", Legacy: true, Marketplace: true}
	return func(yield func(string, *Site) bool) {
		_ = yield("example skills", made(t, examples(t), Options{})) &&
			yield("example skills with all options", made(t, examples(t), full)) &&
			yield("hostile skills", made(t, hostile(t), Options{Scoped: true}))
	}
}

// document is a parsed page.
type document struct {
	path string
	root *html.Node
	ids  map[string]int
}

// documents are the pages of a site, by path.
func documents(t *testing.T, s *Site) map[string]document {
	t.Helper()
	all := map[string]document{}
	for f := range s.Files() {
		if f.Class != Page {
			continue
		}
		root, err := html.Parse(strings.NewReader(content(t, s, f.Path)))
		if err != nil {
			t.Fatal(err)
		}
		d := document{f.Path, root, map[string]int{}}
		for n := range root.Descendants() {
			if id := attribute(n, "id"); id != "" {
				d.ids[id]++
			}
		}
		all[f.Path] = d
	}
	return all
}

func attribute(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

// allowed are the elements of pages and their attributes, besides those of everywhere.
var allowed = map[string]string{
	"html": "lang", "head": "", "meta": "charset name content http-equiv property", "title": "", "link": "rel href type", "script": "src defer",
	"body": "", "header": "", "main": "tabindex", "footer": "", "nav": "", "section": "", "div": "", "p": "", "span": "", "small": "", "strong": "", "em": "", "i": "",
	"del": "", "s": "", "sup": "", "sub": "", "mark": "", "hr": "", "br": "", "bdi": "", "h1": "", "h2": "", "h3": "", "h4": "", "h5": "", "h6": "",
	"a": "href rel download", "ol": "start", "ul": "", "li": "", "dl": "", "dt": "", "dd": "", "pre": "", "code": "", "kbd": "", "blockquote": "",
	"figure": "", "figcaption": "", "img": "src alt loading width height decoding", "button": "type", "details": "open", "summary": "",
	"table": "", "caption": "", "thead": "", "tbody": "", "tr": "", "th": "scope colspan align", "td": "align", "form": "", "label": "for", "input": "type checked disabled name autocomplete autocapitalize spellcheck placeholder",
	"svg": "viewBox preserveAspectRatio focusable width height", "rect": "x y width height rx", "path": "d", "text": "x y", "g": "", "desc": "", "aside": "", "output": "for",
}

const everywhere = " id class title dir hidden tabindex role aria-label aria-labelledby aria-describedby aria-hidden aria-current aria-live aria-controls "

func TestPagesHoldNothingButWhatWeWrite(t *testing.T) {
	for name, s := range sites(t) {
		t.Run(name, func(t *testing.T) {
			for _, d := range documents(t, s) {
				for n := range d.root.Descendants() {
					checkNode(t, d, n)
				}
				for id, n := range d.ids {
					if n > 1 {
						t.Errorf("%s: the id %q occurs %d times", d.path, id, n)
					}
				}
			}
		})
	}
}

func checkNode(t *testing.T, d document, n *html.Node) {
	if n.Type == html.CommentNode {
		t.Errorf("%s: a comment %q", d.path, n.Data)
	}
	if n.Type != html.ElementNode {
		return
	}
	attributes, ok := allowed[n.Data]
	if !ok {
		t.Errorf("%s: an element <%s>", d.path, n.Data)
	}
	for _, a := range n.Attr {
		if !strings.Contains(everywhere, " "+a.Key+" ") && !strings.HasPrefix(a.Key, "data-") && !slices.Contains(strings.Fields(attributes), a.Key) {
			t.Errorf("%s: <%s> has an attribute %s=%q", d.path, n.Data, a.Key, a.Val)
		}
	}
	if n.Data == "script" && (n.FirstChild != nil || !strings.Contains(attribute(n, "src"), "assets/site-")) {
		t.Errorf("%s: a script that is not ours", d.path)
	}
	if src := attribute(n, "src"); n.Data == "img" && !strings.HasPrefix(src, "data:image/svg+xml") && !strings.Contains(src, "../raw/") {
		t.Errorf("%s: an image from %q", d.path, src)
	}
}

func TestLinksOfPagesLeadToFilesOfTheSite(t *testing.T) {
	for name, s := range sites(t) {
		t.Run(name, func(t *testing.T) {
			pages := documents(t, s)
			if len(pages) < len(s.skills) {
				t.Fatalf("only %d pages", len(pages))
			}
			for _, d := range pages {
				for n := range d.root.Descendants() {
					for _, key := range []string{"href", "src"} {
						if link := attribute(n, key); link != "" {
							checkLink(t, s, pages, d, n, link)
						}
					}
				}
			}
		})
	}
}

// checkLink holds a link to lead to a file of the site and to an id of it, or to say that
// it leaves.
func checkLink(t *testing.T, s *Site, pages map[string]document, from document, n *html.Node, link string) {
	if n.Data == "link" && attribute(n, "rel") == "canonical" || strings.HasPrefix(link, "data:image/svg+xml") && n.Data != "a" {
		return
	}
	base, err := url.Parse("https://site.invalid" + s.options.BasePath + "/" + protocol.EncodePath(from.path))
	if err != nil {
		t.Fatal(err)
	}
	u, err := base.Parse(link)
	if err != nil {
		t.Errorf("%s: a link %q: %v", from.path, link, err)
		return
	}
	if u.Host != base.Host || u.Scheme != base.Scheme {
		if !regexp.MustCompile(`^(https?|mailto):`).MatchString(link) || attribute(n, "rel") != "nofollow noopener noreferrer" || n.Data != "a" {
			t.Errorf("%s: <%s> leads to %q with rel %q", from.path, n.Data, link, attribute(n, "rel"))
		}
		return
	}
	at, ok := strings.CutPrefix(u.Path, s.options.BasePath+"/")
	if at == "" || strings.HasSuffix(at, "/") {
		at = path.Join(at, indexName)
	}
	if _, found := s.Lookup(at); !ok || !found {
		t.Errorf("%s: a link %q leads to %q, which is no file of the site", from.path, link, at)
	}
	if u.Fragment != "" && !strings.HasPrefix(u.Fragment, "in=") && pages[at].ids[u.Fragment] == 0 {
		t.Errorf("%s: a link %q leads to no id of %q", from.path, link, at)
	}
}

func TestUnlistedSkillsAreNowhere(t *testing.T) {
	s := made(t, hostile(t), Options{Scoped: true, Legacy: true, Marketplace: true, BaseURL: "https://skills.example.com/"})
	for f := range s.Files() {
		if strings.Contains(f.Path, "hidden") {
			t.Errorf("a file %q", f.Path)
		}
		for _, word := range []string{"Tells what nobody may find", "Hidden text", "Hidden notes"} {
			if strings.Contains(content(t, s, f.Path), word) {
				t.Errorf("%s holds %q", f.Path, word)
			}
		}
	}
	for f := range s.Files() {
		if f.Class == Page && strings.Contains(content(t, s, f.Path), `hidden/"`) {
			t.Errorf("%s links to the unlisted skill", f.Path)
		}
	}
	if _, ok := s.Lookup(skillPage(evilFolder + "/" + evilName + "/kept")); ok {
		t.Error("an unlisted skill inside a listed one has a page")
	}
	if _, ok := s.Lookup(viewPage(evilFolder + "/" + evilName + "/kept/SKILL.md")); !ok {
		t.Error("a file of the listed skill that encloses an unlisted one has no view")
	}
}
