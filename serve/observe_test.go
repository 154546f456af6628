package serve

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
)

// calls are those that an observer was told of.
type calls struct {
	mu  sync.Mutex
	all []Call
	ch  chan Call // if not nil, takes each as well
}

func (c *calls) observe(_ *http.Request, call Call) {
	c.mu.Lock()
	c.all = append(c.all, call)
	c.mu.Unlock()
	if c.ch != nil {
		c.ch <- call
	}
}

// only returns the one call that there was, and forgets it.
func (c *calls) only(t testing.TB) Call {
	t.Helper()
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.all) != 1 {
		t.Fatalf("told of %d calls, want 1: %+v", len(c.all), c.all)
	}
	call := c.all[0]
	c.all = nil
	return call
}

func observedSmall(t testing.TB, o Options) (http.Handler, *calls) {
	told := new(calls)
	o.Observe, o.SDKOnly = told.observe, true
	o.Logger, _ = logged()
	return New(smallCatalog(t), o).Handler(), told
}

func TestObserveTellsOfTheSDKDoor(t *testing.T) {
	const zoo = `{"uri":"skill://zoo/SKILL.md"}`
	const named = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},` +
		`"io.modelcontextprotocol/clientInfo":{"name":"a host","version":"1"}}`
	m := func(method string) []string { return []string{"MCP-Protocol-Version", modern, "Mcp-Method", method} }
	old := []string{"MCP-Protocol-Version", legacy}
	body := func(method, params string) string {
		return fmt.Sprintf(`{"jsonrpc":"2.0","id":7,"method":%q,"params":{%s}}`, method, params)
	}
	for _, c := range []struct {
		name, body string
		headers    []string
		want       Call
	}{
		{"list", modernBody(methodList, ""), m(methodList), Call{Method: methodList, Version: modern, Status: 200}},
		{"get", modernBody(methodGet, zoo), m(methodGet), Call{Method: methodGet, URI: "skill://zoo/SKILL.md", Version: modern, Status: 200}},
		{"named", body(methodList, named), m(methodList), Call{Method: methodList, Version: modern, Client: "a host", Status: 200}},
		{"legacy", body(methodGet, zoo[1:len(zoo)-1]), old, Call{Method: methodGet, URI: "skill://zoo/SKILL.md", Version: legacy, Status: 200}},
		{"legacy error", body(methodGet, `"uri":"skill://no"`), old, Call{Method: methodGet, URI: "skill://no", Version: legacy, Status: 200, Code: -32602}},
		{"error with an odd id", `{"jsonrpc":"2.0","id":"\"error\":{\"code\":1","method":"skills/get","params":{"uri":"x"}}`, old,
			Call{Method: methodGet, URI: "x", Version: legacy, Status: 200, Code: -32602}},
		{"modern error", modernBody(methodGet, `{"uri":"skill://no"}`), m(methodGet), Call{Method: methodGet, URI: "skill://no", Version: modern, Status: 400, Code: -32602}},
		{"unknown method", modernBody("no/such", ""), m("no/such"), Call{Method: "no/such", Version: modern, Status: 404, Code: -32601}},
		{"initialize", body(methodInitialize, `"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"old host","version":"1"}`), nil,
			Call{Method: methodInitialize, Version: "2025-06-18", Client: "old host", Status: 200}},
		{"initialize with a header", body(methodInitialize, `"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"x","version":"1"}`), old,
			Call{Method: methodInitialize, Version: legacy, Client: "x", Status: 200}},
		{"odd members", body(methodGet, `"uri":7,"clientInfo":{"name":"x"},"_meta":{"io.modelcontextprotocol/clientInfo":["x"]}`), old,
			Call{Method: methodGet, Version: legacy, Status: 200, Code: -32602}},
		{"header mismatch", modernBody(methodList, ""), m(methodGet), Call{Method: methodList, Version: modern, Status: 400, Code: -32020}},
		{"plain refusal", modernBody(methodList, ""), []string{"MCP-Protocol-Version", "1999-01-01"},
			Call{Method: methodList, Version: "1999-01-01", Status: 400, Code: -32022}},
		{"notification", `{"jsonrpc":"2.0","method":"notifications/initialized"}`, old, Call{Method: "notifications/initialized", Version: legacy, Status: 202}},
		{"call without id", `{"jsonrpc":"2.0","method":"skills/list"}`, old, Call{Method: methodList, Version: legacy, Status: 202}},
		{"response", `{"jsonrpc":"2.0","id":1,"result":{}}`, old, Call{Version: legacy, Status: 202}},
		{"not JSON", `{`, old, Call{Version: legacy, Status: 400, Code: -32700}},
		{"fault of params", `{"jsonrpc":"2.0","id":1,"method":"skills/list","params":{"a":1,"a":2}}`, old,
			Call{Version: legacy, Status: 400, Code: -32602}},
		{"two headers", `{}`, []string{"Mcp-Method", "a", "Mcp-Method", "b"}, Call{Status: 400, Code: -32020}},
	} {
		t.Run(c.name, func(t *testing.T) {
			h, told := observedSmall(t, Options{})
			a := post(t, h, c.body, c.headers...)
			c.want.Door, c.want.Bytes = SDKDoor, int64(len(a.body))
			got := told.only(t)
			if got.Duration <= 0 || got.Duration > time.Minute {
				t.Errorf("duration %v", got.Duration)
			}
			got.Duration = 0
			if got != c.want || a.status != c.want.Status {
				t.Errorf("status %d, %s\nhave %+v\nwant %+v", a.status, a.body, got, c.want)
			}
		})
	}
}

