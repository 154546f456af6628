package daemon

import (
	"net"
	"strings"
	"testing"
)

func TestWarnOfExposure(t *testing.T) {
	const open, plain, hosts = "everybody who reaches", "tokens come over plain HTTP", "--allow-host has no effect"
	tokens := func(c *Config) { c.Auth.TokenFile = "x" }
	secure := func(c *Config) { c.HTTP.TLS = KeyPair{"a", "b"} }
	named := func(c *Config) { c.Serve.AllowHosts = []string{"x"} }
	for _, c := range []struct {
		name, ip string
		change   []func(*Config)
		want     []string
	}{
		{"loopback", "127.0.0.1", []func(*Config){tokens, named}, nil},
		{"IPv6 loopback", "::1", nil, nil},
		{"open", "0.0.0.0", nil, []string{open}},
		{"open, IPv6", "::", nil, []string{open}},
		{"open, TLS", "192.0.2.1", []func(*Config){secure}, nil},
		{"tokens", "192.0.2.1", []func(*Config){tokens}, []string{plain}},
		{"tokens and TLS", "192.0.2.1", []func(*Config){tokens, secure}, nil},
		{"hosts", "192.0.2.1", []func(*Config){secure, named}, []string{hosts}},
		{"hosts everywhere", "0.0.0.0", []func(*Config){secure, named}, nil}, // also at a loopback address
	} {
		t.Run(c.name, func(t *testing.T) {
			log, config := newJournal(), Config{}
			for _, change := range c.change {
				change(&config)
			}
			config.warnOfExposure(&net.TCPAddr{IP: net.ParseIP(c.ip), Port: 1}, log.logger())
			for _, want := range c.want {
				wantCount(t, log, 1, want)
			}
			wantCount(t, log, len(c.want), "level=WARN")
		})
	}
}

// wantCount fails unless a text is in a journal n times.
func wantCount(t testing.TB, log *journal, n int, text string) {
	t.Helper()
	if got := strings.Count(log.String(), text); got != n {
		t.Errorf("%q is there %d times, want %d: %s", text, got, n, log)
	}
}

// The address that is announced is the one that was asked for: 0.0.0.0 is IPv4 alone.
func TestListensAtEveryIPv4Address(t *testing.T) {
	r := start(t, func(c *Config) { c.HTTP.Addr, c.HTTP.OpsAddr = "0.0.0.0:0", "0.0.0.0:0" })
	if !strings.HasPrefix(r.URL, "http://0.0.0.0:") || !strings.HasPrefix(r.Ops, "0.0.0.0:") {
		t.Errorf("at %s and %s", r.URL, r.Ops)
	}
	port := strings.TrimSuffix(strings.TrimPrefix(r.URL, "http://0.0.0.0:"), "/mcp")
	if conn, err := net.Dial("tcp", "[::1]:"+port); err == nil {
		conn.Close()
		t.Error("it listens at IPv6 addresses too")
	}
	r.log.await(t, 1, "everybody who reaches")
}
