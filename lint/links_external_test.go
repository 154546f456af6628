package lint

import (
	"slices"
	"testing"

	"skillpack/internal/diag"
	"skillpack/internal/skill"
)

func TestExternalLinks(t *testing.T) {
	tree := loadFiles(t, withBody("[a](https://a.dev/x#y) <http://b.dev> [c](mailto:a@b.dev) [d](x.md) [e](https://a.dev/x#y) `https://code.dev`\n"+
		"Bare https://c.dev/a, (https://c.dev/b) and https://c.dev/w_(x). **https://c.dev/d** xhttps://no.dev\n"+
		"[f](https://example.com/x) [g](http://localhost:1/) [h](https://api.{region}.dev/) [i](https://your-host/x) [j](https://x.test/) [k](//d.dev/x)\n"+
		"[l](http://127.0.0.1:80/) ![m](https://e.dev/m.png) [n](HTTPS://F.dev/)\n\n```\nhttps://fenced.dev\n```\n",
		"references/a.md", "<a href=\"https://g.dev/?a=1&amp;b=2\">g</a> https://a.dev/x#y\n"), skill.Options{})
	want := []string{"HTTPS://F.dev/", "http://127.0.0.1:80/", "http://b.dev", "https://a.dev/x#y", "https://c.dev/a", "https://c.dev/b", "https://c.dev/d",
		"https://c.dev/w_(x)", "https://e.dev/m.png", "https://g.dev/?a=1&b=2"}
	if got := ExternalLinks(tree, "."); !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	if got, want := ExternalLinks(tree, "y", "x/references"), []string{"https://a.dev/x#y", "https://g.dev/?a=1&b=2"}; !slices.Equal(got, want) {
		t.Errorf("of a directory: got %q, want %q", got, want)
	}
}

// What could not be checked stays a note, whatever links/external is set to.
func TestExternalSeverity(t *testing.T) {
	tree := loadFiles(t, withBody("[a](https://a.dev/) [b](https://b.dev/) [c](https://c.dev/)\n"), skill.Options{})
	answers := map[string]Answer{"https://a.dev/": {true, "it is gone"}, "https://b.dev/": {false, "it is shut"}}
	for severity, want := range map[diag.Severity][]string{
		diag.Warning: {`x/SKILL.md:6:5 warning links/external: "https://a.dev/" leads to nothing, it is gone;`,
			`x/SKILL.md:6:25 note links/external: "https://b.dev/" could not be checked: it is shut`},
		diag.Error: {`x/SKILL.md:6:5 error links/external: `, `x/SKILL.md:6:25 note links/external: `},
		diag.Note:  {`x/SKILL.md:6:5 note links/external: `, `x/SKILL.md:6:25 note links/external: `},
		diag.Off:   nil,
	} {
		c := Config{External: answers, Severity: map[string]diag.Severity{"links/external": severity}}
		checkFindings(t, linted{tree, Run(t.Context(), tree, c)}, want)
	}
	checkFindings(t, linted{tree, Run(t.Context(), tree, Config{})}, nil)
}
