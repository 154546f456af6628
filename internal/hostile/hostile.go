// Package hostile is an MCP server of skills that is wrong in one way, chosen by name,
// to see that a client notices just that. It is for tests alone.
//
// It wraps the server of package serve and spoils its answers, or how they are sent,
// in every protocol revision. What a fault does not mean to break stays consistent: a
// file that is served with other bytes has their size and digest everywhere.
package hostile

import (
	"bytes"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"sync/atomic"

	"skillpack/catalog"
	"skillpack/serve"
)

// pageSize makes several pages of every list.
const pageSize = 2

// Fault is one way to be wrong.
type Fault struct {
	Name  string
	spoil spoiler
}

// spoiler changes an exchange, and reports whether it did.
type spoiler func(*exchange) bool

// Server is an http.Handler with the endpoint serve.Endpoint.
type Server struct {
	catalog *catalog.Catalog
	right   http.Handler
	spoil   spoiler
	spoiled atomic.Int64
}

// New returns a server of a catalog of this package, see Catalog.
func New(c *catalog.Catalog, f Fault) *Server {
	options := serve.Options{PageSize: pageSize, Logger: slog.New(slog.DiscardHandler)}
	return &Server{catalog: c, right: serve.New(c, options).Handler(), spoil: f.spoil}
}

// Spoiled returns how many answers were spoiled.
func (s *Server) Spoiled() int64 { return s.spoiled.Load() }

// ServeHTTP answers as the right server does, but for what is wrong.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	right := r.Clone(r.Context())
	right.Body = io.NopCloser(bytes.NewReader(body))
	right.Header.Del("Accept-Encoding") // the answer is to be read here
	answer := httptest.NewRecorder()
	s.right.ServeHTTP(answer, right)
	x := newExchange(r, body, answer.Body.Bytes())
	if x != nil && s.spoil != nil {
		x.catalog = s.catalog
		if s.spoil(x) {
			s.spoiled.Add(1)
			x.write(w, r)
			return
		}
	}
	for name, values := range answer.Header() {
		w.Header()[name] = values
	}
	w.WriteHeader(answer.Code)
	w.Write(answer.Body.Bytes())
}
