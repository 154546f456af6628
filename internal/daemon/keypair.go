package daemon

import (
	"crypto/tls"
	"fmt"
	"os"
	"sync/atomic"
)

// KeyPair names the files of a certificate, with those between it and its root, and of
// its key, in PEM. The zero value is none: plain HTTP.
type KeyPair struct{ Cert, Key string }

// certificate is a key pair that can be read again while it is in use.
type certificate struct {
	files   KeyPair
	current atomic.Pointer[tls.Certificate]
}

// openCertificate returns nil for no files.
func openCertificate(files KeyPair) (*certificate, error) {
	if files == (KeyPair{}) {
		return nil, nil
	}
	c := &certificate{files: files}
	return c, c.reload()
}

// reload reads the files again. On an error the key pair stays what it was.
func (c *certificate) reload() error {
	cert, err := os.ReadFile(c.files.Cert)
	if err != nil {
		return err
	}
	key, err := os.ReadFile(c.files.Key)
	if err != nil {
		return err
	}
	pair, err := tls.X509KeyPair(cert, key)
	if err != nil {
		return fmt.Errorf("%q and %q are no certificate and its key: %w", c.files.Cert, c.files.Key, err)
	}
	c.current.Store(&pair)
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
