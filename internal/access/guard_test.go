package access

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/auth"
)

// guards are the guards of a file, of an issuer and of both, with a token that each
// lets pass.
func guards(t testing.TB, log *slog.Logger) map[string]guarded {
	file := openTokens(t, tokenA+"\n"+tokenB)
	issuer := newIssuer().open(t, log)
	const plain = `Bearer realm="skillpack"`
	const metadata = `, resource_metadata="https://skills.example.com/.well-known/oauth-protected-resource/mcp"`
	return map[string]guarded{
		"file":       {Verifiers{Tokens: file}, tokenA, "", plain, plain + `, error="invalid_token"`},
		"issuer":     {Verifiers{OIDC: issuer, Resource: audience}, good(), "alice", plain + metadata, plain + `, error="invalid_token"` + metadata},
		"both, file": {Verifiers{Tokens: file, OIDC: issuer, Resource: audience}, tokenB, "", plain + metadata, plain + `, error="invalid_token"` + metadata},
		"both, OIDC": {Verifiers{Tokens: file, OIDC: issuer, Resource: audience}, good(), "alice", plain + metadata, plain + `, error="invalid_token"` + metadata},
	}
}

type guarded struct {
	Verifiers
	token, user      string
	missing, invalid string // the challenges
}

// ask sends a request through a guard and returns the answer, and what the handler
// behind it learned of the token; nil if it was not reached.
func (g guarded) ask(t testing.TB, change func(*http.Request)) (*httptest.ResponseRecorder, *auth.TokenInfo) {
	t.Helper()
	w := httptest.NewRecorder()
	var info *auth.TokenInfo
	h := Guard(g.Verifiers)(http.HandlerFunc(func(to http.ResponseWriter, r *http.Request) {
		info = auth.TokenInfoFromContext(r.Context())
		if to != http.ResponseWriter(w) {
			t.Errorf("the response is a %T, want the one that came in", to)
		}
		to.WriteHeader(http.StatusAccepted)
	}))
	r := httptest.NewRequest("POST", "http://skills.example.com/mcp", strings.NewReader("{}"))
	change(r)
	h.ServeHTTP(w, r)
	return w, info
}

func authorization(values ...string) func(*http.Request) {
	return func(r *http.Request) { r.Header["Authorization"] = values }
}

