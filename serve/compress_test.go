package serve

import (
	"bufio"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
)

// exchangeRaw sends a request without what net/http does about compression on its own.
func exchangeRaw(t *testing.T, r *http.Request) (*http.Response, []byte) {
	t.Helper()
	client := &http.Client{Transport: &http.Transport{DisableCompression: true, DisableKeepAlives: true}}
	a, err := client.Do(r.WithContext(t.Context()))
	if err != nil {
		t.Fatal(err)
	}
	defer a.Body.Close()
	b, err := io.ReadAll(a.Body)
	if err != nil {
		t.Fatal(err)
	}
	return a, b
}

// byTheSDK serves a catalog through the SDK alone, and tells calls of each answer.
func byTheSDK(t *testing.T, calls chan<- Call) *httptest.Server {
	web := httptest.NewServer(New(many(t, 120), Options{SDKOnly: true, Observe: func(_ *http.Request, c Call) { calls <- c }}).Handler())
	t.Cleanup(web.Close)
	return web
}

const (
	listAll = `{"jsonrpc":"2.0","id":7,"method":"skills/list"}`
	getOne  = `{"jsonrpc":"2.0","id":7,"method":"skills/get","params":{"uri":"skill://s0001/SKILL.md"}}`
	getNone = `{"jsonrpc":"2.0","id":7,"method":"skills/get","params":{"uri":"skill://none/SKILL.md"}}`
)

func TestCompressed(t *testing.T) {
	calls := make(chan Call, 1)
	web := byTheSDK(t, calls)
	for name, c := range map[string]struct {
		method, body, accept string
		status               int
		coding               string
	}{
		"long":                     {"POST", listAll, "gzip", 200, "gzip"},
		"a browser's":              {"POST", listAll, "gzip, deflate, br, zstd", 200, "gzip"},
		"zstd alone":               {"POST", listAll, "zstd", 200, ""},
		"not accepted":             {"POST", listAll, "", 200, ""},
		"refused":                  {"POST", listAll, "gzip;q=0, *", 200, ""},
		"short":                    {"POST", getOne, "gzip", 200, ""},
		"error":                    {"POST", getNone, "gzip", 200, ""},
		"long error":               {"POST", strings.Replace(getNone, "none", strings.Repeat("none", 1_000), 1), "gzip", 200, "gzip"},
		"notification":             {"POST", `{"jsonrpc":"2.0","method":"notifications/initialized"}`, "gzip", 202, ""},
		"unknown method":           {"POST", `{"jsonrpc":"2.0","id":7,"method":"no/such"}`, "gzip", 400, ""},
		"long refusal of the gate": {"POST", `{"jsonrpc":"2.0","id":7,"method":"x","` + strings.Repeat("x", 2_000) + `":1,"` + strings.Repeat("x", 2_000) + `":1}`, "gzip", 400, "gzip"},
		"HEAD":                     {"HEAD", "", "gzip", 405, ""},
		"GET":                      {"GET", "", "gzip", 405, ""},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRequest(web.URL+Endpoint, c.body)
			r.Method = c.method
			if c.accept != "" {
				r.Header.Set("Accept-Encoding", c.accept)
			}
			a, body := exchangeRaw(t, r)
			if a.StatusCode != c.status || a.Header.Get("Content-Encoding") != c.coding {
				t.Errorf("status %d, coding %q; want %d and %q", a.StatusCode, a.Header.Get("Content-Encoding"), c.status, c.coding)
			}
			if vary := a.Header.Values("Vary"); !slices.Contains(vary, "Accept-Encoding") {
				t.Errorf("Vary is %q, so that a cache would mix the answers up", vary)
			}
			told := <-calls
			if told.Bytes != int64(len(body)) && c.method != "HEAD" || told.Status != c.status {
				t.Errorf("%d bytes were sent with %d, and the observer told of %+v", len(body), c.status, told)
			}
			if c.coding == "gzip" {
				body = unzip(t, body)
			}
			if len(body) > 0 && !json.Valid(body) || len(body) == 0 && c.status != 202 && c.method != "HEAD" {
				t.Errorf("no JSON: %.100q", body)
			}
		})
	}
}

func TestCompressedSaysTheSame(t *testing.T) {
	calls := make(chan Call, 2)
	web := byTheSDK(t, calls)
	plain, want := exchangeRaw(t, newRequest(web.URL+Endpoint, listAll))
	r := newRequest(web.URL+Endpoint, listAll)
	r.Header.Set("Accept-Encoding", "gzip")
	packed, got := exchangeRaw(t, r)
	if string(unzip(t, got)) != string(want) || len(got)*2 > len(want) {
		t.Errorf("%d bytes of %d", len(got), len(want))
	}
	for _, name := range []string{"Content-Type", "Cache-Control"} { // "no-transform" binds others
		if a, b := plain.Header.Get(name), packed.Header.Get(name); a != b || a == "" {
			t.Errorf("%s is %q and compressed %q", name, a, b)
		}
	}
}

func TestCompressedLeavesWhatIsCoded(t *testing.T) {
	for name, set := range map[string]func(http.Header){
		"coded":        func(h http.Header) { h.Set("Content-Encoding", "br") },
		"an image":     func(h http.Header) { h.Set("Content-Type", "image/png") },
		"no type":      func(h http.Header) { h["Content-Type"] = nil },
		"event stream": func(h http.Header) { h.Set("Content-Type", "text/event-stream") },
	} {
		t.Run(name, func(t *testing.T) {
			long := make([]byte, 10*minZip)
			h := compressed(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", "application/json")
				set(w.Header())
				_, _ = w.Write(long)
			}))
			r := httptest.NewRequest("POST", "/", nil)
			r.Header.Set("Accept-Encoding", "gzip")
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			if w.Header().Get("Content-Encoding") == "gzip" || w.Body.Len() != len(long) {
				t.Errorf("%d bytes, %v", w.Body.Len(), w.Header())
			}
		})
	}
}

// TestListenIsNotHeldBack has the first event of a stream arrive while the stream is
// open, though the client accepts compression.
func TestListenIsNotHeldBack(t *testing.T) { // T7
	s := newSmall(t)
	addTool(s) // makes the SDK honour toolsListChanged, so the listen stays open
	web := httptest.NewServer(s.Handler())
	defer web.Close()
	r := newRequest(web.URL+Endpoint, modernBody("subscriptions/listen", `{"notifications":{"toolsListChanged":true}}`))
	r.Header.Set("MCP-Protocol-Version", modern)
	r.Header.Set("Mcp-Method", "subscriptions/listen")
	r.Header.Set("Accept-Encoding", "gzip, deflate, br, zstd")
	a, err := (&http.Client{Transport: &http.Transport{DisableCompression: true}}).Do(r.WithContext(t.Context()))
	if err != nil {
		t.Fatal(err)
	}
	defer a.Body.Close()
	if a.Header.Get("Content-Type") != "text/event-stream" || a.Header.Get("Content-Encoding") != "" {
		t.Fatalf("not a plain event stream: %v", a.Header)
	}
	events := bufio.NewReader(a.Body)
	for _, want := range []string{"notifications/subscriptions/acknowledged", "notifications/tools/list_changed"} {
		for {
			line, err := events.ReadString('\n')
			if err != nil {
				t.Fatalf("the stream ended before %s: %v", want, err)
			}
			if strings.Contains(line, want) {
				break
			}
		}
		s.MCP().RemoveTools("x") // the second event, which only a stream that is open gets
	}
}
