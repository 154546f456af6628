package site

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"skillpack/internal/protocol"
)

// sentBy are the headers that a host sends which reads a file _headers: those of every rule
// that fits a path, joined where several rules have one.
func sentBy(settings, path string) map[string]string {
	sent := map[string]string{}
	fits := false
	for line := range strings.Lines(settings) {
		line = strings.TrimRight(line, "\n")
		name, value, isHeader := strings.Cut(line, ": ")
		switch {
		case line == "" || line[0] == '#':
		case line[0] == '/':
			pattern := strings.ReplaceAll(regexp.QuoteMeta(line), `\*`, ".*")
			fits = regexp.MustCompile("^" + pattern + "$").MatchString(path)
		case isHeader && fits:
			name = strings.TrimSpace(name)
			if before := sent[name]; before != "" {
				value = before + ", " + value
			}
			sent[name] = value
		}
	}
	return sent
}

// What Netlify and Cloudflare send is what the handler sends, but for the images among the
// raw files, and for the names of downloads.
func TestHeadersFileSaysWhatTheHandlerSends(t *testing.T) {
	c := compiled(t, tree{"a/SKILL.md": "A", "a/pixel.png": pixel, "a/x.html": "<script>", "b c/d/SKILL.md": "D"})
	s := made(t, c, Options{Legacy: true, Marketplace: true, Scoped: true})
	settings := content(t, s, "_headers")
	if rules := regexp.MustCompile(`(?m)^/`).FindAllString(settings, -1); len(rules) > 100 {
		t.Errorf("%d rules, and Cloudflare reads 100", len(rules))
	}
	for f := range s.Files() {
		if f.Class == Header {
			continue
		}
		path := "/" + protocol.EncodePath(linked(f.Path))
		want := map[string]string{}
		for _, l := range headersOf(f.Class) {
			want[l.name] = l.value
		}
		if f.Class == Image {
			want["Content-Disposition"] = "attachment"
		}
		got := sentBy(settings, path)
		for name := range want {
			if got[name] != want[name] {
				t.Errorf("%s: %s is %q, want %q", path, name, got[name], want[name])
			}
		}
		if len(got) != len(want) {
			t.Errorf("%s: sent %v, want %v", path, got, want)
		}
	}
}

func TestSiteWithMoreRulesThanCloudflareReads(t *testing.T) {
	src := tree{}
	for i := range 95 {
		src[fmt.Sprintf("area-%d/a%d/SKILL.md", i, i)] = "A.\n"
	}
	c := compiled(t, src)
	if got := made(t, c, Options{}).HostWarnings(); len(got) > 0 {
		t.Errorf("one index for all: %q", got)
	}
	s := made(t, c, Options{Scoped: true})
	rules := len(regexp.MustCompile(`(?m)^/`).FindAllString(content(t, s, "_headers"), -1))
	if got := s.HostWarnings(); rules <= 100 || len(got) != 1 || !strings.Contains(got[0], fmt.Sprintf("has %d rules", rules)) {
		t.Errorf("an index for each directory, %d rules: %q", rules, got)
	}
}

func TestHeadersOfASiteBelowAPath(t *testing.T) {
	s := made(t, compiled(t, tree{"a/SKILL.md": "A"}), Options{BaseURL: "https://example.com/our%20skills/"})
	for file, want := range map[string]string{
		"_headers": "\n/our%20skills/raw/*\n", "headers/nginx.conf": "\nlocation \"/our skills/raw/\" {\n", "headers/Caddyfile": `"^/our skills/raw/[0-9a-f]+\.bin$"`,
	} {
		if text := content(t, s, file); !strings.Contains(text, want) {
			t.Errorf("%s lacks %s\n%s", file, want, text)
		}
	}
}

// nginx compares media types with their parameters, and has those of a location alone.
func TestNginxCompressesWhatTheHandlerDoes(t *testing.T) {
	s := made(t, compiled(t, tree{"a/SKILL.md": "A.\n", "a/x.bin": "\x00"}), Options{})
	text := content(t, s, "headers/nginx.conf")
	for where, want := range map[string]string{
		`"/"`: `"text/html; charset=utf-8"`, `"/assets/"`: `"application/json" "text/css; charset=utf-8" "text/javascript; charset=utf-8"`,
		`"/.well-known/"`: `"application/json"`, `"/raw/"`: "",
	} {
		_, location, found := strings.Cut(text, "location "+where+" {")
		location, _, _ = strings.Cut(location, "\n}")
		_, types, _ := strings.Cut(location, "gzip_types ")
		types, _, _ = strings.Cut(types, ";\n")
		if !found || types != want || !strings.Contains(location, "\tabsolute_redirect off;\n") {
			t.Errorf("%s compresses %s, want %s, in %s", where, types, want, location)
		}
	}
}

// The policy in the pages is the one in the table, which only has more than a page may say.
func TestPagesHaveThePolicyInThem(t *testing.T) {
	s := made(t, compiled(t, tree{"a/SKILL.md": "A"}), Options{})
	for f := range s.Files() {
		if f.Class != Page {
			continue
		}
		if text := content(t, s, f.Path); !strings.Contains(text, `<meta http-equiv="Content-Security-Policy" content="`+PagePolicy+`">`) {
			t.Errorf("%s has another policy than %s", f.Path, PagePolicy)
		}
	}
	if sent := headersOf(Page); !slices.Contains(sent, header{"Content-Security-Policy", PagePolicy + "; frame-ancestors 'none'"}) {
		t.Errorf("pages are sent with %v", sent)
	}
}

func TestAttachment(t *testing.T) {
	for name, want := range map[string]string{
		"": "attachment", "a.md": `attachment; filename="a.md"`, "a b.md": `attachment; filename="a b.md"`,
		`a"b\c.md`: `attachment; filename="a_b_c.md"; filename*=UTF-8''a%22b%5Cc.md`, "50%.md": `attachment; filename="50_.md"; filename*=UTF-8''50%25.md`,
		"ü.md": `attachment; filename="_.md"; filename*=UTF-8''%C3%BC.md`, "a\r\nSet-Cookie: x": `attachment; filename="a__Set-Cookie: x"; filename*=UTF-8''a%0D%0ASet-Cookie%3A%20x`,
	} {
		if got := attachment(name); got != want {
			t.Errorf("%q: %s, want %s", name, got, want)
		}
	}
}
