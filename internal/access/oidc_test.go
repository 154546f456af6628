package access

import (
	"bytes"
	"context"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth"
)

// logged is a logger of everything, and what it wrote; for one goroutine at a time.
func logged() (*slog.Logger, *bytes.Buffer) {
	var b bytes.Buffer
	return slog.New(slog.NewTextHandler(&b, &slog.HandlerOptions{Level: slog.LevelDebug})), &b
}

// inHours is a time as a claim.
func inHours(h float64) int64 { return time.Now().Add(time.Duration(h * float64(time.Hour))).Unix() }

func with(claim string, v any) string {
	return sign("RS256", "r1", rsaKey(), claims(map[string]any{claim: v}))
}

func TestGoodTokens(t *testing.T) {
	o := newIssuer().open(t, nil)
	for name, token := range map[string]string{
		"RS256":                  good(),
		"PS256":                  sign("PS256", "r1", rsaKey(), claims(nil)),
		"ES256":                  sign("ES256", "e1", ecKey(), claims(nil)),
		"EdDSA":                  sign("EdDSA", "d1", edKey(), claims(nil)),
		"without kid":            sign("RS256", "", rsaKey(), claims(nil)),
		"an access token's typ":  sign("RS256", "r1", rsaKey(), claims(nil), map[string]any{"typ": "at+jwt"}),
		"several audiences":      with("aud", []string{"other", audience}),
		"valid for a while":      with("nbf", inHours(-1)),
		"clock behind, nbf":      with("nbf", inHours(1.0/60)),
		"clock behind, exp":      with("exp", time.Now().Unix()-20),
		"a fraction of a second": with("exp", float64(inHours(1))+0.5),
		"without iat":            with("iat", nil),
	} {
		t.Run(name, func(t *testing.T) {
			info, err := o.verify(t.Context(), token)
			if err != nil || info.UserID != "alice" || info.Expiration.IsZero() {
				t.Errorf("%+v %v", info, err)
			}
			if again, err := o.verify(t.Context(), token); err != nil || again != info {
				t.Errorf("the second time: %+v %v", again, err)
			}
		})
	}
}

