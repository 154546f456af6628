package serve

import (
	"bufio"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// openListen opens a subscriptions/listen at a server that honours it, and returns its
// answer once it has begun.
func openListen(t *testing.T, url string) *http.Response {
	t.Helper()
	a, err := http.DefaultClient.Do(listenRequest(url))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.Body.Close() })
	return a
}

func listenRequest(url string) *http.Request {
	r := newRequest(url+Endpoint, modernBody(methodListen, `{"notifications":{"toolsListChanged":true}}`))
	r.Header.Set("MCP-Protocol-Version", modern)
	r.Header.Set("Mcp-Method", methodListen)
	return r
}

// newListened is a server that the SDK lets honour toolsListChanged, so that a listen
// stays open.
func newListened(t *testing.T) *Server {
	s := newSmall(t)
	addTool(s)
	return s
}

func TestDrain(t *testing.T) { // T7
	s := newListened(t)
	web := httptest.NewServer(s.Handler())
	defer web.Close()
	open := []*http.Response{openListen(t, web.URL), openListen(t, web.URL)}
	for _, a := range open {
		if line, err := bufio.NewReader(a.Body).ReadString('\n'); err != nil {
			t.Fatalf("%q %v, want the acknowledgement", line, err)
		}
	}
	s.Drain()
	s.Drain() // may be called again
	t.Run("open listens end", func(t *testing.T) {
		for _, a := range open {
			if _, err := io.ReadAll(a.Body); err != nil {
				t.Error(err)
			}
		}
	})
	t.Run("new ones are refused", func(t *testing.T) {
		r := httptest.NewRequest("POST", "http://127.0.0.1:8080", nil)
		l := listenRequest("http://127.0.0.1:8080")
		r.URL, r.Header, r.Body = l.URL, l.Header, l.Body
		a := exchange(t, s.Handler(), r)
		if a.status != http.StatusServiceUnavailable || a.code() != -32603 || a.ID != 7.0 || !strings.Contains(a.body, "stopping") {
			t.Errorf("status %d, %s", a.status, a.body)
		}
	})
	t.Run("all else is answered", func(t *testing.T) {
		if a := ask(t, s.Handler(), modern, methodList, ""); a.status != http.StatusOK {
			t.Errorf("status %d, %s", a.status, a.body)
		}
	})
}

// A listen outlasts the server's timeouts, which would cut off all else. It sees an
// event that is sent after them.
func TestListenOutlastsTimeouts(t *testing.T) {
	const timeout = 100 * time.Millisecond
	s := newListened(t)
	web := httptest.NewUnstartedServer(s.Handler())
	web.Config.ReadTimeout, web.Config.WriteTimeout = timeout, timeout
	web.Start()
	defer web.Close()
	defer s.Drain()
	lines := bufio.NewScanner(openListen(t, web.URL).Body)
	seen := func(what string) bool {
		for lines.Scan() {
			if strings.Contains(lines.Text(), what) {
				return true
			}
		}
		return false
	}
	if !seen("notifications/subscriptions/acknowledged") {
		t.Fatal("no acknowledgement")
	}
	time.Sleep(4 * timeout) // that nothing happens cannot be awaited
	s.MCP().RemoveTools("x")
	if !seen("notifications/tools/list_changed") {
		t.Error("the stream ended with the timeouts")
	}
}
