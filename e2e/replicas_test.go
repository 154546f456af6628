package e2e

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// balancer is a proxy that gives each request to the next of its replicas, as nginx does
// by default: one that refuses the connection is passed over.
type balancer struct {
	*httputil.ReverseProxy
	mu       sync.Mutex
	replicas []string
	next     int
	took     map[string]int // requests, by replica
}

func newBalancer(t *testing.T, replicas ...string) (*balancer, string) {
	t.Helper()
	b := &balancer{replicas: replicas, took: map[string]int{}}
	transport := &http.Transport{MaxIdleConnsPerHost: 16, DisableCompression: true}
	b.ReverseProxy = &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(&url.URL{Scheme: "http", Host: "replicas"})
			r.Out.Host = "127.0.0.1"
		},
		Transport: b.turns(transport),
	}
	front := httptest.NewServer(b)
	t.Cleanup(func() { front.Close(); transport.CloseIdleConnections() })
	return b, front.URL + "/mcp"
}

// turns gives each request the host of the replica whose turn it is.
func (b *balancer) turns(transport http.RoundTripper) http.RoundTripper {
	return roundTripper(func(r *http.Request) (*http.Response, error) {
		var body []byte
		if r.Body != nil {
			var err error
			if body, err = io.ReadAll(r.Body); err != nil {
				return nil, err
			}
		}
		for {
			at := b.turn()
			if r.URL.Host = at; r.Body != nil {
				r.Body = io.NopCloser(bytes.NewReader(body))
			}
			a, err := transport.RoundTrip(r)
			if errors.Is(err, syscall.ECONNREFUSED) { // nothing was sent
				b.retire(at)
				continue
			}
			return a, err
		}
	})
}

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func (b *balancer) turn() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.next++
	at := b.replicas[b.next%len(b.replicas)]
	b.took[at]++
	return at
}

// retire takes a replica out, unless it is the last.
func (b *balancer) retire(at string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if i := slices.Index(b.replicas, at); i >= 0 && len(b.replicas) > 1 {
		b.replicas = slices.Delete(b.replicas, i, i+1)
	}
}

func (b *balancer) add(at string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.replicas = append(b.replicas, at)
}

// lists are the lists that can be walked, by their method, and what to ask for.
func lists(want expectation) map[string]map[string]any {
	return map[string]map[string]any{
		"skills/list": {}, "resources/list": {}, "resources/directory/read": {"uri": want.Listed[0].root()},
	}
}

// refusal is an answer that is an error.
type refusal struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

func (r *refusal) Error() string { return fmt.Sprintf("%d %s", r.Code, r.Message) }

// page asks for one page of a list and returns what is on it and the cursor of the next.
func page(t *testing.T, url, revision, method string, params map[string]any, cursor string) (uris []string, next string, err error) {
	t.Helper()
	all := map[string]any{}
	maps.Copy(all, params)
	if cursor != "" {
		all["cursor"] = cursor
	}
	a, err := http.DefaultClient.Do(request{revision, method, all, false}.encode(t, url, 1))
	if err != nil {
		return nil, "", err
	}
	defer a.Body.Close()
	var m struct {
		Result struct {
			Skills, Resources []resource
			NextCursor        string
		}
		Error *refusal
	}
	if err := json.NewDecoder(a.Body).Decode(&m); err != nil {
		return nil, "", fmt.Errorf("status %d: %w", a.StatusCode, err)
	}
	if m.Error != nil {
		return nil, "", m.Error
	}
	for _, item := range append(m.Result.Skills, m.Result.Resources...) {
		uris = append(uris, item.URI)
	}
	return uris, m.Result.NextCursor, nil
}

// walk asks for every page of a list.
func walk(t *testing.T, url, revision, method string, params map[string]any) (uris []string, pages int, err error) {
	t.Helper()
	for cursor := ""; ; pages++ {
		part, next, err := page(t, url, revision, method, params, cursor)
		if err != nil {
			return nil, pages, err
		}
		uris = append(uris, part...)
		if cursor = next; next == "" {
			return uris, pages + 1, nil
		}
	}
}

