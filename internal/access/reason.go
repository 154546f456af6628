package access

import (
	"errors"
	"fmt"
	"strings"

	"github.com/coreos/go-oidc/v3/oidc"
	"github.com/modelcontextprotocol/go-sdk/auth"
)

// Why a request is refused, in fixed words that hold nothing of a token.
const (
	noToken        = "no token"
	severalHeaders = "more than one Authorization header"
	unknownToken   = "unknown token"
	expired        = "expired token"
	withoutEnd     = "token without exp"
	notYet         = "token not yet valid"
	wrongAudience  = "token for another audience"
	wrongIssuer    = "token of another issuer"
	badSignature   = "token with a bad signature"
)

// denied is the error for a token that is refused. The client is told what told makes of
// the reason.
func denied(reason string) error { return fmt.Errorf("%w: %s", auth.ErrInvalidToken, reason) }

// told is what a client learns of a reason: what it can do something about.
func told(reason string) string {
	switch reason {
	case noToken:
		return `no bearer token; send the header "Authorization: Bearer TOKEN"`
	case severalHeaders:
		return reason + "; send one"
	case expired:
		return "invalid token: it has expired; get a new one"
	case withoutEnd:
		return "invalid token: it has no exp"
	case notYet:
		return "invalid token: it is not valid yet"
	}
	return "invalid token: it is none that this server accepts"
}

// reasonOf returns why a JWT was refused. Most errors of go-oidc have no type of their
// own, so they are known by their text; the signature is checked before all claims.
func reasonOf(err error) string {
	if end := (*oidc.TokenExpiredError)(nil); errors.As(err, &end) {
		if end.Expiry.IsZero() {
			return withoutEnd
		}
		return expired
	}
	for text, reason := range map[string]string{
		"before the nbf":                 notYet,
		"oidc: expected audience":        wrongAudience,
		"issued by a different provider": wrongIssuer,
		"failed to verify signature":     badSignature,
	} {
		if strings.Contains(err.Error(), text) {
			return reason
		}
	}
	return unknownToken
}

// reasonIn returns the reason in a refusal's text: ours of a denied token, or the SDK's.
func reasonIn(text string) string {
	switch text {
	case "no bearer token":
		return noToken
	case "token expired": // since it was verified
		return expired
	}
	return strings.TrimPrefix(text, auth.ErrInvalidToken.Error()+": ")
}
