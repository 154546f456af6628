package daemon

import (
	"context"
	"log/slog"
	"maps"
	"net"
	"net/http"
)

// front is what a connection meets first. It knows few paths, so that a request to the
// protocol costs one look-up.
type front struct {
	health *health
	known  map[string]http.Handler // by path
	app    http.Handler            // all other paths, the protocol among them
}

// newFront returns the handler of the main listener. The metrics are behind the guard
// there; the paths that probes ask are open, and so is what tells clients whom to ask for
// a token.
func newFront(c Config, s *service, door *gatekeeper) http.Handler {
	f := &front{health: s.health, known: map[string]http.Handler{}, app: s.metrics.InFlight(s.server.Handler())}
	maps.Copy(f.known, door.public)
	if c.HTTP.OpsAddr == "" {
		metrics := s.metrics.Handler()
		if door.guard != nil {
			metrics = door.guard(metrics)
		}
		maps.Copy(f.known, operations(s.health, metrics))
	}
	return f
}

func (f *front) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if f.health.now() == draining {
		// The client is to open its next connection elsewhere. The server would say so too,
		// once it has closed the connections that wait for a request, and would lose those
		// that are on their way.
		w.Header().Set("Connection", "close")
		// The end of what is read from a connection is ours then, and no wish of the client.
		r = r.WithContext(context.WithoutCancel(r.Context()))
	}
	if h, ok := f.known[r.URL.Path]; ok {
		h.ServeHTTP(w, r)
		return
	}
	f.app.ServeHTTP(w, r)
}

// opsSite is the listener of operations, nil where they have none of their own.
type opsSite struct {
	listener net.Listener
	server   *http.Server
}

// listenOps answers the paths of operations at an address of their own, "" for none.
func listenOps(ctx context.Context, addr string, paths map[string]http.Handler, logger *slog.Logger) (*opsSite, error) {
	if addr == "" {
		return nil, nil
	}
	listener, err := listen(ctx, addr, "--ops-addr")
	if err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	for path, h := range paths {
		mux.Handle(path, h)
	}
	o := &opsSite{listener, newHTTPServer(mux, logger)}
	go func() {
		if err := o.server.Serve(listener); err != http.ErrServerClosed {
			logger.Error("operations are not answered any more", "error", err)
		}
	}()
	return o, nil
}

func (o *opsSite) close() {
	if o != nil {
		_ = o.server.Close() // nobody waits for an answer there
	}
}