func TestObserveTellsOfRefusals(t *testing.T) {
	guard := func(http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			Refused(w, "no token")
			http.Error(w, "no", http.StatusUnauthorized)
		})
	}
	open := Options{AllowOrigins: []string{app}}
	for _, c := range []struct {
		name    string
		options Options
		method  string
		headers []string
		want    Call
	}{
		{"guard", Options{Guard: guard}, "POST", nil, Call{Status: 401, Reason: "no token"}},
		{"origin", Options{}, "POST", []string{"Origin", "https://evil.example"}, Call{Status: 403, Reason: ForeignOrigin, Found: "https://evil.example"}},
		{"another site", Options{}, "POST", []string{"Sec-Fetch-Site", "cross-site"}, Call{Status: 403, Reason: ForeignOrigin}},
		{"preflight", open, "OPTIONS", []string{"Origin", "https://evil.example", "Access-Control-Request-Method", "POST"},
			Call{Status: 403, Reason: PreflightOrigin, Found: "https://evil.example"}},
		{"preflight for PUT", open, "OPTIONS", []string{"Origin", app, "Access-Control-Request-Method", "PUT"}, Call{Status: 403, Reason: PreflightMethod, Found: "PUT"}},
		{"preflight for cookies", open, "OPTIONS", []string{"Origin", app, "Access-Control-Request-Method", "POST", "Access-Control-Request-Headers", "X-B, accept,X-A"},
			Call{Status: 403, Reason: PreflightHeader, Found: "x-a, x-b"}},
		{"good preflight", open, "OPTIONS", []string{"Origin", app, "Access-Control-Request-Method", "POST"}, Call{Status: 204}},
		{"GET", Options{}, "GET", nil, Call{Door: SDKDoor, Status: 405, Code: -32600}},
		{"too long", Options{MaxBody: 2}, "POST", nil, Call{Door: SDKDoor, Status: 413, Code: -32600}},
	} {
		t.Run(c.name, func(t *testing.T) {
			h, told := observedSmall(t, c.options)
			r := httptest.NewRequest(c.method, Endpoint, strings.NewReader("too long"))
			for i := 0; i < len(c.headers); i += 2 {
				r.Header.Set(c.headers[i], c.headers[i+1])
			}
			h.ServeHTTP(httptest.NewRecorder(), r)
			got := told.only(t)
			got.Duration, got.Bytes = 0, 0
			if got != c.want {
				t.Errorf("have %+v, want %+v", got, c.want)
			}
		})
	}
}

func TestObserveTellsOfAForeignHost(t *testing.T) {
	h, told := observedSmall(t, Options{})
	exchange(t, h, arriving(tcp("127.0.0.1"), "evil.example:80"))
	if got := told.only(t); got.Reason != ForeignHost || got.Found != "evil.example:80" {
		t.Errorf("%+v", got)
	}
	Refused(httptest.NewRecorder(), "no token") // where nobody observes
}

func TestObserveTellsOnceWhateverHappens(t *testing.T) {
	answer := func(h http.HandlerFunc) (Call, any) {
		told := new(calls)
		s := New(smallCatalog(t), Options{Observe: told.observe})
		var fault any
		func() {
			defer func() { fault = recover() }()
			r, cancel := context.WithCancel(t.Context())
			s.observe(h).ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("POST", Endpoint, nil).WithContext(context.WithValue(r, cancelKey{}, cancel)))
		}()
		return told.only(t), fault
	}
	for _, c := range []struct {
		name   string
		h      http.HandlerFunc
		status int
		panics bool
	}{
		{"nothing written", func(http.ResponseWriter, *http.Request) {}, 200, false},
		{"a body alone", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "x") }, 200, false},
		{"an early hint", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(103); w.WriteHeader(404) }, 404, false},
		{"two headers", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(404); w.WriteHeader(500) }, 404, false},
		{"aborted", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, 0, true},
		{"panic", func(http.ResponseWriter, *http.Request) { panic("x") }, 500, true},
		{"panic after the header", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(200); panic("x") }, 200, true},
		{"client gone", func(_ http.ResponseWriter, r *http.Request) { r.Context().Value(cancelKey{}).(context.CancelFunc)() }, 0, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			call, fault := answer(c.h)
			if call.Status != c.status || (fault != nil) != c.panics {
				t.Errorf("status %d, panic %v", call.Status, fault)
			}
		})
	}
}

type cancelKey struct{}

