package site

import (
	"encoding/xml"
	"fmt"
	"strings"
	"testing"
)

func TestLLMs(t *testing.T) {
	long := "Says [this](x) & *that*. " + strings.Repeat("More of it. ", 30)
	src := tree{"a/one/SKILL.md": "---\nname: one\ndescription: \"" + long + "\"\n---\n\nx", "zoo/SKILL.md": "x"}
	t.Run("relative", func(t *testing.T) {
		text := content(t, made(t, compiled(t, src), Options{Title: "Our\n# [skills]"}), "llms.txt")
		if want := "# Our # \\[skills\\]\n\n> 2 agent skills, "; !strings.HasPrefix(text, want) {
			t.Errorf("begins with %q", text[:min(len(text), 60)])
		}
		for _, want := range []string{
			"\n## Top level\n\n- [zoo](skills/zoo/): Explains what is tested.\n",
			"\n## a\n\n- [one](skills/a/one/): Says \\[this\\](x) & \\*that\\*. More",
			"(.well-known/agent-skills/index.json)",
		} {
			if !strings.Contains(text, want) {
				t.Errorf("no %q in\n%s", want, text)
			}
		}
		if got := strings.Count(text, "More of it."); got != 30 {
			t.Errorf("%d of 30 sentences", got)
		}
	})
	t.Run("absolute, and of the server", func(t *testing.T) {
		text := content(t, made(t, compiled(t, src), Options{BaseURL: "https://skills.example/x/", MCPURL: "https://skills.example/mcp"}), "llms.txt")
		for _, want := range []string{"(https://skills.example/x/skills/a/one/)", "over MCP: https://skills.example/mcp\n"} {
			if !strings.Contains(text, want) {
				t.Errorf("no %q in\n%s", want, text)
			}
		}
	})
	t.Run("prefixes where there are very many", func(t *testing.T) {
		s := listed(t, madeUp(8000, long, func(i int) string { return fmt.Sprintf("p%d/s%d", i%9, i) }), Options{})
		text := content(t, s, "llms.txt")
		if !strings.Contains(text, "## Prefixes\n\n- [p0](browse/p0/): 889 skills\n") || len(text) > 2000 {
			t.Errorf("%d bytes: %.300s", len(text), text)
		}
	})
}

type locations struct {
	XMLName xml.Name
	Items   []struct {
		Loc string `xml:"loc"`
	} `xml:",any"`
}

func sitemapOf(t *testing.T, s *Site, name string) locations {
	t.Helper()
	var l locations
	if err := xml.Unmarshal([]byte(content(t, s, name)), &l); err != nil {
		t.Fatal(err)
	}
	return l
}

func TestSitemap(t *testing.T) {
	t.Run("none without an address", func(t *testing.T) {
		s := made(t, compiled(t, tree{"a/SKILL.md": "x"}), Options{})
		for _, name := range []string{sitemapName, "robots.txt"} {
			if _, ok := s.Lookup(name); ok {
				t.Errorf("there is a %s", name)
			}
		}
	})
	t.Run("of every page but those of files", func(t *testing.T) {
		s := made(t, compiled(t, tree{"ö & <b>/SKILL.md": "x"}), Options{BaseURL: "https://skills.example/x"})
		l := sitemapOf(t, s, sitemapName)
		got := ""
		for _, i := range l.Items {
			got += i.Loc + " "
		}
		const at = "https://skills.example/x/"
		if want := at + " " + at + "overview/ " + at + "skills/%C3%B6%20%26%20%3Cb%3E/ "; got != want || l.XMLName.Local != "urlset" {
			t.Errorf("got %s %q, want %q", l.XMLName.Local, got, want)
		}
	})
	t.Run("in parts of 50 000", func(t *testing.T) {
		s := listed(t, madeUp(50_100, "x", func(i int) string { return fmt.Sprintf("p%d/s%d", i%300, i) }), Options{BaseURL: "https://skills.example"})
		l := sitemapOf(t, s, sitemapName)
		if l.XMLName.Local != "sitemapindex" || len(l.Items) != 2 || l.Items[1].Loc != "https://skills.example/sitemap-2.xml" {
			t.Fatalf("%s %+v", l.XMLName.Local, l.Items)
		}
		first, second := sitemapOf(t, s, "sitemap-1.xml"), sitemapOf(t, s, "sitemap-2.xml")
		if len(first.Items) != 50_000 || len(first.Items)+len(second.Items) != 50_100+1+len(s.listings) {
			t.Errorf("%d and %d addresses", len(first.Items), len(second.Items))
		}
	})
	t.Run("robots at the root of a host alone", func(t *testing.T) {
		c := compiled(t, tree{"a/SKILL.md": "x"})
		for base, want := range map[string]bool{"https://skills.example": true, "https://skills.example/": true, "https://skills.example/x": false} {
			if _, ok := made(t, c, Options{BaseURL: base}).Lookup("robots.txt"); ok != want {
				t.Errorf("%s: %v", base, ok)
			}
		}
	})
}

func TestHeadsOfPages(t *testing.T) {
	c := compiled(t, tree{"a/SKILL.md": "---\nname: a\ndescription: Says \"a\" & <b>.\n---\n\nx"})
	s := made(t, c, Options{Title: "Ours", BaseURL: "https://skills.example/x", BasePath: "/x"})
	for at, wants := range map[string][]string{
		indexName: {"<title>Ours</title>", `<link rel="canonical" href="https://skills.example/x/">`},
		"skills/a/index.html": {"<title>a · Ours</title>", `<link rel="canonical" href="https://skills.example/x/skills/a/">`,
			`<meta name="description" content="Says &#34;a&#34; &amp; &lt;b&gt;.">`, `<meta property="og:title" content="a · Ours">`},
		"404.html": {`href="/x/"`, `href="/x/overview/"`, `<meta name="robots" content="noindex">`, `href="/x/assets/site-`},
	} {
		html := content(t, s, at)
		for _, want := range wants {
			if !strings.Contains(html, want) {
				t.Errorf("%s: no %s", at, want)
			}
		}
	}
	if html := content(t, s, "404.html"); strings.Contains(html, "canonical") || strings.Contains(html, `href="../`) || strings.Contains(html, `href="./`) {
		t.Error("404.html has an address of its own, or links that depend on where it is shown")
	}
	if html := content(t, made(t, c, Options{}), indexName); strings.Contains(html, "canonical") || strings.Contains(html, "og:") {
		t.Error("an address without a base URL")
	}
}
