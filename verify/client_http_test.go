package verify_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"skillpack/verify"
)

// body sends a body of a type.
func body(w http.ResponseWriter, kind, text string) {
	w.Header().Set("Content-Type", kind)
	io.WriteString(w, text)
}

// httpFault answers a call with the fault that its method names.
func httpFault(w http.ResponseWriter, r *http.Request, m message) {
	const (
		isJSON   = "application/json"
		isStream = "text/event-stream"
	)
	right := answerTo(m.ID, `{"fine":true}`)
	switch strings.TrimPrefix(m.Method, "x/") {
	case "fine":
		body(w, isJSON, right)
	case "fine stream":
		body(w, isStream+"; charset=utf-8", ": hello\r\nid: 1\r\ndata:\r\n\r\nevent: other\ndata: nonsense\n\n"+
			"data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\"}\n\nevent: message\ndata: "+strings.Replace(right, ",", ",\ndata: ", 1)+"\n\n")
	case "html":
		body(w, "text/html", "<!doctype html>")
	case "no type":
		w.Header()["Content-Type"] = nil
		io.WriteString(w, right)
	case "garbage":
		body(w, isJSON, "{]")
	case "empty":
		body(w, isJSON, "")
	case "no answer":
		w.WriteHeader(http.StatusAccepted)
	case "other id":
		body(w, isJSON, answerTo([]byte("999"), "{}"))
	case "no id":
		body(w, isJSON, `{"jsonrpc":"2.0","result":{}}`)
	case "text id":
		body(w, isJSON, answerTo([]byte(`"`+string(m.ID)+`"`), "{}"))
	case "old version":
		body(w, isJSON, strings.Replace(right, "2.0", "1.0", 1))
	case "neither":
		body(w, isJSON, `{"jsonrpc":"2.0","id":`+string(m.ID)+`}`)
	case "code":
		body(w, isJSON, `{"jsonrpc":"2.0","id":`+string(m.ID)+`,"error":{"code":"-32602","message":"x"}}`)
	case "upper case":
		body(w, isJSON, strings.Replace(right, "result", "Result", 1))
	case "twice":
		body(w, isJSON, strings.TrimSuffix(right, "}")+`,"result":{}}`)
	case "more":
		body(w, isJSON, right+right)
	case "not UTF-8":
		body(w, isJSON, strings.Replace(right, "true", "\"\xff\"", 1))
	case "deep":
		body(w, isJSON, answerTo(m.ID, strings.Repeat("[", 100_000)))
	case "long":
		body(w, isJSON, answerTo(m.ID, `"`+strings.Repeat("x", 2<<20)+`"`))
	case "endless":
		w.Header().Set("Content-Type", isJSON)
		for r.Context().Err() == nil {
			if _, err := w.Write(make([]byte, 1<<16)); err != nil {
				return
			}
		}
	case "endless stream":
		w.Header().Set("Content-Type", isStream)
		for r.Context().Err() == nil {
			if _, err := io.WriteString(w, "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\"}\n\n"); err != nil {
				return
			}
		}
	case "stream of garbage":
		body(w, isStream, "data: {]\n\n")
	case "long event":
		body(w, isStream, "data: "+strings.Repeat("x", 2<<20)+"\n\n")
	}
}

