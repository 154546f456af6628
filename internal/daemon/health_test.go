package daemon

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestReadiness(t *testing.T) {
	h := new(health)
	paths := operations(h, http.NotFoundHandler())
	wants := func(status int, body string) {
		t.Helper()
		w := httptest.NewRecorder()
		paths[readyPath].ServeHTTP(w, httptest.NewRequest("GET", readyPath, nil))
		if got := strings.TrimSpace(w.Body.String()); w.Code != status || got != body || w.Header().Get("Cache-Control") != "no-store" {
			t.Errorf("%d %s %v, want %d %s", w.Code, got, w.Header(), status, body)
		}
	}
	wants(503, `{"status":"starting"}`)
	h.serving("sha256:1")
	h.become(ready)
	wants(200, `{"status":"ready","catalog":"sha256:1"}`)
	h.serving("sha256:2")
	wants(200, `{"status":"ready","catalog":"sha256:2"}`)
	h.serving("sha256:3", "sha256:1", "sha256:2")
	wants(200, `{"status":"ready","catalog":"sha256:3","catalogs":["sha256:1","sha256:2"]}`)
	h.serving("sha256:2")
	h.become(draining)
	wants(503, `{"status":"draining","catalog":"sha256:2"}`)
}

func TestOperations(t *testing.T) {
	digest := digestOf(t, "a", "v1")
	for name, ops := range map[string]string{"where the protocol is": "", "at an address of their own": "127.0.0.1:0"} {
		t.Run(name, func(t *testing.T) {
			r := start(t, func(c *Config) { c.HTTP.OpsAddr = ops })
			base := r.base()
			if ops != "" {
				base = "http://" + r.Ops
			}
			if status, body := r.get(t, base+livePath); status != 200 || body != "ok\n" {
				t.Errorf("%s: %d %q", livePath, status, body)
			}
			if status, body := r.get(t, base+readyPath); status != 200 || !strings.Contains(body, `"ready","catalog":"`+digest+`"`) {
				t.Errorf("%s: %d %q", readyPath, status, body)
			}
			if status, body := r.get(t, base+metricsPath); status != 200 || !strings.Contains(body, digest) {
				t.Errorf("%s: %d %q", metricsPath, status, body)
			}
			for _, path := range []string{livePath, readyPath, metricsPath} {
				for method, want := range map[string]int{"HEAD": 200, "POST": 405, "DELETE": 405, "OPTIONS": 405} {
					q, _ := http.NewRequest(method, base+path, nil)
					if a, body := r.do(t, q); a.StatusCode != want || method == "HEAD" && body != "" || want == 405 && a.Header.Get("Allow") != "GET, HEAD" {
						t.Errorf("%s %s: %d %q, want %d", method, path, a.StatusCode, body, want)
					}
				}
				if ops != "" {
					if status, _ := r.get(t, r.base()+path); status != 404 {
						t.Errorf("%s where the protocol is: %d, want 404", path, status)
					}
				}
			}
			if ops != "" {
				if status, _ := r.get(t, base+"/mcp"); status != 404 {
					t.Errorf("the protocol among the operations: %d, want 404", status)
				}
			}
			r.serves(t, "v1")
		})
	}
}

const token = "0123456789abcdef0123"

func tokenFile(t testing.TB, text string) string {
	t.Helper()
	return write(t, filepath.Join(t.TempDir(), "tokens"), []byte(text+"\n"))
}

func TestOperationsAndTheGuard(t *testing.T) {
	r := start(t, func(c *Config) { c.Auth.TokenFile = tokenFile(t, token) })
	for path, want := range map[string]int{livePath: 200, readyPath: 200, metricsPath: 401} {
		if status, body := r.get(t, r.base()+path); status != want {
			t.Errorf("%s: %d %s, want %d", path, status, body, want)
		}
	}
	if a, body := r.do(t, callRequest(t, r.URL, listCall)); a.StatusCode != 401 {
		t.Errorf("the protocol without a token: %d %s", a.StatusCode, body)
	}
	q, _ := http.NewRequest("GET", r.base()+metricsPath, nil)
	q.Header.Set("Authorization", "Bearer "+token)
	if a, body := r.do(t, q); a.StatusCode != 200 {
		t.Errorf("metrics with the token: %d %s", a.StatusCode, body)
	}
	q = modernCall(t, r.URL, "skills/list", "")
	q.Header.Set("Authorization", "Bearer "+token)
	if a, body := r.do(t, q); a.StatusCode != 200 || !strings.Contains(body, `"cacheScope":"private"`) {
		t.Errorf("with the token: %d %s, want it private", a.StatusCode, body)
	}
	t.Run("an own address needs no token", func(t *testing.T) {
		r := start(t, func(c *Config) {
			c.Auth.TokenFile, c.HTTP.OpsAddr, c.Serve.CacheScope = tokenFile(t, token), "127.0.0.1:0", "public"
		})
		if status, _ := r.get(t, "http://"+r.Ops+metricsPath); status != 200 {
			t.Errorf("status %d", status)
		}
		q := modernCall(t, r.URL, "skills/list", "")
		q.Header.Set("Authorization", "Bearer "+token)
		if _, body := r.do(t, q); !strings.Contains(body, `"cacheScope":"public"`) {
			t.Errorf("%s; the flag stands above the default", body)
		}
	})
}

func TestBadStarts(t *testing.T) {
	taken := start(t, nil)
	addr := strings.TrimPrefix(taken.base(), "http://")
	absent := filepath.Join(t.TempDir(), "none")
	good := fileOf(t, "a", "v1")
	for name, c := range map[string]struct {
		change func(*Config)
		want   string
	}{
		"address in use":     {func(c *Config) { c.HTTP.Addr = addr }, addr + " is in use; end what listens there or choose another address with --http"},
		"ops address in use": {func(c *Config) { c.HTTP.OpsAddr = addr }, addr + " is in use; end what listens there or choose another address with --ops-addr"},
		"no tokens":          {func(c *Config) { c.Auth.TokenFile = absent }, absent},
		"no certificate":     {func(c *Config) { c.HTTP.TLS = KeyPair{absent, good} }, absent},
		"no key":             {func(c *Config) { c.HTTP.TLS = KeyPair{good, absent} }, absent},
		"no PEM":             {func(c *Config) { c.HTTP.TLS = KeyPair{good, good} }, good},
		"no catalog":         {func(c *Config) { c.Catalogs = []string{absent} }, absent},
		"no folder to watch": {func(c *Config) { c.Catalogs, c.Watch = []string{absent + "/x/y.json"}, true }, absent},
	} {
		t.Run(name, func(t *testing.T) {
			config := Config{
				Catalogs: []string{good}, HTTP: HTTP{Addr: "127.0.0.1:0"}, Logger: newJournal().logger(),
				Started: func(Started) { t.Error("it started") },
			}
			c.change(&config)
			err := runHTTP(t.Context(), config, newMetrics(), make(chan os.Signal))
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want one with %q", err, c.want)
			}
		})
	}
}
