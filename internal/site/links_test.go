package site

import "testing"

func TestRel(t *testing.T) {
	for _, c := range []struct{ name, from, to, want string }{
		{"down", "index.html", "skills/a/index.html", "skills/a/"},
		{"up and down", "skills/a/index.html", "raw/00", "../../raw/00"},
		{"the index", "skills/a/index.html", "index.html", "../../"},
		{"the index from itself", "index.html", "index.html", "./"},
		{"itself", "skills/a/index.html", "skills/a/index.html", "./"},
		{"a neighbour", "skills/a/index.html", "skills/ab/index.html", "../ab/"},
		{"a page around", "skills/a/b/index.html", "skills/a/index.html", "../"},
		{"a page inside", "skills/a/index.html", "skills/a/b/index.html", "b/"},
		{"odd names", "index.html", "view/a b/100%/#?\"<ü:x/index.html", "view/a%20b/100%25/%23%3F%22%3C%C3%BC%3Ax/"},
		{"a name that looks like a scheme", "a/index.html", "a/javascript:x/index.html", "javascript%3Ax/"},
		{"a file named index.html", "index.html", "view/a/index.html/index.html", "view/a/index.html/"},
		{"a file that is no page", "overview/index.html", "xindex.html", "../xindex.html"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := rel(c.from, c.to); got != c.want {
				t.Errorf("rel(%q, %q) = %q, want %q", c.from, c.to, got, c.want)
			}
		})
	}
}

func TestAbsolute(t *testing.T) {
	for _, c := range []struct{ name, base, to, want string }{
		{"at the root", "", "index.html", "/"},
		{"below a path", "/a b/c", "skills/ü/index.html", "/a%20b/c/skills/%C3%BC/"},
		{"a file", "/x", "assets/site.css", "/x/assets/site.css"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := absolute(c.base, c.to); got != c.want {
				t.Errorf("absolute(%q, %q) = %q, want %q", c.base, c.to, got, c.want)
			}
		})
	}
}
