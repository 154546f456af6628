package deploy

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"
)

// newIssuer starts an OpenID Connect issuer without keys: nobody has a token of it.
func newIssuer(t *testing.T) string {
	t.Helper()
	mux := http.NewServeMux()
	s := httptest.NewServer(mux)
	t.Cleanup(s.Close)
	answer := func(path string, document map[string]any) {
		mux.HandleFunc(path, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			json.NewEncoder(w).Encode(document)
		})
	}
	answer("/.well-known/openid-configuration", map[string]any{"issuer": s.URL, "jwks_uri": s.URL + "/keys"})
	answer("/keys", map[string]any{"keys": []any{}})
	return s.URL
}
