package external

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// site is a server on loopback that keeps what it was asked.
type site struct {
	*httptest.Server
	mu    sync.Mutex
	asked []string // "METHOD /path"
}

func newSite(t *testing.T, answer http.HandlerFunc) *site {
	t.Helper()
	s := &site{}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		s.asked = append(s.asked, r.Method+" "+r.URL.Path)
		s.mu.Unlock()
		answer(w, r)
	}))
	t.Cleanup(s.Close)
	return s
}

// onLoopback are options under which tests need not wait.
func onLoopback() Options { return Options{Private: true, Rate: 1e6, Timeout: 5 * time.Second} }

func checkOne(t *testing.T, address string, o Options) Result {
	t.Helper()
	return Check(t.Context(), []string{address}, o)[address]
}

func TestStatus(t *testing.T) {
	s := newSite(t, func(w http.ResponseWriter, r *http.Request) {
		var status int
		fmt.Sscan(r.URL.Path[1:], &status)
		w.WriteHeader(status)
	})
	for status, want := range map[int]Result{
		200: {State: Alive}, 204: {State: Alive}, 304: {State: Alive},
		404: {Gone, "the server answers 404 Not Found"}, 410: {Gone, "the server answers 410 Gone"},
		401: {Unknown, "the server answers 401 Unauthorized"}, 403: {Unknown, "the server answers 403 Forbidden"},
		429: {Unknown, "the server answers 429 Too Many Requests"}, 503: {Unknown, "the server answers 503 Service Unavailable"},
	} {
		if got := checkOne(t, fmt.Sprintf("%s/%d", s.URL, status), onLoopback()); got != want {
			t.Errorf("%d: got %+v, want %+v", status, got, want)
		}
	}
}

func TestHeadThenGet(t *testing.T) {
	s := newSite(t, func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == "/none" || r.URL.Path == "/get-only" && r.Method == http.MethodHead:
			w.WriteHeader(http.StatusNotFound)
		case r.URL.Path == "/hangs-up" && r.Method == http.MethodHead:
			panic(http.ErrAbortHandler)
		}
		if agent := r.Header.Get("User-Agent"); agent != "skillpack/1.2.3" {
			t.Errorf("user agent %q", agent)
		}
	})
	o := onLoopback()
	o.PerHost, o.UserAgent = 1, "skillpack/1.2.3"
	got := Check(t.Context(), []string{s.URL + "/ok", s.URL + "/get-only", s.URL + "/none", s.URL + "/hangs-up"}, o)
	for path, want := range map[string]State{"/ok": Alive, "/get-only": Alive, "/none": Gone, "/hangs-up": Alive} {
		if state := got[s.URL+path].State; state != want {
			t.Errorf("%s: %v, want %v", path, state, want)
		}
	}
	want := []string{"HEAD /get-only", "GET /get-only", "HEAD /hangs-up", "GET /hangs-up", "HEAD /none", "GET /none", "HEAD /ok"}
	if asked := slices.Compact(s.asked); !slices.Equal(asked, want) { // the transport itself asks twice where a connection broke
		t.Errorf("asked %q, want %q", asked, want)
	}
}

func TestFragmentsAndRepeatsAreAskedOnce(t *testing.T) {
	s := newSite(t, func(http.ResponseWriter, *http.Request) {})
	upper := strings.Replace(s.URL, "http", "HTTP", 1)
	addresses := []string{s.URL, s.URL + "/", s.URL + "/#a", s.URL + "#b", upper + "/"}
	got := Check(t.Context(), addresses, onLoopback())
	for _, a := range addresses {
		if got[a].State != Alive {
			t.Errorf("%s: %+v", a, got[a])
		}
	}
	if !slices.Equal(s.asked, []string{"HEAD /"}) {
		t.Errorf("asked %q", s.asked)
	}
}

func TestBodyIsNotRead(t *testing.T) {
	written := make(chan int64, 1)
	s := newSite(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodHead {
			w.WriteHeader(http.StatusMethodNotAllowed)
			return
		}
		n, _ := io.Copy(w, io.LimitReader(endless{}, 1<<30))
		written <- n
	})
	if got := checkOne(t, s.URL+"/", onLoopback()); got.State != Alive {
		t.Errorf("got %+v", got)
	}
	if n := <-written; n > 64<<20 { // what buffers of the system take
		t.Errorf("the server could write %d bytes", n)
	}
}

type endless struct{}

func (endless) Read(p []byte) (int, error) { return len(p), nil }

