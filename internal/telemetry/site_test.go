package telemetry

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"skillpack/serve"
)

func TestSiteRequestsAreCountedApart(t *testing.T) {
	for path, want := range map[string]string{
		"/": `part="pages",status="200"`, "/skills/a/": `part="pages",status="304"`, "/raw/00": `part="raw",status="206"`,
		"/assets/site-0.css": `part="assets",status="200"`, "/nothing": `part="pages",status="404"`,
		"/.well-known/agent-skills/index.json": `part="discovery",status="200"`, "/x/.well-known/y": `part="discovery",status="0"`,
	} {
		t.Run(path, func(t *testing.T) {
			m := New(Options{})
			status := 0
			fmt.Sscanf(want[strings.LastIndex(want, "=")+2:], "%d", &status)
			m.Observe(request(), serve.Call{Door: serve.SiteDoor, Method: "GET", URI: path, Status: status, Bytes: 7, Duration: time.Millisecond})
			wantLines(t, m, "skillpack_site_duration_seconds_count{"+strings.Replace(want, `"0"`, `"canceled"`, 1)+"} 1",
				`skillpack_requests_total{door="site"} 1`, "skillpack_response_bytes_total 7")
			if got := ours(page(t, m)); strings.Contains(got, "mcp_server_operation") || strings.Contains(got, "skillpack_refusals_total{") {
				t.Errorf("it counts as a call or a refusal too:\n%s", got)
			}
		})
	}
}

func TestHostilePathsMakeNoSeries(t *testing.T) {
	m := New(Options{})
	for i := range 5000 {
		m.Observe(request(), serve.Call{Door: serve.SiteDoor, Method: fmt.Sprint("M", i), URI: fmt.Sprintf("/%d/.well-known/%d", i, i), Status: i % 600})
		m.Observe(request(), serve.Call{Door: serve.SiteDoor, URI: fmt.Sprintf("/raw/%d", i), Status: i % 600})
	}
	all := make(chan prometheus.Metric, 1000)
	m.requests.site.durations.Collect(all)
	if len(all) > 30 {
		t.Errorf("%d histograms", len(all))
	}
}

func TestSiteRequestsAreLogged(t *testing.T) {
	log := logLine(t, "text", request(), serve.Call{Door: serve.SiteDoor, Method: "GET", URI: "/skills/a b/\n", Status: 404})
	for _, want := range []string{"method=GET", "status=404", "door=site", `uri="/skills/a b/\n"`, `reason="not found"`} {
		if !strings.Contains(log, want) {
			t.Errorf("no %s in %s", want, log)
		}
	}
}
