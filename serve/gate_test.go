package serve

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func TestCompressedBodies(t *testing.T) {
	h := newSmall(t).Handler()
	for coding, status := range map[string]int{
		"gzip": 415, "x-gzip": 415, "deflate": 415, "br": 415, "zstd": 415, "none": 415, "identity, gzip": 415,
		"identity": 200, "Identity": 200, "": 200,
	} {
		a := post(t, h, listAll, "Content-Encoding", coding)
		if a.status != status || (a.Result != nil) != (status == 200) {
			t.Errorf("%q: status %d, %s; want %d", coding, a.status, a.body, status)
		}
		if status == 415 && (a.code() != jsonrpc.CodeInvalidRequest || a.header.Get("Accept-Encoding") != "identity") {
			t.Errorf("%q: %s, and tells to send %q", coding, a.body, a.header.Get("Accept-Encoding"))
		}
	}
	t.Run("a bomb is never unpacked", func(t *testing.T) {
		z := newZipper().zip(make([]byte, 100<<20)) // 100 MiB of zeros in 100 KB
		b, _ := finish(t, z, nil, nil)
		if a := post(t, h, string(b), "Content-Encoding", "gzip"); a.status != 415 {
			t.Errorf("status %d, %s", a.status, a.body)
		}
		if a := post(t, h, string(b)); a.status != 400 || a.code() != jsonrpc.CodeParseError {
			t.Errorf("undeclared: status %d, %s", a.status, a.body)
		}
	})
	t.Run("two headers", func(t *testing.T) {
		if a := post(t, h, listAll, "Content-Encoding", "identity", "Content-Encoding", "gzip"); a.status != 415 {
			t.Errorf("status %d, %s", a.status, a.body)
		}
	})
}

// TestRefusalsAreJSON holds every refusal of the SDK to be a JSON-RPC error.
func TestRefusalsAreJSON(t *testing.T) {
	h := newSmall(t).Handler()
	send := func(change func(*http.Request), method, body string) *reply {
		r := httptest.NewRequest(method, Endpoint, strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "application/json, text/event-stream")
		change(r)
		return exchange(t, h, r)
	}
	header := func(name, value string) func(*http.Request) {
		return func(r *http.Request) { r.Header.Set(name, value) }
	}
	as := func(*http.Request) {}
	const answer = `{"jsonrpc":"2.0","id":7,"result":{}}`
	for name, c := range map[string]struct {
		change       func(*http.Request)
		method, body string
		status       int
		code         int64
		id           any
	}{
		"GET":                  {as, "GET", "", 405, -32600, nil},
		"DELETE":               {as, "DELETE", "", 405, -32600, nil},
		"PUT":                  {as, "PUT", listAll, 405, -32600, nil},
		"other type":           {header("Content-Type", "text/plain"), "POST", listAll, 415, -32600, 7.0},
		"no stream accepted":   {header("Accept", "application/json"), "POST", listAll, 400, -32600, 7.0},
		"no JSON accepted":     {header("Accept", "text/event-stream"), "POST", listAll, 400, -32600, 7.0},
		"other type of answer": {header("Content-Type", "text/plain"), "POST", answer, 415, -32600, nil},
		"resumed":              {header("Last-Event-Id", "1"), "POST", listAll, 400, -32600, 7.0},
		"old version":          {header("Mcp-Protocol-Version", "1999-01-01"), "POST", listAll, 400, mcp.CodeUnsupportedProtocolVersion, 7.0},
	} {
		t.Run(name, func(t *testing.T) {
			a := send(c.change, c.method, c.body)
			if a.status != c.status || a.code() != c.code || a.ID != c.id || a.Error.Message == "" {
				t.Errorf("status %d, %s; want %d, %d and the id %v", a.status, a.body, c.status, c.code, c.id)
			}
			if c.status == 405 && a.header.Get("Allow") != "POST" {
				t.Errorf("Allow is %q", a.header.Get("Allow"))
			}
		})
	}
	t.Run("fault of the server", func(t *testing.T) {
		h := &gate{maxBody: 1 << 10, next: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			http.Error(w, "failed connection", http.StatusInternalServerError)
		})}
		if a := post(t, h, listAll); a.status != 500 || a.code() != jsonrpc.CodeInternalError || a.ID != 7.0 {
			t.Errorf("status %d, %s", a.status, a.body)
		}
	})
	t.Run("HEAD", func(t *testing.T) {
		if a := send(as, "HEAD", ""); a.status != 405 {
			t.Errorf("status %d", a.status)
		}
	})
}
