package serve

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"skillpack/catalog"
)

// twins are two servers of the same catalog: one whose direct path answers what it
// can, and one that leaves everything to the SDK. No client may tell them apart.
type twins struct {
	servers [2]*Server
	doors   [2]http.Handler
}

func newTwins(c *catalog.Catalog, o Options) twins {
	o.Logger = slog.New(slog.DiscardHandler)
	o.Observe = noteCall
	var w twins
	for i, sdkOnly := range []bool{false, true} {
		o.SDKOnly = sdkOnly
		w.servers[i] = New(c, o)
		w.doors[i] = w.servers[i].Handler()
	}
	return w
}

// noted is the context key of the place where an observer leaves the call.
type noted struct{}

func noteCall(r *http.Request, c Call) { *r.Context().Value(noted{}).(*Call) = c }

func contextWith(ctx context.Context, c *Call) context.Context {
	return context.WithValue(ctx, noted{}, c)
}

// question is an HTTP request that can be sent any number of times.
type question struct {
	method string // "" is POST
	host   string // "" is a loopback name
	header http.Header
	body   string
	local  bool // arrives at a loopback address
}

func (q question) String() string {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s host %q local %t\n", q.method, q.host, q.local)
	for _, name := range slices.Sorted(maps.Keys(q.header)) {
		fmt.Fprintf(&b, "%s: %q\n", name, q.header[name])
	}
	fmt.Fprintf(&b, "%.700q", q.body)
	return b.String()
}

// with returns the question with a header more; "" takes the header away.
func (q question) with(name, value string) question {
	q.header = q.header.Clone()
	q.header.Del(name)
	if value != "" {
		q.header.Set(name, value)
	}
	return q
}

// request makes the request as net/http would, and the place for its call.
func (q question) request() (*http.Request, *Call) {
	call := new(Call)
	ctx := contextWith(context.Background(), call)
	if q.local {
		ctx = context.WithValue(ctx, http.LocalAddrContextKey, &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 8080})
	}
	r := &http.Request{
		Method: q.method, Host: q.host, Header: q.header.Clone(), URL: &url.URL{Path: Endpoint}, RequestURI: Endpoint,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, RemoteAddr: "127.0.0.1:9",
		Body: io.NopCloser(strings.NewReader(q.body)), ContentLength: int64(len(q.body)),
	}
	if r.Method == "" {
		r.Method = http.MethodPost
	}
	if r.Host == "" {
		r.Host = "127.0.0.1:8080"
	}
	return r.WithContext(ctx), call
}

// doorAnswer is what a door gave.
type doorAnswer struct {
	status int
	header http.Header
	body   []byte // without the compression
	call   Call
	fault  error // what is wrong with the answer whatever the other door gave
}

func (a doorAnswer) String() string {
	return fmt.Sprintf("door %q %d %v fault %v\ncall %+v\n%.700q", a.call.Door, a.status, a.header, a.fault, a.call, a.body)
}

// of sends the question to a handler.
func (q question) of(h http.Handler) doorAnswer {
	r, call := q.request()
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	a := doorAnswer{status: w.Code, header: w.Header(), body: w.Body.Bytes(), call: *call}
	if length := a.header.Get("Content-Length"); length != "" && length != strconv.Itoa(len(a.body)) {
		a.fault = fmt.Errorf("Content-Length %s of a body of %d bytes", length, len(a.body))
	}
	if call.Bytes != int64(len(a.body)) {
		a.fault = fmt.Errorf("%d bytes observed of a body of %d", call.Bytes, len(a.body))
	}
	if a.header.Get("Content-Encoding") == "gzip" {
		if !strings.Contains(strings.Join(q.header["Accept-Encoding"], ","), "gzip") {
			a.fault = errors.New("gzip, which was not asked for")
		}
		a.body, a.fault = inflate(a.body)
	}
	return a
}

// inflate reads one gzip member that nothing follows, which is all that some clients read.
func inflate(text []byte) ([]byte, error) {
	in := bytes.NewReader(text)
	z, err := gzip.NewReader(in)
	if err != nil {
		return nil, err
	}
	z.Multistream(false)
	plain, err := io.ReadAll(z)
	if err == nil && in.Len() > 0 {
		err = fmt.Errorf("%d bytes after the gzip stream", in.Len())
	}
	return plain, err
}

