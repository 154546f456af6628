package daemon

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// keyPairOf writes a certificate for 127.0.0.1 with the given common name over that at
// files.
func keyPairOf(t testing.TB, files KeyPair, name string) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	must(t, err)
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: name},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
	}
	cert, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	must(t, err)
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	must(t, err)
	write(t, files.Cert, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: cert}))
	write(t, files.Key, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret}))
}

func newKeyPair(t testing.TB, name string) KeyPair {
	dir := t.TempDir()
	files := KeyPair{filepath.Join(dir, "tls.crt"), filepath.Join(dir, "tls.key")}
	keyPairOf(t, files, name)
	return files
}

func TestTLS(t *testing.T) {
	files := newKeyPair(t, "first")
	r := start(t, func(c *Config) { c.HTTP.TLS, c.HTTP.OpsAddr = files, "127.0.0.1:0" })
	addr := strings.TrimPrefix(r.base(), "https://")
	shown := func(t *testing.T) string {
		t.Helper()
		conn, err := tls.Dial("tcp", addr, &tls.Config{InsecureSkipVerify: true})
		must(t, err)
		defer conn.Close()
		return conn.ConnectionState().PeerCertificates[0].Subject.CommonName
	}
	t.Run("is spoken with HTTP/2", func(t *testing.T) {
		a, body := r.do(t, callRequest(t, r.URL, listCall))
		if a.StatusCode != 200 || a.ProtoMajor != 2 || a.TLS == nil || !strings.Contains(body, "v1") {
			t.Errorf("%s %d %s", a.Proto, a.StatusCode, body)
		}
	})
	t.Run("is not spoken by operations of an address of their own", func(t *testing.T) {
		if status, _ := r.get(t, "http://"+r.Ops+readyPath); status != 200 {
			t.Errorf("status %d", status)
		}
	})
	t.Run("is not spoken in old versions", func(t *testing.T) {
		conn, err := tls.Dial("tcp", addr, &tls.Config{InsecureSkipVerify: true, MaxVersion: tls.VersionTLS11, MinVersion: tls.VersionTLS10})
		if err == nil {
			conn.Close()
			t.Error("TLS 1.1 was spoken")
		}
	})
	t.Run("a new pair is used from a signal on", func(t *testing.T) {
		keyPairOf(t, files, "second")
		if got := shown(t); got != "first" {
			t.Errorf("%q before the signal", got)
		}
		r.hangUp <- syscall.SIGHUP
		r.log.await(t, 1, `msg="read again" what=tls`)
		if got := shown(t); got != "second" {
			t.Errorf("%q after the signal", got)
		}
		r.serves(t, "v1") // on the connection of before
	})
	t.Run("a bad pair leaves the old one", func(t *testing.T) {
		other := newKeyPair(t, "other")
		must(t, copyFile(other.Key, files.Key))
		r.hangUp <- syscall.SIGHUP
		r.log.await(t, 1, "reload failed, the old one stays")
		if said := r.log.String(); !strings.Contains(said, files.Cert) || !strings.Contains(said, files.Key) || !strings.Contains(said, "does not match") {
			t.Errorf("the log names neither files nor fault: %s", said)
		}
		if got := shown(t); got != "second" {
			t.Errorf("%q after a bad pair", got)
		}
		r.log.await(t, 2, "the catalog is unchanged")
	})
}
