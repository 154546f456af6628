package daemon

import (
	"net"
	"net/http"
	"strings"
	"syscall"
	"testing"

	"skillpack/catalog"
)

func withSite(site Site, more ...func(*Config)) func(*Config) {
	return func(c *Config) {
		c.Site = &site
		for _, change := range more {
			change(c)
		}
	}
}

// shows fails the test unless the page at a path has a text.
func (r *running) shows(t testing.TB, path, text string) {
	t.Helper()
	if status, body := r.get(t, r.base()+path); status != http.StatusOK || !strings.Contains(body, text) {
		t.Errorf("%s: %d, %q is not in\n%s", path, status, text, body)
	}
}

func TestPagesStandBesideTheEndpoint(t *testing.T) {
	r := start(t, withSite(Site{Title: "Our skills"}))
	r.serves(t, "v1")
	r.shows(t, "/", "Our skills")
	r.shows(t, "/skills/a/", "v1")
	r.shows(t, "/skills/a/", r.URL) // how to connect
	r.shows(t, "/.well-known/agent-skills/index.json", `"a"`)
	if r.Pages != r.base()+"/" {
		t.Errorf("announced at %q", r.Pages)
	}
	for path, want := range map[string]int{livePath: 200, readyPath: 200, metricsPath: 200, "/mcp": 405, "/mcp/": 404, "/none": 404} {
		if status, _ := r.get(t, r.base()+path); status != want {
			t.Errorf("%s: %d, want %d", path, status, want)
		}
	}
	r.log.await(t, 1, "method=GET status=200 door=site uri=/skills/a/")
	_, page := r.get(t, r.base()+metricsPath)
	for _, want := range []string{
		`skillpack_site_duration_seconds_count{part="pages",status="200"} 3`, `skillpack_site_duration_seconds_count{part="discovery",status="200"} 1`,
		`skillpack_site_duration_seconds_count{part="pages",status="404"} 2`, `skillpack_requests_total{door="site"} 6`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the metrics lack %s", want)
		}
	}
}

func TestNoPagesUnlessAskedFor(t *testing.T) {
	r := start(t, nil)
	if status, body := r.get(t, r.base()+"/"); status != http.StatusNotFound || r.Pages != "" {
		t.Errorf("%d %s, announced at %q", status, body, r.Pages)
	}
}

func TestReloadReplacesPagesAndCatalogTogether(t *testing.T) {
	file := fileOf(t, "a", "v1")
	r := start(t, withSite(Site{}, func(c *Config) { c.Catalogs = []string{file} }))
	r.shows(t, "/skills/a/", "v1")
	swapFile(t, file, bytesOf(t, "a", "v2"))
	r.hangUp <- syscall.SIGHUP
	r.log.await(t, 1, "serving another catalog")
	r.serves(t, "v2")
	r.shows(t, "/skills/a/", "v2")
	r.shows(t, "/", digestOf(t, "a", "v2")[len("sha256:"):][:8])

	t.Run("S84 a bad one leaves both", func(t *testing.T) {
		swapFile(t, file, []byte("{}"))
		r.hangUp <- syscall.SIGHUP
		r.log.await(t, 1, "reload failed, the old catalog stays")
		r.serves(t, "v2")
		r.shows(t, "/skills/a/", "v2")
	})
	t.Run("two skills of one name replace both", func(t *testing.T) {
		swapFile(t, file, twins(t))
		r.hangUp <- syscall.SIGHUP
		r.log.await(t, 2, "serving another catalog")
		r.shows(t, "/skills/x/a/", "twin")
		r.tellsOfTwins(t)
	})
}

// A half-written file leaves catalog and pages, and the whole one replaces both. What a client
// has of the old pages is not taken for the new ones, whose paths are the same.
func TestPagesOfAWatchedCatalog(t *testing.T) {
	file := fileOf(t, "a", "v1")
	r := start(t, withSite(Site{}, func(c *Config) { c.Catalogs, c.Watch = []string{file}, true }))
	had := r.etagOf(t, "/skills/a/", "", http.StatusOK)
	r.etagOf(t, "/skills/a/", had, http.StatusNotModified)
	data := bytesOf(t, "a", "v2")
	write(t, file, data[:len(data)/2])
	r.log.await(t, 1, "reload failed, the old catalog stays")
	r.shows(t, "/skills/a/", "v1")
	write(t, file, data)
	r.log.await(t, 1, "serving another catalog")
	r.serves(t, "v2")
	r.shows(t, "/skills/a/", "v2")
	if now := r.etagOf(t, "/skills/a/", had, http.StatusOK); now == had {
		t.Errorf("the ETag is still %s", now)
	}
}

