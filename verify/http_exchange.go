package verify

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// httpLink is the way to a server over HTTP. It is the http.RoundTripper under the SDK's
// transport, and hands to that only answers that are whole and right: all that is wrong
// becomes an error of the one request, since the SDK gives up a whole connection for it.
type httpLink struct {
	mcp.StreamableClientTransport
	base    *http.Transport
	options Options
}

func (l *httpLink) ended() error { return nil }

func (l *httpLink) abandon(*exchange) {}

func (l *httpLink) close() error {
	l.base.CloseIdleConnections()
	return nil
}

// RoundTrip makes a request of the SDK with our headers.
func (l *httpLink) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	for name, values := range l.options.Header {
		r.Header[http.CanonicalHeaderKey(name)] = slices.Clone(values)
	}
	if l.options.BearerToken != "" {
		r.Header.Set("Authorization", "Bearer "+l.options.BearerToken)
	}
	if r.Method != http.MethodPost {
		return l.base.RoundTrip(r)
	}
	body, err := io.ReadAll(r.Body)
	r.Body.Close()
	if err != nil {
		return nil, err
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	return l.post(r, body)
}

// sentMessage is what must be known of a message of ours.
type sentMessage struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
}

func (l *httpLink) post(r *http.Request, body []byte) (*http.Response, error) {
	var sent sentMessage
	if err := json.Unmarshal(body, &sent); err != nil {
		return nil, err
	}
	if sent.Method == "notifications/cancelled" {
		// Nobody waits for it, and what comes of it must not end the session.
		if resp, err := l.base.RoundTrip(r); err == nil {
			resp.Body.Close()
		}
		return made(r, http.StatusAccepted, nil), nil
	}
	x := exchangeOf(r.Context())
	if x == nil {
		x = &exchange{method: sent.Method}
	}
	x.sent(body)
	resp, err := l.base.RoundTrip(r)
	if err != nil {
		return nil, failed(r, x, err)
	}
	if to := resp.Header.Get("Location"); isRedirect(resp.StatusCode) && to != "" {
		return l.redirect(r, x, resp, to)
	}
	defer resp.Body.Close()
	if sent.ID == nil {
		return l.noted(r, x, resp)
	}
	return l.answered(r, x, resp, sent.ID)
}

// failed settles a call for which no whole answer came. What ends with the context of the
// call is for the Client to explain.
func failed(r *http.Request, x *exchange, err error) error {
	if r.Context().Err() != nil {
		return err
	}
	err = &TransportError{x.method, err}
	x.settle(nil, err)
	return err
}

func isRedirect(status int) bool {
	switch status {
	case 301, 302, 303, 307, 308:
		return true
	}
	return false
}

// redirect leaves a redirect to the http.Client, which asks checkRedirect.
func (l *httpLink) redirect(r *http.Request, x *exchange, resp *http.Response, to string) (*http.Response, error) {
	if _, err := resp.Location(); err == nil {
		return resp, nil
	}
	resp.Body.Close()
	err := &RedirectError{Method: x.method, Status: resp.StatusCode, From: r.URL.Redacted(), To: to, Reason: "it is no URL"}
	x.settle(nil, err)
	return nil, err
}

// noted ends a notification.
func (l *httpLink) noted(r *http.Request, x *exchange, resp *http.Response) (*http.Response, error) {
	if resp.StatusCode >= 300 {
		body, _ := io.ReadAll(io.LimitReader(resp.Body, 1<<10))
		err := &HTTPError{x.method, resp.StatusCode, resp.Header, excerpt(body)}
		x.settle(nil, err)
		return nil, err
	}
	return made(r, http.StatusAccepted, nil), nil
}

// answered reads the answer to a call and makes of it what the SDK needs.
func (l *httpLink) answered(r *http.Request, x *exchange, resp *http.Response, id json.RawMessage) (*http.Response, error) {
	message, a, err := l.read(x, resp, id)
	if err != nil {
		if ofTransport, ok := errors.AsType[*TransportError](err); ok {
			return nil, failed(r, x, ofTransport.Err)
		}
		x.settle(nil, err)
		return nil, err
	}
	a.reply.Status, a.reply.Header = resp.StatusCode, resp.Header
	x.settle(a.reply, nil)
	if !x.whole {
		message = fmt.Appendf(nil, `{"jsonrpc":"2.0","id":%s,"result":{}}`, id)
	}
	answer := made(r, http.StatusOK, message)
	if session := resp.Header.Get("Mcp-Session-Id"); x.whole && session != "" {
		answer.Header.Set("Mcp-Session-Id", session)
	}
	return answer, nil
}

// turnsAway reports whether a refusal is about who asks, not about what: it comes from
// before the protocol, even where it has the form of a message.
func turnsAway(status int, r *Reply) bool {
	return r != nil && r.Error != nil && (status == http.StatusUnauthorized || status == http.StatusForbidden)
}

// read returns the message that answers a call.
func (l *httpLink) read(x *exchange, resp *http.Response, id json.RawMessage) ([]byte, received, error) {
	body := &boundedReader{from: resp.Body, left: limitOf(resp.Request.Context(), l.options.MaxResponse)}
	kind, _, _ := mime.ParseMediaType(resp.Header.Get("Content-Type"))
	if kind == "text/event-stream" && resp.StatusCode < 300 {
		defer drain(resp.Body)
		return readStream(x, body, id)
	}
	message, err := io.ReadAll(body)
	if err != nil {
		return nil, received{}, unread(x, message, err)
	}
	a, err := readAnswer(message)
	isMessage := err == nil && kind == "application/json" && !turnsAway(resp.StatusCode, a.reply)
	if !isMessage && resp.StatusCode >= 300 {
		return nil, a, &HTTPError{x.method, resp.StatusCode, resp.Header, excerpt(message)}
	}
	if kind != "application/json" {
		return nil, a, x.wrong(message, fmt.Sprintf("found the Content-Type %.200q, expected application/json or text/event-stream", resp.Header.Get("Content-Type")), nil)
	}
	// Servers that refuse before they read the message cannot know its id, and some then
	// write one of their own, where null is due.
	if err == nil && (resp.StatusCode < 400 || a.reply.Error == nil) {
		err = a.mustBe(id)
	}
	if err != nil {
		return nil, a, x.wrong(message, "the answer: "+err.Error(), nil)
	}
	return message, a, nil
}

// mustBe fails unless the answer is to the call with an id. One that refuses may have
// the id null: the server did not get to it.
func (a received) mustBe(id json.RawMessage) error {
	if a.id == string(id) || a.reply.Error != nil && (a.id == "null" || a.id == "") {
		return nil
	}
	return fmt.Errorf("its id is %s, expected that of the call", shown([]byte(a.id)))
}

// unread returns the error of a body that cannot be read to its end.
func unread(x *exchange, came []byte, err error) error {
	if errors.Is(err, ErrTooLarge) {
		return x.wrong(came, err.Error(), ErrTooLarge)
	}
	return &TransportError{x.method, err}
}

// made returns an answer for the SDK.
func made(r *http.Request, status int, body []byte) *http.Response {
	return &http.Response{
		Status: http.StatusText(status), StatusCode: status, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header:        http.Header{"Content-Type": {"application/json"}},
		Body:          io.NopCloser(bytes.NewReader(body)),
		ContentLength: int64(len(body)), Request: r,
	}
}
