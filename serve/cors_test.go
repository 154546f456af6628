package serve

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
)

const (
	app   = "https://app.example.com"
	local = "http://localhost:5173"
)

// crossing is a server that lets two origins ask, and whose guard lets nobody pass.
func crossing(t testing.TB, guarded bool) http.Handler {
	o := Options{AllowOrigins: []string{app, local, "https://[2001:db8::1]:8443", "vscode-webview://0a1b"}}
	if guarded {
		o.Guard = func(http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("WWW-Authenticate", "Bearer")
				w.WriteHeader(http.StatusUnauthorized)
			})
		}
	}
	return New(smallCatalog(t), o).Handler()
}

// preflight asks as a browser does before a page of origin sends a request. What is ""
// is left out; more are pairs of name and value.
func preflight(t testing.TB, h http.Handler, origin, method, headers string, more ...string) *reply {
	t.Helper()
	r := httptest.NewRequest("OPTIONS", "http://skills.example.com"+Endpoint, nil)
	more = append([]string{"Origin", origin, "Access-Control-Request-Method", method, "Access-Control-Request-Headers", headers}, more...)
	for pair := range slices.Chunk(more, 2) {
		if pair[1] != "" {
			r.Header.Add(pair[0], pair[1])
		}
	}
	return exchange(t, h, r)
}

// membersOf returns the members of a header that is a list.
func membersOf(h http.Header, name string) []string {
	var all []string
	for _, line := range h.Values(name) {
		for m := range strings.SplitSeq(line, ",") {
			all = append(all, http.CanonicalHeaderKey(strings.TrimSpace(m)))
		}
	}
	return all
}

// wantClosed asks for an answer that no page of another origin can read.
func wantClosed(t testing.TB, a *reply) {
	t.Helper()
	for name := range a.header {
		if strings.HasPrefix(name, "Access-Control-") {
			t.Errorf("%s: %s", name, a.header.Get(name))
		}
	}
	if a.status == 403 && (a.code() != -32600 || !strings.Contains(a.Error.Message, "; expected ")) {
		t.Errorf("%s; want a JSON-RPC error that tells the way out", a.body)
	}
}

// wantForbidden asks for a refusal that names a text.
func wantForbidden(t testing.TB, a *reply, text string) {
	t.Helper()
	wantClosed(t, a)
	wantVary(t, a)
	if a.status != 403 || !strings.Contains(a.Error.Message, text) {
		t.Errorf("status %d, %s", a.status, a.body)
	}
}

const protocolHeaders = "accept,authorization,content-type,last-event-id,mcp-method,mcp-name,mcp-protocol-version,mcp-session-id"

func TestS88Preflight(t *testing.T) { // T4
	for name, h := range map[string]http.Handler{"open": crossing(t, false), "guarded": crossing(t, true)} {
		for _, origin := range []string{app, local, "https://[2001:db8::1]:8443", "vscode-webview://0a1b"} {
			t.Run("S88/"+name+"/"+origin, func(t *testing.T) {
				a := preflight(t, h, origin, "POST", protocolHeaders)
				if a.status != 204 || a.body != "" || a.header.Get("Access-Control-Allow-Origin") != origin || a.header.Get("Access-Control-Max-Age") != "7200" {
					t.Errorf("status %d, %v", a.status, a.header)
				}
				if a.header["Access-Control-Allow-Credentials"] != nil {
					t.Error("credentials are allowed")
				}
				if !slices.Contains(membersOf(a.header, "Access-Control-Allow-Methods"), "Post") {
					t.Errorf("methods %v", membersOf(a.header, "Access-Control-Allow-Methods"))
				}
				for header := range strings.SplitSeq(protocolHeaders, ",") {
					if !slices.Contains(membersOf(a.header, "Access-Control-Allow-Headers"), http.CanonicalHeaderKey(header)) {
						t.Errorf("%s is not allowed", header)
					}
				}
				wantVary(t, a)
			})
		}
		for _, origin := range foreign() {
			t.Run("S88/"+name+"/"+origin, func(t *testing.T) {
				a := preflight(t, h, origin, "POST", protocolHeaders)
				if a.status != 403 {
					t.Errorf("status %d", a.status)
				}
				wantClosed(t, a)
				wantVary(t, a)
			})
		}
	}
	h := crossing(t, true)
	for name, headers := range map[string]string{
		"as typed": "Content-Type, Authorization,MCP-Protocol-Version", "twice": "accept,accept", "blanks": "\tcontent-type ,, accept", "blank": " ",
	} {
		t.Run("S88/headers "+name, func(t *testing.T) {
			if a := preflight(t, h, app, "POST", headers); a.status != 204 || a.header.Get("Access-Control-Allow-Origin") != app {
				t.Errorf("status %d, %v", a.status, a.header)
			}
		})
	}
	for _, method := range []string{"GET", "DELETE"} { // of which a page shall read the 405
		t.Run("S88/"+method, func(t *testing.T) {
			if a := preflight(t, h, app, method, ""); a.status != 204 || a.header.Get("Access-Control-Allow-Origin") != app {
				t.Errorf("status %d, %v", a.status, a.header)
			}
		})
	}
	t.Run("S88/a method that is not there", func(t *testing.T) {
		wantForbidden(t, preflight(t, h, app, "PUT", ""), `"PUT"`)
	})
	t.Run("S88/a header that is not the protocol's", func(t *testing.T) {
		wantForbidden(t, preflight(t, h, app, "POST", "X-Evil,content-type"), `"x-evil"`)
	})
	t.Run("S88/a private network", func(t *testing.T) {
		a := preflight(t, h, app, "POST", "", "Access-Control-Request-Private-Network", "true")
		if a.header.Get("Access-Control-Allow-Private-Network") != "true" {
			t.Errorf("%v", a.header)
		}
	})
	t.Run("S88/two origins", func(t *testing.T) {
		a := preflight(t, h, app, "POST", "", "Origin", "https://evil.example")
		if a.status != 403 {
			t.Errorf("status %d", a.status)
		}
		wantClosed(t, a)
	})
	t.Run("S88/without an origin", func(t *testing.T) { // which no browser sends
		a := preflight(t, h, "", "POST", "")
		if a.status != 403 {
			t.Errorf("status %d", a.status)
		}
		wantClosed(t, a)
	})
	t.Run("S88/OPTIONS that is no preflight", func(t *testing.T) { // is answered as anything else
		if a := preflight(t, h, app, "", ""); a.status != 401 {
			t.Errorf("status %d", a.status)
		}
	})
	t.Run("S88/nobody allowed", func(t *testing.T) {
		a := preflight(t, newSmall(t).Handler(), app, "POST", "")
		if a.status != 403 {
			t.Errorf("status %d", a.status)
		}
		wantClosed(t, a)
		wantVary(t, a)
	})
}

