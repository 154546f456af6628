package e2e

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// SIGTERM under load loses no request that a server has accepted: one that was sent on a
// connection which the server held open is answered whole.

const (
	termRounds  = 10
	termClients = 12
	termEnough  = 600 // answers before the signal
)

const bigFile = "skill://big/assets/blob.bin"

// bigCatalog is a catalog with a file of several MB that does not shrink.
func bigCatalog(t *testing.T, binary string) string {
	t.Helper()
	blob := make([]byte, 5<<20)
	chaos := rand.NewChaCha8([32]byte{})
	_, _ = chaos.Read(blob) // never fails
	blob[0] = 0xff          // no text
	return catalogOf(t, binary, "big/SKILL.md", manifest("big", "Has a [blob](assets/blob.bin).\n"), "big/assets/blob.bin", string(blob))
}

// tallies are what the clients of one round saw.
type tallies struct {
	sent, answered, large atomic.Int64
	lost                  atomic.Int64 // on a connection that the server had accepted
	unaccepted            atomic.Int64 // on one that it never had
	crossed               atomic.Int64 // sent by a slow client while the end of its idle connection was on the way
	ending                atomic.Bool  // the server was told to end
	enough                chan struct{}
}

// TestTerm ends a server under load again and again, with and without a delay. What its
// clients see hangs on milliseconds, so no other test runs beside it.
func TestTerm(t *testing.T) {
	optIn(t)
	binary := buildBinary(t)
	catalog := bigCatalog(t, binary)
	for name, delay := range map[string]time.Duration{"at once": 0, "with a delay": 300 * time.Millisecond} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var sent, large, unaccepted, crossed int64
			for range termRounds {
				n := termUnderLoad(t, binary, catalog, delay)
				sent, large, unaccepted = sent+n.answered.Load(), large+n.large.Load(), unaccepted+n.unaccepted.Load()
				crossed += n.crossed.Load()
			}
			// HTTP/1.1 has no word for it, so such a request has to be sent again (RFC 9112 9.3.1). It
			// takes a client that was silent in the millisecond of the end.
			if crossed > 2 {
				t.Errorf("%d requests met the end of their connection on the way", crossed)
			}
			t.Logf("%d requests answered, %d of them large; %d on connections that were never accepted", sent, large, unaccepted)
		})
	}
}

// termUnderLoad runs one server from its start to its end.
func termUnderLoad(t *testing.T, binary, catalog string, delay time.Duration) *tallies {
	t.Helper()
	s := start(t, binary, "serve", catalog, "--http", "127.0.0.1:0", "--ops-addr", "127.0.0.1:0", "--log-level", "warn",
		"--drain-delay", delay.String(), "--drain-timeout", "15s")
	n := &tallies{enough: make(chan struct{})}
	var leave atomic.Bool // clients that are told so open no new connection
	var clients sync.WaitGroup
	for i := range termClients {
		clients.Go(func() { n.client(t, s.url, i, &leave) })
	}
	select {
	case <-n.enough:
	case <-time.After(patience):
		t.Fatalf("%d answers", n.answered.Load())
	}
	before := n.answered.Load()
	ended := make(chan struct{})
	n.ending.Store(true)
	go func() { s.stop(t); close(ended) }() // it fails the test unless the exit code is 0
	if delay > 0 {
		awaitUnready(t, s.ops(t))
		seen := n.answered.Load()
		for begun := time.Now(); n.answered.Load() < seen+termClients; time.Sleep(time.Millisecond) {
			if time.Since(begun) > delay*3/4 {
				t.Error("nothing is answered any more although the delay goes on")
				break
			}
		}
		leave.Store(true)
	}
	<-ended
	clients.Wait()
	if n.answered.Load() == before || n.large.Load() == 0 {
		t.Errorf("%d answers after the signal, %d large ones in all: this shows nothing", n.answered.Load()-before, n.large.Load())
	}
	if n.sent.Load() != n.answered.Load()+n.unaccepted.Load()+n.crossed.Load() {
		t.Errorf("%d requests sent, %d answered, %d on connections that were never accepted", n.sent.Load(), n.answered.Load(), n.unaccepted.Load())
	}
	return n
}

// awaitUnready returns once /readyz says 503.
func awaitUnready(t *testing.T, ops string) {
	t.Helper()
	client := http.Client{Timeout: promptly}
	for begun := time.Now(); ; time.Sleep(time.Millisecond) {
		a, err := client.Get(ops + "/readyz")
		if err != nil || time.Since(begun) > promptly {
			t.Fatalf("/readyz said no 503: %v", err)
		}
		a.Body.Close()
		if a.StatusCode == http.StatusServiceUnavailable {
			return
		}
	}
}

// client keeps connections busy, one after the other, until it gets none any more.
func (n *tallies) client(t *testing.T, url string, number int, leave *atomic.Bool) {
	requests := []string{
		plainList(), post(sdkList, legacy), post(directList, legacy, "Accept-Encoding: gzip"),
		post(sdkList, legacy, "Accept-Encoding: gzip"), readOf("skill://big/SKILL.md"),
	}
	var pace time.Duration
	if number%6 == 5 { // takes half a second and more for each answer
		requests, pace = []string{readOf(bigFile), readOf(bigFile, "Accept-Encoding: gzip")}, 5*time.Millisecond
	}
	for !leave.Load() {
		conn, err := net.Dial("tcp", authority(url))
		if err != nil {
			return // there is no server any more
		}
		if pace > 0 {
			_ = conn.(*net.TCPConn).SetReadBuffer(64 << 10) // what is not read is not sent
		}
		err = n.use(newWire(conn), requests, pace)
		conn.Close()
		if err != nil {
			t.Errorf("client %d: %v", number, err)
			return
		}
	}
}

// use sends requests on a connection until an answer says that it is the last.
func (n *tallies) use(w *wire, requests []string, pace time.Duration) error {
	_ = w.SetDeadline(time.Now().Add(patience))
	for i := 0; ; i++ {
		n.sent.Add(1)
		_, err := io.WriteString(w, requests[i%len(requests)])
		var a answer
		if err == nil {
			a, err = w.read(pace)
		}
		if i == 0 && (errors.Is(err, errNoAnswer) || a.status == 0) && err != nil {
			n.unaccepted.Add(1)
			return nil
		}
		if pace > 0 && n.ending.Load() && errors.Is(err, errNoAnswer) {
			n.crossed.Add(1)
			return nil
		}
		if err = errors.Join(err, a.check()); err != nil {
			n.lost.Add(1)
			return fmt.Errorf("request %d on a connection: %w", i+1, err)
		}
		if pace > 0 {
			n.large.Add(1)
		}
		if n.answered.Add(1) == termEnough {
			close(n.enough)
		}
		if a.last || pace > 0 && w.closed() {
			return nil
		}
	}
}

// closed looks, as a client does before it uses a connection again, whether the server
// has closed it meanwhile. That takes a moment, so those that are always busy do not.
func (w *wire) closed() bool {
	_ = w.SetReadDeadline(time.Now().Add(time.Millisecond))
	_, err := w.answers.Peek(1)
	_ = w.SetReadDeadline(time.Now().Add(patience))
	return !errors.Is(err, os.ErrDeadlineExceeded)
}

// ops is the base URL of the operations of a server that has them at their own address.
func (s *server) ops(t *testing.T) string {
	t.Helper()
	_, at, ok := strings.Cut(s.log.String(), "operations at ")
	if !ok {
		t.Fatalf("no address of operations: %s", s.log)
	}
	return strings.Fields(at)[0]
}