func TestRedirects(t *testing.T) {
	s := newSite(t, func(w http.ResponseWriter, r *http.Request) {
		n := 0
		fmt.Sscan(r.URL.Path[1:], &n)
		switch {
		case r.URL.Path == "/gone":
			w.WriteHeader(http.StatusGone)
		case r.URL.Path == "/to-gone":
			http.Redirect(w, r, "/gone", http.StatusFound)
		case r.URL.Path == "/to-file":
			w.Header().Set("Location", "file:///etc/passwd")
			w.WriteHeader(http.StatusFound)
		case n > 0:
			http.Redirect(w, r, fmt.Sprintf("/%d", n-1), http.StatusFound)
		}
	})
	for path, want := range map[string]Result{
		"/5": {State: Alive}, "/6": {Unknown, "more than 5 redirects"}, "/to-gone": {Gone, "the server answers 410 Gone"},
		"/to-file": {Unknown, "the connection failed"},
	} {
		if got := checkOne(t, s.URL+path, onLoopback()); got != want {
			t.Errorf("%s: got %+v, want %+v", path, got, want)
		}
	}
}

func TestPrivateIsNotReached(t *testing.T) {
	s := newSite(t, func(http.ResponseWriter, *http.Request) {})
	_, port, _ := strings.Cut(strings.TrimPrefix(s.URL, "http://"), ":")
	o := onLoopback()
	o.Private = false
	for _, host := range []string{"127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0", "10.0.0.1", "169.254.169.254"} {
		address := "http://" + host + ":" + port + "/"
		if got := checkOne(t, address, o); got.State == Alive {
			t.Errorf("%s: got %+v", address, got)
		}
	}
	if len(s.asked) > 0 {
		t.Errorf("asked %q", s.asked)
	}
	if got := checkOne(t, s.URL+"/", o); got.Detail != errPrivate.Error() {
		t.Errorf("got %+v", got)
	}
}

func TestIsPublic(t *testing.T) {
	for address, want := range map[string]bool{
		"8.8.8.8": true, "2606:4700::1111": true,
		"127.1.2.3": false, "10.1.2.3": false, "172.16.0.1": false, "192.168.1.1": false, "169.254.169.254": false, "100.64.0.1": false,
		"0.0.0.0": false, "255.255.255.255": false, "224.0.0.1": false, "198.18.0.1": false, "::1": false, "::": false, "fe80::1%eth0": false,
		"fd00::1": false, "::ffff:10.0.0.1": false, "64:ff9b::a00:1": false, "2002:a00:1::": false, "ff02::1": false,
	} {
		if got := isPublic(netip.MustParseAddr(address)); got != want {
			t.Errorf("%s: %v", address, got)
		}
	}
}

func TestRefusedAddresses(t *testing.T) {
	for address, want := range map[string]string{
		"http://user:word@127.0.0.1/": "it holds a user name", "http:///x": "it is no address", "http://[x/": "it is no address", "ftp://x.org/": "it is no web address",
	} {
		if got := checkOne(t, address, onLoopback()); got != (Result{Unknown, want}) {
			t.Errorf("%s: got %+v", address, got)
		}
	}
}

// ".invalid" never resolves. It tells nothing where no other host answers.
func TestUnknownHost(t *testing.T) {
	s := newSite(t, func(http.ResponseWriter, *http.Request) {})
	c := &checker{answered: true, results: map[string]Result{"http://a.invalid/": {Gone, unknownHost}}}
	wanted := map[string]string{"http://a.invalid": "http://a.invalid/"}
	if got := c.resultsOf(wanted)["http://a.invalid"]; got != (Result{Gone, unknownHost}) {
		t.Errorf("with an answer of another host: %+v", got)
	}
	c.answered = false
	if got := c.resultsOf(wanted)["http://a.invalid"]; got.State != Unknown {
		t.Errorf("without one: %+v", got)
	}
	if checkOne(t, s.URL, onLoopback()).State != Alive {
		t.Error("a host that answers is not alive")
	}
}

func TestNothingListens(t *testing.T) {
	s := httptest.NewServer(nil)
	s.Close()
	if got := checkOne(t, s.URL+"/", onLoopback()); got != (Result{Unknown, "the connection failed"}) {
		t.Errorf("got %+v", got)
	}
}