// foreign are origins that are not allowed, however close.
func foreign() []string {
	return []string{
		"https://evil.example", "null", "https://app.example.com.evil.example", "https://evil.app.example.com", "https://xapp.example.com",
		"https://app.example.co", "https://app.example.com:8443", "https://app.example.com:443", "http://app.example.com", "https://APP.example.com",
		"HTTPS://app.example.com", "https://app.example.com/", "https://app.example.com.", "https://app.example.com#", "https://user@app.example.com",
		"app.example.com", "//app.example.com", "https://", "*", "http://localhost", "http://localhost:51730", "http://127.0.0.1:5173", "file://", "https://app.example.com, https://evil.example",
		" https://app.example.com", "https://app.example.com\t", strings.Repeat("https://evil.example", 500),
	}
}

func wantVary(t testing.TB, a *reply) {
	t.Helper()
	if n := len(slices.DeleteFunc(membersOf(a.header, "Vary"), func(m string) bool { return m != "Origin" })); n != 1 {
		t.Errorf("Vary is %q, want Origin in it once", a.header.Values("Vary"))
	}
}

func TestS88Origin(t *testing.T) { // T4
	h := crossing(t, false)
	for name, headers := range map[string][]string{
		"allowed":                   {"Origin", app},
		"allowed, cross-site":       {"Origin", app, "Sec-Fetch-Site", "cross-site"},
		"allowed, same-site":        {"Origin", app, "Sec-Fetch-Site", "same-site"},
		"allowed, local":            {"Origin", local, "Sec-Fetch-Site", "cross-site"},
		"allowed, compressed":       {"Origin", app, "Accept-Encoding", "gzip"},
		"allowed, by the SDK":       {"Origin", app, "Accept", "*/*, application/json;q=0.5"},
		"allowed, a client's cache": {"Origin", app, "If-None-Match", "*"},
	} {
		t.Run("S88/"+name, func(t *testing.T) {
			a := exchangePlain(h, headers...)
			if a.status != 200 || a.header.Get("Access-Control-Allow-Origin") != app && a.header.Get("Access-Control-Allow-Origin") != local || a.header["Access-Control-Allow-Credentials"] != nil {
				t.Errorf("status %d, %v", a.status, a.header)
			}
			for _, header := range []string{"Mcp-Session-Id", "Mcp-Protocol-Version", "Www-Authenticate"} {
				if !slices.Contains(membersOf(a.header, "Access-Control-Expose-Headers"), header) {
					t.Errorf("%s is not exposed", header)
				}
			}
			wantVary(t, a)
		})
	}
	for _, origin := range foreign() {
		t.Run("S88/"+origin, func(t *testing.T) {
			for _, more := range [][]string{nil, {"Sec-Fetch-Site", "cross-site"}, {"Sec-Fetch-Site", "same-site"}, {"Sec-Fetch-Site", "what"}} {
				a := post(t, h, listCall, append(more, "Origin", origin)...)
				if a.status != 403 {
					t.Errorf("%v: status %d, %.200s", more, a.status, a.body)
				}
				wantClosed(t, a)
				wantVary(t, a)
			}
		})
	}
	for name, c := range map[string]struct {
		headers []string
		status  int
	}{
		"no browser":                   {nil, 200},
		"own origin":                   {[]string{"Origin", "http://127.0.0.1:8080"}, 200},
		"own page":                     {[]string{"Sec-Fetch-Site", "same-origin"}, 200},
		"typed by the user":            {[]string{"Sec-Fetch-Site", "none"}, 200},
		"cross-site without an origin": {[]string{"Sec-Fetch-Site", "cross-site"}, 403},
		"same-site without an origin":  {[]string{"Sec-Fetch-Site", "same-site"}, 403},
		"own origin, other port":       {[]string{"Origin", "http://127.0.0.1:8081"}, 403},
		"two origins":                  {[]string{"Origin", app, "Origin", "https://evil.example"}, 403},
		"two origins, turned":          {[]string{"Origin", "https://evil.example", "Origin", app}, 403},
	} {
		t.Run("S88/"+name, func(t *testing.T) {
			a := post(t, h, listCall, c.headers...)
			if a.status != c.status {
				t.Errorf("status %d, %s", a.status, a.body)
			}
			wantVary(t, a)
			if !strings.Contains(name, "two") {
				wantClosed(t, a)
			}
		})
	}
	t.Run("S88/the way out is told", func(t *testing.T) {
		for _, origin := range []string{"https://evil.example", "http://127.0.0.1:8081"} {
			wantForbidden(t, post(t, h, listCall, "Origin", origin), "--allow-origin")
			wantForbidden(t, post(t, h, listCall, "Origin", origin), `reached at "http://127.0.0.1:8080"`)
		}
		r := httptest.NewRequest("POST", "https://skills.example.com"+Endpoint, strings.NewReader(listCall))
		r.Header.Set("Origin", app)
		wantForbidden(t, exchange(t, newSmall(t).Handler(), r), `reached at "https://skills.example.com"`)
	})
	t.Run("S88/refused by the guard", func(t *testing.T) { // and the page may read why
		a := post(t, crossing(t, true), listCall, "Origin", app)
		if a.status != 401 || a.header.Get("Access-Control-Allow-Origin") != app || !slices.Contains(membersOf(a.header, "Access-Control-Expose-Headers"), "Www-Authenticate") {
			t.Errorf("status %d, %v", a.status, a.header)
		}
		if a := post(t, crossing(t, true), listCall, "Origin", "https://evil.example"); a.status != 403 {
			t.Errorf("a foreign origin: status %d", a.status)
		}
	})
	t.Run("S88/GET", func(t *testing.T) {
		for origin, open := range map[string]string{app: app, "https://evil.example": ""} {
			r := httptest.NewRequest("GET", Endpoint, nil)
			r.Header.Set("Origin", origin)
			if a := exchange(t, h, r); a.status != 405 || a.header.Get("Access-Control-Allow-Origin") != open {
				t.Errorf("%s: status %d, %v", origin, a.status, a.header)
			}
		}
	})
}

