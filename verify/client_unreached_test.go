package verify_test

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"skillpack/verify"
)

func TestConnectTellsWhyThereIsNoConnection(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	nobody := "http://" + listener.Addr().String()
	listener.Close()
	for _, era := range bothEras {
		for _, test := range []struct {
			name, url string
			handler   http.HandlerFunc
			is        func(error) bool
		}{
			{"nobody", nobody, nil, isA[*verify.TransportError]},
			{"silent", "", silent, isA[*verify.TransportError]},
			{"401", "", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(401) }, isA[*verify.HTTPError]},
			{"404", "", http.NotFound, isA[*verify.HTTPError]},
			{"a page", "", func(w http.ResponseWriter, _ *http.Request) { body(w, "text/html", "<html>") }, isA[*verify.AnswerError]},
			{"elsewhere", "", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, nobody, 307) }, isA[*verify.RedirectError]},
		} {
			t.Run(string(era)+" "+test.name, func(t *testing.T) {
				url := test.url
				if url == "" {
					server := httptest.NewServer(test.handler)
					t.Cleanup(server.Close)
					url = server.URL
				}
				_, err := verify.ConnectHTTP(t.Context(), url, verify.Options{Era: era, Timeout: soon})
				if err == nil || !test.is(err) {
					t.Errorf("got %T %v", err, err)
				}
			})
		}
	}
	for _, url := range []string{"", "example.com", "ftp://example.com", "http://", "skill://x/SKILL.md", "%"} {
		if _, err := verify.ConnectHTTP(t.Context(), url, verify.Options{}); err == nil || verify.Unreachable(err) || !strings.Contains(err.Error(), "no address of a server") {
			t.Errorf("%q: %v", url, err)
		}
	}
}

func silent(_ http.ResponseWriter, r *http.Request) {
	_, _ = io.Copy(io.Discard, r.Body) // or the server does not see that the client is gone
	<-r.Context().Done()
}

func isA[E error](err error) bool {
	_, ok := errors.AsType[E](err)
	return ok
}

func TestConnectFailsWithTheEraThatIsNotSpoken(t *testing.T) {
	const unknown = `{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"method not found"}}`
	for _, test := range []struct {
		name   string
		era    verify.Era
		answer string // to the greeting
	}{
		{"an old server", verify.Modern, unknown},
		{"a new server", verify.Legacy, unknown},
		{"an older server", verify.Legacy, strings.Replace(answerTo([]byte("%s"), initialized), "2025-11-25", "2025-06-18", 1)},
		{"a later server", verify.Modern, strings.Replace(answerTo([]byte("%s"), discovered), "2026-07-28", "2030-01-01", 1)},
	} {
		t.Run(test.name, func(t *testing.T) {
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				var m message
				decode(r.Body, &m)
				if m.Method == "notifications/initialized" {
					w.WriteHeader(http.StatusAccepted)
					return
				}
				if m.Method == "initialize" && test.era == verify.Modern {
					t.Error("it fell back to the other era")
				}
				body(w, "application/json", fmt.Sprintf(test.answer, m.ID))
			}))
			t.Cleanup(server.Close)
			_, err := verify.ConnectHTTP(t.Context(), server.URL, verify.Options{Era: test.era, Timeout: 10 * time.Second})
			if !errors.Is(err, verify.ErrEra) || verify.Unreachable(err) {
				t.Errorf("got %v, want ErrEra", err)
			}
		})
	}
}

func TestAConnectionIsUsedAgainAfterAStream(t *testing.T) {
	from := map[string]bool{}
	server := fake(t, func(w http.ResponseWriter, r *http.Request, m message) {
		from[r.RemoteAddr] = true
		body(w, "text/event-stream", "data: "+answerTo(m.ID, "{}")+"\n\n")
	})
	c := connected(t, server.URL, verify.Options{})
	for range 5 {
		if _, err := c.Call(t.Context(), "x/y", nil); err != nil {
			t.Fatal(err)
		}
	}
	if len(from) != 1 {
		t.Errorf("5 calls took %d connections, want 1", len(from))
	}
}

func TestAStreamThatStaysOpenIsNotWaitedFor(t *testing.T) {
	server := fake(t, func(w http.ResponseWriter, r *http.Request, m message) {
		body(w, "text/event-stream", "data: "+answerTo(m.ID, `{"fine":true}`)+"\n\n")
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	})
	fine(t, connected(t, server.URL, verify.Options{Timeout: 30 * time.Second}))
}

func TestTheLabelHidesAPassword(t *testing.T) {
	server := fake(t, nil)
	c := connected(t, strings.Replace(server.URL, "http://", "http://me:secret@", 1), verify.Options{})
	if strings.Contains(c.Label(), "secret") || !strings.HasPrefix(c.Label(), "http://me:") {
		t.Errorf("H8: label %q", c.Label())
	}
}
