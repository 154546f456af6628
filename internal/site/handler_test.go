package site

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"skillpack/internal/protocol"
)

const (
	rules   = "Be kind.\n"
	pixel   = "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x06\x00\x00\x00"
	oddName = "naïve \"50%\" plan.txt"
)

// handled is the handler of a small site with a file of each class.
func handled(t testing.TB) (*Site, http.Handler) {
	t.Helper()
	s := made(t, compiled(t, tree{
		"refunds/SKILL.md": "Read [the rules](rules.md).\n" + strings.Repeat("Pay back what was paid. ", 100), "refunds/rules.md": rules,
		"refunds/pixel.png": pixel, "refunds/" + oddName: "Odd.\n", "refunds/big.bin": strings.Repeat("\x00big", 5000),
		"lone/SKILL.md": "Stand alone.\n", "quiet/SKILL.md": "Say nothing.\n",
	}, "quiet"), Options{})
	return s, s.Handler(func(path string, err error) { t.Errorf("%s: %v", path, err) })
}

func rawOf(text string) string { return "/raw/" + hexOf(text) + ".bin" }

func imageOf(text string) string { return "/raw/" + hexOf(text) + ".png" }

func hexOf(text string) string { return strings.TrimPrefix(protocol.Digest([]byte(text)), "sha256:") }

