package access

import (
	"context"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/auth"
)

// Verifiers are what a Guard asks; one of them may be nil.
type Verifiers struct {
	Tokens *Tokens
	OIDC   *OIDC
	// Resource is the endpoint's public URL, as the function Resource returns it. With
	// OIDC it is required, to tell clients where Metadata is.
	Resource string
	// Refused, if not nil, is told of each request that is refused, before the answer is
	// written: why, in fixed words that hold nothing of the request.
	Refused func(w http.ResponseWriter, reason string)
}

// Guard returns the middleware that lets requests with a valid bearer token pass, with
// an auth.TokenInfo in their context, and answers all others 401 with a challenge and a
// JSON-RPC error. The token is taken from the one Authorization header alone.
//
// Guard panics without a verifier, and on OIDC without Resource.
func Guard(v Verifiers) func(http.Handler) http.Handler {
	if v.Tokens == nil && v.OIDC == nil || v.OIDC != nil && v.Resource == "" {
		panic("access: a Guard needs Tokens, or OIDC and Resource")
	}
	metadata := ""
	if v.OIDC != nil {
		metadata = metadataURL(v.Resource)
	}
	challenges := newChallenges(metadata)
	require := auth.RequireBearerToken(v.verify, &auth.RequireBearerTokenOptions{
		AllowMissingExpiration: true, // a token of the file has none, one of OIDC is refused without
		ClockSkew:              clockSkew,
	})
	return func(next http.Handler) http.Handler {
		checked := require(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			next.ServeHTTP(w.(*refusal).ResponseWriter, r)
		}))
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			refused := &refusal{ResponseWriter: w, challenges: challenges, tell: v.Refused}
			if len(r.Header["Authorization"]) > 1 {
				http.Error(refused, severalHeaders, http.StatusUnauthorized)
				return
			}
			checked.ServeHTTP(refused, r)
		})
	}
}

// verify is an auth.TokenVerifier.
func (v Verifiers) verify(ctx context.Context, token string, _ *http.Request) (*auth.TokenInfo, error) {
	if v.Tokens != nil && v.Tokens.has(token) {
		return &auth.TokenInfo{}, nil
	}
	if v.OIDC != nil {
		return v.OIDC.verify(ctx, token)
	}
	return nil, denied(unknownToken)
}
