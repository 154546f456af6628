package daemon

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"skillpack/internal/telemetry"
)

// impatient is a server with the timeouts that a change sets, in place of minutes.
func impatient(t *testing.T, catalog []byte, change func(*http.Server)) *running {
	t.Helper()
	log := newJournal()
	c := Config{Catalogs: []string{write(t, filepath.Join(t.TempDir(), "catalog.json"), catalog)}, Logger: log.logger()}
	metrics := telemetry.New(telemetry.Options{Logger: c.Logger})
	door, err := openGatekeeper(t.Context(), c.Auth, c.Logger)
	must(t, err)
	s, err := openService(c.forRequests(door, metrics), new(health), metrics)
	must(t, err)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	server := newHTTPServer(newFront(c, s, door), c.Logger)
	change(server)
	go func() { _ = server.Serve(listener) }()
	t.Cleanup(func() { server.Close() })
	return &running{Started: Started{URL: "http://" + listener.Addr().String() + "/mcp"}, log: log, client: http.DefaultClient}
}

// gone reads what is left on a connection that must be closed within the patience.
func gone(t *testing.T, conn net.Conn) string {
	t.Helper()
	_ = conn.SetReadDeadline(time.Now().Add(patience))
	left, err := io.ReadAll(conn)
	if timeout, ok := err.(net.Error); ok && timeout.Timeout() {
		t.Errorf("the connection is still open after %v", patience)
	}
	return string(left)
}

// A body that does not come in time is refused on both doors, and holds up nobody.
func TestSlowBody(t *testing.T) {
	for name, headers := range map[string]string{
		"plain": "MCP-Protocol-Version: 2025-11-25\r\n", "for the SDK": "MCP-Protocol-Version: 2025-11-25\r\nMcp-Session-Id: a\r\n",
	} {
		for how, framing := range map[string]string{
			"announced": fmt.Sprintf("Content-Length: %d\r\n\r\n{\"jsonrpc\"", len(listCall)),
			"chunked":   "Transfer-Encoding: chunked\r\n\r\na\r\n{\"jsonrpc\"\r\n",
		} {
			t.Run(name+" "+how, func(t *testing.T) {
				r := impatient(t, bytesOf(t, "a", "v1"), func(s *http.Server) { s.ReadTimeout = 300 * time.Millisecond })
				conn := r.dial(t)
				fmt.Fprint(conn, "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"+
					"Accept: application/json, text/event-stream\r\n"+headers+framing)
				r.serves(t, "v1")
				answer := gone(t, conn)
				if !strings.HasPrefix(answer, "HTTP/1.1 400 ") || !strings.Contains(answer, "the body could not be read") {
					t.Errorf("half a body is answered with %q", answer)
				}
			})
		}
	}
}

// A client that does not read its answer is cut off, and gets no answer that looks whole.
func TestSlowReader(t *testing.T) {
	large := bytesWith(t, "a", "v1", strings.Repeat("long ", 2<<20))
	r := impatient(t, large, func(s *http.Server) { s.WriteTimeout = 300 * time.Millisecond })
	conn := r.dial(t)
	must(t, conn.(*net.TCPConn).SetReadBuffer(16<<10)) // what is not read is not sent
	q := callRequest(t, r.URL, `{"jsonrpc":"2.0","id":7,"method":"resources/read","params":{"uri":"skill://a/SKILL.md"}}`)
	q.Header.Set("MCP-Protocol-Version", "2025-11-25")
	must(t, q.Write(conn))
	r.log.await(t, 1, "msg=request") // logged once the server has given up
	r.serves(t, "v1")
	if answer := gone(t, conn); len(answer) > 10<<20 {
		t.Errorf("the answer came in full, %d bytes", len(answer))
	}
}

// A client that asks first whether to send what is too long is told no, and not to go on.
func TestExpectTooLong(t *testing.T) {
	r := start(t, nil)
	conn := r.dial(t)
	fmt.Fprintf(conn, "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"+
		"Accept: application/json, text/event-stream\r\nExpect: 100-continue\r\nContent-Length: %d\r\n\r\n", 5<<20)
	if answer := gone(t, conn); !strings.HasPrefix(answer, "HTTP/1.1 413 ") {
		t.Errorf("answered with %q", answer)
	}
}