// ask sends the question to both doors and says how the answers differ, "" for not.
func (w twins) ask(q question) (direct doorAnswer, difference string) {
	direct, sdk := q.of(w.doors[0]), q.of(w.doors[1])
	err := differ(direct, sdk)
	if sdk.call.Door == DirectDoor {
		err = errors.New("the direct path answers where it is switched off")
	}
	if err != nil {
		difference = fmt.Sprintf("%v\n--- question\n%v\n--- direct path\n%v\n--- SDK\n%v", err, q, direct, sdk)
	}
	return direct, difference
}

// check fails the test if the doors answer differently, and returns the first answer.
func (w twins) check(t testing.TB, q question) doorAnswer {
	t.Helper()
	a, difference := w.ask(q)
	if difference != "" {
		t.Error(difference)
	}
	return a
}

// wantDoor fails the test if the answers differ or another door gave the first.
func (w twins) wantDoor(t testing.TB, door Door, q question) doorAnswer {
	t.Helper()
	a := w.check(t, q)
	if a.call.Door != door {
		t.Errorf("answered by door %q, want %q\n%v\n%v", a.call.Door, door, q, a)
	}
	return a
}

// differ returns the first difference of two answers that a client could see.
func differ(a, b doorAnswer) error {
	if err := errors.Join(a.fault, b.fault); err != nil {
		return err
	}
	if a.status != b.status {
		return fmt.Errorf("status %d and %d", a.status, b.status)
	}
	if x, y := visible(a.header), visible(b.header); !reflect.DeepEqual(x, y) {
		return fmt.Errorf("headers %v and %v", x, y)
	}
	if x, y := told(a.call), told(b.call); x != y {
		return fmt.Errorf("observed %+v and %+v", x, y)
	}
	if !strings.HasPrefix(a.header.Get("Content-Type"), "application/json") {
		if !bytes.Equal(a.body, b.body) {
			return errors.New("the bodies differ")
		}
		return nil
	}
	return differJSON(a.body, b.body)
}

// visible are the headers without those that say how the same content is sent.
func visible(h http.Header) http.Header {
	h = h.Clone()
	h.Del("Content-Length")
	h.Del("Content-Encoding")
	return h
}

// told is the part of a call that does not tell the door.
func told(c Call) Call {
	c.Door, c.Bytes, c.Duration = "", 0, 0
	return c
}

// differJSON returns how two JSON texts differ; the order of members is free, the
// spelling of numbers is not.
func differJSON(a, b []byte) error {
	if bytes.Equal(a, b) {
		return nil
	}
	x, err := decodeStrict(a)
	if err != nil {
		return fmt.Errorf("direct path: %w", err)
	}
	y, err := decodeStrict(b)
	if err != nil {
		return fmt.Errorf("SDK: %w", err)
	}
	if !reflect.DeepEqual(x, y) {
		return errors.New("the JSON differs")
	}
	if n, m := loneSurrogates(a), loneSurrogates(b); n != m {
		return fmt.Errorf("%d and %d lone surrogates", n, m)
	}
	return nil
}

// decodeStrict decodes a JSON text that ends with its value, is UTF-8 and has no member twice.
func decodeStrict(text []byte) (any, error) {
	if !utf8.Valid(text) {
		return nil, errors.New("not UTF-8")
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	v, err := decodeValue(d)
	if err != nil {
		return nil, err
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, errors.New("something follows the JSON value")
	}
	return v, nil
}

func decodeValue(d *json.Decoder) (any, error) {
	token, err := d.Token()
	if err != nil {
		return nil, err
	}
	switch token {
	case json.Delim('['):
		list := []any{}
		for d.More() {
			v, err := decodeValue(d)
			if err != nil {
				return nil, err
			}
			list = append(list, v)
		}
		_, err = d.Token()
		return list, err
	case json.Delim('{'):
		return decodeObject(d)
	}
	return token, nil
}

func decodeObject(d *json.Decoder) (any, error) {
	object := map[string]any{}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return nil, err
		}
		v, err := decodeValue(d)
		if err != nil {
			return nil, err
		}
		if _, twice := object[name.(string)]; twice {
			return nil, fmt.Errorf("%q is there twice", name)
		}
		object[name.(string)] = v
	}
	_, err := d.Token()
	return object, err
}

// loneSurrogates counts escapes of half a character, which Go reads as U+FFFD and
// JavaScript keeps.
func loneSurrogates(text []byte) int {
	if !bytes.Contains(text, []byte(`\u`)) {
		return 0
	}
	const backslashes, pairs = `\\\\`, `(?i)\\ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}`
	rest := regexp.MustCompile(backslashes+"|"+pairs).ReplaceAll(text, nil)
	return len(regexp.MustCompile(`(?i)\\ud[89a-f][0-9a-f]{2}`).FindAll(rest, -1))
}