// bad returns tokens that must not be accepted.
func bad(t *testing.T) map[string]string {
	der, err := x509.MarshalPKIXPublicKey(&rsaKey().PublicKey)
	if err != nil {
		t.Fatal(err)
	}
	public := pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der})
	jwk, _ := json.Marshal(publicRSA("r1", rsaKey()))
	token := good()
	part := strings.Split(token, ".")
	admin := b64([]byte(`{"iss":"` + issuerURL + `","aud":"` + audience + `","sub":"admin","exp":99999999999}`))
	header := func(alg string) string { return b64([]byte(`{"alg":"` + alg + `"}`)) }
	return map[string]string{
		"empty":           "",
		"no JWT":          "x",
		"dots":            "..",
		"many dots":       strings.Repeat(".", 10_000),
		"two parts":       part[0] + "." + part[1],
		"four parts":      token + "." + part[2],
		"no signature":    part[0] + "." + part[1] + ".",
		"no payload":      part[0] + ".." + part[2],
		"no header":       "." + part[1] + "." + part[2],
		"not base64":      part[0] + ".!!!." + part[2],
		"header no JSON":  b64([]byte("{")) + "." + part[1] + "." + part[2],
		"payload no JSON": sign("RS256", "r1", rsaKey(), nil),
		"JSON form":       `{"payload":"` + part[1] + `","protected":"` + part[0] + `","signature":"` + part[2] + `"}`,
		"encrypted form":  strings.Join([]string{header("RSA-OAEP"), "a", "b", "c", "d"}, "."),
		"huge":            sign("RS256", "r1", rsaKey(), claims(map[string]any{"x": strings.Repeat("x", maxJWT)})),
		"with a newline":  token + "\n",

		"expired":             with("exp", inHours(-1)),
		"expired 31 s ago":    with("exp", time.Now().Unix()-31),
		"without exp":         with("exp", nil),
		"exp null, kept":      sign("RS256", "r1", rsaKey(), map[string]any{"iss": issuerURL, "aud": audience, "exp": nil}),
		"exp a text":          with("exp", "never"),
		"exp zero":            with("exp", 0),
		"exp negative":        with("exp", -1),
		"not yet valid":       with("nbf", inHours(1)),
		"other audience":      with("aud", "https://other.example.com/mcp"),
		"no audience":         with("aud", nil),
		"empty audience":      with("aud", ""),
		"no audiences":        with("aud", []string{}),
		"audience's prefix":   with("aud", audience[:len(audience)-1]),
		"longer audience":     with("aud", audience+"/"),
		"audience in capital": with("aud", strings.ToUpper(audience)),
		"audience a number":   with("aud", 7),
		"other issuer":        with("iss", "https://evil.example"),
		"issuer with slash":   with("iss", issuerURL+"/"),
		"no issuer":           with("iss", nil),

		"alg none":                  unsignedJWT(map[string]any{"alg": "none"}, claims(nil)) + ".",
		"alg None":                  unsignedJWT(map[string]any{"alg": "None", "kid": "r1"}, claims(nil)) + ".",
		"alg none and a signature":  header("none") + "." + part[1] + "." + part[2],
		"alg empty":                 header("") + "." + part[1] + ".",
		"no alg":                    b64([]byte("{}")) + "." + part[1] + "." + part[2],
		"alg twice":                 b64([]byte(`{"alg":"none","alg":"RS256","kid":"r1"}`)) + "." + part[1] + "." + part[2],
		"HS256 by the PEM":          sign("HS256", "r1", public, claims(nil)),
		"HS256 by the DER":          sign("HS256", "r1", der, claims(nil)),
		"HS256 by the JWK":          sign("HS256", "r1", jwk, claims(nil)),
		"HS256 by the modulus":      sign("HS256", "r1", rsaKey().N.Bytes(), claims(nil)),
		"HS256 by nothing":          sign("HS256", "r1", []byte{}, claims(nil)),
		"RS256 in the header, HMAC": sign("RS256", "r1", public, claims(nil)),
		"RS256 with an EC key":      sign("RS256", "e1", ecKey(), claims(nil)),
		"ES256 with an RSA key":     sign("ES256", "r1", rsaKey(), claims(nil)),
		"ES256 of zeros":            unsignedJWT(map[string]any{"alg": "ES256", "kid": "e1"}, claims(nil)) + "." + b64(make([]byte, 64)),
		"another's key":             sign("RS256", "r1", evilKey(), claims(nil)),
		"another's key, no kid":     sign("RS256", "", evilKey(), claims(nil)),
		"unknown kid":               sign("RS256", "r2", evilKey(), claims(nil)),
		"kid of another key":        sign("RS256", "e1", rsaKey(), claims(nil)),
		"key in the header":         sign("RS256", "r1", evilKey(), claims(nil), map[string]any{"jwk": publicRSA("r1", evilKey())}),
		"key in the header, alone":  sign("RS256", "", evilKey(), claims(nil), map[string]any{"jwk": publicRSA("", evilKey())}),
		"keys' address in it":       sign("RS256", "evil", evilKey(), claims(nil), map[string]any{"jku": "https://evil.example/keys", "x5u": "https://evil.example/x"}),
		"critical extension":        sign("RS256", "r1", rsaKey(), claims(nil), map[string]any{"crit": []string{"exp"}, "exp": 0}),
		"other payload":             part[0] + "." + admin + "." + part[2],
		"other header":              header("RS256") + "." + part[1] + "." + part[2],
		"signature cut":             token[:len(token)-4],
		"signature flipped":         part[0] + "." + part[1] + "." + flip(part[2]),
		"signature of another":      part[0] + "." + part[1] + "." + strings.Split(with("sub", "bob"), ".")[2],
	}
}

// flip changes a bit in the middle.
func flip(s string) string {
	b, _ := base64.RawURLEncoding.DecodeString(s)
	b[len(b)/2] ^= 1
	return b64(b)
}

func TestBadTokensOfOIDC(t *testing.T) {
	log, lines := logged()
	o := newIssuer().open(t, log)
	for name, token := range bad(t) {
		t.Run(name, func(t *testing.T) {
			info, err := o.verify(t.Context(), token)
			if info != nil || !errors.Is(err, auth.ErrInvalidToken) {
				t.Fatalf("%+v %v, want an invalid token", info, err)
			}
			if strings.HasPrefix(name, "expired") && !strings.Contains(err.Error(), "expired") {
				t.Errorf("error %v", err)
			}
			for _, text := range []string{err.Error(), lines.String()} {
				if leak := leaked(text, token); leak != "" {
					t.Errorf("%q of the token in %s", leak, text)
				}
			}
		})
	}
	if !strings.Contains(lines.String(), "level=DEBUG") || !strings.Contains(lines.String(), "expected audience") {
		t.Errorf("the log does not tell why: %s", lines)
	}
	if o.known.tokens != nil {
		t.Errorf("%d bad tokens are remembered", len(o.known.tokens))
	}
}

// leaked returns a part of a token that is in text, if any is: of 12 characters, which
// nothing else has by chance.
func leaked(text, token string) string {
	for i := 0; i+12 <= len(token); i += 12 {
		if piece := token[i : i+12]; strings.Contains(text, piece) && strings.Trim(piece, ".x") != "" {
			return piece
		}
	}
	return ""
}

func TestKeyRotation(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newIssuer()
		o := f.open(t, slog.New(slog.DiscardHandler))
		next := sign("RS256", "r2", evilKey(), claims(nil)) // the issuer's own by now
		f.publish(publicRSA("r2", evilKey()))
		time.Sleep(fetchEvery)
		synctest.Wait()
		if _, err := o.verify(t.Context(), next); err != nil {
			t.Errorf("a token by the new key: %v", err)
		}
		if _, err := o.verify(t.Context(), good()); err == nil {
			t.Error("a token by the key that was taken back is accepted")
		}
	})
}

