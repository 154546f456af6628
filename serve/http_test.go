package serve

import (
	"bufio"
	"context"
	"encoding/base64"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func TestModernRules(t *testing.T) { // T2, T3
	h := newSmall(t).Handler()
	const read, uri = methodReadResource, "skill://zoo/SKILL.md"
	zoo := modernBody(read, `{"uri":"`+uri+`"}`)
	list := modernBody(methodList, "")
	meta := func(members string) string {
		return `{"jsonrpc":"2.0","id":7,"method":"skills/list","params":{"_meta":{` + members + `}}}`
	}
	const version = `"io.modelcontextprotocol/protocolVersion":"2026-07-28"`
	const future = `"io.modelcontextprotocol/protocolVersion":"2099-01-01","io.modelcontextprotocol/clientCapabilities":{}`
	v := func(more ...string) []string { return append([]string{"MCP-Protocol-Version", modern}, more...) }
	cases := []struct {
		name, body string
		headers    []string
		status     int
		code       int64
	}{
		{"right", list, v("Mcp-Method", methodList), 200, 0},
		{"right read", zoo, v("Mcp-Method", read, "Mcp-Name", uri), 200, 0},
		{"no version header", list, []string{"Mcp-Method", methodList}, 400, -32020},
		{"other version header", list, []string{"MCP-Protocol-Version", legacy, "Mcp-Method", methodList}, 400, -32020},
		{"no method header", list, v(), 400, -32020},
		{"other method header", list, v("Mcp-Method", methodGet), 400, -32020},
		{"method header in upper case", list, v("Mcp-Method", "SKILLS/LIST"), 400, -32020},
		{"two method headers", list, v("Mcp-Method", methodList, "Mcp-Method", methodGet), 400, -32020},
		{"two version headers", list, v("MCP-Protocol-Version", legacy, "Mcp-Method", methodList), 400, -32020},
		{"encoded name", zoo, v("Mcp-Method", read, "Mcp-Name", "=?base64?"+base64.StdEncoding.EncodeToString([]byte(uri))+"?="), 200, 0},
		{"encoded name of another", zoo, v("Mcp-Method", read, "Mcp-Name", "=?base64?eA==?="), 400, -32020},
		{"badly encoded name", zoo, v("Mcp-Method", read, "Mcp-Name", "=?base64?"+uri+"?="), 400, -32020},
		{"encoded name of an encoded one", modernBody(read, `{"uri":"=?base64?eA==?="}`), v("Mcp-Method", read, "Mcp-Name", "=?base64?PT9iYXNlNjQ/ZUE9PT89?="), 400, -32602},
		{"no name header", zoo, v("Mcp-Method", read), 400, -32020},
		{"other name header", zoo, v("Mcp-Method", read, "Mcp-Name", "skill://other/SKILL.md"), 400, -32020},
		{"no params", `{"jsonrpc":"2.0","id":7,"method":"skills/list"}`, v("Mcp-Method", methodList), 400, -32602},
		{"no params for a read", `{"jsonrpc":"2.0","id":7,"method":"resources/read"}`, v("Mcp-Method", read, "Mcp-Name", uri), 400, -32602},
		{"null params", `{"jsonrpc":"2.0","id":7,"method":"skills/list","params":null}`, v("Mcp-Method", methodList), 400, -32602},
		{"no meta", `{"jsonrpc":"2.0","id":7,"method":"skills/list","params":{}}`, v("Mcp-Method", methodList), 400, -32602},
		{"no version in meta", meta(`"io.modelcontextprotocol/clientCapabilities":{}`), v("Mcp-Method", methodList), 400, -32602},
		{"no capabilities in meta", meta(version), v("Mcp-Method", methodList), 400, -32602},
		{"unsupported version", meta(future), []string{"MCP-Protocol-Version", "2099-01-01", "Mcp-Method", methodList}, 400, -32022},
		{"unsupported old version", `{"jsonrpc":"2.0","id":7,"method":"skills/list"}`, []string{"MCP-Protocol-Version", "1999-01-01"}, 400, -32022},
		{"unknown method", modernBody("no/such", ""), v("Mcp-Method", "no/such"), 404, -32601},
		{"legacy method", modernBody("initialize", ""), v("Mcp-Method", "initialize"), 404, -32601},
		{"unknown skill", modernBody(methodGet, `{"uri":"skill://no"}`), v("Mcp-Method", methodGet), 400, -32602},
		{"legacy unknown method", `{"jsonrpc":"2.0","id":7,"method":"no/such"}`, []string{"MCP-Protocol-Version", legacy}, 400, -32601},
		{"not JSON", `{"jsonrpc"`, v("Mcp-Method", methodList), 400, -32700},
		{"JSON and more", list + "x", v("Mcp-Method", methodList), 400, -32700},
		{"empty", "", v("Mcp-Method", methodList), 400, -32700},
		{"no message", "7", v("Mcp-Method", methodList), 400, -32600},
		{"no version tag", `{"id":7,"method":"skills/list"}`, v("Mcp-Method", methodList), 400, -32600},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			a := post(t, h, c.body, c.headers...)
			if a.status != c.status || a.code() != c.code || (c.code == 0) != (a.Result != nil) {
				t.Errorf("status %d, %s; want %d and %d", a.status, a.body, c.status, c.code)
			}
			if a.header.Get("Mcp-Session-Id") != "" { // T6
				t.Error("a session was minted")
			}
		})
	}
	t.Run("batch", func(t *testing.T) {
		if a := post(t, h, "["+list+"]", "MCP-Protocol-Version", modern); a.status != 400 || a.Result != nil {
			t.Errorf("status %d, %s", a.status, a.body)
		}
	})
}