// TestReplicas has three servers of one catalog answer every walk in turns (S83, P7).
func TestReplicas(t *testing.T) {
	optIn(t)
	t.Parallel()
	c, p := newClients(t), newProduct(t)
	replica := func(catalog string) string {
		return start(t, p.binary, "serve", catalog, "--http", "127.0.0.1:0", "--page-size", "3", "--log-level", "warn").url
	}
	whole := start(t, p.binary, "serve", p.catalog, "--http", "127.0.0.1:0", "--log-level", "warn").url
	gone := start(t, p.binary, "serve", p.catalog, "--http", "127.0.0.1:0")
	gone.stop(t)
	b, url := newBalancer(t, authority(replica(p.catalog)), authority(replica(p.catalog)), authority(replica(p.catalog)), authority(gone.url))
	for _, revision := range []string{"2025-11-25", "2026-07-28"} {
		for method, params := range lists(p.expectation) {
			t.Run(method+" "+revision, func(t *testing.T) { walkInTurns(t, b, url, whole, revision, method, params) })
		}
	}
	t.Run("clients", func(t *testing.T) {
		runSkillsClient(limit(t), c, target{url: url}, "2026-07-28", p.expectation).report(t)
		runSkillsClient(limit(t), c, target{url: url}, "legacy", p.expectation).report(t)
	})
	t.Run("another catalog", func(t *testing.T) {
		other := replica(catalogOf(t, p.binary, "one/SKILL.md", manifest("one", ""), "two/SKILL.md", manifest("two", ""),
			"three/SKILL.md", manifest("three", ""), "four/SKILL.md", manifest("four", ""), "five/SKILL.md", manifest("five", "")))
		_, cursor, err := page(t, url, "2025-11-25", "skills/list", nil, "")
		if cursor == "" || err != nil {
			t.Fatalf("no second page: %v", err)
		}
		var refused *refusal
		if _, _, err := page(t, other, "2025-11-25", "skills/list", map[string]any{}, cursor); !errors.As(err, &refused) || refused.Code != invalidParams {
			t.Errorf("a cursor of another catalog: %v, expected %d", err, invalidParams)
		}
	})
}

// walkInTurns holds a walk over the replicas against the list on one page.
func walkInTurns(t *testing.T, b *balancer, url, whole, revision, method string, params map[string]any) {
	before := b.taken()
	got, pages, err := walk(t, url, revision, method, params)
	want, one, wholeErr := walk(t, whole, revision, method, params)
	if err := errors.Join(err, wholeErr); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(got, want) || one != 1 || pages != (len(want)+2)/3 {
		t.Errorf("on %d pages %q, expected %q on %d", pages, got, want, (len(want)+2)/3)
	}
	after, asked := b.taken(), 0
	for at, n := range after {
		if n > before[at] {
			asked++
		}
	}
	if asked < min(3, pages) {
		t.Errorf("%d pages came from %d replicas", pages, asked)
	}
}

func (b *balancer) taken() map[string]int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return maps.Clone(b.took)
}

// TestRollingRestart replaces each replica while clients walk: no request fails. As in a
// cluster a replica gets no more requests once it says that it is not ready.
func TestRollingRestart(t *testing.T) {
	optIn(t)
	t.Parallel()
	p := newProduct(t)
	replica := func() *server {
		return start(t, p.binary, "serve", p.catalog, "--http", "127.0.0.1:0", "--ops-addr", "127.0.0.1:0", "--page-size", "3",
			"--log-level", "warn", "--drain-delay", "300ms")
	}
	replicas := []*server{replica(), replica(), replica()}
	b, url := newBalancer(t, authority(replicas[0].url), authority(replicas[1].url), authority(replicas[2].url))
	walks, end := walkers(t, url, p.expectation)
	defer end()
	for _, old := range replicas {
		b.add(authority(replica().url))
		ended := make(chan struct{})
		go func() { old.stop(t); close(ended) }()
		awaitUnready(t, old.ops(t))
		b.retire(authority(old.url))
		<-ended
		await(t, "another walk", walks)
	}
}

// walkers walk every list until the end is called. Each walk of any of them sends to the
// channel, if somebody waits for it; each must see the whole list.
func walkers(t *testing.T, url string, want expectation) (walks <-chan struct{}, end func()) {
	t.Helper()
	done, ended := make(chan struct{}), atomic.Bool{}
	var all sync.WaitGroup
	for i := range 4 {
		revision := []string{"2025-11-25", "2026-07-28"}[i%2]
		all.Go(func() {
			for !ended.Load() {
				for method, params := range lists(want) {
					if got, _, err := walk(t, url, revision, method, params); err != nil || method == "skills/list" && !slices.Equal(got, uris(want.Listed)) {
						t.Errorf("%s %s: %q %v", revision, method, got, err)
						return
					}
				}
				select {
				case done <- struct{}{}:
				default:
				}
			}
		})
	}
	return done, func() { ended.Store(true); all.Wait() }
}

// await waits for an event that a channel tells.
func await(t *testing.T, what string, event <-chan struct{}) {
	t.Helper()
	select {
	case <-event:
	case <-time.After(patience):
		t.Fatalf("%s does not come", what)
	}
}
