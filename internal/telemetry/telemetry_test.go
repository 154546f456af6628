package telemetry

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"skillpack/serve"
)

// page returns what a scrape gives.
func page(t testing.TB, m *Telemetry, headers ...string) string {
	t.Helper()
	r := httptest.NewRequest("GET", "/metrics", nil)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	m.Handler().ServeHTTP(w, r)
	if w.Code != http.StatusOK {
		t.Fatalf("status %d: %s", w.Code, w.Body)
	}
	return w.Body.String()
}

// wantLines fails for each line that a scrape does not give.
func wantLines(t testing.TB, m *Telemetry, lines ...string) {
	t.Helper()
	got := "\n" + page(t, m)
	for _, line := range lines {
		if !strings.Contains(got, "\n"+line+"\n") {
			t.Errorf("no %s in\n%s", line, ours(got))
		}
	}
}

// ours returns the lines that are not of the Go runtime and not of a bucket.
func ours(page string) string {
	var b strings.Builder
	for line := range strings.Lines(page) {
		if !strings.HasPrefix(line, "#") && !strings.HasPrefix(line, "go_") && !strings.Contains(line, "_bucket{") {
			b.WriteString(line)
		}
	}
	return b.String()
}

func TestObserveCounts(t *testing.T) {
	const duration = "mcp_server_operation_duration_seconds_count"
	for _, c := range []struct {
		name string
		call serve.Call
		want []string
	}{
		{"good", get(200), []string{
			duration + `{error_type="",mcp_method_name="skills/get",mcp_protocol_version="2026-07-28",skillpack_door="direct"} 1`,
			`mcp_server_operation_duration_seconds_bucket{error_type="",mcp_method_name="skills/get",mcp_protocol_version="2026-07-28",skillpack_door="direct",le="0.001"} 0`,
			`mcp_server_operation_duration_seconds_bucket{error_type="",mcp_method_name="skills/get",mcp_protocol_version="2026-07-28",skillpack_door="direct",le="0.003"} 1`,
			`skillpack_requests_total{door="direct"} 1`, `skillpack_requests_total{door="sdk"} 0`,
			`skillpack_request_bytes_total 11`, `skillpack_response_bytes_total 1500`,
		}},
		{"legacy error", serve.Call{Door: serve.SDKDoor, Method: "skills/get", Version: "2025-11-25", Status: 200, Code: -32602}, []string{
			duration + `{error_type="-32602",mcp_method_name="skills/get",mcp_protocol_version="2025-11-25",skillpack_door="sdk"} 1`,
		}},
		{"modern error", serve.Call{Door: serve.SDKDoor, Method: "skills/get", Version: "2026-07-28", Status: 400, Code: -32602}, []string{
			duration + `{error_type="-32602",mcp_method_name="skills/get",mcp_protocol_version="2026-07-28",skillpack_door="sdk"} 1`,
			`skillpack_refusals_total{reason="bad_request"} 1`,
		}},
		{"never begun", serve.Call{Door: serve.SDKDoor, Method: "skills/get", Version: "1999", Status: 400, Code: -32022}, []string{
			duration + `{error_type="-32022",mcp_method_name="_OTHER",mcp_protocol_version="_OTHER",skillpack_door="sdk"} 1`,
		}},
		{"refused", serve.Call{Status: 401}, []string{
			duration + `{error_type="401",mcp_method_name="_OTHER",mcp_protocol_version="",skillpack_door="none"} 1`,
			`skillpack_requests_total{door="none"} 1`, `skillpack_refusals_total{reason="unauthorized"} 1`,
		}},
		{"foreign host", serve.Call{Status: 403, Reason: serve.ForeignHost, Found: "evil"}, []string{`skillpack_refusals_total{reason="foreign_host"} 1`}},
		{"foreign origin", serve.Call{Status: 403, Reason: serve.ForeignOrigin, Found: "evil"}, []string{`skillpack_refusals_total{reason="foreign_origin"} 1`}},
		{"foreign preflight", serve.Call{Status: 403, Reason: serve.PreflightOrigin, Found: "evil"}, []string{`skillpack_refusals_total{reason="foreign_origin"} 1`}},
		{"preflight", serve.Call{Status: 403, Reason: serve.PreflightHeader, Found: "evil"}, []string{`skillpack_refusals_total{reason="preflight"} 1`}},
		{"odd status", serve.Call{Status: 418}, []string{
			duration + `{error_type="_OTHER",mcp_method_name="_OTHER",mcp_protocol_version="",skillpack_door="none"} 1`,
			`skillpack_refusals_total{reason="_OTHER"} 1`,
		}},
		{"client gone", serve.Call{Door: serve.SDKDoor, Method: "ping"}, []string{
			duration + `{error_type="canceled",mcp_method_name="ping",mcp_protocol_version="",skillpack_door="sdk"} 1`,
		}},
		{"notification", serve.Call{Door: serve.SDKDoor, Method: "notifications/initialized", Status: 202}, []string{
			duration + `{error_type="",mcp_method_name="notifications/initialized",mcp_protocol_version="",skillpack_door="sdk"} 1`,
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := New(Options{})
			m.Observe(request(), c.call)
			wantLines(t, m, c.want...)
		})
	}
}