func TestS86(t *testing.T) {
	h := newSmall(t).Handler()
	body := modernBody(methodGet, `{"uri":"skill://zoo/SKILL.md"}`)
	for name, headers := range map[string][]string{"with": {"Mcp-Name", "skill://zoo/SKILL.md"}, "without": {}, "another": {"Mcp-Name", "zoo"}} {
		t.Run("S86/"+name, func(t *testing.T) {
			a := post(t, h, body, append(headers, "MCP-Protocol-Version", modern, "Mcp-Method", methodGet)...)
			if a.status != 200 || a.Result["skill"] == nil {
				t.Errorf("status %d, %s", a.status, a.body)
			}
		})
	}
}

func TestEndpoint(t *testing.T) { // T1
	h := newSmall(t).Handler()
	for _, c := range []struct {
		method, path string
		status       int
	}{
		{"GET", "/mcp", 405}, {"DELETE", "/mcp", 405}, {"PUT", "/mcp", 405}, {"HEAD", "/mcp", 405},
		{"POST", "/", 404}, {"GET", "/", 404}, {"POST", "/mcp/", 404}, {"POST", "/mcp/x", 404}, {"GET", "/MCP", 404},
	} {
		a := exchange(t, h, httptest.NewRequest(c.method, c.path, nil))
		if a.status != c.status {
			t.Errorf("%s %s: %d, want %d", c.method, c.path, a.status, c.status)
		}
		told := map[int]string{404: "the protocol is at /mcp", 405: "; POST JSON-RPC messages here"}[c.status]
		if c.method != "HEAD" && !strings.Contains(a.body, told) {
			t.Errorf("%s %s: %s, want %q in it", c.method, c.path, a.body, told)
		}
	}
}

func TestDiscover(t *testing.T) { // T5
	a := ask(t, newSmall(t).Handler(), modern, "server/discover", "")
	wantField(t, a.Result, "supportedVersions", `["2026-07-28","2025-11-25","2025-06-18","2025-03-26","2024-11-05"]`)
	wantField(t, a.Result, "capabilities", `{"extensions":{"io.modelcontextprotocol/skills":{"directoryRead":true}},"resources":{}}`)
	wantField(t, a.Result, "instructions", `"Read skill://zoo/SKILL.md"`)
	wantField(t, a.Result, "_meta", `{"io.modelcontextprotocol/serverInfo":{"name":"tester","version":"1.2.3"}}`)
	cacheFields(t, a.Result, true)
}

func TestListenHonoursNothing(t *testing.T) { // T7
	all := `{"notifications":{"resourcesListChanged":true,"toolsListChanged":true,"promptsListChanged":true,"resourceSubscriptions":["skill://zoo/SKILL.md"]}}`
	a := ask(t, newSmall(t).Handler(), modern, "subscriptions/listen", all)
	if a.status != 200 || !strings.Contains(a.body, "notifications/subscriptions/acknowledged") || strings.Contains(a.body, "true") {
		t.Errorf("status %d, %s; want an acknowledgement of nothing, and an end", a.status, a.body)
	}
	for _, method := range []string{"resources/subscribe", "resources/unsubscribe"} {
		if a := ask(t, newSmall(t).Handler(), legacy, method, `{"uri":"skill://zoo/SKILL.md"}`); a.code() != -32601 {
			t.Errorf("%s: %s", method, a.body)
		}
	}
}

