package external

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net"
	"net/http"
	"slices"
	"time"
)

const (
	maxRedirects = 5
	maxHeader    = 64 << 10 // bytes
)

// Details that more than one place tells or looks for.
const (
	unknownHost = "its host is unknown"
	outOfTime   = "the time for all links was over"
)

// newClient returns a client that keeps to the options. It uses no proxy, which could
// reach for others what they may not.
func newClient(o Options) *http.Client {
	dialer := &net.Dialer{Timeout: o.Timeout}
	if !o.Private {
		dialer.Control = refusePrivate
	}
	return &http.Client{
		Transport: &http.Transport{
			DialContext:            dialer.DialContext,
			ForceAttemptHTTP2:      true,
			DisableCompression:     true,
			TLSHandshakeTimeout:    o.Timeout,
			MaxIdleConnsPerHost:    o.PerHost,
			IdleConnTimeout:        10 * time.Second,
			MaxResponseHeaderBytes: maxHeader,
		},
		CheckRedirect: func(_ *http.Request, via []*http.Request) error {
			if len(via) > maxRedirects {
				return errRedirects
			}
			return nil
		},
	}
}

var errRedirects = fmt.Errorf("more than %d redirects", maxRedirects)

// request asks for the head of an address, and for the whole where the server has no
// good answer to that: many know GET only.
func (c *checker) request(ctx context.Context, address string) Result {
	status, err := c.status(ctx, http.MethodHead, address)
	if err != nil && !isRefusal(err) || err == nil && status >= 400 {
		status, err = c.status(ctx, http.MethodGet, address)
	}
	if err != nil {
		return ofError(err)
	}
	return ofStatus(status)
}

// status returns the status of the last answer behind an address.
func (c *checker) status(ctx context.Context, method, address string) (int, error) {
	r, err := http.NewRequestWithContext(ctx, method, address, nil)
	if err != nil {
		return 0, err
	}
	r.Header.Set("User-Agent", c.options.UserAgent)
	r.Header.Set("Accept", "*/*")
	answer, err := c.client.Do(r)
	if err != nil {
		return 0, err
	}
	answer.Body.Close() // unread, so no body takes longer or more than the transport's buffer
	c.mu.Lock()
	c.answered = true
	c.mu.Unlock()
	return answer.StatusCode, nil
}

func ofStatus(status int) Result {
	switch {
	case status == http.StatusNotFound, status == http.StatusGone:
		return Result{Gone, fmt.Sprintf("the server answers %d %s", status, http.StatusText(status))}
	case status < 400:
		return Result{State: Alive}
	}
	return Result{Unknown, fmt.Sprintf("the server answers %d %s", status, http.StatusText(status))}
}

// isRefusal reports whether asking again, in another way, would end as this did.
func isRefusal(err error) bool {
	var dns *net.DNSError
	return errors.As(err, &dns) || errors.Is(err, errPrivate) || errors.Is(err, errRedirects) ||
		errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
}

func ofError(err error) Result {
	var dns *net.DNSError
	var timeout net.Error
	switch {
	case errors.As(err, &dns) && dns.IsNotFound:
		return Result{Gone, unknownHost}
	case errors.As(err, &dns):
		return Result{Unknown, "its host cannot be looked up"}
	case errors.Is(err, errPrivate):
		return Result{Unknown, errPrivate.Error()}
	case errors.Is(err, errRedirects):
		return Result{Unknown, errRedirects.Error()}
	case errors.As(err, &timeout) && timeout.Timeout(), errors.Is(err, context.Canceled):
		return Result{Unknown, "it did not answer in time"}
	}
	return Result{Unknown, "the connection failed"}
}

func sortedValues(m map[string]string) []string {
	return slices.Compact(slices.Sorted(maps.Values(m)))
}
