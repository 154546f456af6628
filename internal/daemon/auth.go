package daemon

import (
	"context"
	"log/slog"
	"net/http"
	"time"

	"skillpack/internal/access"
	"skillpack/serve"
)

// issuerTimeout is how long the start may wait for the issuer of tokens.
const issuerTimeout = 30 * time.Second

// Auth says who may ask. The zero value lets everybody.
type Auth struct {
	TokenFile string // of bearer tokens, "" for none
	Issuer    string // of JWTs, "" for none
	Audience  string // that such a token must be for
	PublicURL string // of the endpoint, as clients and the issuer know it; "" for the audience
}

func (a Auth) asked() bool { return a.TokenFile != "" || a.Issuer != "" }

func (a Auth) files() files {
	if a.TokenFile == "" {
		return files{}
	}
	return files{paths: []string{a.TokenFile}}
}

// gatekeeper is what stands before a server that does not answer everybody.
type gatekeeper struct {
	tokens *access.Tokens                  // nil for none
	files  files                           // of the tokens
	guard  func(http.Handler) http.Handler // nil where everybody may ask
	public map[string]http.Handler         // by path: answers to everybody
}

func openGatekeeper(ctx context.Context, a Auth, logger *slog.Logger) (*gatekeeper, error) {
	g := &gatekeeper{public: map[string]http.Handler{}, files: a.files()}
	v := access.Verifiers{Refused: serve.Refused}
	if a.TokenFile != "" {
		g.files.look()
		tokens, err := access.OpenTokens(a.TokenFile)
		if err != nil {
			return nil, err
		}
		g.tokens, v.Tokens = tokens, tokens
		g.warn(logger)
	}
	if a.Issuer != "" {
		if err := g.askIssuer(ctx, a, &v, logger); err != nil {
			return nil, err
		}
	}
	if a.asked() {
		g.guard = access.Guard(v)
	}
	return g, nil
}

func (g *gatekeeper) askIssuer(ctx context.Context, a Auth, v *access.Verifiers, logger *slog.Logger) error {
	resource, err := access.Resource(a.PublicURL, a.Audience)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, issuerTimeout)
	defer cancel()
	v.OIDC, err = access.NewOIDC(ctx, access.Config{Issuer: a.Issuer, Audience: a.Audience, Logger: logger})
	if err != nil {
		return err
	}
	v.Resource = resource
	paths, metadata := access.Metadata(resource, a.Issuer)
	for _, path := range paths {
		g.public[path] = metadata
	}
	return nil
}

// warn logs what is unsafe about the file of tokens.
func (g *gatekeeper) warn(logger *slog.Logger) {
	if unsafe := g.tokens.Warning(); unsafe != "" {
		logger.Warn(unsafe)
	}
}

// reload reads the tokens again.
func (g *gatekeeper) reload(logger *slog.Logger) error {
	if err := g.tokens.Reload(); err != nil {
		return err
	}
	g.warn(logger)
	return nil
}

// Check returns what is wrong with a by itself.
func (a Auth) Check() error {
	if a.Issuer == "" {
		return nil
	}
	_, err := access.Resource(a.PublicURL, a.Audience)
	return err
}
