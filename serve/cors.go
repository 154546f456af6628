package serve

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/rs/cors"
)

// corsMaxAge is how long a browser keeps a preflight's answer, in seconds: the most
// that Chrome does.
const corsMaxAge = 7200

// shareAcross answers the preflights of pages of the allowed origins, lets those pages
// read what next answers, and refuses the preflights of all others (T4). Nothing is
// allowed with cookies or other credentials of the browser's own.
func (s *Server) shareAcross(next http.Handler) http.Handler {
	origins := s.options.AllowOrigins
	if len(origins) > 0 {
		next = newCORS(origins).Handler(next)
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if len(r.Header["Origin"]) > 1 || isPreflight(r) && !slices.Contains(origins, r.Header.Get("Origin")) {
			refuseOrigin(w, r)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func newCORS(origins []string) *cors.Cors {
	return cors.New(cors.Options{
		// Not AllowedOrigins, which knows patterns and compares without regard to case.
		AllowOriginFunc: func(origin string) bool { return slices.Contains(origins, origin) },
		// GET and DELETE so that a client which tries them can read that they are not
		// there (T1), instead of failing.
		AllowedMethods: []string{http.MethodPost, http.MethodGet, http.MethodDelete},
		AllowedHeaders: []string{
			"Accept", "Authorization", "Content-Type", "Last-Event-ID",
			"Mcp-Method", "Mcp-Name", "Mcp-Protocol-Version", "Mcp-Session-Id",
		},
		ExposedHeaders:      []string{"Mcp-Protocol-Version", "Mcp-Session-Id", "WWW-Authenticate"},
		MaxAge:              corsMaxAge,
		AllowPrivateNetwork: true, // who names an origin wants its pages here
	})
}

// isPreflight reports whether a browser asks for a page whether it may send a request.
func isPreflight(r *http.Request) bool {
	return r.Method == http.MethodOptions && r.Header.Get("Access-Control-Request-Method") != ""
}

// checkOrigin refuses the requests, but GET, that a browser sends for a page of an
// origin that is neither the server's own nor allowed (T4).
func (s *Server) checkOrigin(next http.Handler) http.Handler {
	protection := http.NewCrossOriginProtection()
	for _, origin := range s.options.AllowOrigins {
		if err := protection.AddTrustedOrigin(origin); err != nil {
			panic("serve: " + err.Error()) // normalOrigin let through what is none
		}
	}
	protection.SetDenyHandler(http.HandlerFunc(refuseOrigin))
	return protection.Handler(next)
}

func refuseOrigin(w http.ResponseWriter, r *http.Request) {
	if h := w.Header(); !slices.Contains(h["Vary"], "Origin") {
		h.Add("Vary", "Origin")
	}
	from := "another site"
	if sent := r.Header["Origin"]; len(sent) > 0 {
		from = fmt.Sprintf("%.200q", strings.Join(sent, ", "))
	}
	refuse(http.StatusForbidden, jsonrpc.CodeInvalidRequest, "a page of "+from+" may not ask this server; "+
		"expected one of its own origin or of those that it allows (AllowOrigins, --allow-origin)").write(w)
}

// normalOrigin returns an origin as browsers send it: in lower case, without the port
// that its scheme implies.
//
// Neither "*" nor "null" is one: any page in the browser of somebody who reaches this
// server could then read from it what the page's own server cannot.
func normalOrigin(origin string) (string, error) {
	lower := strings.ToLower(origin)
	u, err := url.Parse(lower)
	if err != nil || lower != u.Scheme+"://"+u.Host || strings.HasSuffix(u.Host, ":") || !isNormalHost(u.Hostname()) {
		return "", fmt.Errorf("%q to allow is no origin; expected SCHEME://HOST or SCHEME://HOST:PORT, such as https://app.example.com, with no path and no *", origin)
	}
	if port := u.Port(); u.Scheme == "https" && port == "443" || u.Scheme == "http" && port == "80" {
		u.Host = strings.TrimSuffix(u.Host, ":"+port)
	}
	return u.String(), nil
}

func isNormalHost(name string) bool {
	normal, err := normalHost(name)
	return err == nil && normal == name
}
