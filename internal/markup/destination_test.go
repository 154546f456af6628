package markup

import "testing"

// TestTargetsAreChecked holds that a resolver cannot make a page unsafe.
func TestTargetsAreChecked(t *testing.T) {
	for _, tt := range []struct{ in, want Target }{
		{Target{Href: "../a/b%20c/#x"}, Target{Href: "../a/b%20c/#x"}},
		{Target{Href: "a \"<\\ü"}, Target{Href: "a%20%22%3C%5C%C3%BC"}},
		{Target{Href: "a", Outside: true}, Target{Href: "a"}},
		{Target{Href: "HTTPS://x"}, Target{Href: "HTTPS://x", Outside: true}},
		{Target{Href: "https://x/y.png", Image: true}, Target{Href: "https://x/y.png", Outside: true}},
		{Target{Href: "//x"}, Target{}},
		{Target{Href: "javascript:x"}, Target{}},
		{Target{Href: "1:x"}, Target{}},
		{Target{Href: ":x"}, Target{}},
		{Target{Href: "./1:x"}, Target{Href: "./1:x"}},
		{Target{Href: "data:image/svg+xml;base64,AA==", Image: true}, Target{Href: "data:image/svg+xml;base64,AA==", Image: true}},
		{Target{Href: "data:image/svg+xml;base64,AA=="}, Target{}},
		{Target{Href: "data:image/svg+xml;base64,\"", Image: true}, Target{}},
		{Target{Href: "data:text/html,x", Image: true}, Target{}},
		{Target{Href: "x", Missing: true}, Target{Missing: true}},
	} {
		if got := checked(tt.in); got != tt.want {
			t.Errorf("%+v became %+v, want %+v", tt.in, got, tt.want)
		}
	}
}

func TestAnchor(t *testing.T) {
	for in, want := range map[string]string{"x": "doc-x", "caf%C3%A9": "doc-caf%C3%A9", "café": "doc-caf%C3%A9", "a/b": "doc-a%2Fb", "50%": "doc-50%25", "": "doc-"} {
		if got := Anchor(in); got != want {
			t.Errorf("%q is %q, want %q", in, got, want)
		}
	}
}
