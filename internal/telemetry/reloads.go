package telemetry

import (
	"slices"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// The values of what: what can be loaded anew.
const (
	Catalog = "catalog" // the catalog, or the union of several
	Tokens  = "tokens"  // the file of bearer tokens
	TLS     = "tls"     // the certificate and its key
)

// reloads counts the attempts to load anew what a server has from files.
type reloads struct {
	total             *prometheus.CounterVec
	last, lastSuccess *prometheus.GaugeVec
}

// newReloads returns those of a server that has the files of what.
func newReloads(what []string) reloads {
	r := reloads{
		total:       counters("skillpack_reloads_total", "Attempts to load files anew, by what they hold, what caused it and how it ended.", "what", "trigger", "result"),
		last:        gauges("skillpack_reload_last_successful", "Whether the last attempt to load the files succeeded, 1 or 0.", "what"),
		lastSuccess: gauges("skillpack_reload_last_success_timestamp_seconds", "When the files were last loaded, at the start or anew.", "what"),
	}
	// From the start, so that the first one is an increase.
	for _, what := range what {
		for _, trigger := range triggers() {
			for _, result := range []string{"success", "failure"} {
				r.total.WithLabelValues(what, trigger, result)
			}
		}
		r.succeeded(what)
	}
	return r
}

func triggers() []string { return []string{"signal", "watch"} }

func (r *reloads) collectors() []prometheus.Collector {
	return []prometheus.Collector{r.total, r.last, r.lastSuccess}
}

func (r *reloads) count(what, trigger string, err error) {
	if !slices.Contains(triggers(), trigger) {
		trigger = other
	}
	if !slices.Contains([]string{Catalog, Tokens, TLS}, what) {
		what = other
	}
	if err != nil {
		r.total.WithLabelValues(what, trigger, "failure").Inc()
		r.last.WithLabelValues(what).Set(0)
		return
	}
	r.total.WithLabelValues(what, trigger, "success").Inc()
	r.succeeded(what)
}

func (r *reloads) succeeded(what string) {
	r.last.WithLabelValues(what).Set(1)
	r.lastSuccess.WithLabelValues(what).Set(seconds(time.Now()))
}
