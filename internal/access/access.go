// Package access decides who may ask a server: holders of a token from a file, and
// holders of a JWT that an OpenID Connect issuer signed.
//
// OpenTokens and NewOIDC make the two verifiers, Guard the middleware that asks them,
// and Metadata the document that tells clients which issuer to turn to. No token is
// logged, kept in the clear or put into an answer.
package access