// No client must be able to make series: what nobody knows adds none to those of all
// that is known in all combinations, and these are not too many.
func TestHostileRequestsMakeNoSeries(t *testing.T) {
	m := New(Options{})
	codes := []int64{0, -32700, -32600, -32601, -32602, -32603, -32020, -32021, -32022, 1}
	statuses := []int{0, 200, 202, 400, 401, 403, 404, 405, 406, 413, 415, 418, 429, 500, 503}
	for _, method := range methods() {
		for _, version := range versions() {
			for _, door := range []serve.Door{serve.NoDoor, serve.DirectDoor, serve.SDKDoor} {
				for i := range max(len(codes), len(statuses)) {
					m.Observe(request(), serve.Call{Door: door, Method: method, Version: version, Status: statuses[i%len(statuses)]})
					m.Observe(request(), serve.Call{Door: door, Method: method, Version: version, Status: 200, Code: codes[i%len(codes)]})
				}
			}
		}
	}
	known := histograms(m)
	if known > 2000 {
		t.Errorf("%d histograms, want at most 2000", known)
	}
	rnd := rand.New(rand.NewPCG(1, 2))
	evil := func() string { return fmt.Sprintf("evil-%d\n\x00\xff", rnd.Uint64()) }
	for range 10_000 {
		m.Observe(request("User-Agent", evil()), serve.Call{
			Door: serve.Door(evil()), Method: evil(), Version: evil(), URI: evil(), Client: evil(),
			Reason: evil(), Found: evil(), Status: rnd.IntN(600), Code: rnd.Int64N(3) * rnd.Int64(), Duration: time.Duration(rnd.Int64()),
		})
	}
	if n := histograms(m); n != known {
		t.Errorf("%d histograms more", n-known)
	}
	got := page(t, m)
	if strings.Contains(got, "evil") {
		t.Error("a label holds what a client sent")
	}
	t.Logf("at worst %d histograms, a page of %d bytes", known, len(got))
}

func histograms(m *Telemetry) int {
	all := make(chan prometheus.Metric, 20_000)
	m.requests.durations.Collect(all)
	return len(all)
}

func TestServingExposesOneCatalog(t *testing.T) {
	m := New(Options{})
	if strings.Contains(page(t, m), "skillpack_catalog") {
		t.Error("a catalog before there is one")
	}
	m.Serving(Served{"sha256:one", []string{"sha256:part"}, 1, 2, 3})
	m.Serving(Served{"sha256:two", []string{"sha256:a", "sha256:b"}, 4, 5, 6})
	wantLines(t, m, `skillpack_catalog_info{digest="sha256:two"} 1`, `skillpack_catalog_part_info{digest="sha256:a"} 1`, `skillpack_catalog_part_info{digest="sha256:b"} 1`, "skillpack_catalog_skills 4", "skillpack_catalog_files 5", "skillpack_catalog_bytes 6")
	got := page(t, m)
	if strings.Contains(got, "sha256:one") || strings.Contains(got, "sha256:part") {
		t.Error("the old digest is still there")
	}
	if !strings.Contains(got, "\nskillpack_catalog_loaded_timestamp_seconds 1.") {
		t.Error("no time of loading")
	}
}

func TestReloaded(t *testing.T) {
	m := New(Options{Tokens: true})
	wantLines(t, m, `skillpack_reloads_total{result="failure",trigger="watch",what="catalog"} 0`, `skillpack_reloads_total{result="failure",trigger="signal",what="tokens"} 0`,
		`skillpack_reload_last_successful{what="catalog"} 1`, `skillpack_reload_last_successful{what="tokens"} 1`)
	m.Reloaded(Tokens, "watch", errors.New("bad"))
	wantLines(t, m, `skillpack_reloads_total{result="failure",trigger="watch",what="tokens"} 1`, `skillpack_reload_last_successful{what="tokens"} 0`,
		`skillpack_reload_last_successful{what="catalog"} 1`)
	m.Reloaded(Tokens, "signal", nil)
	m.Reloaded(Catalog, "someone", nil)
	wantLines(t, m, `skillpack_reloads_total{result="success",trigger="signal",what="tokens"} 1`, `skillpack_reloads_total{result="success",trigger="_OTHER",what="catalog"} 1`,
		`skillpack_reload_last_successful{what="tokens"} 1`)
	if strings.Contains(page(t, m), `what="tls"`) {
		t.Error("a server without TLS tells of its reloads")
	}
}

