package deploy

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"io"
	"math/big"
	"net"
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"
)

// site is the name in the examples.
const site = "skills.example.com"

// proxy is an example of a proxy that runs before three servers.
type proxy struct {
	*process
	addr    string // where it listens
	servers []served
	client  *http.Client // trusts it, and goes there for every name
}

func TestNginx(t *testing.T) {
	optIn(t)
	p, cert, key := newProxy(t, "--ops-addr=127.0.0.1:0")
	conf := filepath.Join(t.TempDir(), "nginx.conf")
	write(t, conf, edited(t, "nginx.conf", append(p.addresses(),
		"listen 443", "listen "+p.addr, "/run/nginx.pid", conf+".pid",
		"/etc/nginx/tls/"+site+".pem", cert, "/etc/nginx/tls/"+site+".key", key)...))
	must(t, "nginx", "-t", "-c", conf)
	p.process = start(t, "nginx", "-c", conf, "-g", "daemon off;")
	p.works(t)
	t.Run("another name is no site", func(t *testing.T) {
		if response, err := p.client.Get("https://other.example.com/mcp"); err == nil {
			response.Body.Close()
			t.Errorf("got %s, expected no handshake", response.Status)
		}
	})
	t.Run("who asks too much waits", func(t *testing.T) {
		for range 600 {
			response, err := p.client.Get("https://" + site + "/mcp")
			if err != nil {
				t.Fatal(err)
			}
			response.Body.Close()
			if response.StatusCode == http.StatusTooManyRequests {
				return
			}
		}
		t.Error("600 requests at once, and none got 429")
	})
}

func TestCaddy(t *testing.T) {
	optIn(t)
	t.Parallel()
	p, cert, key := newProxy(t, "--drain-delay=3s")
	_, port, _ := net.SplitHostPort(p.addr)
	conf := filepath.Join(t.TempDir(), "Caddyfile")
	// Its own way to a certificate needs the internet.
	write(t, conf, "{\n\tadmin off\n\tauto_https disable_redirects\n\tstorage file_system "+t.TempDir()+"\n}\n"+
		edited(t, "Caddyfile", append(p.addresses(),
			site+" {", "https://"+site+":"+port+" {\n\tbind 127.0.0.1\n\ttls "+cert+" "+key)...))
	must(t, "caddy", "validate", "--adapter", "caddyfile", "--config", conf)
	p.process = start(t, "caddy", "run", "--adapter", "caddyfile", "--config", conf)
	p.works(t)
}

// newProxy starts the servers, with these flags, for a proxy to come.
func newProxy(t *testing.T, flags ...string) (p *proxy, cert, key string) {
	t.Helper()
	p = &proxy{addr: freePort(t)}
	cert, key, roots := newCertificate(t)
	p.client = &http.Client{Timeout: 20 * time.Second, Transport: &http.Transport{
		DisableCompression: true,
		TLSClientConfig:    &tls.Config{RootCAs: roots},
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, "tcp", p.addr)
		},
	}}
	t.Cleanup(p.client.CloseIdleConnections)
	binary := newBinary(t)
	catalog := newCatalog(t, binary, "example-skills")
	for range 3 {
		command := append([]string{binary, "serve", catalog, "--http=127.0.0.1:0", "--page-size=1"}, flags...)
		p.servers = append(p.servers, serve(t, command...))
	}
	return p, cert, key
}

// addresses returns the examples' servers, each with the one that takes its place.
func (p *proxy) addresses() []string {
	var pairs []string
	for i, s := range p.servers {
		pairs = append(pairs, "127.0.0.1:808"+string(rune('1'+i)), strings.TrimPrefix(s.url, "http://"))
	}
	return pairs
}

// works holds a proxy to what the examples promise.
func (p *proxy) works(t *testing.T) {
	url := "https://" + site
	p.await(t, "answer", func() bool {
		conn, err := net.Dial("tcp", p.addr)
		if err == nil {
			conn.Close()
		}
		return err == nil
	})
	t.Run("three servers answer one walk", func(t *testing.T) {
		asked := regexp.MustCompile(`\nskillpack_requests_total{[^}]*} [1-9]`)
		if n := p.walk(t, url); n != 10 {
			t.Errorf("%d skills, expected the 10 listed ones", n)
		}
		for _, s := range p.servers {
			if _, metrics := get(t, s.ops+"/metrics"); !asked.MatchString(metrics) {
				t.Errorf("%s was asked for nothing", s.url)
			}
		}
	})
	t.Run("compressed by the server", func(t *testing.T) {
		const uri = "skill://publish-skills/SKILL.md"
		r := question(t, url, "skills/get", map[string]any{"uri": uri})
		r.Header.Set("Accept-Encoding", "gzip")
		response, err := p.client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		body, err := gzip.NewReader(response.Body)
		if err != nil {
			t.Fatalf("%s: %v", response.Status, err)
		}
		if plain, err := io.ReadAll(body); err != nil || !bytes.Contains(plain, []byte(uri)) {
			t.Errorf("%s (%v)", tail(string(plain)), err)
		}
	})
	t.Run("a body of more than 4 MiB is refused", func(t *testing.T) {
		r := question(t, url, "skills/list", map[string]any{"x": strings.Repeat("x", 4<<20)})
		response, err := p.client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		if response.StatusCode != http.StatusRequestEntityTooLarge {
			t.Errorf("got %s", response.Status)
		}
	})
	t.Run("operations are not public", func(t *testing.T) {
		for _, path := range []string{"/", "/metrics", "/healthz", "/readyz", "/mcp/x"} {
			response, err := p.client.Get(url + path)
			if err != nil {
				t.Fatal(err)
			}
			response.Body.Close()
			if response.StatusCode != http.StatusNotFound {
				t.Errorf("%s: %s", path, response.Status)
			}
		}
	})
	t.Run("a server ends and no request is lost", func(t *testing.T) {
		p.walk(t, url) // a connection to each is open
		stopped := p.servers[1]
		if err := stopped.cmd.Process.Signal(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		for ended := false; !ended; {
			select {
			case <-stopped.done:
				ended = true
			default:
			}
			p.walk(t, url)
			time.Sleep(50 * time.Millisecond) // below the rate that nginx.conf allows a client
		}
	})
}

// walk asks for every page of skills/list, and counts the skills.
func (p *proxy) walk(t *testing.T, url string) (skills int) {
	t.Helper()
	params := map[string]any{}
	for {
		page := ask(t, p.client, url, params)
		skills += len(page.Result.Skills)
		if page.Result.NextCursor == "" {
			return skills
		}
		params["cursor"] = page.Result.NextCursor
	}
}

// newCertificate writes a certificate for the site, signed by itself, and its key.
func newCertificate(t *testing.T) (cert, key string, roots *x509.CertPool) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), DNSNames: []string{site}, IsCA: true, BasicConstraintsValid: true,
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour)}
	der, err := x509.CreateCertificate(rand.Reader, template, template, private.Public(), private)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	certPEM := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
	dir := t.TempDir()
	cert, key, roots = filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem"), x509.NewCertPool()
	roots.AppendCertsFromPEM(certPEM)
	write(t, cert, string(certPEM))
	write(t, key, string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret})))
	return cert, key, roots
}
