package daemon

import (
	"encoding/json"
	"io"
	"net/http"
	"sync/atomic"
)

// The paths of operations.
const (
	livePath    = "/healthz"
	readyPath   = "/readyz"
	metricsPath = "/metrics"
)

// phase is how far a server's life has got.
type phase int32

const (
	starting phase = iota
	ready
	draining
)

func (p phase) String() string { return [...]string{"starting", "ready", "draining"}[p] }

// health is what /readyz tells. It may be used concurrently; the zero value is that of
// a server that starts.
type health struct {
	phase   atomic.Int32
	catalog atomic.Pointer[digests] // what is served
}

// digests are those of a catalog and, if it is a union, of its parts.
type digests struct {
	whole string
	parts []string
}

func (h *health) become(p phase) { h.phase.Store(int32(p)) }
func (h *health) now() phase     { return phase(h.phase.Load()) }

func (h *health) serving(digest string, parts ...string) {
	h.catalog.Store(&digests{digest, parts})
}

// answerLive says that the process runs.
func answerLive(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = io.WriteString(w, "ok\n") // the client may be gone
}

// answerReady says whether requests should come here: 200 or 503.
func (h *health) answerReady(w http.ResponseWriter, _ *http.Request) {
	now := h.now()
	answer := struct {
		Status   string   `json:"status"`
		Catalog  string   `json:"catalog,omitempty"`
		Catalogs []string `json:"catalogs,omitempty"` // of which it is the union
	}{Status: now.String()}
	if c := h.catalog.Load(); c != nil {
		answer.Catalog, answer.Catalogs = c.whole, c.parts
	}
	w.Header().Set("Content-Type", "application/json")
	if now != ready {
		w.WriteHeader(http.StatusServiceUnavailable)
	}
	_ = json.NewEncoder(w).Encode(answer)
}

// operations returns what answers each path of operations.
func operations(h *health, metrics http.Handler) map[string]http.Handler {
	return map[string]http.Handler{
		livePath:    readOnly(http.HandlerFunc(answerLive)),
		readyPath:   readOnly(http.HandlerFunc(h.answerReady)),
		metricsPath: readOnly(metrics),
	}
}

// readOnly refuses all but GET and HEAD, and lets no answer be kept.
func readOnly(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Allow", "GET, HEAD")
			http.Error(w, "405 method not allowed", http.StatusMethodNotAllowed)
			return
		}
		w.Header().Set("Cache-Control", "no-store")
		next.ServeHTTP(w, r)
	})
}
