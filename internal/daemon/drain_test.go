package daemon

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// slow is a request under way: its body has not come in full.
type slow struct{ conn net.Conn }

func beginSlow(t testing.TB, r *running) slow {
	t.Helper()
	conn, err := net.Dial("tcp", strings.TrimPrefix(r.base(), "http://"))
	must(t, err)
	t.Cleanup(func() { conn.Close() })
	_, err = fmt.Fprintf(conn, "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"+
		"Accept: application/json, text/event-stream\r\nExpect: 100-continue\r\nContent-Length: %d\r\n\r\n", len(listCall))
	must(t, err)
	// The server asks for the body when it reads it.
	if line, err := bufio.NewReader(conn).ReadString('\n'); err != nil || !strings.Contains(line, "100 Continue") {
		t.Fatalf("%q %v", line, err)
	}
	return slow{conn}
}

// finish sends the body and returns the answer.
func (s slow) finish(t testing.TB) (*http.Response, string) {
	t.Helper()
	_, err := io.WriteString(s.conn, listCall)
	must(t, err)
	a, err := http.ReadResponse(bufio.NewReader(s.conn), nil)
	must(t, err)
	body, err := io.ReadAll(a.Body)
	must(t, err)
	return a, string(body)
}

// result waits for the end of the server.
func (r *running) result(t testing.TB) error {
	t.Helper()
	select {
	case err := <-r.ended:
		return err
	case <-time.After(patience):
		t.Fatalf("the server does not end:\n%s", r.log)
		return nil
	}
}

func (r *running) goesOn(t testing.TB) {
	t.Helper()
	select {
	case err := <-r.ended:
		t.Fatalf("it ended too soon: %v", err)
	case <-time.After(100 * time.Millisecond): // that nothing happens cannot be awaited
	}
}

func TestDrainFinishesWhatIsUnderWay(t *testing.T) {
	r := launch(t, nil)
	s := beginSlow(t, r)
	r.end()
	r.log.await(t, 1, "msg=stopping")
	r.goesOn(t)
	if a, body := s.finish(t); a.StatusCode != 200 || !strings.Contains(body, "v1") {
		t.Errorf("status %d, %s", a.StatusCode, body)
	}
	if err := r.result(t); err != nil {
		t.Error(err)
	}
	r.log.await(t, 1, "level=INFO msg=stopped")
	if log := r.log.String(); !strings.Contains(log, "cut_off=0") || strings.Contains(log, "reason=") {
		t.Errorf("nothing was cut off, but %s", log)
	}
}

func TestDrainCutsOffWhatDoesNotFinish(t *testing.T) {
	r := launch(t, func(c *Config) { c.HTTP.DrainTimeout = 200 * time.Millisecond })
	s := beginSlow(t, r)
	beginSlow(t, r)
	r.end()
	err := r.result(t)
	for _, want := range []string{`msg=stopping delay_s=0 timeout_s=0.2`, `level=WARN msg=stopped took_s=0.`, `cut_off=2`} {
		r.log.await(t, 1, want)
	}
	r.log.await(t, 2, `reason="cut off"`)
	r.log.await(t, 1, "remote="+s.conn.LocalAddr().String())
	if want := "requests still ran 200ms after the stop and were cut off"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	if _, err := io.ReadAll(s.conn); err != nil && !errors.Is(err, syscall.ECONNRESET) {
		t.Errorf("the connection is still open: %v", err)
	}
}

// During the delay the server still takes connections, and tells probes and clients.
func TestDrainDelay(t *testing.T) {
	const delay = 300 * time.Millisecond
	r := launch(t, func(c *Config) { c.HTTP.DrainDelay, c.HTTP.OpsAddr = delay, "127.0.0.1:0" })
	begun := time.Now()
	r.end()
	r.log.await(t, 1, "msg=stopping")
	a, body := r.do(t, callRequest(t, r.URL, listCall))
	if a.StatusCode != 200 || !a.Close || !strings.Contains(body, "v1") {
		t.Errorf("status %d, close %t, %s; want an answer that is the connection's last", a.StatusCode, a.Close, body)
	}
	if status, body := r.get(t, "http://"+r.Ops+readyPath); status != 503 || !strings.Contains(body, "draining") {
		t.Errorf("%s: %d %s", readyPath, status, body)
	}
	if status, _ := r.get(t, "http://"+r.Ops+livePath); status != 200 {
		t.Errorf("%s: %d", livePath, status)
	}
	if err := r.result(t); err != nil || time.Since(begun) < delay {
		t.Errorf("%v after %v", err, time.Since(begun))
	}
	if _, err := r.client.Do(callRequest(t, r.URL, listCall)); !errors.Is(err, syscall.ECONNREFUSED) {
		t.Errorf("it is still there: %v", err)
	}
}

