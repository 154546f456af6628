package verify

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// maxRedirects is how many redirects of one request are followed.
const maxRedirects = 3

// ConnectHTTP opens a connection to the MCP endpoint at a URL. Only redirects to the same
// scheme, host and port are followed, so that the headers of Options stay there.
func ConnectHTTP(ctx context.Context, endpoint string, o Options) (*Client, error) {
	u, err := url.Parse(endpoint)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, fmt.Errorf("%q is no address of a server, expected one such as https://example.com/mcp", endpoint)
	}
	o = o.withDefaults(u.Redacted())
	base := http.DefaultTransport.(*http.Transport).Clone()
	base.MaxResponseHeaderBytes = 256 << 10
	base.MaxIdleConnsPerHost = 32 // for the calls of an audit, which run side by side
	l := &httpLink{base: base, options: o}
	l.StreamableClientTransport = mcp.StreamableClientTransport{
		Endpoint:             endpoint,
		HTTPClient:           &http.Client{Transport: l, CheckRedirect: checkRedirect},
		MaxRetries:           -1,
		DisableStandaloneSSE: true,
	}
	return connect(ctx, l, o)
}

// checkRedirect refuses the redirects that change the place or the request.
func checkRedirect(next *http.Request, before []*http.Request) error {
	first := before[0]
	refused := &RedirectError{
		Status: next.Response.StatusCode,
		From:   first.URL.Redacted(), To: next.Response.Header.Get("Location"),
	}
	switch {
	case origin(next.URL) != origin(first.URL):
		refused.Reason = "it is at another scheme, host or port; if that is right, ask there"
	case next.Method != first.Method:
		refused.Reason = "with this status a POST becomes a GET, expected 307 or 308"
	case len(before) > maxRedirects:
		refused.Reason = fmt.Sprintf("it is the one after %d, expected no more", maxRedirects)
	default:
		return nil
	}
	if x := exchangeOf(next.Context()); x != nil {
		refused.Method = x.method
		x.settle(nil, refused)
	}
	return refused
}

// origin is the scheme, host and port of a URL, in one spelling.
func origin(u *url.URL) string {
	port := u.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[u.Scheme]
	}
	return u.Scheme + "://" + strings.ToLower(u.Hostname()) + ":" + port
}