// asked sends a request; headers are names and values in turn.
func asked(t testing.TB, h http.Handler, method, target string, headers ...string) *http.Response {
	t.Helper()
	r := httptest.NewRequest(method, "/", nil)
	u, err := url.ParseRequestURI(target)
	if err != nil {
		t.Fatal(err)
	}
	r.URL = u
	for i := 0; i < len(headers); i += 2 {
		r.Header.Add(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result()
}

func textOf(t testing.TB, a *http.Response) string {
	t.Helper()
	data, err := io.ReadAll(a.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestHandlerAnswers(t *testing.T) {
	_, h := handled(t)
	const html, octets = "text/html; charset=utf-8", "application/octet-stream"
	for _, c := range []struct {
		name, method, path string
		status             int
		want               map[string]string // headers; "" for none
	}{
		{"the index", "GET", "/", 200, map[string]string{"Content-Type": html, "Cache-Control": "no-cache"}},
		{"with a query", "GET", "/?q=x", 200, map[string]string{"Content-Type": html}},
		{"a skill", "GET", "/skills/refunds/", 200, map[string]string{"Content-Type": html, "Access-Control-Allow-Origin": ""}},
		{"a view", "GET", "/view/refunds/rules.md/", 200, map[string]string{"Content-Type": html}},
		{"a view of an odd name", "GET", "/view/refunds/na%C3%AFve%20%2250%25%22%20plan.txt/", 200, map[string]string{"Content-Type": html}},
		{"an unusual spelling", "GET", "/%73kills/%72efunds/", 200, map[string]string{"Content-Type": html}},
		{"raw", "GET", rawOf(rules), 200, map[string]string{
			"Content-Type": octets, "Cache-Control": "max-age=31536000, immutable", "Content-Disposition": `attachment; filename="rules.md"`, "Accept-Ranges": "bytes",
			"Etag": `"` + hexOf(rules) + `"`}},
		{"raw of an odd name", "GET", rawOf("Odd.\n"), 200, map[string]string{
			"Content-Disposition": `attachment; filename="na_ve _50__ plan.txt"; filename*=UTF-8''na%C3%AFve%20%2250%25%22%20plan.txt`}},
		{"an image", "GET", imageOf(pixel), 200, map[string]string{"Content-Type": "image/png", "Content-Disposition": ""}},
		{"discovery", "GET", "/.well-known/agent-skills/index.json", 200, map[string]string{
			"Content-Type": "application/json", "Access-Control-Allow-Origin": "*", "Cache-Control": "no-cache"}},
		{"an archive", "GET", "/.well-known/agent-skills/refunds.tar.gz", 200, map[string]string{
			"Content-Type": "application/gzip", "Access-Control-Allow-Origin": "*", "Accept-Ranges": "bytes"}},
		{"HEAD", "HEAD", rawOf(rules), 200, map[string]string{"Content-Length": "9"}},
		{"a preflight of discovery", "OPTIONS", "/.well-known/agent-skills/index.json", 204, map[string]string{
			"Access-Control-Allow-Origin": "*", "Access-Control-Allow-Methods": "GET, HEAD"}},

		{"POST", "POST", "/", 405, map[string]string{"Allow": "GET, HEAD"}},
		{"POST to discovery", "POST", "/.well-known/agent-skills/index.json", 405, map[string]string{"Allow": "GET, HEAD, OPTIONS"}},
		{"a preflight of a page", "OPTIONS", "/skills/refunds/", 405, map[string]string{"Access-Control-Allow-Origin": ""}},
		{"PUT of nothing", "PUT", "/none", 405, nil},

		{"a page without its slash", "GET", "/skills/refunds", 308, map[string]string{"Location": "./refunds/"}},
		{"a view without its slash", "GET", "/view/refunds/na%C3%AFve%20%2250%25%22%20plan.txt", 308, map[string]string{"Location": "./na%C3%AFve%20%2250%25%22%20plan.txt/"}},
		{"by its file", "GET", "/skills/refunds/index.html", 308, map[string]string{"Location": "./"}},
		{"the index by its file", "GET", "/index.html", 308, map[string]string{"Location": "./"}},
		{"HEAD without the slash", "HEAD", "/skills/refunds", 308, nil},

		{"nothing", "GET", "/none", 404, map[string]string{"Content-Type": html, "Cache-Control": "no-cache", "Location": ""}},
		{"a directory that is no page", "GET", "/skills/", 404, nil},
		{"a directory that is no page, without its slash", "GET", "/skills", 404, nil},
		{"a file with a slash", "GET", rawOf(rules) + "/", 404, nil},
		{"an unlisted skill", "GET", "/skills/quiet/", 404, nil},
		{"settings of hosts", "GET", "/_headers", 404, nil},
		{"settings of nginx", "GET", "/headers/nginx.conf", 404, nil},
		{"another host", "GET", "//evil.example/skills/refunds", 404, map[string]string{"Location": ""}},
		{"another host with a slash", "GET", "//evil.example/", 404, map[string]string{"Location": ""}},
		{"another host by a page's path", "GET", "//skills/refunds", 404, map[string]string{"Location": ""}},
		{"a backslash", "GET", `/%5Cevil.example/`, 404, map[string]string{"Location": ""}},
		{"a backslash as it is", "GET", `/\evil.example`, 404, map[string]string{"Location": ""}},
		{"an encoded slash", "GET", "/skills%2Frefunds/", 404, map[string]string{"Location": ""}},
		{"an encoded slash to another host", "GET", "/%2Fevil.example", 404, map[string]string{"Location": ""}},
		{"a doubled slash", "GET", "/skills//refunds/", 404, nil},
		{"a slash too many", "GET", "/skills/refunds//", 404, nil},
		{"dots", "GET", "/skills/../skills/refunds/", 404, nil},
		{"encoded dots", "GET", "/skills/%2e%2e/skills/refunds/", 404, nil},
		{"one dot", "GET", "/./skills/refunds/", 404, nil},
		{"NUL", "GET", "/skills/refunds%00/", 404, nil},
		{"decoded twice", "GET", "/skills/%2572efunds/", 404, nil},
		{"overlong", "GET", "/" + strings.Repeat("a", 1<<20), 404, nil},
		{"many segments", "GET", strings.Repeat("/a", 100_000), 404, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := asked(t, h, c.method, c.path)
			if a.StatusCode != c.status {
				t.Errorf("status %d, want %d", a.StatusCode, c.status)
			}
			for name, want := range c.want {
				if got := a.Header.Get(name); got != want {
					t.Errorf("%s: %q, want %q", name, got, want)
				}
			}
			if a.Header.Get("X-Content-Type-Options") != "nosniff" || a.Header.Get("Referrer-Policy") != "no-referrer" ||
				!strings.Contains(a.Header.Get("Content-Security-Policy"), "frame-ancestors 'none'") {
				t.Errorf("it lacks headers of security: %v", a.Header)
			}
			if body := textOf(t, a); c.method == "HEAD" && body != "" {
				t.Errorf("HEAD has a body: %q", body)
			}
		})
	}
}

// What a skill holds must not run, whatever a browser takes it for.
func TestHandlerSendsFilesOfSkillsInASandbox(t *testing.T) {
	_, h := handled(t)
	for _, path := range []string{rawOf(rules), imageOf(pixel), "/.well-known/agent-skills/lone/SKILL.md"} {
		a := asked(t, h, "GET", path)
		if policy := a.Header.Get("Content-Security-Policy"); a.StatusCode != 200 || !strings.HasPrefix(policy, "sandbox; default-src 'none'") {
			t.Errorf("%s: %d, %q", path, a.StatusCode, policy)
		}
	}
}

func TestHandlerRanges(t *testing.T) {
	_, h := handled(t)
	etag := `"` + hexOf(rules) + `"`
	for _, c := range []struct {
		name    string
		headers []string
		status  int
		body    string
	}{
		{"some", []string{"Range", "bytes=3-6"}, 206, "kind"},
		{"the end", []string{"Range", "bytes=-6"}, 206, "kind.\n"},
		{"compressed or not", []string{"Range", "bytes=3-6", "Accept-Encoding", "gzip"}, 206, "kind"},
		{"past the end", []string{"Range", "bytes=100-"}, 416, "invalid range: failed to overlap\n"},
		{"nonsense", []string{"Range", "bytes=x"}, 416, "invalid range\n"},
		{"of this one", []string{"Range", "bytes=3-6", "If-Range", etag}, 206, "kind"},
		{"of another one", []string{"Range", "bytes=3-6", "If-Range", `"0"`}, 200, rules},
		{"of a compressed one", []string{"Range", "bytes=3-6", "If-Range", strings.TrimSuffix(etag, `"`) + `-gzip"`}, 200, rules},
	} {
		t.Run(c.name, func(t *testing.T) {
			a := asked(t, h, "GET", rawOf(rules), c.headers...)
			if body := textOf(t, a); a.StatusCode != c.status || body != c.body {
				t.Errorf("%d %q, want %d %q", a.StatusCode, body, c.status, c.body)
			}
		})
	}
}

func TestHandlerConditions(t *testing.T) {
	s, h := handled(t)
	for _, path := range []string{"/", "/skills/refunds/", rawOf(rules), imageOf(pixel), "/.well-known/agent-skills/index.json", "/.well-known/agent-skills/refunds.tar.gz"} {
		first := asked(t, h, "GET", path)
		etag := first.Header.Get("Etag")
		strong := !strings.HasPrefix(etag, "W/")
		if etag == "" || strong != (strings.HasPrefix(path, "/raw/") || strings.HasSuffix(path, ".gz")) {
			t.Errorf("%s has the ETag %s", path, etag)
		}
		for _, tags := range []string{etag, `"x", ` + etag, "*", "W/" + strings.TrimPrefix(etag, "W/"), strings.TrimSuffix(etag, `"`) + `-gzip"`} {
			a := asked(t, h, "GET", path, "If-None-Match", tags)
			if body := textOf(t, a); a.StatusCode != 304 || body != "" || a.Header.Get("Etag") == "" || a.Header.Get("Cache-Control") == "" {
				t.Errorf("%s, If-None-Match: %s: %d %v %q", path, tags, a.StatusCode, a.Header, body)
			}
		}
		for _, tags := range []string{`"x"`, "", `W/"x"`, strings.TrimSuffix(etag, `"`) + `-zip"`} {
			if a := asked(t, h, "HEAD", path, "If-None-Match", tags); a.StatusCode != 200 {
				t.Errorf("%s, If-None-Match: %s: %d", path, tags, a.StatusCode)
			}
		}
		other := made(t, s.catalog, Options{Title: "Another title"}).Handler(nil)
		if got := asked(t, other, "GET", path).Header.Get("Etag"); strong == (got != etag) && !strings.HasSuffix(path, ".gz") {
			t.Errorf("%s of another site has the ETag %s, this one %s", path, got, etag)
		}
	}
}

// Who has a page already is told so without the page being made.
func TestHandlerMakesNothingForAConditionThatHolds(t *testing.T) {
	s, h := handled(t)
	etag := asked(t, h, "GET", "/").Header.Get("Etag")
	for i := range s.files {
		s.files[i].Bytes = func() ([]byte, error) { return nil, errors.New("made") }
	}
	fresh := s.Handler(func(path string, err error) { t.Errorf("%s: %v", path, err) })
	if a := asked(t, fresh, "GET", "/", "If-None-Match", etag); a.StatusCode != 304 {
		t.Errorf("%d", a.StatusCode)
	}
}

func TestHandlerCompresses(t *testing.T) {
	_, h := handled(t)
	for path, zips := range map[string]bool{
		"/": true, "/skills/refunds/": true, "/none": true, "/.well-known/agent-skills/refunds.tar.gz": false, rawOf(strings.Repeat("\x00big", 5000)): false, imageOf(pixel): false,
	} {
		plain := asked(t, h, "GET", path)
		zipped := asked(t, h, "GET", path, "Accept-Encoding", "gzip")
		if got := zipped.Header.Get("Content-Encoding") == "gzip"; got != zips {
			t.Errorf("%s: compressed is %v", path, got)
			continue
		}
		if !strings.Contains(strings.Join(zipped.Header["Vary"], ","), "Accept-Encoding") {
			t.Errorf("%s: Vary is %q", path, zipped.Header["Vary"])
		}
		if !zips {
			continue
		}
		r, err := gzip.NewReader(zipped.Body)
		if err != nil {
			t.Fatal(err)
		}
		data, _ := io.ReadAll(r)
		if !bytes.Equal(data, []byte(textOf(t, plain))) {
			t.Errorf("%s: the compressed answer has other bytes", path)
		}
		if path == "/none" {
			continue
		}
		if a, b := plain.Header.Get("Etag"), zipped.Header.Get("Etag"); strings.TrimSuffix(a, `"`)+`-gzip"` != b {
			t.Errorf("%s: ETags %s and %s", path, a, b)
		}
		if a := asked(t, h, "GET", path, "Accept-Encoding", "gzip", "If-None-Match", zipped.Header.Get("Etag")); a.StatusCode != 304 || a.Header.Get("Etag") != zipped.Header.Get("Etag") {
			t.Errorf("%s: %d, ETag %s", path, a.StatusCode, a.Header.Get("Etag"))
		}
	}
}

// HEAD has the headers that GET would have, for every way to ask.
func TestHandlerAnswersHeadLikeGet(t *testing.T) {
	s, h := handled(t)
	server := httptest.NewServer(h)
	defer server.Close()
	ask := func(method, path string, headers ...string) (int, http.Header, string) {
		r, err := http.NewRequestWithContext(t.Context(), method, server.URL+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		for i := 0; i < len(headers); i += 2 {
			r.Header.Set(headers[i], headers[i+1])
		}
		transport := &http.Transport{DisableCompression: true, DisableKeepAlives: true}
		a, err := transport.RoundTrip(r)
		if err != nil {
			t.Fatal(err)
		}
		defer a.Body.Close()
		a.Header.Del("Date")
		return a.StatusCode, a.Header, textOf(t, a)
	}
	etag := asked(t, s.Handler(nil), "GET", "/").Header.Get("Etag")
	for _, path := range []string{"/", "/skills/refunds/", "/skills/refunds", "/none", rawOf(rules), imageOf(pixel), "/.well-known/agent-skills/refunds.tar.gz"} {
		for _, headers := range [][]string{nil, {"Accept-Encoding", "gzip"}, {"Accept-Encoding", "gzip", "If-None-Match", etag}} {
			wantStatus, want, body := ask("GET", path, headers...)
			status, got, none := ask("HEAD", path, headers...)
			if got.Get("Content-Length") == "" && len(body) < 2048 {
				want.Del("Content-Length") // which the server adds where it has all of a short answer
			}
			if status != wantStatus || !maps.EqualFunc(got, want, slices.Equal) || none != "" {
				t.Errorf("%s %q: %d %v %q, want %d %v", path, headers, status, got, none, wantStatus, want)
			}
			if length := got.Get("Content-Length"); length != "" && status == 200 && length != fmt.Sprint(len(body)) {
				t.Errorf("%s %q: Content-Length %s, and %d bytes", path, headers, length, len(body))
			}
		}
	}
	if _, got, _ := ask("HEAD", "/skills/refunds/", "Accept-Encoding", "gzip"); got.Get("Content-Encoding") != "gzip" {
		t.Errorf("not compressed: %v", got)
	}
}

// A file that cannot be made is a fault of ours, told to whom it concerns, and is tried again.
func TestHandlerTellsOfFaults(t *testing.T) {
	s, _ := handled(t)
	for i := range s.files {
		if s.files[i].Path == indexName {
			s.files[i].Bytes = func() ([]byte, error) { panic("of the template") }
		}
	}
	var told []string
	h := s.Handler(func(path string, err error) { told = append(told, path+": "+err.Error()) })
	for range 2 {
		if a := asked(t, h, "GET", "/"); a.StatusCode != 500 || strings.Contains(textOf(t, a), "template") || a.Header.Get("Etag") != "" {
			t.Errorf("%d %v", a.StatusCode, a.Header)
		}
	}
	if len(told) != 2 || !strings.HasPrefix(told[0], "index.html: panic: of the template, in skillpack/internal/site.") {
		t.Errorf("told of %q", told)
	}
	if a := asked(t, h, "GET", "/skills/refunds/"); a.StatusCode != 200 {
		t.Errorf("another page: %d", a.StatusCode)
	}
}

// Every file of a site is there under its own path, and every page under its directory.
func TestHandlerServesEveryFile(t *testing.T) {
	s := made(t, examples(t), Options{Legacy: true, Marketplace: true, BaseURL: "https://skills.example.com/x"})
	h := s.Handler(func(path string, err error) { t.Errorf("%s: %v", path, err) })
	for f := range s.Files() {
		want, err := f.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		if f.Class == Header {
			continue
		}
		a := asked(t, h, "GET", "/"+protocol.EncodePath(linked(f.Path)))
		if f.Path == missingPage && a.StatusCode == 200 {
			continue
		}
		if body := textOf(t, a); a.StatusCode != 200 || body != string(want) || a.Header.Get("Content-Type") != f.Type {
			t.Errorf("%s: %d, %d bytes of %q; want %d of %q", f.Path, a.StatusCode, len(body), a.Header.Get("Content-Type"), len(want), f.Type)
		}
	}
}

func TestHandlerIsQuickWithLongPaths(t *testing.T) {
	_, h := handled(t)
	begun := time.Now()
	for range 100 {
		asked(t, h, "GET", strings.Repeat("/%2e", 5000))
	}
	if took := time.Since(begun); took > 5*time.Second {
		t.Errorf("100 hostile paths took %v", took)
	}
}