func TestBounds(t *testing.T) {
	t.Run("count", func(t *testing.T) {
		s := newSite(t, func(http.ResponseWriter, *http.Request) {})
		o := onLoopback()
		o.Most = 3
		got := Check(t.Context(), many(s.URL, 10), o)
		alive := 0
		for _, r := range got {
			if r.State == Alive {
				alive++
			} else if r.Detail != "there are more links than one run checks" {
				t.Errorf("got %+v", r)
			}
		}
		if alive != 3 || len(s.asked) != 3 {
			t.Errorf("%d alive, asked %q", alive, s.asked)
		}
	})
	t.Run("at once", func(t *testing.T) {
		var now, most atomic.Int32
		answer := func(http.ResponseWriter, *http.Request) {
			most.Store(max(most.Load(), now.Add(1)))
			time.Sleep(5 * time.Millisecond)
			now.Add(-1)
		}
		a, b, c := newSite(t, answer), newSite(t, answer), newSite(t, answer)
		o := onLoopback()
		o.AtOnce, o.PerHost = 4, 2
		Check(t.Context(), slices.Concat(many(a.URL, 20), many(b.URL, 20), many(c.URL, 20)), o)
		if most.Load() > 4 || len(a.asked) != 20 {
			t.Errorf("%d at once, %d asked", most.Load(), len(a.asked))
		}
		most.Store(0)
		Check(t.Context(), many(a.URL, 20), o)
		if most.Load() > 2 {
			t.Errorf("%d at once of one host", most.Load())
		}
	})
	t.Run("rate", func(t *testing.T) {
		s := newSite(t, func(http.ResponseWriter, *http.Request) {})
		o := onLoopback()
		o.Rate = 20
		begun := time.Now()
		Check(t.Context(), many(s.URL, 6), o)
		if took := time.Since(begun); took < 240*time.Millisecond {
			t.Errorf("took %v", took)
		}
	})
	t.Run("time of one", func(t *testing.T) {
		s := newSite(t, func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
		o := onLoopback()
		o.Timeout = 50 * time.Millisecond
		if got := checkOne(t, s.URL+"/", o); got != (Result{Unknown, "it did not answer in time"}) {
			t.Errorf("got %+v", got)
		}
	})
	t.Run("time of all", func(t *testing.T) {
		s := newSite(t, func(http.ResponseWriter, *http.Request) {})
		o := onLoopback()
		o.Rate, o.Deadline = 10, 250*time.Millisecond
		got := Check(t.Context(), many(s.URL, 100), o)
		if len(got) != 100 || len(s.asked) > 5 || got[s.URL+"/99"] != (Result{Unknown, outOfTime}) {
			t.Errorf("%d results, asked %q, last %+v", len(got), s.asked, got[s.URL+"/99"])
		}
	})
	t.Run("interrupt", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if got := Check(ctx, []string{"http://127.0.0.1/"}, onLoopback())["http://127.0.0.1/"]; got.State != Unknown {
			t.Errorf("got %+v", got)
		}
	})
}

func many(base string, n int) []string {
	var out []string
	for i := range n {
		out = append(out, fmt.Sprintf("%s/%02d", base, i))
	}
	return out
}

func TestCache(t *testing.T) {
	gone := false
	s := newSite(t, func(w http.ResponseWriter, r *http.Request) {
		if gone || r.URL.Path == "/gone" {
			w.WriteHeader(http.StatusNotFound)
		}
	})
	o := onLoopback()
	o.Cache = filepath.Join(t.TempDir(), "deep", "er")
	addresses := []string{s.URL + "/ok", s.URL + "/gone"}
	Check(t.Context(), addresses, o)
	s.asked, gone = nil, true
	t.Run("what answered is not asked again", func(t *testing.T) {
		got := Check(t.Context(), addresses, o)
		if got[s.URL+"/ok"].State != Alive || got[s.URL+"/gone"].State != Gone || slices.Contains(s.asked, "HEAD /ok") || !slices.Contains(s.asked, "HEAD /gone") {
			t.Errorf("got %+v, asked %q", got, s.asked)
		}
	})
	t.Run("but after its time", func(t *testing.T) {
		old := o
		old.MaxAge = time.Nanosecond
		if got := checkOne(t, s.URL+"/ok", old); got.State != Gone {
			t.Errorf("got %+v", got)
		}
	})
	for _, broken := range []string{"", "{", "null", "[]", `{"` + s.URL + `/ok":"yesterday"}`, `{"` + s.URL + `/ok":"2999-01-01T00:00:00Z"}`} {
		t.Run("broken "+broken, func(t *testing.T) {
			if err := os.WriteFile(filepath.Join(o.Cache, "links.json"), []byte(broken), 0o600); err != nil {
				t.Fatal(err)
			}
			if got := checkOne(t, s.URL+"/ok", o); got.State != Gone {
				t.Errorf("got %+v", got)
			}
		})
	}
	if left, err := filepath.Glob(filepath.Join(o.Cache, "*.tmp")); err != nil || len(left) > 0 {
		t.Errorf("left %q, %v", left, err)
	}
}