func TestClientNamesFaultsOverHTTP(t *testing.T) {
	server := fake(t, httpFault)
	for _, era := range bothEras {
		c := connected(t, server.URL, verify.Options{Era: era, MaxResponse: 1 << 20})
		for _, test := range []struct{ name, reason string }{
			{"html", `the Content-Type "text/html"`},
			{"no type", `the Content-Type ""`},
			{"garbage", "no JSON"},
			{"empty", "there is nothing"},
			{"no answer", `the Content-Type ""`},
			{"other id", `its id is "999"`},
			{"no id", "its id is missing"},
			{"text id", "its id is"},
			{"old version", `its "jsonrpc" is`},
			{"neither", "neither a result nor an error"},
			{"code", "expected a whole number"},
			{"upper case", "neither a result nor an error"},
			{"twice", `the key "result" twice`},
			{"more", "after top-level value"},
			{"not UTF-8", "not UTF-8"},
			{"deep", "nested more than 256 deep"},
			{"long", "more than 1048576 bytes"},
			{"endless", "more than 1048576 bytes"},
			{"endless stream", "more than 1048576 bytes"},
			{"stream of garbage", "no JSON"},
			{"long event", "more than 1048576 bytes"},
		} {
			t.Run(string(era)+" "+test.name, func(t *testing.T) {
				_, err := c.Call(t.Context(), "x/"+test.name, nil)
				wrong, ok := errors.AsType[*verify.AnswerError](err)
				if !ok || !strings.Contains(wrong.Reason, test.reason) || verify.Unreachable(err) {
					t.Fatalf("got %v, want an AnswerError with %q", err, test.reason)
				}
				if !strings.Contains(string(wrong.Request), "x/"+test.name) {
					t.Errorf("the request is %s", wrong.Request)
				}
				tooLarge := strings.Contains(test.reason, "more than 1048576")
				if errors.Is(err, verify.ErrTooLarge) != tooLarge {
					t.Errorf("ErrTooLarge, want %v", tooLarge)
				}
				fine(t, c)
			})
		}
		t.Run(string(era)+" a stream", func(t *testing.T) {
			reply, err := c.Call(t.Context(), "x/fine stream", nil)
			if err != nil || string(reply.Result) != `{"fine":true}` {
				t.Errorf("%+v, %v", reply, err)
			}
		})
	}
}

// status answers calls with an HTTP status.
func status(code int, header, text string) func(http.ResponseWriter, *http.Request, message) {
	return func(w http.ResponseWriter, _ *http.Request, m message) {
		if m.Method == "x/fine" {
			say(w, m.ID, `{"fine":true}`)
			return
		}
		if name, value, ok := strings.Cut(header, ": "); ok {
			w.Header().Set(name, value)
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(code)
		io.WriteString(w, text)
	}
}

func TestClientTellsAnHTTPErrorFromARefusal(t *testing.T) {
	for _, test := range []struct {
		code         int
		header, text string
		want         string
	}{
		{401, `WWW-Authenticate: Bearer realm="x"`, "", `401 Unauthorized, which asks for "Bearer realm=\"x\""`},
		{401, "", `{"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":"no token"}}`, "401 Unauthorized"},
		{403, "", "no", "403 Forbidden"},
		{404, "", "<html>", "404 Not Found"},
		{500, "", `{"message":"oops"}`, "500 Internal Server Error"},
		{503, "", "", "503 Service Unavailable"},
		{304, "", "", "304 Not Modified"},
	} {
		t.Run(fmt.Sprint(test.code, test.text), func(t *testing.T) {
			c := connected(t, fake(t, status(test.code, test.header, test.text)).URL, verify.Options{})
			_, err := c.Call(t.Context(), "x/y", nil)
			failed, ok := errors.AsType[*verify.HTTPError](err)
			if !ok || failed.Status != test.code || !strings.Contains(err.Error(), test.want) || !verify.Unreachable(err) {
				t.Fatalf("got %v, want an HTTPError with %q", err, test.want)
			}
			if failed.Excerpt != test.text {
				t.Errorf("excerpt %q", failed.Excerpt)
			}
			fine(t, c)
		})
	}
	t.Run("401 with a message", func(t *testing.T) {
		refusal := `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"no token"}}`
		c := connected(t, fake(t, status(401, "WWW-Authenticate: Bearer", refusal)).URL, verify.Options{})
		if _, err := c.Call(t.Context(), "x/y", nil); !isA[*verify.HTTPError](err) {
			t.Errorf("got %v, want an HTTPError", err)
		}
	})
	t.Run("T3 a refusal with a status", func(t *testing.T) {
		refusal := `{"jsonrpc":"2.0","id":null,"error":{"code":-32020,"message":"header mismatch"}}`
		c := connected(t, fake(t, status(400, "", refusal)).URL, verify.Options{})
		reply, err := c.Call(t.Context(), "x/y", nil)
		if err != nil || reply.Error.Code != -32020 || reply.Status != 400 {
			t.Errorf("%+v, %v", reply, err)
		}
		fine(t, c)
	})
}

func TestClientSendsTheHeadersThatWereAskedFor(t *testing.T) {
	var got http.Header
	server := fake(t, func(w http.ResponseWriter, r *http.Request, m message) {
		got = r.Header.Clone()
		say(w, m.ID, "{}")
	})
	c := connected(t, server.URL, verify.Options{Header: http.Header{"x-tenant": {"a", "b"}}, BearerToken: "secret"})
	if _, err := c.Call(t.Context(), "skills/list", nil); err != nil {
		t.Fatal(err)
	}
	if got.Get("Authorization") != "Bearer secret" || len(got["X-Tenant"]) != 2 || got.Get("Mcp-Method") != "skills/list" {
		t.Errorf("T2: sent %v", got)
	}
}

func TestClientFollowsRedirectsToTheSamePlaceOnly(t *testing.T) {
	var elsewhere atomic.Int32
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { elsewhere.Add(1) }))
	t.Cleanup(other.Close)
	server := fake(t, func(w http.ResponseWriter, r *http.Request, m message) {
		name, hop := strings.TrimPrefix(m.Method, "x/"), r.URL.Query().Get("hop")
		w.Header().Set("Location", map[string]string{
			"other port": other.URL, "other scheme": "https://" + r.Host, "file": "file:///etc/passwd",
			"loop": "/?hop=x" + hop, "short": "/?hop=x" + hop, "get": "/?hop=x", "no url": "http://%zz",
			"other host": "http://" + strings.Replace(r.Host, "127.0.0.1", "localhost", 1),
		}[name])
		switch {
		case name == "fine" || name == "short" && len(hop) == 3:
			say(w, m.ID, `{"fine":true}`)
		case name == "get":
			w.WriteHeader(http.StatusFound)
		default:
			w.WriteHeader(http.StatusTemporaryRedirect)
		}
	})
	c := connected(t, server.URL, verify.Options{BearerToken: "secret"})
	for name, reason := range map[string]string{
		"other port": "another scheme, host or port", "other host": "another scheme, host or port",
		"other scheme": "another scheme, host or port", "file": "another scheme, host or port",
		"loop": "the one after 3", "get": "a POST becomes a GET", "no url": "it is no URL",
	} {
		t.Run(name, func(t *testing.T) {
			_, err := c.Call(t.Context(), "x/"+name, nil)
			if !errors.Is(err, verify.ErrRedirect) || !strings.Contains(err.Error(), reason) || verify.Unreachable(err) {
				t.Errorf("got %v, want ErrRedirect with %q", err, reason)
			}
			fine(t, c)
		})
	}
	if n := elsewhere.Load(); n > 0 {
		t.Errorf("%d requests went elsewhere", n)
	}
	if _, err := c.Call(t.Context(), "x/short", nil); err != nil {
		t.Errorf("three redirects to the same place: %v", err)
	}
}

