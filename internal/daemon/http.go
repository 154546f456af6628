package daemon

import (
	"context"
	"errors"
	"fmt"
	"log"
	"log/slog"
	"net"
	"net/http"
	"os"
	"strings"
	"syscall"
	"time"

	"golang.org/x/net/netutil"

	"skillpack/internal/telemetry"
	"skillpack/serve"
)

// What a client may take its time for. That for writing is for a whole 16 MiB blob over
// a slow line; no stream outlasts it, since no subscription is honoured (T7).
const (
	headerTimeout  = 10 * time.Second
	readTimeout    = time.Minute
	writeTimeout   = 5 * time.Minute
	idleTimeout    = 2 * time.Minute
	maxHeaderBytes = 64 << 10 // an Mcp-Name may hold a long URI
)

func runHTTP(ctx context.Context, c Config, metrics *telemetry.Telemetry, hangUp <-chan os.Signal) error {
	h := new(health)
	watch, err := openWatch(c)
	if err != nil {
		return err
	}
	defer watch.close()
	keys, err := openCertificate(c.HTTP.TLS, metrics.Certificate)
	if err != nil {
		return err
	}
	// First, so that it can be asked how the start goes.
	ops, err := listenOps(ctx, c.HTTP.OpsAddr, operations(h, metrics.Handler()), c.Logger)
	if err != nil {
		return err
	}
	defer ops.close()
	door, err := openGatekeeper(ctx, c.Auth, c.Logger)
	if err != nil {
		return err
	}
	s, err := openService(c.forRequests(door, metrics), h, metrics)
	if err != nil {
		return err
	}
	s.watch, s.secrets = watch, secrets(door, keys, c.Logger)
	e := &entrance{service: s, config: c.HTTP, crowd: crowd{limit: c.HTTP.MaxConnections, log: c.Logger}}
	if err := e.listen(ctx, keys); err != nil {
		return err
	}
	if err := s.pages.open(s.current.Catalog, e.listener.Addr(), e.scheme); err != nil {
		e.listener.Close()
		return err
	}
	e.answer(newFront(c, s, door), keys, c.Logger)
	defer s.reloadOn(ctx, hangUp)()
	h.become(ready)
	c.Started(e.started(ops))
	c.warnOfExposure(e.listener.Addr(), c.Logger)
	return e.run(ctx)
}

// forRequests is c with what the server is to do with each request.
func (c Config) forRequests(door *gatekeeper, metrics *telemetry.Telemetry) Config {
	c.Serve.Logger, c.Serve.Guard, c.Serve.Observe = c.Logger, door.guard, metrics.Observe
	if c.Auth.asked() && c.Serve.CacheScope == "" {
		c.Serve.CacheScope = "private"
	}
	return c
}

// secrets are what is read again besides the catalogs.
func secrets(door *gatekeeper, keys *certificate, logger *slog.Logger) []secret {
	var all []secret
	if door.tokens != nil {
		all = append(all, secret{telemetry.Tokens, &door.files, func() error { return door.reload(logger) }})
	}
	if keys != nil {
		all = append(all, secret{telemetry.TLS, &keys.files, keys.reload})
	}
	return all
}

// entrance is the listener of the protocol and the server behind it.
type entrance struct {
	service  *service
	config   HTTP
	listener net.Listener
	server   *http.Server
	scheme   string // of its URL
	open     connections
	crowd    crowd
	ended    chan error // gets why the server accepts no more connections
}

// listen opens the address; what comes waits.
func (s *entrance) listen(ctx context.Context, keys *certificate) error {
	listener, err := listen(ctx, s.config.Addr, "--http")
	if err != nil {
		return err
	}
	if limit := s.config.MaxConnections; limit > 0 {
		listener = netutil.LimitListener(listener, limit)
	}
	s.listener, s.scheme = listener, "http"
	if keys != nil {
		s.scheme = "https"
	}
	return nil
}

// answer begins to answer.
func (s *entrance) answer(handler http.Handler, keys *certificate, logger *slog.Logger) {
	s.server = newHTTPServer(handler, logger)
	s.server.ConnState = func(conn net.Conn, state http.ConnState) {
		s.open.note(conn, state)
		s.crowd.note(conn, state)
		s.service.metrics.ConnState(conn, state)
	}
	s.ended = make(chan error, 1)
	if keys == nil {
		go func() { s.ended <- s.server.Serve(s.listener) }()
		return
	}
	s.server.TLSConfig = keys.config()
	go func() { s.ended <- s.server.ServeTLS(s.listener, "", "") }()
}

func (s *entrance) started(ops *opsSite) Started {
	started := s.service.started()
	address := s.scheme + "://" + s.listener.Addr().String()
	started.URL = address + serve.Endpoint
	if s.service.pages != nil {
		started.Pages = address + "/"
	}
	if ops != nil {
		started.Ops = ops.listener.Addr().String()
	}
	return started
}

// run waits for the end of ctx and then ends the server.
func (s *entrance) run(ctx context.Context) error {
	select {
	case err := <-s.ended:
		return err
	case <-ctx.Done():
		return s.drain()
	}
}

// listen opens an address that a flag gave. For Go, 0.0.0.0 is every address of IPv6 too
// and is called [::]; who wants that writes it so.
func listen(ctx context.Context, addr, flag string) (net.Listener, error) {
	network := "tcp"
	if strings.HasPrefix(addr, "0.0.0.0:") {
		network = "tcp4"
	}
	listener, err := new(net.ListenConfig).Listen(ctx, network, addr)
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, fmt.Errorf("%s is in use; end what listens there or choose another address with %s", addr, flag)
	}
	return listener, err
}

func newHTTPServer(handler http.Handler, logger *slog.Logger) *http.Server {
	return &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: headerTimeout,
		ReadTimeout:       readTimeout,
		WriteTimeout:      writeTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    maxHeaderBytes,
		ErrorLog:          log.New(serverLog{logger}, "", 0),
	}
}
