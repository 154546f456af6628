package access

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
)

// Config says whose tokens are accepted and for what.
type Config struct {
	Issuer   string       // the issuer's URL, exactly as in its tokens' iss: https, or http on loopback
	Audience string       // what a token's aud must hold
	Client   *http.Client // for the issuer; nil is one with a timeout of 10 s
	Logger   *slog.Logger // takes failed fetches of keys, and at level debug why a token was refused; nil is slog.Default()
}

// OIDC verifies the JWTs of one issuer. Its methods may be called concurrently.
type OIDC struct {
	issuer string
}

// NewOIDC asks the issuer for its configuration and its keys, within ctx. The keys are
// fetched again when a token names one that is not known, but seldom; while the issuer
// is down the known ones go on.
func NewOIDC(ctx context.Context, c Config) (*OIDC, error) {
	return nil, errors.New("not yet")
}

// Issuer is the URL of the issuer.
func (o *OIDC) Issuer() string { return o.issuer }
