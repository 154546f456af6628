package serve

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"time"
)

const (
	headerTimeout  = 10 * time.Second
	readTimeout    = time.Minute
	writeTimeout   = 5 * time.Minute // a whole 16 MiB blob over a slow line
	idleTimeout    = 2 * time.Minute
	drainTimeout   = 10 * time.Second
	maxHeaderBytes = 64 << 10 // an Mcp-Name may hold a long URI
)

// ListenAndServe serves Handler on a TCP address, such as "127.0.0.1:8080", until
// ctx ends; then it lets requests in flight finish, for at most ten seconds, and
// returns nil. It calls ready, if not nil, with the address once connections are
// accepted; from then on it opens no file.
func (s *Server) ListenAndServe(ctx context.Context, addr string, ready func(net.Addr)) error {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", addr)
	if err != nil {
		return err
	}
	draining, drain := context.WithCancel(context.Background())
	defer drain()
	server := &http.Server{
		Handler:           endListens(s.Handler(), draining),
		ReadHeaderTimeout: headerTimeout,
		ReadTimeout:       readTimeout,
		WriteTimeout:      writeTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    maxHeaderBytes,
		ErrorLog:          slog.NewLogLogger(s.options.Logger.Handler(), slog.LevelWarn),
	}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	if ready != nil {
		ready(listener.Addr())
	}
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	drain()
	return shutDown(server)
}

var errCutOff = errors.New("requests still ran ten seconds after the stop and were cut off")

// shutDown drains the server; what is not done by the deadline is cut off.
func shutDown(server *http.Server) error {
	ctx, cancel := context.WithTimeout(context.Background(), drainTimeout)
	defer cancel()
	err := server.Shutdown(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		return errors.Join(errCutOff, server.Close())
	}
	return err
}

// endListens ends every subscriptions/listen when draining ends: such a request has
// no end of its own, and would hold the shutdown to its deadline (T7).
func endListens(next http.Handler, draining context.Context) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Mcp-Method") == "subscriptions/listen" {
			ctx, cancel := context.WithCancel(r.Context())
			defer cancel()
			defer context.AfterFunc(draining, cancel)()
			r = r.WithContext(ctx)
		}
		next.ServeHTTP(w, r)
	})
}
