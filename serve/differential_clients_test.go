package serve

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

// client is how a client that others wrote sends its calls.
type client struct {
	name     string
	envelope string            // of a call, with $id, $m and $p
	empty    []string          // what it writes as params, with their name and a comma, where there are none
	meta     string            // its _meta in the modern era
	first    bool              // _meta comes before the other params
	header   map[string]string // besides those that the protocol asks for
}

// widest are the clients that most people use, as they were seen on the wire.
var widest = []client{
	{
		name: "TypeScript client", envelope: `{"method":$m$p,"jsonrpc":"2.0","id":$id}`, empty: []string{`,"params":{}`, ``},
		meta:   `{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"skillpack-e2e","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}`,
		header: map[string]string{"Accept-Language": "*", "Sec-Fetch-Mode": "cors", "User-Agent": "node", "Accept-Encoding": "gzip, deflate", "Connection": "keep-alive"},
	},
	{
		name: "Inspector", envelope: `{"method":$m$p,"jsonrpc":"2.0","id":$id}`, empty: []string{``, `,"params":{}`},
		meta:   `{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"inspector-cli","version":"2.12.0"},"io.modelcontextprotocol/clientCapabilities":{"roots":{"listChanged":true},"extensions":{"io.modelcontextprotocol/tasks":{},"io.modelcontextprotocol/skills":{}}},"io.modelcontextprotocol/logLevel":"debug"}`,
		header: map[string]string{"Accept-Language": "*", "Sec-Fetch-Mode": "cors", "User-Agent": "node", "Accept-Encoding": "gzip, deflate", "Connection": "keep-alive"},
	},
	{
		name: "Go SDK", envelope: `{"jsonrpc":"2.0","id":$id,"method":$m$p}`, empty: []string{`,"params":{}`, ``, `,"params":null`}, first: true,
		meta:   `{"io.modelcontextprotocol/clientCapabilities":{"roots":{"listChanged":true}},"io.modelcontextprotocol/clientInfo":{"name":"client","version":"0"},"io.modelcontextprotocol/protocolVersion":"2026-07-28"}`,
		header: map[string]string{"User-Agent": "Go-http-client/1.1", "Accept-Encoding": "gzip"},
	},
}

// calls are the forms in which the client makes a call; params are members of an object.
func (c client) calls(era, method, params, id string) (all []question) {
	forms := c.empty
	switch {
	case era >= modern && params == "":
		forms = []string{`,"params":{"_meta":` + c.meta + "}"}
	case era >= modern && c.first:
		forms = []string{`,"params":{"_meta":` + c.meta + "," + params + "}"}
	case era >= modern:
		forms = []string{`,"params":{` + params + `,"_meta":` + c.meta + "}"}
	case params != "":
		forms = []string{`,"params":{` + params + "}"}
	}
	for _, p := range forms {
		q := raw(era, method, strings.NewReplacer("$m", fmt.Sprintf("%q", method), "$p", p, "$id", id).Replace(c.envelope))
		for name, value := range c.header {
			q.header.Set(name, value)
		}
		all = append(all, q)
	}
	return all
}

// everyCall are all forms of all calls of the direct path by a client.
func (c client) everyCall(era string) (all []question) {
	for _, call := range [][2]string{
		{methodList, ""}, {methodListResources, ""}, {methodGet, `"uri":"` + zoo + `"`}, {methodReadResource, `"uri":"` + zoo + `"`}, {methodDirectory, `"uri":"skill://zoo"`},
	} {
		for _, id := range []string{"0", "1", "12", `"a-1"`} {
			all = append(all, c.calls(era, call[0], call[1], id)...)
		}
	}
	return all
}

// What the widest clients send is answered by the direct path, or the direct path is
// of no use.
func TestWidestClientsAreDirect(t *testing.T) {
	w := newTwins(smallCatalog(t), Options{})
	for _, c := range widest {
		for _, era := range eras {
			t.Run(c.name+"/"+era, func(t *testing.T) {
				for _, q := range c.everyCall(era) {
					w.wantDoor(t, DirectDoor, q)
					w.wantDoor(t, DirectDoor, q.with("Accept-Encoding", ""))
				}
			})
		}
	}
}

// Requests at the same time do not see each other's memory.
func TestDoorsAtOnce(t *testing.T) {
	w := newTwins(oddCatalog(t), Options{PageSize: 2})
	var group sync.WaitGroup
	for k := range 8 {
		group.Go(func() {
			for i, uri := range urisIn(w.servers[0].current.Load().catalog) {
				q := usual(eras[(i+k)%len(eras)], []string{methodReadResource, methodGet, methodDirectory}[(i/2+k)%3], object("uri", uri))
				q.body = strings.Replace(q.body, `"id":7`, fmt.Sprintf(`"id":"%d-%d"`, k, i), 1)
				if k%2 == 1 {
					q = q.with("Accept-Encoding", "gzip")
				}
				w.check(t, q)
			}
		})
	}
	group.Wait()
}

