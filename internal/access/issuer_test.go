package access

import (
	"context"
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/hmac"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"math/big"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
)

const (
	issuerURL = "http://127.0.0.1:9" // where no test gets: the client goes to the fake itself
	audience  = "https://skills.example.com/mcp"
)

var (
	rsaKey = sync.OnceValue(func() *rsa.PrivateKey { k, _ := rsa.GenerateKey(rand.Reader, 2048); return k })
	ecKey  = sync.OnceValue(func() *ecdsa.PrivateKey { k, _ := ecdsa.GenerateKey(elliptic.P256(), rand.Reader); return k })
	edKey  = sync.OnceValue(func() ed25519.PrivateKey { _, k, _ := ed25519.GenerateKey(rand.Reader); return k })
	// evilKey is of somebody who is not the issuer.
	evilKey = sync.OnceValue(func() *rsa.PrivateKey { k, _ := rsa.GenerateKey(rand.Reader, 2048); return k })
)

// fakeIssuer is an OpenID Connect issuer that a test can break.
type fakeIssuer struct {
	mu      sync.Mutex
	config  map[string]any
	keys    []any
	answers map[string]http.HandlerFunc // in place of the right ones, by path
	fetches int                         // of the keys
}

func newIssuer() *fakeIssuer {
	return &fakeIssuer{
		config: map[string]any{
			"issuer": issuerURL, "jwks_uri": issuerURL + "/keys",
			// An issuer that would have us verify by these must not get its way.
			"id_token_signing_alg_values_supported": []string{"none", "HS256", "RS256"},
		},
		keys:    []any{publicRSA("r1", rsaKey()), publicEC("e1", ecKey()), publicEd("d1", edKey())},
		answers: map[string]http.HandlerFunc{},
	}
}

// RoundTrip answers in the place of the network.
func (f *fakeIssuer) RoundTrip(r *http.Request) (*http.Response, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	w := httptest.NewRecorder()
	if r.URL.Path == "/keys" {
		f.fetches++
	}
	switch answer := f.answers[r.URL.Path]; {
	case answer != nil:
		answer(w, r)
	case r.URL.Path == "/.well-known/openid-configuration":
		writeJSON(w, f.config)
	case r.URL.Path == "/keys":
		writeJSON(w, map[string]any{"keys": f.keys})
	default:
		http.NotFound(w, r)
	}
	return w.Result(), nil
}

func (f *fakeIssuer) answer(path string, h http.HandlerFunc) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.answers[path] = h
}

func (f *fakeIssuer) publish(keys ...any) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.keys = keys
}

func (f *fakeIssuer) fetched() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.fetches
}

func (f *fakeIssuer) client() *http.Client { return &http.Client{Transport: f} }