func TestCertificate(t *testing.T) {
	m := New(Options{TLS: true})
	m.Certificate(time.Unix(2000000000, 0))
	wantLines(t, m, "skillpack_tls_certificate_not_after_seconds 2e+09", `skillpack_reload_last_successful{what="tls"} 1`)
	plain := New(Options{})
	plain.Certificate(time.Unix(2000000000, 0)) // says nothing
	if strings.Contains(page(t, plain), "certificate") {
		t.Error("a certificate without TLS")
	}
}

func TestConnectionsAndRequestsUnderWay(t *testing.T) {
	m := New(Options{})
	h := m.InFlight(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		wantLines(t, m, "skillpack_requests_in_flight 1")
		panic(http.ErrAbortHandler)
	}))
	func() {
		defer func() { _ = recover() }()
		h.ServeHTTP(httptest.NewRecorder(), request())
	}()
	for _, state := range []http.ConnState{http.StateNew, http.StateActive, http.StateIdle, http.StateNew, http.StateActive, http.StateNew, http.StateHijacked, http.StateClosed} {
		m.ConnState(nil, state)
	}
	wantLines(t, m, "skillpack_requests_in_flight 0", "skillpack_connections 1")
}

func TestMetricsPage(t *testing.T) {
	m := New(Options{Version: "v1.2.3"})
	if got := page(t, m, "Accept", "application/openmetrics-text; version=1.0.0"); !strings.HasSuffix(got, "# EOF\n") {
		t.Error("no OpenMetrics for who asks for it")
	}
	got := page(t, m)
	if !strings.Contains(got, `skillpack_build_info{go_version="go1.`) || !strings.Contains(got, `version="v1.2.3"} 1`) {
		t.Errorf("no build info in\n%s", ours(got))
	}
	if !strings.Contains(got, "\ngo_goroutines ") || strings.Contains(got, "process_") {
		t.Error("want what the runtime says, and nothing that is read from files")
	}
	if zipped := page(t, m, "Accept-Encoding", "gzip"); !strings.HasPrefix(zipped, "\x1f\x8b") {
		t.Error("not compressed for who accepts it")
	}
}

// TestDocumentedMetrics holds docs/metrics.md to what there is.
func TestDocumentedMetrics(t *testing.T) {
	m := New(Options{TLS: true, MaxConnections: 7})
	wantLines(t, m, "skillpack_connections_limit 7")
	m.Serving(Served{"sha256:x", []string{"sha256:y"}, 1, 2, 3})
	m.Observe(request(), get(200))
	m.Observe(request(), get(400))
	m.Observe(request(), serve.Call{Door: serve.SiteDoor, Status: 200})
	families, err := m.registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	var table strings.Builder
	for _, f := range families {
		if !strings.HasPrefix(f.GetName(), "go_") {
			var labels []string
			for _, l := range f.GetMetric()[0].GetLabel() {
				labels = append(labels, "`"+l.GetName()+"`")
			}
			fmt.Fprintf(&table, "| `%s` | %s | %s | %s |\n", f.GetName(), strings.ToLower(f.GetType().String()),
				cmp.Or(strings.Join(labels, ", "), "–"), strings.TrimSuffix(f.GetHelp(), "."))
		}
	}
	doc, err := os.ReadFile("../../docs/metrics.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(doc), "|---|---|---|---|\n")
	documented, _, _ := strings.Cut(rest, "\n\n")
	if documented+"\n" != table.String() {
		t.Errorf("the table of docs/metrics.md should be\n%s", &table)
	}
}

// BenchmarkObserve is the cost of a request's metrics by themselves.
func BenchmarkObserve(b *testing.B) {
	m, r := New(Options{}), request()
	for name, c := range map[string]serve.Call{"good": get(200), "failed": get(400)} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				m.Observe(r, c)
			}
		})
	}
}

func TestObserveAllocatesNothing(t *testing.T) {
	m, r, c := New(Options{}), request(), get(200)
	if n := testing.AllocsPerRun(100, func() { m.Observe(r, c) }); n != 0 {
		t.Errorf("%v allocations a request, want none", n)
	}
}

// BenchmarkLog is the cost of a request's line: without a log, to nowhere, and to a
// file, where each line is a system call unless a Buffer stands before it.
func BenchmarkLog(b *testing.B) {
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		b.Fatal(err)
	}
	defer null.Close()
	file, err := os.Create(filepath.Join(b.TempDir(), "log"))
	if err != nil {
		b.Fatal(err)
	}
	defer file.Close()
	r, c := request(), get(200)
	for _, to := range []struct {
		name string
		w    io.Writer
	}{{"off", nil}, {"discard", io.Discard}, {"null", null}, {"null-buffered", Buffered(null)}, {"file", file}, {"file-buffered", Buffered(file)}} {
		for _, format := range []string{"text", "json"} {
			b.Run(to.name+"/"+format, func(b *testing.B) {
				m := New(Options{})
				if to.w != nil {
					l, _ := NewLogger(to.w, format, "info")
					m = New(Options{Logger: l})
				}
				b.ReportAllocs()
				for b.Loop() {
					m.Observe(r, c)
				}
			})
		}
	}
}
