package access

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"github.com/modelcontextprotocol/go-sdk/auth"
)

const (
	// clockSkew is how far the issuer's clock may be behind ours.
	clockSkew = 30 * time.Second
	// maxJWT bounds the work on a token that nobody issued, in bytes.
	maxJWT = 16 << 10
)

// Config says whose tokens are accepted and for what.
type Config struct {
	Issuer   string       // the issuer's URL, exactly as in its tokens' iss: https, or http on loopback
	Audience string       // what a token's aud must hold
	Client   *http.Client // for the issuer; without a timeout, or nil, it gets one of 10 s
	Logger   *slog.Logger // takes failed fetches of keys, and at level debug why a token was refused; nil is slog.Default()
}

// OIDC verifies the JWTs of one issuer: signed by an asymmetric algorithm with a key
// that it publishes, for the audience, and valid now, by clocks that differ by 30 s at
// most (nbf: 4.5 minutes). Its methods may be called concurrently.
type OIDC struct {
	verifier *oidc.IDTokenVerifier
	known    remembered
	log      *slog.Logger
}

// NewOIDC asks the issuer for its configuration and its keys, within ctx. The keys are
// fetched again when a token names one that is not known, but not more often than
// every 10 s; while the issuer is down the known ones go on.
func NewOIDC(ctx context.Context, c Config) (*OIDC, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	o := &OIDC{log: cmp.Or(c.Logger, slog.Default())}
	jwks, err := discover(oidc.ClientContext(ctx, forConfiguration(c.Client)), c.Issuer)
	if err != nil {
		return nil, err
	}
	keys := oidc.NewRemoteKeySet(oidc.ClientContext(ctx, forKeys(c.Client, o.log)), jwks)
	if err := fetchKeys(ctx, keys); err != nil {
		return nil, fmt.Errorf("OIDC issuer %q does not give its keys: %w", c.Issuer, brief{err})
	}
	o.verifier = oidc.NewVerifier(c.Issuer, keys, &oidc.Config{
		ClientID:             c.Audience,
		SupportedSigningAlgs: algorithms(),
		Now:                  func() time.Time { return time.Now().Add(-clockSkew) },
	})
	return o, nil
}

func (c Config) check() error {
	u, err := url.Parse(c.Issuer)
	switch {
	case err != nil || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "":
		return fmt.Errorf("OIDC issuer %q is no issuer's URL; expected one such as https://login.example.com/realm", c.Issuer)
	case !isSecure(u):
		return fmt.Errorf("OIDC issuer %q is not https, so that anybody on the way could sign tokens; http is for loopback alone", c.Issuer)
	case c.Audience == "":
		return errors.New("OIDC audience is missing; name what a token's \"aud\" must hold (--oidc-audience), or tokens for other services would do")
	}
	return nil
}

// algorithms are those that tokens may be signed by. The ones in the issuer's
// configuration are for ID tokens. With "none" anybody could sign, and with HS256
// everybody who knows the public key.
func algorithms() []string {
	return []string{
		oidc.RS256, oidc.RS384, oidc.RS512, oidc.PS256, oidc.PS384, oidc.PS512,
		oidc.ES256, oidc.ES384, oidc.ES512, oidc.EdDSA,
	}
}

// discover returns the address of the issuer's keys.
func discover(ctx context.Context, issuer string) (string, error) {
	provider, err := oidc.NewProvider(ctx, issuer)
	if other := (*oidc.IssuerMismatchError)(nil); errors.As(err, &other) {
		return "", fmt.Errorf("OIDC issuer %q calls itself %q; write it so, if it is the one that you trust", issuer, other.Discovered)
	}
	if err != nil {
		return "", fmt.Errorf("OIDC issuer %q does not give its configuration: %w", issuer, brief{err})
	}
	var more struct {
		JWKS string `json:"jwks_uri"`
	}
	if err := provider.Claims(&more); err != nil || more.JWKS == "" {
		return "", fmt.Errorf("OIDC issuer %q names no \"jwks_uri\" in its configuration; without keys no token can be verified", issuer)
	}
	return more.JWKS, nil
}

// unsigned is a JWT that no key verifies: {"alg":"RS256"}.{}.
const unsigned = "eyJhbGciOiJSUzI1NiJ9.e30.AA"

// fetchKeys has the keys fetched now, which their set would do when it first sees a
// token, so that a wrong address is found at the start.
func fetchKeys(ctx context.Context, keys oidc.KeySet) error {
	_, err := keys.VerifySignature(ctx, unsigned)
	if err != nil && strings.HasPrefix(err.Error(), "fetching keys") {
		return err
	}
	return nil
}

// verify returns what there is to know of a valid token, or an error that wraps
// auth.ErrInvalidToken and holds nothing of the token.
func (o *OIDC) verify(ctx context.Context, token string) (*auth.TokenInfo, error) {
	if !isJWT(token) {
		return nil, denied(unknownToken)
	}
	hash := sha256.Sum256([]byte(token))
	if info := o.known.get(hash); info != nil {
		return info, nil
	}
	verified, err := o.verifier.Verify(ctx, token)
	if err != nil {
		o.log.DebugContext(ctx, "bearer token refused", "reason", brief{err}.Error())
		return nil, denied(reasonOf(err))
	}
	info := &auth.TokenInfo{UserID: verified.Subject, Expiration: verified.Expiry}
	o.known.put(hash, info)
	return info, nil
}

// isJWT reports whether a token has the one form of a JWT that is signed.
func isJWT(token string) bool {
	if len(token) > maxJWT {
		return false
	}
	dots := 0
	for _, c := range []byte(token) {
		switch {
		case c == '.':
			dots++
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '-', c == '_':
		default:
			return false
		}
	}
	return dots == 2
}

// brief is an error whose text is short: those of go-oidc hold whole answers.
type brief struct{ error }

func (b brief) Error() string { return fmt.Sprintf("%.300s", b.error.Error()) }
func (b brief) Unwrap() error { return b.error }
