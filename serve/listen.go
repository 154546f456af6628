package serve

import (
	"context"
	"net/http"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

const methodListen = "subscriptions/listen"

// Drain ends every subscriptions/listen that came over HTTP, and refuses new ones with
// 503. Call it before http.Server.Shutdown, which waits for every answer: a listen has
// no end of its own (T7). All other requests are answered as before.
func (s *Server) Drain() { s.listens.drain() }

// listens are the subscriptions/listen under way over HTTP. The zero value is ready.
type listens struct {
	mu      sync.Mutex
	drained bool
	open    map[*http.Request]context.CancelFunc
}

// handler gives each listen that next answers an end. It stands behind the gate, which
// has read the body, and before the SDK, which holds the header to it (T2).
func (l *listens) handler(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Mcp-Method") != methodListen {
			next.ServeHTTP(w, r)
			return
		}
		ctx, ok := l.begin(r)
		if !ok {
			refuseListen(w)
			return
		}
		defer l.end(r)
		liftDeadlines(w)
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

// begin notes a listen and returns its context; ok is false after drain.
func (l *listens) begin(r *http.Request) (_ context.Context, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.drained {
		return nil, false
	}
	if l.open == nil {
		l.open = map[*http.Request]context.CancelFunc{}
	}
	ctx, cancel := context.WithCancel(r.Context())
	l.open[r] = cancel
	return ctx, true
}

func (l *listens) end(r *http.Request) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.open[r]()
	delete(l.open, r)
}

func (l *listens) drain() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.drained = true
	for _, cancel := range l.open {
		cancel()
	}
}

func refuseListen(w http.ResponseWriter) {
	f := refuse(http.StatusServiceUnavailable, jsonrpc.CodeInternalError, "the server is stopping; listen to another one")
	if call, ok := w.(*refusals); ok {
		f.id = call.id
	}
	f.write(w)
}

// liftDeadlines lets a listen last longer than the server's timeouts, which are for
// requests that end; the one for reading would end it although its body has been read.
// Where the connection knows no deadlines there are none to lift.
func liftDeadlines(w http.ResponseWriter) {
	c := http.NewResponseController(w)
	_ = c.SetReadDeadline(time.Time{})
	_ = c.SetWriteDeadline(time.Time{})
}