func TestGuard(t *testing.T) {
	for name, g := range guards(t, nil) {
		token := g.token
		for form, change := range map[string]func(*http.Request){
			"plain":        authorization("Bearer " + token),
			"lower case":   authorization("bearer " + token),
			"upper case":   authorization("BEARER " + token),
			"more spaces":  authorization("  Bearer \t " + token + " "),
			"also a query": func(r *http.Request) { authorization("Bearer " + token)(r); r.URL.RawQuery = "access_token=wrong" },
		} {
			t.Run(name+"/"+form, func(t *testing.T) {
				w, info := g.ask(t, change)
				if w.Code != 202 || info == nil || info.UserID != g.user || w.Header()["Www-Authenticate"] != nil {
					t.Errorf("status %d, %+v, %v", w.Code, info, w.Header())
				}
			})
		}
		for form, c := range map[string]struct {
			change  func(*http.Request)
			missing bool
		}{
			"none":                 {func(*http.Request) {}, true},
			"empty":                {authorization(""), true},
			"scheme alone":         {authorization("Bearer"), true},
			"scheme and space":     {authorization("Bearer "), true},
			"token alone":          {authorization(token), true},
			"no space":             {authorization("Bearer" + token), true},
			"other scheme":         {authorization("Basic " + token), true},
			"token's scheme":       {authorization("Token " + token), true},
			"colon":                {authorization("Bearer: " + token), true},
			"more behind":          {authorization("Bearer " + token + " x"), true},
			"two in one":           {authorization("Bearer " + token + ", Bearer " + token), true},
			"quoted":               {authorization(`Bearer "` + token + `"`), false},
			"comma":                {authorization("Bearer " + token + ","), false},
			"twice":                {authorization("Bearer "+token, "Bearer "+token), false},
			"right, then wrong":    {authorization("Bearer "+token, "Bearer wrong"), false},
			"wrong, then right":    {authorization("Bearer wrong", "Bearer "+token), false},
			"empty, then right":    {authorization("", "Bearer "+token), false},
			"shorter":              {authorization("Bearer " + token[:len(token)-5]), false},
			"first 16":             {authorization("Bearer " + token[:16]), false},
			"longer":               {authorization("Bearer " + token + "AAAA"), false},
			"other case":           {authorization("Bearer " + swapCase(token)), false},
			"wrong":                {authorization("Bearer wrong"), false},
			"huge":                 {authorization("Bearer " + strings.Repeat("a", 1<<20)), false},
			"null":                 {authorization("Bearer null"), false},
			"NUL":                  {authorization("Bearer " + token + "\x00"), false},
			"in the query":         {func(r *http.Request) { r.URL.RawQuery = "access_token=" + token }, true},
			"in the body":          {func(r *http.Request) { r.Body = http.NoBody; r.PostForm = map[string][]string{"access_token": {token}} }, true},
			"in a cookie":          {func(r *http.Request) { r.AddCookie(&http.Cookie{Name: "access_token", Value: token}) }, true},
			"to a proxy":           {func(r *http.Request) { r.Header.Set("Proxy-Authorization", "Bearer "+token) }, true},
			"in another header":    {func(r *http.Request) { r.Header.Set("X-Api-Key", token) }, true},
			"as user and password": {func(r *http.Request) { r.SetBasicAuth("Bearer", token) }, true},
		} {
			t.Run(name+"/"+form, func(t *testing.T) {
				w, info := g.ask(t, c.change)
				if w.Code != 401 || info != nil {
					t.Fatalf("status %d, %+v", w.Code, info)
				}
				g.wantRefusal(t, w, c.missing)
			})
		}
	}
}

func swapCase(s string) string {
	return strings.Map(func(r rune) rune {
		if 'a' <= r && r <= 'z' {
			return r - 32
		}
		if 'A' <= r && r <= 'Z' {
			return r + 32
		}
		return r
	}, "q"+s[1:])
}

func (g guarded) wantRefusal(t testing.TB, w *httptest.ResponseRecorder, missing bool) {
	t.Helper()
	want := g.invalid
	if missing {
		want = g.missing
	}
	if got := w.Header().Values("WWW-Authenticate"); len(got) != 1 || got[0] != want {
		t.Errorf("WWW-Authenticate %q, want %q", got, want)
	}
	var body struct {
		Version string `json:"jsonrpc"`
		ID      *int   `json:"id"`
		Error   struct {
			Code    int64  `json:"code"`
			Message string `json:"message"`
		} `json:"error"`
	}
	if err := json.Unmarshal(w.Body.Bytes(), &body); err != nil || body.Version != "2.0" || body.Error.Code != -32600 || body.Error.Message == "" || !strings.Contains(w.Body.String(), `"id":null`) {
		t.Errorf("%v; want a JSON-RPC error, not %s", err, w.Body)
	}
	if got := w.Header().Get("Content-Type"); got != "application/json" {
		t.Errorf("content type %q", got)
	}
	if w.Body.Len() > 200 || leaked(w.Body.String(), g.token) != "" {
		t.Errorf("a long answer, or one with the token: %.300s", w.Body)
	}
}

func TestGuardTellsNoToken(t *testing.T) {
	log, lines := logged()
	for name, g := range guards(t, log) {
		for kind, token := range bad(t) {
			if strings.ContainsAny(token, " \n") || token == "" {
				continue
			}
			w, info := g.ask(t, authorization("Bearer "+token))
			if w.Code != 401 || info != nil {
				t.Errorf("%s/%s: status %d", name, kind, w.Code)
			}
			if leak := leaked(lines.String()+w.Body.String(), token); leak != "" {
				t.Errorf("%s/%s: %q of the token is told", name, kind, leak)
			}
		}
	}
}