// exchangePlain posts a listing and leaves the body as it came.
func exchangePlain(h http.Handler, headers ...string) *reply {
	r := arriving(nil, "127.0.0.1:8080")
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return &reply{status: w.Code, header: w.Header(), body: w.Body.String()}
}

func TestAllowOrigins(t *testing.T) {
	for origin, want := range map[string]string{
		app: app, local: local, "HTTPS://App.Example.com:443": app, "http://a:80": "http://a", "http://a:443": "http://a:443",
		"https://[2001:DB8::1]:443": "https://[2001:db8::1]", "chrome-extension://abcdef": "chrome-extension://abcdef",
	} {
		if got, err := normalOrigin(origin); got != want || err != nil {
			t.Errorf("%q: %q %v, want %q", origin, got, err, want)
		}
	}
	for _, origin := range []string{
		"", "*", "null", "https://*", "https://*.example.com", "app.example.com", "//app.example.com", "app.example.com:443", "https:", "https://", "https://:443",
		app + "/", app + "/x", app + "?", app + "?x", app + "#", app + "#x", "https://user@app.example.com", app + ":", app + ":x", app + " ", " " + app, app + "," + local,
		app + ".", "https://bücher.example", "https://[2001:db8:0::1]", "https://[fe80::1%25eth0]", "https://a%2eb", "https://a\nb",
	} {
		if err := (Options{AllowOrigins: []string{app, origin}}).Validate(); err == nil || !strings.Contains(err.Error(), "SCHEME://HOST") {
			t.Errorf("%q: error %v", origin, err)
		}
	}
	t.Run("New panics", func(t *testing.T) {
		defer func() {
			if recover() == nil {
				t.Error("no panic")
			}
		}()
		New(smallCatalog(t), Options{AllowOrigins: []string{"*"}})
	})
	t.Run("the caller's options stay", func(t *testing.T) {
		given := []string{"HTTPS://App.Example.com"}
		New(smallCatalog(t), Options{AllowOrigins: given})
		if given[0] != "HTTPS://App.Example.com" {
			t.Errorf("%q", given)
		}
	})
}
