package serve

import (
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Endpoint is the one path that speaks the protocol (T1).
const Endpoint = "/mcp"

// Handler returns the server's HTTP side: the endpoint /mcp, and for all else
// Options.Pages, or 404.
// It is stateless (T6) and refuses a request that a browser sends for another
// origin, or one with a foreign Host that arrives at a loopback address (T4).
//
// What does not need the SDK is answered before it, from the catalog's bytes as they
// are; the answers are the same.
func (s *Server) Handler() http.Handler {
	h := s.doors()
	if guard := s.options.Guard; guard != nil {
		h = guard(h)
	}
	h = s.shareAcross(s.checkHost(s.checkOrigin(h)))
	endpoint, pages := s.observe(h), s.pages()
	// Not by a mux, which costs more than the answer to most requests.
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != Endpoint {
			pages.ServeHTTP(w, r)
			return
		}
		endpoint.ServeHTTP(w, r)
	})
}

// doors answers what the direct path knows there, and all else through the SDK.
func (s *Server) doors() http.Handler {
	if s.options.SDKOnly || !s.own {
		return s.sdkDoor()
	}
	return s.direct(s.sdkDoor())
}

// sdkDoor answers every request of the endpoint through the SDK. Whatever stands in
// front of it may take requests away, but must leave the others as they came.
func (s *Server) sdkDoor() http.Handler {
	sdk := mcp.NewStreamableHTTPHandler(
		func(*http.Request) *mcp.Server { return s.mcp },
		&mcp.StreamableHTTPOptions{
			Stateless:                    true,
			JSONResponse:                 true,
			Logger:                       quiet(s.options.Logger),
			MaxRequestBodyBytes:          -1, // the gate has read the body by then
			PropagateRequestCancellation: true,
			DisableLocalhostProtection:   true, // checkHost was before it
		})
	return compressed(&gate{next: s.listens.handler(sdk), maxBody: s.options.MaxBody})
}