// What the log learns of a refusal, and what the client does.
func TestGuardTellsWhy(t *testing.T) {
	g := guards(t, nil)["issuer"]
	var told []string
	g.Refused = func(w http.ResponseWriter, reason string) {
		if _, ok := w.(*httptest.ResponseRecorder); !ok {
			t.Errorf("the response is a %T, want the one that came in", w)
		}
		told = append(told, reason)
	}
	tokens := bad(t)
	for kind, want := range map[string][2]string{
		"":                     {"no token", "Authorization: Bearer TOKEN"},
		"no JWT":               {"unknown token", "none that this server accepts"},
		"expired":              {"expired token", "it has expired"},
		"exp zero":             {"expired token", "it has expired"},
		"without exp":          {"token without exp", "it has no exp"},
		"not yet valid":        {"token not yet valid", "it is not valid yet"},
		"other audience":       {"token for another audience", "none that this server accepts"},
		"no audience":          {"token for another audience", "none that this server accepts"},
		"other issuer":         {"token of another issuer", "none that this server accepts"},
		"another's key":        {"token with a bad signature", "none that this server accepts"},
		"other payload":        {"token with a bad signature", "none that this server accepts"},
		"HS256 by the PEM":     {"unknown token", "none that this server accepts"},
		"signature of another": {"token with a bad signature", "none that this server accepts"},
	} {
		t.Run(kind, func(t *testing.T) {
			told = nil
			change := authorization("Bearer " + tokens[kind])
			if kind == "" {
				change = func(*http.Request) {}
			}
			w, _ := g.ask(t, change)
			if len(told) != 1 || told[0] != want[0] || !strings.Contains(strings.ReplaceAll(w.Body.String(), `\"`, ""), want[1]) {
				t.Errorf("told %q and answered %s, want %q", told, w.Body, want)
			}
		})
	}
	told = nil
	g.ask(t, authorization("Bearer a", "Bearer b"))
	g.ask(t, authorization("Bearer "+g.token))
	if len(told) != 1 || told[0] != "more than one Authorization header" {
		t.Errorf("told %q", told)
	}
}

func TestGuardReloads(t *testing.T) {
	tokens := openTokens(t, tokenA)
	g := guarded{Verifiers: Verifiers{Tokens: tokens}}
	writeTokens(t, tokens.path, tokenB)
	if err := tokens.Reload(); err != nil {
		t.Fatal(err)
	}
	if w, _ := g.ask(t, authorization("Bearer "+tokenA)); w.Code != 401 {
		t.Errorf("a token that was taken out: status %d", w.Code)
	}
	if w, _ := g.ask(t, authorization("Bearer "+tokenB)); w.Code != 202 {
		t.Errorf("a token that was put in: status %d", w.Code)
	}
}

func TestGuardNeedsVerifiers(t *testing.T) {
	for name, v := range map[string]Verifiers{"none": {Resource: audience}, "no resource": {OIDC: &OIDC{}}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			Guard(v)
		}()
	}
}

func BenchmarkGuard(b *testing.B) {
	many := openTokens(b, manyTokens(maxTokens-1)+tokenA)
	benchmarks := map[string]guarded{"file of 1000": {Verifiers: Verifiers{Tokens: many}, token: tokenA}}
	for name, g := range guards(b, nil) {
		benchmarks[name] = g
	}
	for name, g := range benchmarks {
		b.Run(name, func(b *testing.B) {
			h := Guard(g.Verifiers)(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
			r := httptest.NewRequest("POST", "/mcp", nil).WithContext(context.Background())
			r.Header.Set("Authorization", "Bearer "+g.token)
			b.ReportAllocs()
			for b.Loop() {
				h.ServeHTTP(nil, r)
			}
		})
	}
}
