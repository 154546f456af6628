package access

import (
	"errors"
	"net/http"
)

// Resource returns the public URL of the endpoint, by which clients and issuers know
// it: publicURL (--public-url) or, where that is "", the audience if it is an absolute
// http or https URL. Otherwise the error asks for --public-url.
func Resource(publicURL, audience string) (string, error) {
	return "", errors.New("not yet")
}

// Metadata returns the protected-resource metadata of RFC 9728 for resource, whose
// tokens issuer gives, and the paths to serve it at, without authentication: the
// well-known one with resource's path behind it, and the one without.
func Metadata(resource, issuer string) (paths []string, h http.Handler) {
	return nil, nil
}