// TestMadeUpKeys is an attacker who has us fetch keys: by key ids that there are not,
// and by bad signatures of one that there is.
func TestMadeUpKeys(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newIssuer()
		o := f.open(t, slog.New(slog.DiscardHandler))
		mine := good()
		for i := range 600 { // for a minute
			kid := "r1"
			if i%2 == 0 {
				kid = fmt.Sprint("made-up-", i)
			}
			if _, err := o.verify(t.Context(), unsignedJWT(map[string]any{"alg": "RS256", "kid": kid}, claims(nil))+"."+b64(make([]byte, 256))); err == nil {
				t.Fatal("accepted")
			}
			if _, err := o.verify(t.Context(), mine); err != nil {
				t.Fatalf("a good token meanwhile: %v", err)
			}
			time.Sleep(time.Minute / 600)
			synctest.Wait()
		}
		if n := f.fetched(); n < 2 || n > 7 {
			t.Errorf("%d fetches of the keys in a minute; want one at the start and at most one each %v", n, fetchEvery)
		}
	})
}

func TestIssuerDown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newIssuer()
		log, lines := logged()
		o := f.open(t, log)
		f.answer("/keys", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) })
		for range 3 {
			time.Sleep(fetchEvery)
			synctest.Wait()
			if _, err := o.verify(t.Context(), sign("RS256", "r2", evilKey(), claims(nil))); err == nil {
				t.Error("a token by a key that nobody could fetch is accepted")
			}
			if _, err := o.verify(t.Context(), good()); err != nil {
				t.Errorf("a token by a known key: %v", err)
			}
		}
		if text := lines.String(); !strings.Contains(text, "level=WARN") || !strings.Contains(text, issuerURL+"/keys") || !strings.Contains(text, "502") {
			t.Errorf("the log does not tell of it: %s", text)
		}
	})
}

func TestRemembered(t *testing.T) {
	t.Run("not past its end", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			o := newIssuer().open(t, slog.New(slog.DiscardHandler))
			token := with("exp", time.Now().Unix()+10)
			if _, err := o.verify(t.Context(), token); err != nil {
				t.Error(err)
			}
			time.Sleep(10*time.Second + clockSkew - time.Second)
			if _, err := o.verify(t.Context(), token); err != nil {
				t.Errorf("within the clocks' difference: %v", err)
			}
			time.Sleep(2 * time.Second)
			if _, err := o.verify(t.Context(), token); err == nil || !strings.Contains(err.Error(), "expired") {
				t.Errorf("after its end: %v", err)
			}
		})
	})
	t.Run("not long past its key", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			f := newIssuer()
			o := f.open(t, slog.New(slog.DiscardHandler))
			token := good()
			if _, err := o.verify(t.Context(), token); err != nil {
				t.Fatal(err)
			}
			f.publish(publicRSA("r2", evilKey()))
			time.Sleep(fetchEvery)
			_, _ = o.verify(t.Context(), sign("RS256", "r2", evilKey(), claims(nil)))
			time.Sleep(rememberFor)
			if _, err := o.verify(t.Context(), token); err == nil {
				t.Error("accepted")
			}
		})
	})
	t.Run("by the whole token", func(t *testing.T) {
		o := newIssuer().open(t, nil)
		token := good()
		if _, err := o.verify(t.Context(), token); err != nil {
			t.Fatal(err)
		}
		for i := range len(token) {
			if i%7 != 0 || token[i] == '.' {
				continue
			}
			other := token[:i] + string(token[i]^1) + token[i+1:]
			if info := o.known.get(sha256.Sum256([]byte(other))); info != nil {
				t.Errorf("known with another character at %d", i)
			}
		}
	})
	t.Run("bounded", func(t *testing.T) {
		var r remembered
		info := &auth.TokenInfo{Expiration: time.Now().Add(time.Hour)}
		for i := range maxRemembered + 1000 {
			r.put(sha256.Sum256([]byte(fmt.Sprint(i))), info)
		}
		if n := len(r.tokens); n != maxRemembered {
			t.Errorf("%d tokens, want %d", n, maxRemembered)
		}
		if r.get(sha256.Sum256([]byte(fmt.Sprint(maxRemembered+999)))) != info {
			t.Error("the last one is not among them")
		}
	})
}

func BenchmarkVerifyJWT(b *testing.B) {
	o := newIssuer().open(b, nil)
	token := good()
	b.Run("first", func(b *testing.B) {
		for b.Loop() {
			o.known.tokens = nil
			if _, err := o.verify(context.Background(), token); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("remembered", func(b *testing.B) {
		for b.Loop() {
			if _, err := o.verify(context.Background(), token); err != nil {
				b.Fatal(err)
			}
		}
	})
}
