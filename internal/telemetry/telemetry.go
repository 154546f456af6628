// Package telemetry says how a running server does: metrics for Prometheus and a log
// line for each request. It opens no file. The metric names follow OpenTelemetry's
// conventions for MCP where these have one, and no label holds what a client sent.
package telemetry

import (
	"log/slog"
	"net"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"skillpack/serve"
)

// Options configures a Telemetry.
type Options struct {
	// Logger takes a line for each request; nil logs none.
	Logger *slog.Logger
	// Version is that of the program, for skillpack_build_info.
	Version string
	// Tokens and TLS say whether the server has such files, of which a reload may fail.
	Tokens, TLS bool
	// MaxConnections is how many connections may be open at once, 0 for any number.
	MaxConnections int
}

// Telemetry counts and logs what one server does. Its methods may be called
// concurrently.
type Telemetry struct {
	registry *prometheus.Registry
	requests requests
	catalog  *catalog
	reloads  reloads
	log      requestLog

	connections prometheus.Gauge
	certificate prometheus.Gauge // nil without TLS

	inFlight atomic.Int64
	cutting  atomic.Bool // requests under way are cut off
}

// New returns a Telemetry with a registry of its own.
func New(o Options) *Telemetry {
	t := &Telemetry{
		registry:    prometheus.NewRegistry(),
		requests:    newRequests(),
		catalog:     newCatalog(),
		reloads:     newReloads(o.reloaded()),
		log:         newRequestLog(o.Logger),
		connections: gauge("skillpack_connections", "Open connections."),
	}
	// Not the process collector, which reads files.
	t.registry.MustRegister(collectors.NewGoCollector(), buildInfo(o.Version), t.connections, t.catalog)
	t.registry.MustRegister(prometheus.NewGaugeFunc(
		prometheus.GaugeOpts{Name: "skillpack_requests_in_flight", Help: "Requests to the endpoint and the pages under way."},
		func() float64 { return float64(t.inFlight.Load()) }))
	t.registry.MustRegister(t.requests.collectors()...)
	t.registry.MustRegister(t.reloads.collectors()...)
	if o.MaxConnections > 0 {
		limit := gauge("skillpack_connections_limit", "How many connections may be open at once.")
		limit.Set(float64(o.MaxConnections))
		t.registry.MustRegister(limit)
	}
	if o.TLS {
		t.certificate = gauge("skillpack_tls_certificate_not_after_seconds", "Until when the server's certificate is valid.")
		t.registry.MustRegister(t.certificate)
	}
	return t
}

// reloaded is what the server can load anew.
func (o Options) reloaded() []string {
	what := []string{Catalog}
	if o.Tokens {
		what = append(what, Tokens)
	}
	if o.TLS {
		what = append(what, TLS)
	}
	return what
}

// Observe counts and logs a request that has been answered; it is a
// serve.Options.Observe.
func (t *Telemetry) Observe(r *http.Request, c serve.Call) {
	if t.cutting.Load() {
		c.Reason = "cut off"
	}
	t.requests.observe(r, &c)
	t.log.write(r, &c)
}

// maxScrapes is how many scrapes are answered at a time; each holds a page of metrics.
const maxScrapes = 4

// Handler returns what answers /metrics, in Prometheus' text form or in OpenMetrics.
// Scrapes beyond a few at a time get 503.
func (t *Telemetry) Handler() http.Handler {
	return promhttp.HandlerFor(t.registry, promhttp.HandlerOpts{EnableOpenMetrics: true, MaxRequestsInFlight: maxScrapes})
}

// InFlight counts, as under way, the requests that next answers.
func (t *Telemetry) InFlight(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		t.inFlight.Add(1)
		defer t.inFlight.Add(-1)
		next.ServeHTTP(w, r)
	})
}

// UnderWay is how many requests InFlight counts.
func (t *Telemetry) UnderWay() int { return int(t.inFlight.Load()) }

// CutOff says that the connections of all requests under way are being closed, so that
// this is why they end.
func (t *Telemetry) CutOff() { t.cutting.Store(true) }

// ConnState counts connections; it is a ConnState of http.Server.
func (t *Telemetry) ConnState(_ net.Conn, state http.ConnState) {
	switch state {
	case http.StateNew:
		t.connections.Inc()
	case http.StateClosed, http.StateHijacked:
		t.connections.Dec()
	}
}

// Serving says what is served from now on.
func (t *Telemetry) Serving(c Served) { t.catalog.now.Store(&serving{c, time.Now()}) }

// Reloaded counts an attempt to load a Catalog, Tokens or TLS anew, by what caused it,
// "signal" or "watch", and how it ended.
func (t *Telemetry) Reloaded(what, trigger string, err error) { t.reloads.count(what, trigger, err) }

// Certificate says until when the certificate in use is valid. It needs Options.TLS.
func (t *Telemetry) Certificate(notAfter time.Time) {
	if t.certificate != nil {
		t.certificate.Set(seconds(notAfter))
	}
}

func gauge(name, help string) prometheus.Gauge {
	return prometheus.NewGauge(prometheus.GaugeOpts{Name: name, Help: help})
}

func gauges(name, help string, labels ...string) *prometheus.GaugeVec {
	return prometheus.NewGaugeVec(prometheus.GaugeOpts{Name: name, Help: help}, labels)
}

func counter(name, help string) prometheus.Counter {
	return prometheus.NewCounter(prometheus.CounterOpts{Name: name, Help: help})
}

func counters(name, help string, labels ...string) *prometheus.CounterVec {
	return prometheus.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, labels)
}
