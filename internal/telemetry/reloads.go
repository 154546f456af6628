package telemetry

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// reloads counts the attempts to load a catalog anew.
type reloads struct {
	total             *prometheus.CounterVec
	last, lastSuccess prometheus.Gauge
}

func newReloads() reloads {
	r := reloads{
		total:       counters("skillpack_reloads_total", "Attempts to load a catalog anew, by what caused them and how they ended.", "trigger", "result"),
		last:        gauge("skillpack_reload_last_successful", "Whether the last attempt to load a catalog succeeded, 1 or 0."),
		lastSuccess: gauge("skillpack_reload_last_success_timestamp_seconds", "When a catalog was last loaded, at the start or anew."),
	}
	// From the start, so that the first one is an increase.
	for _, trigger := range []string{"signal", "watch"} {
		for _, result := range []string{"success", "failure"} {
			r.total.WithLabelValues(trigger, result)
		}
	}
	r.last.Set(1)
	r.lastSuccess.Set(seconds(time.Now()))
	return r
}

func (r *reloads) collectors() []prometheus.Collector {
	return []prometheus.Collector{r.total, r.last, r.lastSuccess}
}

func (r *reloads) count(trigger string, err error) {
	if trigger != "signal" && trigger != "watch" {
		trigger = other
	}
	if err != nil {
		r.total.WithLabelValues(trigger, "failure").Inc()
		r.last.Set(0)
		return
	}
	r.total.WithLabelValues(trigger, "success").Inc()
	r.last.Set(1)
	r.lastSuccess.Set(seconds(time.Now()))
}