func TestClientTellsThatNoWholeAnswerCame(t *testing.T) {
	t.Parallel()
	release := make(chan struct{})
	server := fake(t, func(w http.ResponseWriter, r *http.Request, m message) {
		switch m.Method {
		case "x/fine":
			say(w, m.ID, `{"fine":true}`)
		case "x/silent":
			<-release
		case "x/slow":
			w.Header().Set("Content-Type", "application/json")
			io.WriteString(w, `{"jsonrpc"`)
			w.(http.Flusher).Flush()
			<-release
		case "x/cut":
			w.Header().Set("Content-Length", "1000")
			body(w, "application/json", `{"jsonrpc"`)
		case "x/stream ends":
			body(w, "text/event-stream", "id: 1\ndata: \n\n")
		case "x/hangs up":
			hangUp(w)
		}
	})
	t.Cleanup(func() { close(release) })
	c := connected(t, server.URL, verify.Options{Timeout: soon})
	for _, name := range []string{"silent", "slow", "cut", "stream ends", "hangs up"} {
		t.Run(name, func(t *testing.T) {
			_, err := c.Call(t.Context(), "x/"+name, nil)
			if _, ok := errors.AsType[*verify.TransportError](err); !ok || !verify.Unreachable(err) {
				t.Errorf("got %v, want a TransportError", err)
			}
			late := name == "silent" || name == "slow"
			if errors.Is(err, context.DeadlineExceeded) != late {
				t.Errorf("got %v, want that it took too long: %v", err, late)
			}
			fine(t, c)
		})
	}
	t.Run("the caller gives up", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		_, err := c.Call(ctx, "x/silent", nil)
		if !errors.Is(err, context.Canceled) || verify.Unreachable(err) {
			t.Errorf("got %v", err)
		}
	})
}

func hangUp(w http.ResponseWriter) {
	if conn, _, err := w.(http.Hijacker).Hijack(); err == nil {
		conn.Close()
	}
}
