package serve

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

const listCall = `{"jsonrpc":"2.0","id":7,"method":"skills/list"}`

// arriving is a call that came in at a local address, nil for none known.
func arriving(at net.Addr, host string) *http.Request {
	r := httptest.NewRequest("POST", "http://127.0.0.1:8080"+Endpoint, strings.NewReader(listCall))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	r.Host = host
	if at != nil {
		r = r.WithContext(context.WithValue(r.Context(), http.LocalAddrContextKey, at))
	}
	return r
}

func tcp(ip string) net.Addr { return &net.TCPAddr{IP: net.ParseIP(ip), Port: 8080} }

// otherAddr is an address that is no *net.TCPAddr.
type otherAddr string

func (otherAddr) Network() string  { return "other" }
func (a otherAddr) String() string { return string(a) }

func TestS88Host(t *testing.T) { // T4
	h := New(smallCatalog(t), Options{AllowHosts: []string{"Skills.example.com.", "10.0.0.7", "[FD00::7]"}}).Handler()
	for _, c := range []struct {
		host string
		ok   bool
	}{
		{"127.0.0.1", true}, {"127.0.0.1:8080", true}, {"127.0.0.1:", true}, {"127.9.9.9", true}, {"127.0.0.1.", true},
		{"localhost", true}, {"LOCALHOST", true}, {"LocalHost:1", true}, {"localhost.", true}, {"localhost.:8080", true},
		{"[::1]", true}, {"[::1]:8080", true}, {"[0:0:0:0:0:0:0:1]", true}, {"[::ffff:127.0.0.1]:80", true},
		{"skills.example.com", true}, {"SKILLS.example.com:443", true}, {"skills.example.com.:443", true}, {"10.0.0.7:1", true}, {"[fd00::7]:1", true},
		{"", false}, {".", false}, {":8080", false}, {"evil.example", false}, {"evil.example:8080", false}, {"evil.example:127.0.0.1", false},
		{"localhost.evil.example", false}, {"127.0.0.1.evil.example", false}, {"evil.localhost", false}, {"localhost..", false}, {"xlocalhost", false},
		{"localhost@evil.example", false}, {"evil.example@localhost", false}, {"user:pw@localhost", false}, {"user@127.0.0.1", false},
		{"localhost:80:80", false}, {"localhost:8080evil.example", false}, {"localhost:-1", false}, {"localhost/", false}, {"localhost#", false}, {" localhost", false}, {"localhost,evil.example", false},
		{"loca\u017fhost", false}, {"\u24db\u24de\u24d2\u24d0\u24db\u24d7\u24de\u24e2\u24e3", false}, {"localhost\x00", false},
		{"::1", false}, {"[::1", false}, {"::1]", false}, {"[::1]x", false}, {"[::1]8080", false}, {"[[::1]]", false}, {"[::1%lo]", false}, {"[::1%25lo]:80", false}, {"[localhost]", false}, {"[127.0.0.1]", false}, {"[]", false}, {"[", false},
		{"2130706433", false}, {"0x7f000001", false}, {"017700000001", false}, {"127.1", false}, {"127.0.1", false}, {"0177.0.0.1", false}, {"127.0.0.01", false}, {"127.0.0.256", false}, {"127.000.000.001", false},
		{"0.0.0.0", false}, {"0.0.0.0:8080", false}, {"0", false}, {"[::]", false}, {"128.0.0.1", false}, {"10.0.0.8", false}, {"[fd00::8]", false}, {"169.254.169.254", false},
		{"example.com", false}, {"xskills.example.com", false}, {"skills.example.com.evil.example", false}, {"skills_example_com", false},
	} {
		t.Run("S88/"+c.host, func(t *testing.T) {
			for name, at := range map[string]net.Addr{"IPv4": tcp("127.0.0.1"), "another": tcp("127.8.8.8"), "IPv6": tcp("::1"), "other listener": otherAddr("127.0.0.1:1")} {
				a := exchange(t, h, arriving(at, c.host))
				if ok := a.status == 200 && a.Result != nil; ok != c.ok {
					t.Errorf("arriving at %s: status %d, %s", name, a.status, a.body)
				}
				if !c.ok && (a.status != 403 || a.code() != -32600 || !strings.Contains(a.Error.Message, "--allow-host")) {
					t.Errorf("arriving at %s: status %d, %s; want a JSON-RPC error that tells the way out", name, a.status, a.body)
				}
			}
		})
	}
	for name, at := range map[string]net.Addr{"a public address": tcp("192.0.2.1"), "every address": tcp("0.0.0.0"), "IPv6": tcp("2001:db8::1"), "a socket": &net.UnixAddr{Name: "/run/s"}, "none": nil} {
		t.Run("S88/foreign host arriving at "+name, func(t *testing.T) {
			if a := exchange(t, h, arriving(at, "evil.example")); a.status != 200 {
				t.Errorf("status %d, %s", a.status, a.body)
			}
		})
	}
	t.Run("S88/before the guard, for every method", func(t *testing.T) {
		h := New(smallCatalog(t), Options{Guard: func(http.Handler) http.Handler { return http.NotFoundHandler() }}).Handler()
		for _, method := range []string{"POST", "GET", "DELETE", "OPTIONS", "HEAD"} {
			r := arriving(tcp("127.0.0.1"), "evil.example")
			r.Method = method
			if a := exchange(t, h, r); a.status != 403 {
				t.Errorf("%s: status %d, %s", method, a.status, a.body)
			}
		}
	})
	t.Run("S88/a long one is not echoed in full", func(t *testing.T) {
		if a := exchange(t, h, arriving(tcp("127.0.0.1"), strings.Repeat("a", 10_000))); a.status != 403 || len(a.body) > 1000 {
			t.Errorf("status %d, %d bytes", a.status, len(a.body))
		}
	})
}

func TestHostCheckAllocatesNothing(t *testing.T) {
	s := New(smallCatalog(t), Options{AllowHosts: []string{"skills.example.com"}})
	h := s.checkHost(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	for _, host := range []string{"127.0.0.1:8080", "localhost", "[::1]:8080", "Skills.Example.com:80"} {
		r := arriving(tcp("127.0.0.1"), host)
		if n := testing.AllocsPerRun(100, func() { h.ServeHTTP(nil, r) }); n > 0 {
			t.Errorf("%s: %v allocations", host, n)
		}
	}
}

func TestAllowHosts(t *testing.T) {
	for name, want := range map[string]string{
		"a": "a", "Skills.Example.COM.": "skills.example.com", "my_host-1": "my_host-1", "xn--bcher-kva.example": "xn--bcher-kva.example",
		"10.0.0.1": "10.0.0.1", "FD00::0:1": "fd00::1", "[fd00::1]": "fd00::1",
	} {
		if got, err := normalHost(name); got != want || err != nil {
			t.Errorf("%q: %q %v, want %q", name, got, err, want)
		}
	}
	for _, name := range []string{"", ".", "*", "*.example.com", "a:80", "http://a", "a/b", "a b", "bücher.example", "[fd00::1]:80", "fd00::1%eth0", "a,b"} {
		if err := (Options{AllowHosts: []string{"ok", name}}).Validate(); err == nil || !strings.Contains(err.Error(), "without scheme, port") {
			t.Errorf("%q: error %v", name, err)
		}
	}
}
