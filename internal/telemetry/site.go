package telemetry

import (
	"strings"

	"github.com/prometheus/client_golang/prometheus"

	"skillpack/serve"
)

// siteRequests are the metrics of requests to the pages. They are no operations of the
// protocol, and a path that is not there is no refusal: whatever roams the web asks for some.
type siteRequests struct{ durations *prometheus.HistogramVec }

func newSiteRequests() siteRequests {
	return siteRequests{prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name:    "skillpack_site_duration_seconds",
		Help:    "How long requests to the pages took, by what part of the site was asked for.",
		Buckets: buckets(),
	}, []string{"part", "status"})}
}

func (s siteRequests) observe(c *serve.Call) {
	s.durations.WithLabelValues(partOf(c.URI), siteStatus(c.Status)).Observe(c.Duration.Seconds())
}

// partOf is the value of part: which of few parts a path of the site belongs to.
func partOf(path string) string {
	switch {
	case strings.HasPrefix(path, "/raw/"):
		return "raw"
	case strings.HasPrefix(path, "/assets/"):
		return "assets"
	case strings.Contains(path, "/.well-known/"), strings.Contains(path, "/.claude-plugin/"):
		return "discovery"
	}
	return "pages"
}

// siteStatus is the value of status: that of HTTP, "canceled" where there was no answer.
func siteStatus(status int) string {
	if status == 0 {
		return "canceled"
	}
	return known([]int64{200, 204, 206, 304, 308, 404, 405, 412, 416, 500, 503}, int64(status))
}