// open makes a verifier of the issuer, and fails where that cannot be.
func (f *fakeIssuer) open(t testing.TB, log *slog.Logger) *OIDC {
	t.Helper()
	o, err := NewOIDC(context.Background(), Config{Issuer: issuerURL, Audience: audience, Client: f.client(), Logger: log})
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func writeJSON(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(v)
}

func b64(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }

func publicRSA(kid string, k *rsa.PrivateKey) any {
	return map[string]any{"kty": "RSA", "kid": kid, "n": b64(k.N.Bytes()), "e": b64(big.NewInt(int64(k.E)).Bytes())}
}

func publicEC(kid string, k *ecdsa.PrivateKey) any {
	point, _ := k.PublicKey.Bytes()
	return map[string]any{"kty": "EC", "crv": "P-256", "kid": kid, "x": b64(point[1:33]), "y": b64(point[33:])}
}

func publicEd(kid string, k ed25519.PrivateKey) any {
	return map[string]any{"kty": "OKP", "crv": "Ed25519", "kid": kid, "x": b64(k.Public().(ed25519.PublicKey))}
}

// claims are those of a good token, changed; a nil value leaves one out.
func claims(changes map[string]any) map[string]any {
	now := time.Now()
	c := map[string]any{"iss": issuerURL, "aud": audience, "sub": "alice", "iat": now.Unix(), "exp": now.Add(time.Hour).Unix()}
	maps.Copy(c, changes)
	maps.DeleteFunc(c, func(_ string, v any) bool { return v == nil })
	return c
}

// unsignedJWT is the part of a JWT that is signed.
func unsignedJWT(header, claims map[string]any) string {
	h, _ := json.Marshal(header)
	c, _ := json.Marshal(claims)
	return b64(h) + "." + b64(c)
}

// sign makes a JWT with a header of the algorithm, the key's id and more.
func sign(alg, kid string, key any, claims map[string]any, more ...map[string]any) string {
	header := map[string]any{"alg": alg, "kid": kid, "typ": "JWT"}
	for _, m := range more {
		maps.Copy(header, m)
	}
	if kid == "" {
		delete(header, "kid")
	}
	text := unsignedJWT(header, claims)
	hash := sha256.Sum256([]byte(text))
	var signature []byte
	switch k := key.(type) {
	case *rsa.PrivateKey:
		if alg == "PS256" {
			signature, _ = rsa.SignPSS(rand.Reader, k, crypto.SHA256, hash[:], nil)
		} else {
			signature, _ = rsa.SignPKCS1v15(nil, k, crypto.SHA256, hash[:])
		}
	case *ecdsa.PrivateKey:
		r, s, _ := ecdsa.Sign(rand.Reader, k, hash[:])
		signature = append(r.FillBytes(make([]byte, 32)), s.FillBytes(make([]byte, 32))...)
	case ed25519.PrivateKey:
		signature = ed25519.Sign(k, []byte(text))
	case []byte:
		mac := hmac.New(sha256.New, k)
		mac.Write([]byte(text))
		signature = mac.Sum(nil)
	case nil:
	default:
		panic(fmt.Sprintf("no way to sign with %T", key))
	}
	return text + "." + b64(signature)
}

// good is a JWT of the issuer.
func good() string { return sign("RS256", "r1", rsaKey(), claims(nil)) }

func TestDiscovery(t *testing.T) {
	html := func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, strings.Repeat("<p>a portal", 1000))
	}
	long := func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, `{"issuer":"`+strings.Repeat("a", 2<<20)+`"}`)
	}
	status := func(code int) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(code) }
	}
	to := func(url string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, url, http.StatusFound) }
	}
	const configuration, keys = "/.well-known/openid-configuration", "/keys"
	for name, c := range map[string]struct {
		config map[string]any
		path   string
		answer http.HandlerFunc
		want   string
	}{
		"right":                      {},
		"another issuer":             {config: map[string]any{"issuer": "https://evil.example"}, want: `calls itself "https://evil.example"`},
		"a slash more":               {config: map[string]any{"issuer": issuerURL + "/"}, want: `calls itself "` + issuerURL + `/"`},
		"no issuer":                  {config: map[string]any{"issuer": nil}, want: `calls itself ""`},
		"no keys' address":           {config: map[string]any{"jwks_uri": nil}, want: `names no "jwks_uri"`},
		"a number for one":           {config: map[string]any{"jwks_uri": 7}, want: "does not give its configuration"},
		"keys over http":             {config: map[string]any{"jwks_uri": "http://login.example.com/keys"}, want: `"http://login.example.com/keys" is not https`},
		"keys in a file":             {config: map[string]any{"jwks_uri": "file:///etc/passwd"}, want: "is not https"},
		"keys of loopback in a name": {config: map[string]any{"jwks_uri": "http://127.0.0.1.evil.example/keys"}, want: "is not https"},
		"no configuration":           {path: configuration, answer: status(404), want: "does not give its configuration: Get \"" + issuerURL + configuration + "\": 404 Not Found"},
		"a page":                     {path: configuration, answer: html, want: "does not give its configuration"},
		"a long configuration":       {path: configuration, answer: long, want: "too large"},
		"redirect to http":           {path: configuration, answer: to("http://evil.example/"), want: "is not https"},
		"no keys":                    {path: keys, answer: status(503), want: "does not give its keys: fetching keys"},
		"a page for keys":            {path: keys, answer: html, want: "does not give its keys"},
		"long keys":                  {path: keys, answer: long, want: "does not give its keys"},
		"keys moved":                 {path: keys, answer: to(issuerURL + "/other"), want: "does not give its keys: fetching keys oidc: get keys failed Get \"" + issuerURL + "/other\": 404"},
		"keys moved to http":         {path: keys, answer: to("http://evil.example/keys"), want: "is not https"},
		"no content":                 {path: keys, answer: status(204), want: "does not give its keys"},
	} {
		t.Run(name, func(t *testing.T) {
			f := newIssuer()
			maps.Copy(f.config, c.config)
			f.answers[c.path] = c.answer
			_, err := NewOIDC(t.Context(), Config{Issuer: issuerURL, Audience: audience, Client: f.client(), Logger: slog.New(slog.DiscardHandler)})
			if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), issuerURL) || len(err.Error()) > 600) {
				t.Errorf("error %.1000v, want one with %q", err, c.want)
			}
		})
	}
	t.Run("unreachable", func(t *testing.T) {
		gone := httptest.NewServer(http.NotFoundHandler())
		gone.Close()
		_, err := NewOIDC(t.Context(), Config{Issuer: gone.URL, Audience: audience})
		if err == nil || !strings.Contains(err.Error(), "does not give its configuration") || !strings.Contains(err.Error(), "refused") {
			t.Errorf("error %v", err)
		}
	})
	t.Run("ended while it waits", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		slow := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { cancel(); <-r.Context().Done() }))
		defer slow.Close()
		if _, err := NewOIDC(ctx, Config{Issuer: slow.URL, Audience: audience}); err == nil || ctx.Err() == nil {
			t.Errorf("error %v", err)
		}
	})
}

func TestConfig(t *testing.T) {
	for _, c := range []struct{ issuer, audience, want string }{
		{"http://login.example.com", audience, "not https"},
		{"http://10.0.0.1", audience, "not https"},
		{"http://localhost.evil.example", audience, "not https"},
		{"ftp://login.example.com", audience, "not https"},
		{"", audience, "no issuer's URL"},
		{"login.example.com", audience, "no issuer's URL"},
		{"https://", audience, "no issuer's URL"},
		{"https://a:b@login.example.com", audience, "no issuer's URL"},
		{"https://login.example.com?x", audience, "no issuer's URL"},
		{"https://login.example.com#x", audience, "no issuer's URL"},
		{"https://login.example.com\n", audience, "no issuer's URL"},
		{issuerURL, "", "--oidc-audience"},
	} {
		f := newIssuer()
		_, err := NewOIDC(t.Context(), Config{Issuer: c.issuer, Audience: c.audience, Client: f.client()})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q for %q: error %v, want one with %q", c.issuer, c.audience, err, c.want)
		}
	}
	for _, issuer := range []string{"http://localhost:1", "http://LOCALHOST", "http://127.0.0.1:9/realm", "http://[::1]:9", "https://login.example.com/realm/"} {
		if err := (Config{Issuer: issuer, Audience: audience}).check(); err != nil {
			t.Error(err)
		}
	}
}