// An idle connection does not hold the end.
func TestDrainWithAnIdleConnection(t *testing.T) {
	r := launch(t, nil)
	r.serves(t, "v1")
	begun := time.Now()
	r.end()
	if err := r.result(t); err != nil || time.Since(begun) > patience/2 {
		t.Errorf("%v after %v", err, time.Since(begun))
	}
}

// An answer that began before the end cannot say that it is the last, so after it there
// is one more.
func TestDrainAfterALargeAnswer(t *testing.T) {
	large := write(t, filepath.Join(t.TempDir(), "catalog.json"), bytesWith(t, "a", "v1", strings.Repeat("long ", 2<<20)))
	r := launch(t, func(c *Config) { c.Catalogs = []string{large} })
	conn := r.dial(t)
	must(t, conn.(*net.TCPConn).SetReadBuffer(16<<10)) // what is not read is not sent
	answers := bufio.NewReader(conn)
	ask := func() *http.Response {
		t.Helper()
		q := callRequest(t, r.URL, `{"jsonrpc":"2.0","id":7,"method":"resources/read","params":{"uri":"skill://a/SKILL.md"}}`)
		must(t, q.Write(conn))
		a, err := http.ReadResponse(answers, nil)
		must(t, err)
		return a
	}
	first := ask()
	r.end()
	r.log.await(t, 1, "msg=stopping")
	select {
	case err := <-r.ended:
		t.Fatalf("it ended too soon: %v", err)
	case <-time.After(lastCall + 100*time.Millisecond):
	}
	_, err := io.Copy(io.Discard, first.Body)
	must(t, err)
	if last := ask(); last.StatusCode != 200 || first.Close || !last.Close {
		t.Errorf("status %d, told %t and then %t that it is the last", last.StatusCode, first.Close, last.Close)
	}
	conn.Close()
	if err := r.result(t); err != nil {
		t.Error(err)
	}
}

// A client that keeps its connections busy loses no request: the last answer on each says
// that it is the last. What was never sent, for want of a connection, is not lost.
func TestDrainUnderLoad(t *testing.T) {
	for name, delay := range map[string]time.Duration{"at once": 0, "with a delay": 200 * time.Millisecond} {
		for proto, files := range map[string]KeyPair{"HTTP/1.1": {}, "HTTP/2": newKeyPair(t, "load")} {
			t.Run(name+" "+proto, func(t *testing.T) {
				r := launch(t, func(c *Config) { c.HTTP.DrainDelay, c.HTTP.TLS = delay, files })
				r.client.Transport.(*http.Transport).MaxIdleConnsPerHost = 16
				const enough = 200
				var answered, told atomic.Int64
				var clients sync.WaitGroup
				for range 8 {
					clients.Go(func() {
						for {
							last, sent, err := r.call(t)
							switch {
							case err != nil && sent:
								t.Errorf("a request was lost: %v", err)
								return
							case err != nil: // there is no server any more
								return
							}
							if answered.Add(1) == enough {
								r.end()
							}
							if last {
								told.Add(1)
								return
							}
						}
					})
				}
				err := r.result(t)
				clients.Wait()
				if err != nil || answered.Load() < enough {
					t.Errorf("%v; %d answered", err, answered.Load())
				}
				if files == (KeyPair{}) && told.Load() != 8 {
					t.Errorf("%d of 8 clients were told that an answer is the last", told.Load())
				}
			})
		}
	}
}

// call makes one call. It reports whether the answer is the connection's last, and
// whether the request was sent.
func (r *running) call(t testing.TB) (last, sent bool, err error) {
	var wrote atomic.Bool
	trace := &httptrace.ClientTrace{
		// HTTP/2 says of a request that it was not looked at; the client sends it again.
		GetConn:      func(string) { wrote.Store(false) },
		WroteHeaders: func() { wrote.Store(true) },
	}
	a, err := r.client.Do(callRequest(t, r.URL, listCall).WithContext(httptrace.WithClientTrace(context.Background(), trace)))
	if err != nil {
		return false, wrote.Load(), err
	}
	defer a.Body.Close()
	if _, err := io.Copy(io.Discard, a.Body); err != nil {
		return false, true, err
	}
	if a.StatusCode != http.StatusOK {
		return false, true, fmt.Errorf("status %d", a.StatusCode)
	}
	return a.Close, true, nil
}
