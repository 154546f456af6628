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
		if isPreflight(r) && refusePreflight(w, r) {
			return
		}
		next.ServeHTTP(w, r)
	})
}

// pageMethods are those that a page may ask with. GET and DELETE so that a client which
// tries them can read that they are not there (T1), instead of failing.
func pageMethods() []string {
	return []string{http.MethodPost, http.MethodGet, http.MethodDelete}
}

// pageHeaders are those that a page may send, as browsers write them in a preflight.
func pageHeaders() []string {
	return []string{
		"accept", "authorization", "content-type", "last-event-id",
		"mcp-method", "mcp-name", "mcp-protocol-version", "mcp-session-id",
	}
}

// refusePreflight refuses a preflight from an allowed origin for what no page may send,
// and reports whether it did: its library would answer with no word of why. It leaves
// the headers asked for as a browser writes them, in lower case and order, which the
// library takes for granted.
func refusePreflight(w http.ResponseWriter, r *http.Request) bool {
	const methodName, headersName = "Access-Control-Request-Method", "Access-Control-Request-Headers"
	if method := r.Header.Get(methodName); !slices.Contains(pageMethods(), method) {
		refuseFor(w, PreflightMethod, method)
		refuseShare(w, fmt.Sprintf("a page may not send %.200q here; expected %s", method, strings.Join(pageMethods(), ", ")))
		return true
	}
	asked := headerNames(r.Header.Values(headersName))
	if len(asked) == 0 {
		r.Header.Del(headersName)
		return false
	}
	r.Header.Set(headersName, strings.Join(asked, ","))
	others := strings.Join(slices.DeleteFunc(asked, func(name string) bool { return slices.Contains(pageHeaders(), name) }), ", ")
	if others != "" {
		refuseFor(w, PreflightHeader, others)
		refuseShare(w, fmt.Sprintf("a page may not send the header %.200q here; expected of %s", others, strings.Join(pageHeaders(), ", ")))
	}
	return others != ""
}

// headerNames returns the names of headers in lists, in lower case and order, each once.
func headerNames(lists []string) []string {
	var names []string
	for name := range strings.SplitSeq(strings.ToLower(strings.Join(lists, ",")), ",") {
		if name = strings.Trim(name, " \t"); name != "" {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

func newCORS(origins []string) *cors.Cors {
	return cors.New(cors.Options{
		// Not AllowedOrigins, which knows patterns and compares without regard to case.
		AllowOriginFunc:     func(origin string) bool { return slices.Contains(origins, origin) },
		AllowedMethods:      pageMethods(),
		AllowedHeaders:      pageHeaders(),
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
	sent, reason, from := strings.Join(r.Header["Origin"], ", "), ForeignOrigin, "another site"
	if sent != "" {
		from = fmt.Sprintf("%.200q", sent)
	}
	if isPreflight(r) {
		reason = PreflightOrigin
	}
	refuseFor(w, reason, sent)
	refuseShare(w, fmt.Sprintf("a page of %s may not ask this server, which was reached at %.200q; expected a page of that origin or of one "+
		"that the server allows (AllowOrigins, --allow-origin): behind a proxy that also means its own name", from, ownOrigin(r)))
}

// ownOrigin is the origin that a request was sent to, as far as the server can tell: a
// proxy may have spoken TLS, and have been asked under another name.
func ownOrigin(r *http.Request) string {
	if r.TLS != nil {
		return "https://" + r.Host
	}
	return "http://" + r.Host
}

// refuseShare refuses what a browser sends for a page.
func refuseShare(w http.ResponseWriter, message string) {
	if h := w.Header(); !slices.Contains(h["Vary"], "Origin") {
		h.Add("Vary", "Origin")
	}
	refuse(http.StatusForbidden, jsonrpc.CodeInvalidRequest, message).write(w)
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
		return "", fmt.Errorf("%q to allow (AllowOrigins, --allow-origin) is no origin; expected SCHEME://HOST or SCHEME://HOST:PORT, such as https://app.example.com, with no path and no *", origin)
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
