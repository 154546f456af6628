package e2e

import (
	"errors"
	"io"
	"net"
	"os"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// TestSlowHeaders sends a header a byte each quarter of a second: the server gives up
// after ten seconds, and answers others meanwhile.
func TestSlowHeaders(t *testing.T) {
	optIn(t)
	t.Parallel()
	p := newProduct(t)
	s := start(t, p.binary, "serve", p.catalog, "--http", "127.0.0.1:0", "--log-level", "error")
	const clients, limit = 50, 10 * time.Second
	var lasted [clients]time.Duration
	var all sync.WaitGroup
	for i := range clients {
		w := dial(t, s.url)
		all.Go(func() {
			lasted[i] = trickle(w, "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "+strings.Repeat("x", 1000))
		})
	}
	for range 8 {
		answersBeside(t, s.url)
		time.Sleep(limit / 10)
	}
	all.Wait()
	for i, d := range lasted {
		if d < limit-time.Second || d > limit+promptly {
			t.Errorf("client %d was cut off after %v, expected %v", i, d, limit)
		}
	}
	answersBeside(t, s.url)
}

// trickle writes a byte each quarter of a second until the connection is closed, and
// returns how long that took.
func trickle(w *wire, text string) time.Duration {
	begun := time.Now()
	_ = w.SetDeadline(begun.Add(patience))
	closed := make(chan struct{})
	go func() { _, _ = io.Copy(io.Discard, w); close(closed) }()
	for i := range text {
		select {
		case <-closed:
			return time.Since(begun)
		case <-time.After(250 * time.Millisecond):
			_, _ = w.Write([]byte{text[i]})
		}
	}
	<-closed
	return time.Since(begun)
}

// TestIdleConnections holds as many connections open as the limit of files allows, up to
// 10,000, and bounds what one costs.
func TestIdleConnections(t *testing.T) {
	optIn(t) // and alone: the server waits ten seconds for half of them
	p := newProduct(t)
	s := start(t, p.binary, "serve", p.catalog, "--http", "127.0.0.1:0", "--log-level", "error")
	const most = 32 << 10 // bytes for one, with its two buffers and its goroutine
	idle := idleConnections(t)
	before := metric(t, base(s), "go_memstats_sys_bytes")
	conns := make([]*wire, idle)
	for i := range conns {
		conns[i] = dial(t, s.url)
		if i%2 == 0 { // half of them have asked before
			if err := conns[i].ask(plainList()); err != nil {
				t.Fatal(err)
			}
		}
	}
	answersBeside(t, s.url)
	if open := metric(t, base(s), "skillpack_connections"); open < float64(idle) {
		t.Errorf("%v connections are open, expected %d", open, idle)
	}
	each := (metric(t, base(s), "go_memstats_sys_bytes") - before) / float64(idle)
	t.Logf("%d idle connections take %.1f KB each", idle, each/1024)
	if each > most {
		t.Errorf("an idle connection takes %.0f bytes, expected at most %d", each, most)
	}
	for _, i := range []int{0, idle - 1} {
		if err := conns[i].ask(plainList()); err != nil {
			t.Errorf("connection %d: %v", i, err)
		}
	}
	for _, c := range conns {
		c.Close()
	}
}

// idleConnections is 10,000, or as many as this process and the server may have.
func idleConnections(t *testing.T) int {
	t.Helper()
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		t.Fatal(err)
	}
	// Go raises the soft limit to the hard one at its start, in both processes. Other tests
	// run beside this one.
	n := min(10_000, int(limit.Max)-2000)
	if n < 1000 {
		t.Fatalf("the limit of open files is %d, expected at least 3000: raise it with ulimit -n", limit.Max)
	}
	if n < 10_000 {
		t.Logf("the limit of open files is %d, so there are %d connections and not 10,000", limit.Max, n)
	}
	return n
}

// base is the URL of a server without the endpoint's path.
func base(s *server) string { return strings.TrimSuffix(s.url, "/mcp") }

// TestMaxConnections has one client too many wait for its turn.
func TestMaxConnections(t *testing.T) {
	optIn(t)
	t.Parallel()
	p := newProduct(t)
	s := start(t, p.binary, "serve", p.catalog, "--http", "127.0.0.1:0", "--ops-addr", "127.0.0.1:0", "--max-connections", "3")
	first := dial(t, s.url)
	for _, w := range []*wire{first, dial(t, s.url), dial(t, s.url)} {
		if err := w.ask(plainList()); err != nil {
			t.Fatal(err)
		}
	}
	waiting := dial(t, s.url)
	_, _ = io.WriteString(waiting, plainList())
	_ = waiting.SetReadDeadline(time.Now().Add(300 * time.Millisecond))
	if _, err := waiting.answers.Peek(1); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("a fourth connection: %v, expected it to wait", err)
	}
	if open := metric(t, s.ops(t), "skillpack_connections"); open != 3 {
		t.Errorf("%v connections are open, expected 3", open)
	}
	first.Close()
	_ = waiting.SetReadDeadline(deadline())
	if a, err := waiting.read(0); errors.Join(err, a.check()) != nil {
		t.Errorf("after its turn has come: %v", errors.Join(err, a.check()))
	}
}

// TestSlowReaders has many clients ask for a large answer that they do not read: that
// costs the server one copy of it and no client beside it its answer.
func TestSlowReaders(t *testing.T) {
	optIn(t)
	t.Parallel()
	binary := buildBinary(t)
	s := start(t, binary, "serve", bigCatalog(t, binary), "--http", "127.0.0.1:0", "--log-level", "error")
	before := metric(t, base(s), "go_memstats_sys_bytes")
	for i := range 200 {
		w := dial(t, s.url)
		_ = w.Conn.(*net.TCPConn).SetReadBuffer(16 << 10)
		headers := []string{}
		if i%2 == 0 {
			headers = append(headers, "Accept-Encoding: gzip")
		}
		_, _ = io.WriteString(w, readOf(bigFile, headers...))
		if _, err := w.answers.Peek(1); err != nil {
			t.Fatal(err)
		}
	}
	answersBeside(t, s.url)
	grown := metric(t, base(s), "go_memstats_sys_bytes") - before
	t.Logf("200 answers of 7 MB that nobody reads take %.1f MB", grown/(1<<20))
	if grown > 128<<20 {
		t.Errorf("they take %.1f MB, expected no copies of the answer", grown/(1<<20))
	}
}
