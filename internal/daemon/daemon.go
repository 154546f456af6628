// Package daemon runs a server of skills as an operator wants it: with listeners, TLS,
// health, metrics, new catalogs without a restart, and an end that loses no request.
//
// After it has said that it is ready it touches no file, unless a reload was asked for:
// by SIGHUP, or for every change with Config.Watch.
package daemon

import (
	"context"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"syscall"
	"time"

	"skillpack/internal/telemetry"
	"skillpack/serve"
)

// Config says what to serve and how.
type Config struct {
	// Catalogs are the paths of catalog files; of several the union is served.
	Catalogs []string
	// Expect are the digests that the catalogs must have, in any order, as many as there
	// are catalogs; empty for whatever they have. A reload is held to it too.
	Expect []string
	// Watch loads the catalogs, the tokens and the key pair anew, each when one of its files
	// changes, however it does.
	Watch bool
	// Stdio serves one client over the streams, in place of HTTP.
	Stdio bool
	HTTP  HTTP
	Auth  Auth
	// Site shows the skills to people and to other tools, at every path but those of the
	// protocol and of operations; nil for nothing there. It is not for Stdio.
	Site *Site
	// Serve is what requests get. Run sets Logger, Guard, Observe and Pages; CacheScope is by
	// default "private" where Auth asks who a client is.
	Serve serve.Options
	// Logger takes requests, reloads and faults; not nil.
	Logger *slog.Logger
	// Version of the program, for the metrics and the pages.
	Version string
	// Started is called once, when requests are answered. Not nil.
	Started func(Started)
}

// HTTP says where and how to listen.
type HTTP struct {
	Addr string // HOST:PORT of the protocol
	// OpsAddr is the address of /healthz, /readyz and /metrics, which answer there in
	// plain HTTP; "" leaves them at Addr.
	OpsAddr string
	TLS     KeyPair
	// MaxConnections is how many connections are open at Addr at once, others wait; 0 for
	// as many as come.
	MaxConnections int
	// DrainDelay is how long, after the end was asked for, requests on new connections are
	// still answered, while /readyz already says that no more should come.
	DrainDelay time.Duration
	// DrainTimeout is how long requests under way may take after that.
	DrainTimeout time.Duration
}

// Streams are standard input and output.
type Streams struct {
	In  io.Reader
	Out io.Writer
}

// Started tells where a server answers and what it serves.
type Started struct {
	Skills int    // listed or not
	Digest string // of the catalog
	// Catalogs are the digests of several of which the union is served, else nil.
	Catalogs []string
	URL      string // of the endpoint, "" on standard input and output
	Ops      string // the address of the health endpoints where they have their own, else ""
	Pages    string // the URL of the pages, "" for none
}

// Run serves until ctx ends, then lets the requests under way finish and returns nil. It
// fails where it cannot start, and where it had to cut requests off. Only one Run at a
// time should be in a process, since signals are the process's.
func Run(ctx context.Context, c Config, std Streams) error {
	// A log that nobody reads any more must not end the server; an output is an error.
	signal.Ignore(syscall.SIGPIPE)
	// Before anything is opened, since a hang-up would end the process until then.
	hangUp := make(chan os.Signal, 1)
	signal.Notify(hangUp, syscall.SIGHUP)
	defer signal.Stop(hangUp)
	metrics := c.metrics()
	if c.Stdio {
		return runStdio(ctx, c, std, metrics, hangUp)
	}
	return runHTTP(ctx, c, metrics, hangUp)
}

func (c Config) metrics() *telemetry.Telemetry {
	return telemetry.New(telemetry.Options{
		Logger: c.Logger, Version: c.Version,
		Tokens: c.Auth.TokenFile != "", TLS: c.HTTP.TLS != KeyPair{}, MaxConnections: c.HTTP.MaxConnections,
	})
}

func runStdio(ctx context.Context, c Config, std Streams, metrics *telemetry.Telemetry, hangUp <-chan os.Signal) error {
	c.Serve.Logger = c.Logger
	watch, err := openWatch(c)
	if err != nil {
		return err
	}
	defer watch.close()
	s, err := openService(c, new(health), metrics)
	if err != nil {
		return err
	}
	s.watch = watch
	defer s.reloadOn(ctx, hangUp)()
	c.Started(s.started())
	return s.server.ServeStdio(ctx, std.In, std.Out)
}
