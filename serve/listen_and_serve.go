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
	server := &http.Server{
		Handler:           s.Handler(),
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
	s.Drain()
	return shutDown(server)
}

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