// The same over connections that are kept, where a wrong length would show.
func TestDoorsOverTheWire(t *testing.T) {
	w := newTwins(smallCatalog(t), Options{PageSize: 1})
	var answers [2][]string
	for i := range w.doors {
		h := w.doors[i]
		web := httptest.NewServer(http.HandlerFunc(func(out http.ResponseWriter, r *http.Request) {
			h.ServeHTTP(out, r.WithContext(contextWith(r.Context(), new(Call))))
		}))
		defer web.Close()
		for _, c := range widest {
			for _, era := range revisions {
				for _, q := range c.everyCall(era) {
					answers[i] = append(answers[i], overTheWire(t, web, q))
				}
			}
		}
	}
	for i := range answers[0] {
		if answers[0][i] != answers[1][i] {
			t.Errorf("%s\nand\n%s", answers[0][i], answers[1][i])
		}
	}
}

// overTheWire sends a question and returns the status, the headers and the JSON in one form.
func overTheWire(t *testing.T, web *httptest.Server, q question) string {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, web.URL+Endpoint, strings.NewReader(q.body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header = q.header.Clone()
	r.Header.Del("Connection")
	a, err := web.Client().Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Body.Close()
	body, err := io.ReadAll(a.Body)
	if err == nil && a.Header.Get("Content-Encoding") == "gzip" {
		body, err = inflate(body)
	}
	if err != nil {
		t.Fatal(err)
	}
	header := visible(a.Header)
	header.Del("Date")
	return fmt.Sprintf("%d %v %s", a.StatusCode, header, compact(t, body))
}

// What is not plain is left to the SDK, right or wrong.
func TestNotPlainIsNotDirect(t *testing.T) {
	w := newTwins(smallCatalog(t), Options{})
	for _, era := range eras {
		good := usual(era, methodReadResource, object("uri", zoo))
		w.wantDoor(t, DirectDoor, good)
		for name, change := range map[string][2]string{
			"id twice": {`"id":7`, `"id":7,"id":7`}, "id null": {`"id":7`, `"id":null`}, "id with a point": {`"id":7`, `"id":7.0`}, "id with an exponent": {`"id":7`, `"id":7e0`},
			"id below zero": {`"id":7`, `"id":-0`}, "id of 2^53": {`"id":7`, `"id":9007199254740992`}, "id true": {`"id":7`, `"id":true`}, "id an object": {`"id":7`, `"id":{}`}, "id with an escape": {`"id":7`, `"id":"\u0041"`},
			"id of 100,000 bytes": {`"id":7`, `"id":"` + strings.Repeat("x", 100_000) + `"`}, "no id": {`"id":7,`, ``}, "method twice": {`"method"`, `"method":"skills/list","method"`}, "params twice": {`"params"`, `"params":{},"params"`},
			"uri twice": {`"uri"`, `"uri":"x","uri"`}, "uri escaped": {`skill://zoo`, `skill:\/\/zoo`}, "uri in another spelling": {`skill://zoo`, `skill://z%6Fo`}, "key escaped": {`"method"`, `"m\u0065thod"`}, "Method": {`"method"`, `"Method"`},
			"jsonrpc 1.0": {`"2.0"`, `"1.0"`}, "jsonrpc a number": {`"2.0"`, `2.0`}, "no jsonrpc": {`"jsonrpc":"2.0",`, ``}, "byte order mark": {`{"jsonrpc"`, "\ufeff" + `{"jsonrpc"`}, "not UTF-8": {`"id":7`, `"id":"` + "\xff" + `"`},
			"batch": {`{"jsonrpc"`, `[{"jsonrpc"`}, "an array of params": {`"params":{`, `"params":[{`}, "an error beside": {`"id":7`, `"id":7,"error":null`}, "unknown file": {zoo, zoo + "x"}, "not JSON": {`"id":7`, `"id":7,`},
		} {
			t.Run(era+"/"+name, func(t *testing.T) {
				q := good
				q.body = strings.Replace(q.body, change[0], change[1], 1)
				if q.body == good.body {
					t.Fatal("nothing was changed")
				}
				w.wantDoor(t, SDKDoor, q)
			})
		}
		for name, value := range map[string]string{
			"Content-Encoding": "gzip", "Last-Event-Id": "1", "Accept": "application/json", "Content-Type": "text/plain", "Mcp-Name": "=?base64?c2tpbGw6Ly96b28vU0tJTEwubWQ=?=", "Mcp-Protocol-Version": "2025-03-26",
		} {
			t.Run(era+"/"+name, func(t *testing.T) { w.wantDoor(t, SDKDoor, good.with(name, value)) })
		}
		q := good.withLines("Mcp-Protocol-Version", []string{era, era})
		w.wantDoor(t, SDKDoor, q)
		q = good
		q.body = "[" + q.body + "]"
		w.wantDoor(t, SDKDoor, q)
		q = good
		q.method = http.MethodGet
		w.wantDoor(t, SDKDoor, q)
	}
}
