package e2e

import (
	"bufio"
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"io"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"
)

// TestTLSAbuse sends what is no TLS, and TLS that ends too early, to a server that speaks
// it.
func TestTLSAbuse(t *testing.T) {
	optIn(t)
	t.Parallel()
	p := newProduct(t)
	cert, key := keyPair(t)
	s := start(t, p.binary, "serve", p.catalog, "--http", "127.0.0.1:0", "--log-level", "error", "--tls-cert", cert, "--tls-key", key)
	t.Run("plain HTTP", func(t *testing.T) {
		if got := strings.Join(talk(t, s.url, ""), " "); got != "400" {
			t.Errorf("answered %q, expected 400", got)
		}
	})
	for name, text := range map[string]string{
		"garbage":                 strings.Repeat("\x00\xff", 5000),
		"a record of another":     "\x16\x03\x01\xff\xff" + strings.Repeat("x", 70_000),
		"a hello that is cut":     "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
		"an alert":                "\x15\x03\x03\x00\x02\x02\x28",
		"application data":        "\x17\x03\x03\x00\x10" + strings.Repeat("x", 16),
		"SSL 2":                   "\x80\x2e\x01\x00\x02\x00\x15\x00\x00\x00\x10",
		"a hello of 100,000 zero": "\x16\x03\x01\x40\x00\x01\x00\x3f\xfc" + strings.Repeat("\x00", 100_000),
	} {
		t.Run(name, func(t *testing.T) {
			w := dial(t, s.url)
			_ = w.SetDeadline(deadline())
			_, _ = io.WriteString(w, text)
			_ = w.Conn.(*net.TCPConn).CloseWrite()
			got, err := io.ReadAll(w)
			if len(got) > 7 || os.IsTimeout(err) { // an alert is 7 bytes
				t.Errorf("got %q (%v), expected the end, or an alert", got, err)
			}
		})
	}
	secureBeside(t, s.url)
	t.Run("rapid reset", func(t *testing.T) { rapidReset(t, s.url) })
	secureBeside(t, s.url)
}

// secureBeside fails the test unless a request over TLS is answered promptly.
func secureBeside(t *testing.T, url string) {
	t.Helper()
	dialer := &net.Dialer{Timeout: promptly}
	conn, err := tls.DialWithDialer(dialer, "tcp", authority(url), &tls.Config{InsecureSkipVerify: true})
	if err != nil {
		t.Error(err)
		return
	}
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(promptly))
	if err := newWire(conn).ask(plainList()); err != nil {
		t.Error(err)
	}
}

// keyPair writes a certificate for 127.0.0.1 and its key.
func keyPair(t *testing.T) (cert, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
	}
	public, err := x509.CreateCertificate(rand.Reader, template, template, private.Public(), private)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write := func(name, kind string, data []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: data}), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	return write("tls.crt", "CERTIFICATE", public), write("tls.key", "PRIVATE KEY", secret)
}

// rapidReset begins a thousand calls on one connection and takes each back at once. The
// server may close the connection for it, and must not run them all at the same time.
func rapidReset(t *testing.T, url string) {
	const streams = 1000
	conn, err := tls.Dial("tcp", authority(url), &tls.Config{InsecureSkipVerify: true, NextProtos: []string{"h2"}})
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	_ = conn.SetDeadline(deadline())
	out := bufio.NewWriter(conn)
	_, _ = out.WriteString(http2.ClientPreface)
	frames := http2.NewFramer(out, conn)
	_ = frames.WriteSettings()
	for i := range uint32(streams) {
		_ = frames.WriteHeaders(http2.HeadersFrameParam{StreamID: 2*i + 1, BlockFragment: callHeaders(), EndHeaders: true})
		_ = frames.WriteRSTStream(2*i+1, http2.ErrCodeCancel)
	}
	_ = frames.WritePing(false, [8]byte{1})
	_ = out.Flush()
	for {
		frame, err := frames.ReadFrame()
		if err != nil {
			t.Logf("the server closed the connection: %v", err)
			return
		}
		if ping, ok := frame.(*http2.PingFrame); ok && ping.IsAck() {
			t.Log("the server took all of it and goes on")
			return
		}
		if away, ok := frame.(*http2.GoAwayFrame); ok {
			t.Logf("the server ends the connection: %v", away.ErrCode)
			return
		}
	}
}

// callHeaders are those of a call whose body is still to come. No table is shared between
// them.
func callHeaders() []byte {
	var block bytes.Buffer
	encoder := hpack.NewEncoder(&block)
	encoder.SetMaxDynamicTableSize(0)
	for _, field := range [][2]string{
		{":method", "POST"}, {":scheme", "https"}, {":authority", "127.0.0.1"}, {":path", "/mcp"},
		{"content-type", "application/json"}, {"accept", "application/json, text/event-stream"},
	} {
		_ = encoder.WriteField(hpack.HeaderField{Name: field[0], Value: field[1]}) // into memory
	}
	return block.Bytes()
}
