package telemetry

import (
	"net/http"
	"sync/atomic"

	"github.com/prometheus/client_golang/prometheus"

	"skillpack/serve"
)

// buckets are those of the conventions, from 10 ms up, and finer ones below: most
// answers take microseconds. The unit is the second.
func buckets() []float64 {
	return []float64{
		0.00001, 0.00003, 0.0001, 0.0003, 0.001, 0.003,
		0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300,
	}
}

// requests are the metrics of requests.
type requests struct {
	methods, versions, doors  []string
	methodAt, versionAt       map[string]int
	durations                 *prometheus.HistogramVec
	good                      []atomic.Pointer[observer] // by method, version and door; nil until the first
	total, refusals           *prometheus.CounterVec
	byDoor                    []prometheus.Counter
	requestBytes, answerBytes prometheus.Counter
	site                      siteRequests
}

// observer is the histogram of one set of labels.
type observer struct{ prometheus.Observer }

func newRequests() requests {
	q := requests{
		methods: methods(), versions: versions(), doors: doors(),
		methodAt: indexes(methods()), versionAt: indexes(versions()),
		durations: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name:    "mcp_server_operation_duration_seconds",
			Help:    "How long requests took, from the head of the request to the end of the answer.",
			Buckets: buckets(),
		}, []string{"mcp_method_name", "error_type", "mcp_protocol_version", "skillpack_door"}),
		good:         make([]atomic.Pointer[observer], len(methods())*len(versions())*len(doors())),
		total:        counters("skillpack_requests_total", "Requests, by what answered them.", "door"),
		refusals:     counters("skillpack_refusals_total", "Requests answered with a status of 4xx, by why.", "reason"),
		requestBytes: counter("skillpack_request_bytes_total", "Size of the bodies of requests, where it was announced."),
		answerBytes:  counter("skillpack_response_bytes_total", "Size of the bodies of answers, as sent."),
		site:         newSiteRequests(),
	}
	for _, door := range doors() {
		q.byDoor = append(q.byDoor, q.total.WithLabelValues(door))
	}
	return q
}

func (q *requests) collectors() []prometheus.Collector {
	return []prometheus.Collector{q.durations, q.total, q.refusals, q.requestBytes, q.answerBytes, q.site.durations}
}

func (q *requests) observe(r *http.Request, c *serve.Call) {
	q.byDoor[doorAt(c.Door)].Inc()
	if c.Door == serve.SiteDoor {
		q.answerBytes.Add(float64(c.Bytes))
		q.site.observe(c)
		return
	}
	if r.ContentLength > 0 {
		q.requestBytes.Add(float64(r.ContentLength))
	}
	q.answerBytes.Add(float64(c.Bytes))
	if refused(c) {
		q.refusals.WithLabelValues(refusal(c)).Inc()
	}
	q.duration(c).Observe(c.Duration.Seconds())
}

// duration returns the histogram of a call. That of a good one is looked up without
// hashing its labels.
func (q *requests) duration(c *serve.Call) prometheus.Observer {
	method, version, door := at(q.methodAt, c.Method), at(q.versionAt, c.Version), doorAt(c.Door)
	if failed(c) {
		if !began(c) {
			method = q.methodAt[other]
		}
		return q.durations.WithLabelValues(q.methods[method], errorType(c), q.versions[version], q.doors[door])
	}
	place := &q.good[(method*len(q.versions)+version)*len(q.byDoor)+door]
	if o := place.Load(); o != nil {
		return o
	}
	o := &observer{q.durations.WithLabelValues(q.methods[method], "", q.versions[version], q.doors[door])}
	place.Store(o)
	return o
}
