package daemon

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

func (r *running) dial(t testing.TB) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", strings.TrimPrefix(r.base(), "http://"))
	must(t, err)
	t.Cleanup(func() { conn.Close() })
	return conn
}

// answerOn sends a request for the readiness on a connection and returns its status, or
// an error when none comes within the time.
func answerOn(conn net.Conn, within time.Duration) (int, error) {
	if _, err := fmt.Fprint(conn, "GET /readyz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"); err != nil {
		return 0, err
	}
	_ = conn.SetReadDeadline(time.Now().Add(within))
	a, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		return 0, err
	}
	return a.StatusCode, a.Body.Close()
}

func TestMaxConnections(t *testing.T) {
	r := start(t, func(c *Config) { c.HTTP.MaxConnections, c.HTTP.OpsAddr = 2, "127.0.0.1:0" })
	first, second, third := r.dial(t), r.dial(t), r.dial(t)
	for _, conn := range []net.Conn{first, second} {
		if _, err := answerOn(conn, patience); err != nil {
			t.Fatal(err)
		}
	}
	if status, err := answerOn(third, 100*time.Millisecond); err == nil {
		t.Errorf("a third connection got %d while two are open", status)
	}
	if status, _ := r.get(t, "http://"+r.Ops+readyPath); status != 200 {
		t.Errorf("operations: %d; they are not counted", status)
	}
	first.Close()
	_ = third.SetReadDeadline(time.Now().Add(patience)) // its request is on the way
	if _, err := http.ReadResponse(bufio.NewReader(third), nil); err != nil {
		t.Errorf("the third one got no turn: %v", err)
	}
}

func TestHeaderLimit(t *testing.T) {
	r := start(t, nil)
	for size, want := range map[int]int{maxHeaderBytes / 2: 200, 2 * maxHeaderBytes: 431} {
		q := callRequest(t, r.URL, listCall)
		q.Header.Set("X-Long", strings.Repeat("x", size))
		if a, body := r.do(t, q); a.StatusCode != want {
			t.Errorf("%d bytes of header: %d %s, want %d", size, a.StatusCode, body, want)
		}
	}
}

func TestBodyLimit(t *testing.T) {
	r := start(t, func(c *Config) { c.Serve.MaxBody = 100 })
	for size, want := range map[int]int{100: 200, 101: 413} {
		q := callRequest(t, r.URL, listCall+strings.Repeat(" ", size-len(listCall)))
		if a, body := r.do(t, q); a.StatusCode != want {
			t.Errorf("%d bytes of body: %d %s, want %d", size, a.StatusCode, body, want)
		}
	}
}

// Every way in has its end, so that nobody holds a connection for ever by being slow.
func TestTimeouts(t *testing.T) {
	s := newHTTPServer(nil, newJournal().logger())
	for name, d := range map[string]time.Duration{
		"header": s.ReadHeaderTimeout, "request": s.ReadTimeout, "answer": s.WriteTimeout, "idle": s.IdleTimeout,
	} {
		if d <= 0 {
			t.Errorf("no timeout for the %s", name)
		}
	}
	// One of them for real.
	s.ReadHeaderTimeout, s.ReadTimeout = 50*time.Millisecond, 50*time.Millisecond
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	go func() { _ = s.Serve(listener) }()
	defer s.Close()
	conn, err := net.Dial("tcp", listener.Addr().String())
	must(t, err)
	defer conn.Close()
	fmt.Fprint(conn, "POST /mcp HTTP/1.1\r\nHost: ")
	_ = conn.SetReadDeadline(time.Now().Add(patience))
	if _, err := conn.Read(make([]byte, 1)); err == nil || strings.Contains(err.Error(), "timeout") {
		t.Errorf("half a header: %v, want the connection closed", err)
	}
}
