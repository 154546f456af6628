package access

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"golang.org/x/time/rate"
)

const (
	issuerTimeout = 10 * time.Second
	maxAnswer     = 1 << 20 // bytes of an issuer's answer
	// fetchEvery bounds the fetches that tokens with made-up keys can cause. Every
	// fetch brings the newest keys, so a new one is known within this time.
	fetchEvery = 10 * time.Second
)

// issuerTransport is how we speak with an issuer: by https, except on loopback, with
// answers of bounded length, and where it fetches keys not too often.
type issuerTransport struct {
	next http.RoundTripper
	keys *rate.Limiter // nil for the configuration, which is fetched once
	log  *slog.Logger
}

// forConfiguration and forKeys return a client that speaks as c does, nil for a
// default one.
func forConfiguration(c *http.Client) *http.Client { return issuerClient(c, &issuerTransport{}) }

func forKeys(c *http.Client, log *slog.Logger) *http.Client {
	return issuerClient(c, &issuerTransport{keys: rate.NewLimiter(rate.Every(fetchEvery), 1), log: log})
}

func issuerClient(c *http.Client, t *issuerTransport) *http.Client {
	ours := *cmp.Or(c, &http.Client{})
	t.next = ours.Transport
	if t.next == nil {
		t.next = http.DefaultTransport
	}
	ours.Transport, ours.Timeout = t, cmp.Or(ours.Timeout, issuerTimeout)
	return &ours
}

// RoundTrip sends a request. A request that a redirect caused (r.Response) is not
// counted: it belongs to one that was.
func (t *issuerTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	if t.keys != nil && r.Response == nil && !t.keys.Allow() {
		return nil, fmt.Errorf("the keys were fetched less than %v ago", fetchEvery)
	}
	answer, err := t.send(r)
	if err != nil && t.keys != nil {
		t.log.WarnContext(r.Context(), "OIDC keys not fetched; the known ones go on", "url", r.URL.Redacted(), "error", err)
	}
	return answer, err
}

func (t *issuerTransport) send(r *http.Request) (*http.Response, error) {
	if !isSecure(r.URL) {
		return nil, fmt.Errorf("%q is not https; http is for loopback alone", r.URL.Redacted())
	}
	answer, err := t.next.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	if answer.StatusCode >= http.StatusBadRequest {
		answer.Body.Close()
		return nil, errors.New(answer.Status)
	}
	answer.Body = http.MaxBytesReader(nil, answer.Body, maxAnswer)
	return answer, nil
}

// isSecure reports whether nobody on the way to u can change what it answers.
func isSecure(u *url.URL) bool {
	if u.Scheme != "http" {
		return u.Scheme == "https"
	}
	ip, err := netip.ParseAddr(u.Hostname())
	return strings.EqualFold(u.Hostname(), "localhost") || err == nil && ip.IsLoopback()
}
