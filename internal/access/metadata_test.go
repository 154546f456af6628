package access

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/oauthex"
)

func TestResource(t *testing.T) {
	const other = "https://other.example.com/mcp"
	for _, c := range []struct{ public, audience, want string }{
		{other, audience, other},
		{"", audience, audience},
		{"http://localhost:8080/mcp", "skills", "http://localhost:8080/mcp"},
		{"https://example.com:8443/team/skills/mcp", "", "https://example.com:8443/team/skills/mcp"},
		{"", "http://10.0.0.1/x", "http://10.0.0.1/x"},
	} {
		if got, err := Resource(c.public, c.audience); got != c.want || err != nil {
			t.Errorf("%q and %q: %q %v, want %q", c.public, c.audience, got, err, c.want)
		}
	}
	for _, url := range []string{
		"", "skills", "api://skills", "urn:skills", "https://skills.example.com", "https://skills.example.com/", "https://", "https:///mcp", "/mcp", "ftp://skills.example.com/mcp",
		"https://u:p@skills.example.com/mcp", "https://skills.example.com/mcp?x", "https://skills.example.com/mcp#x", "https://skills.example.com/mcp#", "https://skills.example.com/m\"cp", "https://skills.example.com/m\ncp", "https://skills.example.com/{x}", "https://skills.example.com/a%20b", "https://skills.example.com/a%2Fb", " " + audience,
	} {
		if got, err := Resource("", url); err == nil || !strings.Contains(err.Error(), "--public-url") {
			t.Errorf("audience %q: %q %v", url, got, err)
		}
		if got, err := Resource(url, audience); url != "" && (err == nil || !strings.Contains(err.Error(), "--public-url")) {
			t.Errorf("public URL %q: %q %v", url, got, err)
		}
	}
}

func TestMetadata(t *testing.T) {
	const issuer = "https://login.example.com/realm"
	for resource, want := range map[string]map[string]string{
		audience: {
			"/.well-known/oauth-protected-resource/mcp": audience,
			"/.well-known/oauth-protected-resource":     "https://skills.example.com",
		},
		"http://localhost:8080/a/b-c": {
			"/.well-known/oauth-protected-resource/a/b-c": "http://localhost:8080/a/b-c",
			"/.well-known/oauth-protected-resource":       "http://localhost:8080",
		},
	} {
		paths, h := Metadata(resource, issuer)
		mux := http.NewServeMux()
		for _, path := range paths {
			mux.Handle(path, h)
		}
		if len(paths) != len(want) {
			t.Errorf("%s: paths %q", resource, paths)
		}
		for path, named := range want {
			w := httptest.NewRecorder()
			mux.ServeHTTP(w, httptest.NewRequest("GET", path, nil))
			var m oauthex.ProtectedResourceMetadata
			if err := json.Unmarshal(w.Body.Bytes(), &m); err != nil || w.Code != 200 || m.Resource != named ||
				len(m.AuthorizationServers) != 1 || m.AuthorizationServers[0] != issuer || strings.Join(m.BearerMethodsSupported, " ") != "header" {
				t.Errorf("%s: status %d, %v, %s", path, w.Code, err, w.Body)
			}
			if w.Header().Get("Access-Control-Allow-Origin") != "*" {
				t.Errorf("%s: a page cannot read it", path)
			}
		}
	}
}

// TestClientFindsTheIssuer follows a challenge as the SDK's client does.
func TestClientFindsTheIssuer(t *testing.T) {
	mux := http.NewServeMux()
	web := httptest.NewServer(mux)
	defer web.Close()
	resource := web.URL + "/mcp"
	paths, metadata := Metadata(resource, issuerURL)
	for _, path := range paths {
		mux.Handle(path, metadata)
	}
	mux.Handle("/mcp", Guard(Verifiers{OIDC: newIssuer().open(t, nil), Resource: resource})(http.NotFoundHandler()))
	answer, err := http.Post(resource, "application/json", strings.NewReader("{}"))
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	challenges, err := oauthex.ParseWWWAuthenticate(answer.Header.Values("WWW-Authenticate"))
	if err != nil || len(challenges) != 1 {
		t.Fatalf("%v %v in %v", challenges, err, answer.Header)
	}
	m, err := oauthex.GetProtectedResourceMetadata(t.Context(), challenges[0].Params["resource_metadata"], resource, http.DefaultClient)
	if err != nil || m.AuthorizationServers[0] != issuerURL {
		t.Errorf("%+v %v", m, err)
	}
}
