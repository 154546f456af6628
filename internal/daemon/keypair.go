package daemon

import (
	"crypto/tls"
	"fmt"
	"os"
	"sync/atomic"
	"time"
)

// KeyPair names the files of a certificate, with those between it and its root, and of
// its key, in PEM. The zero value is none: plain HTTP.
type KeyPair struct{ Cert, Key string }

// certificate is a key pair that can be read again while it is in use.
type certificate struct {
	pair    KeyPair
	files   files
	tell    func(notAfter time.Time) // of each pair that is used from then on
	current atomic.Pointer[tls.Certificate]
}

func (k KeyPair) files() files {
	if k == (KeyPair{}) {
		return files{}
	}
	return files{paths: []string{k.Cert, k.Key}}
}

// openCertificate returns nil for no files.
func openCertificate(pair KeyPair, tell func(notAfter time.Time)) (*certificate, error) {
	if pair == (KeyPair{}) {
		return nil, nil
	}
	c := &certificate{pair: pair, files: pair.files(), tell: tell}
	c.files.look()
	return c, c.reload()
}

// reload reads the files again. On an error the key pair stays what it was.
func (c *certificate) reload() error {
	cert, err := os.ReadFile(c.pair.Cert)
	if err != nil {
		return fmt.Errorf("--tls-cert: %w", err)
	}
	key, err := os.ReadFile(c.pair.Key)
	if err != nil {
		return fmt.Errorf("--tls-key: %w", err)
	}
	pair, err := tls.X509KeyPair(cert, key)
	if err != nil {
		return fmt.Errorf("%q and %q are no certificate and its key: %w", c.pair.Cert, c.pair.Key, err)
	}
	c.current.Store(&pair)
	c.tell(pair.Leaf.NotAfter)
	return nil
}

func (c *certificate) config() *tls.Config {
	return &tls.Config{
		MinVersion: tls.VersionTLS12,
		GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) {
			return c.current.Load(), nil
		},
	}
}
