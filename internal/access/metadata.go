package access

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/oauthex"
)

// wellKnown is where RFC 9728 puts the metadata of a host's root.
const wellKnown = "/.well-known/oauth-protected-resource"

// Resource returns the public URL of the endpoint, by which clients and issuers know
// it: publicURL (--public-url) or, where that is "", the audience if it is a URL of
// that kind. It is absolute, http or https, and has the endpoint's path, such as
// https://skills.example.com/mcp: a client compares it with the URL that it was given.
// The path needs no escapes.
// The error asks for --public-url.
func Resource(publicURL, audience string) (string, error) {
	if publicURL != "" {
		if !isResource(publicURL) {
			return "", fmt.Errorf("--public-url %q is no endpoint's URL; expected the one that clients are given, such as https://skills.example.com/mcp", publicURL)
		}
		return publicURL, nil
	}
	if !isResource(audience) {
		return "", fmt.Errorf("the audience %q is not the endpoint's URL, so name that with --public-url: the one that clients are given, such as https://skills.example.com/mcp", audience)
	}
	return audience, nil
}

func isResource(s string) bool {
	u, err := url.Parse(s)
	return err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Hostname() != "" &&
		u.User == nil && !strings.ContainsAny(s, "?#") && strings.Trim(u.Path, "/") != "" &&
		u.EscapedPath() == u.Path && u.String() == s
}

// Metadata returns the protected-resource metadata of RFC 9728 for resource, as the
// function Resource returns it, to which issuer gives tokens, and the paths to serve it
// at, without authentication: the well-known one followed by resource's path, and the
// bare one for clients that look at the root.
func Metadata(resource, issuer string) (paths []string, h http.Handler) {
	root, path := splitResource(resource)
	at := func(resource string) http.Handler {
		return auth.ProtectedResourceMetadataHandler(&oauthex.ProtectedResourceMetadata{
			Resource:               resource,
			AuthorizationServers:   []string{issuer},
			BearerMethodsSupported: []string{"header"},
		})
	}
	ofRoot, ofEndpoint := at(root), at(resource)
	return []string{wellKnown + path, wellKnown}, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == wellKnown {
			ofRoot.ServeHTTP(w, r) // which clients hold to be the metadata of the root
			return
		}
		ofEndpoint.ServeHTTP(w, r)
	})
}

// metadataURL is where a resource's metadata is.
func metadataURL(resource string) string {
	root, path := splitResource(resource)
	return root + wellKnown + path
}

// splitResource returns a resource's scheme and host, and its path.
func splitResource(resource string) (root, path string) {
	scheme, rest, _ := strings.Cut(resource, "://")
	host, path, _ := strings.Cut(rest, "/")
	return scheme + "://" + host, "/" + path
}