// etagOf asks for a page that a client has under an ETag, "" for none, and returns that of
// the answer.
func (r *running) etagOf(t testing.TB, path, had string, status int) string {
	t.Helper()
	q, err := http.NewRequest(http.MethodGet, r.base()+path, nil)
	must(t, err)
	if had != "" {
		q.Header.Set("If-None-Match", had)
	}
	a, _ := r.do(t, q)
	if a.StatusCode != status {
		t.Errorf("%s, had %q: %d, want %d", path, had, a.StatusCode, status)
	}
	return a.Header.Get("Etag")
}

// twins is a catalog with two skills of one name, which cannot share a discovery index.
func twins(t testing.TB) []byte {
	t.Helper()
	var parts []*catalog.Catalog
	for _, name := range []string{"x/a", "y/a"} {
		c, err := catalog.Decode(bytesAt(t, name, "a", "twin"))
		must(t, err)
		parts = append(parts, c)
	}
	union, err := catalog.Merge(parts...)
	must(t, err)
	var b strings.Builder
	must(t, catalog.Encode(&b, union))
	return []byte(b.String())
}

func TestTwinsHaveScopedIndexes(t *testing.T) {
	file := write(t, t.TempDir()+"/catalog.json", twins(t))
	for _, scoped := range []bool{true, false} {
		r := start(t, withSite(Site{Scoped: scoped}, func(c *Config) { c.Catalogs = []string{file} }))
		r.shows(t, "/x/.well-known/agent-skills/index.json", `"a"`)
		r.shows(t, "/y/.well-known/agent-skills/index.json", `"a"`)
		if !scoped {
			r.tellsOfTwins(t)
		}
	}
}

// tellsOfTwins fails the test unless one warning of the pages names both skills of twins.
func (r *running) tellsOfTwins(t testing.TB) {
	t.Helper()
	r.log.await(t, 1, "--site-scoped")
	log := r.log.String()
	if strings.Count(log, "of the site: ") != 1 || !strings.Contains(log, "skill://x/a/SKILL.md") || !strings.Contains(log, "skill://y/a/SKILL.md") {
		t.Errorf("the log is\n%s", log)
	}
}

func TestPagesAreGuarded(t *testing.T) {
	file := tokenFile(t, token)
	r := start(t, withSite(Site{}, func(c *Config) { c.Auth.TokenFile = file }))
	for _, path := range []string{"/", "/skills/a/", "/.well-known/agent-skills/index.json", "/none"} {
		q, err := http.NewRequest(http.MethodGet, r.base()+path, nil)
		must(t, err)
		if a, body := r.do(t, q); a.StatusCode != http.StatusUnauthorized || strings.Contains(body, "v1") {
			t.Errorf("%s without a token: %d %s", path, a.StatusCode, body)
		}
	}
	q, err := http.NewRequest(http.MethodGet, r.base()+"/skills/a/", nil)
	must(t, err)
	q.Header.Set("Authorization", "Bearer "+token)
	if a, body := r.do(t, q); a.StatusCode != http.StatusOK || !strings.Contains(body, "v1") {
		t.Errorf("with a token: %d %s", a.StatusCode, body)
	}
}

func TestPagesOfAForeignHost(t *testing.T) {
	r := start(t, withSite(Site{}, func(c *Config) { c.Serve.AllowHosts = []string{"skills.example.com"} }))
	for host, want := range map[string]int{"evil.example": http.StatusForbidden, "skills.example.com": http.StatusOK, "localhost": http.StatusOK} {
		q, err := http.NewRequest(http.MethodGet, r.base()+"/", nil)
		must(t, err)
		q.Host = host
		if a, _ := r.do(t, q); a.StatusCode != want {
			t.Errorf("T4 %s: %d, want %d", host, a.StatusCode, want)
		}
	}
}

func TestWhereThePagesSayTheEndpointIs(t *testing.T) {
	for _, c := range []struct {
		pages string
		at    net.Addr
		want  string
	}{
		{"", &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 8080}, "http://127.0.0.1:8080/mcp"},
		{"", &net.TCPAddr{IP: net.IPv6loopback, Port: 8080}, "http://[::1]:8080/mcp"},
		{"", &net.TCPAddr{IP: net.IPv4zero, Port: 8080}, ""},
		{"", &net.TCPAddr{IP: net.IPv6unspecified, Port: 8080}, ""},
		{"https://skills.example.com", &net.TCPAddr{IP: net.IPv4zero, Port: 8080}, "https://skills.example.com/mcp"},
		{"https://example.com/skills/", &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 8080}, "https://example.com/skills/mcp"},
	} {
		if got := endpointURL(c.pages, c.at, "http"); got != c.want {
			t.Errorf("%s, %v: %q, want %q", c.pages, c.at, got, c.want)
		}
	}
}