// A listen has no end of its own; it is told of when it ends, once.
func TestObserveTellsOfAListenAtItsEnd(t *testing.T) {
	told := &calls{ch: make(chan Call, 2)}
	s := New(smallCatalog(t), Options{Observe: told.observe})
	addTool(s) // so that the listen stays open
	web := httptest.NewServer(s.Handler())
	defer web.Close()
	r := newRequest(web.URL+Endpoint, modernBody("subscriptions/listen", `{"notifications":{"toolsListChanged":true}}`))
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	r = r.WithContext(ctx)
	r.Header.Set("MCP-Protocol-Version", modern)
	r.Header.Set("Mcp-Method", "subscriptions/listen")
	a, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Body.Close()
	if _, err := a.Body.Read(make([]byte, 1)); err != nil {
		t.Fatal(err)
	}
	select {
	case call := <-told.ch:
		t.Fatalf("told before the end: %+v", call)
	default:
	}
	cancel()
	if call := <-told.ch; call.Method != "subscriptions/listen" || call.Status != 200 || call.Bytes == 0 || call.Code != 0 {
		t.Errorf("%+v", call)
	}
	told.only(t)
}

// The SDK's goroutine may still answer while the request of a client that has gone ends.
func TestObserveTellsOfAClientThatGoes(t *testing.T) {
	told := &calls{ch: make(chan Call, 2)}
	entered, d := make(chan bool), helloSkill()
	d.Read = func(ctx context.Context, _ string) (DynamicFile, error) {
		entered <- true
		<-ctx.Done()
		return DynamicFile{Data: []byte("late")}, nil
	}
	web := httptest.NewServer(New(smallCatalog(t), Options{Observe: told.observe, Dynamic: []DynamicSkill{d}}).Handler())
	defer web.Close()
	ctx, cancel := context.WithCancel(t.Context())
	r := newRequest(web.URL+Endpoint, modernBody(methodReadResource, `{"uri":"skill://live/hello/SKILL.md"}`)).WithContext(ctx)
	r.Header.Set("MCP-Protocol-Version", modern)
	r.Header.Set("Mcp-Method", methodReadResource)
	r.Header.Set("Mcp-Name", "skill://live/hello/SKILL.md")
	go func() {
		<-entered
		cancel()
	}()
	if a, err := http.DefaultClient.Do(r); err == nil {
		a.Body.Close()
		t.Fatal("an answer for a client that has gone")
	}
	if call := <-told.ch; call.URI != "skill://live/hello/SKILL.md" || call.Code != 0 {
		t.Errorf("%+v", call)
	}
	web.Close()
	told.only(t)
}

func TestErrorCode(t *testing.T) {
	for body, want := range map[string]int64{
		"":  0,
		"x": 0,
		"{": 0,
		`{"jsonrpc":"2.0","id":7,"error":{"code":-32602,"message":"x"}}`:                       -32602,
		`{"jsonrpc":"2.0","error":{"code":-32602,"message":"x"}}`:                              -32602,
		`{"jsonrpc":"2.0","id":{"error":{"code":1}},"result":{"error":{"code":1}}}`:            0,
		`{"jsonrpc":"2.0","id":7,"result":{"error":{"code":1}},"error":{"code":1}}`:            0,
		`{"jsonrpc":"2.0","method":"x","params":{}}`:                                           0,
		`{"jsonrpc":"2.0","id":7,"error":{"code":"x"}}`:                                        0,
		`{"jsonrpc":"2.0","id":7,"error":{"message":"cut`:                                      0,
		"event: message\ndata: {\"jsonrpc\":\"2.0\",\"id\":7,\"error\":{\"code\":-32603}}\n\n": -32603,
	} {
		if got := errorCode([]byte(body)); got != want {
			t.Errorf("%s: %d, want %d", body, got, want)
		}
	}
}

// nowhere takes an answer and keeps nothing.
type nowhere struct{ header http.Header }

func (n nowhere) Header() http.Header             { return n.header }
func (nowhere) WriteHeader(int)                   {}
func (nowhere) Write(b []byte) (int, error)       { return len(b), nil }
func (nowhere) ReadFrom(io.Reader) (int64, error) { return 0, nil }

func TestObserveAllocates(t *testing.T) {
	s := New(smallCatalog(t), Options{Observe: func(*http.Request, Call) {}})
	h := s.observe(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		observedOf(w).call.Door = DirectDoor
		w.WriteHeader(http.StatusOK)
	}))
	w, r := nowhere{http.Header{}}, httptest.NewRequest("POST", Endpoint, nil)
	if n := testing.AllocsPerRun(100, func() { h.ServeHTTP(w, r) }); n > 2 {
		t.Errorf("%v allocations a request, want at most 2", n)
	}
}

// BenchmarkObserve is the cost of observing a request by itself.
func BenchmarkObserve(b *testing.B) {
	body := make([]byte, 1000)
	answer := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if o := observedOf(w); o != nil {
			o.call.Door = DirectDoor
		}
		w.WriteHeader(http.StatusOK)
		_, _ = w.Write(body)
	})
	s := New(smallCatalog(b), Options{Observe: func(*http.Request, Call) {}})
	w, r := nowhere{http.Header{}}, httptest.NewRequest("POST", Endpoint, nil)
	for name, h := range map[string]http.Handler{"off": answer, "on": s.observe(answer)} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				h.ServeHTTP(w, r)
			}
		})
	}
}