func TestS88(t *testing.T) { // T4
	web := httptest.NewServer(newSmall(t).Handler()) // on loopback
	defer web.Close()
	send := func(t *testing.T, body io.Reader, change func(*http.Request)) (int, string) {
		t.Helper()
		r, _ := http.NewRequestWithContext(t.Context(), "POST", web.URL+Endpoint, body)
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "application/json, text/event-stream")
		change(r)
		a, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer a.Body.Close()
		b, _ := io.ReadAll(a.Body)
		return a.StatusCode, string(b)
	}
	const list = `{"jsonrpc":"2.0","id":7,"method":"skills/list"}`
	header := func(name, value string) func(*http.Request) {
		return func(r *http.Request) { r.Header.Set(name, value) }
	}
	for name, c := range map[string]struct {
		body   string
		change func(*http.Request)
		status int
	}{
		"no origin":             {list, func(*http.Request) {}, 200},
		"own origin":            {list, header("Origin", web.URL), 200},
		"other origin":          {list, header("Origin", "https://evil.example"), 403},
		"null origin":           {list, header("Origin", "null"), 403},
		"cross-site":            {list, header("Sec-Fetch-Site", "cross-site"), 403},
		"foreign host":          {list, func(r *http.Request) { r.Host = "evil.example" }, 403},
		"rebound":               {list, func(r *http.Request) { r.Host = "evil.example:80"; r.Header.Set("Origin", "http://evil.example:80") }, 403},
		"5 MB":                  {`{"x":"` + strings.Repeat("x", 5_000_000) + `"}`, func(*http.Request) {}, 413},
		"4 MiB":                 {list + strings.Repeat(" ", 4<<20-len(list)), func(*http.Request) {}, 200},
		"4 MiB and a byte":      {list + strings.Repeat(" ", 4<<20-len(list)+1), func(*http.Request) {}, 413},
		"100,000 brackets":      {strings.Repeat("[", 100_000), func(*http.Request) {}, 400},
		"closed brackets":       {strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000), func(*http.Request) {}, 400},
		"9,000 closed brackets": {strings.Repeat("[", 9_000) + strings.Repeat("]", 9_000), func(*http.Request) {}, 400},
		"deep params":           {`{"jsonrpc":"2.0","id":7,"method":"skills/list","params":{"a":` + strings.Repeat("[", 9_000) + strings.Repeat("]", 9_000) + `}}`, func(*http.Request) {}, 400},
	} {
		t.Run("S88/"+name, func(t *testing.T) {
			if status, body := send(t, strings.NewReader(c.body), c.change); status != c.status {
				t.Errorf("status %d, want %d: %.200s", status, c.status, body)
			}
		})
	}
	t.Run("S88/5 MB chunked", func(t *testing.T) {
		body := io.MultiReader(strings.NewReader(`"`), strings.NewReader(strings.Repeat("x", 5_000_000)))
		if status, _ := send(t, body, func(*http.Request) {}); status != 413 {
			t.Errorf("status %d, want 413", status)
		}
	})
	t.Run("S88/5 MB from a slow client", func(t *testing.T) { // which must not lose the answer
		conn, err := net.Dial("tcp", web.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		const over = 5_000_000 - 4<<20
		fmt.Fprintf(conn, "POST %s HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 5000000\r\n\r\n", Endpoint)
		_, _ = conn.Write(make([]byte, 5_000_000-over/2))
		time.Sleep(700 * time.Millisecond) // longer than net/http lingers on its own
		if _, err := conn.Write(make([]byte, over/2)); err != nil {
			t.Fatal(err)
		}
		a, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil || a.StatusCode != 413 {
			t.Errorf("%+v %v, want 413", a, err)
		}
	})
	t.Run("S88/still served", func(t *testing.T) {
		if status, body := send(t, strings.NewReader(list), func(*http.Request) {}); status != 200 {
			t.Errorf("status %d, %s", status, body)
		}
	})
}

func TestMaxBody(t *testing.T) {
	h := New(smallCatalog(t), Options{MaxBody: 100}).Handler()
	if a := post(t, h, strings.Repeat(" ", 101)); a.status != 413 {
		t.Errorf("status %d, want 413", a.status)
	}
}

// slowSkill is helloSkill with a Read that says when it began and waits for release.
func slowSkill(entered chan<- bool, release <-chan bool) DynamicSkill {
	d := helloSkill()
	read := d.Read
	d.Read = func(ctx context.Context, path string) (DynamicFile, error) {
		entered <- true
		<-release
		return read(ctx, path)
	}
	return d
}

func addTool(s *Server) {
	s.MCP().AddTool(&mcp.Tool{Name: "x", InputSchema: map[string]any{"type": "object"}}, nil)
}

func newRequest(url, body string) *http.Request {
	r, _ := http.NewRequest("POST", url, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	return r
}
