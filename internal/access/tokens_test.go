package access

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The tokens that tests use; none is the beginning of another.
const (
	tokenA = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
	tokenB = "b-._~+/=0123456789"
)

func writeTokens(t testing.TB, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// manyTokens are n tokens, each on its line.
func manyTokens(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "token-number-%06d\n", i)
	}
	return b.String()
}

func openTokens(t testing.TB, text string) *Tokens {
	t.Helper()
	path := filepath.Join(t.TempDir(), "tokens")
	writeTokens(t, path, text)
	tokens, err := OpenTokens(path)
	if err != nil {
		t.Fatal(err)
	}
	return tokens
}

func TestTokens(t *testing.T) {
	tokens := openTokens(t, "# who: the gateway\n\n"+tokenA+"\r\n  "+tokenB+"  \n   # not-a-token-at-all\n"+tokenB)
	for name, c := range map[string]struct {
		token string
		known bool
	}{
		"first":               {tokenA, true},
		"with spaces around":  {tokenB, true},
		"empty":               {"", false},
		"shorter":             {tokenA[:31], false},
		"longer":              {tokenA + "a", false},
		"other case":          {strings.ToUpper(tokenA), false},
		"a prefix of 16":      {tokenA[:16], false},
		"a comment":           {"not-a-token-at-all", false},
		"a comment with sign": {"#not-a-token-at-all", false},
		"with space":          {" " + tokenA, false},
		"with newline":        {tokenA + "\n", false},
		"two":                 {tokenA + "\n" + tokenB, false},
		"huge":                {strings.Repeat("a", 1<<20), false},
	} {
		t.Run(name, func(t *testing.T) {
			if got := tokens.has(c.token); got != c.known {
				t.Errorf("known is %t, want %t", got, c.known)
			}
		})
	}
}

func TestTokensKeepNoText(t *testing.T) {
	tokens := openTokens(t, tokenA+"\n")
	for _, hash := range tokens.current.Load().hashes {
		if strings.Contains(string(hash[:]), tokenA[:8]) {
			t.Error("the token is kept in the clear")
		}
	}
}

var badTokens = map[string]struct{ text, want string }{
	"nothing":        {"", "holds no token; expected one a line"},
	"comments alone": {"# a\n\n  \n", "holds no token"},
	"short":          {"# a\n" + tokenA[:15], ":2: a token of 15 characters; expected at least 16"},
	"space":          {tokenA + "\n" + tokenA[:20] + " " + tokenA[:20], ":2: character 21 of the token is U+0020; expected printable ASCII"},
	"tab":            {tokenA + "\tx", ":1: character 33 of the token is U+0009"},
	"byte mark":      {"\uFEFF" + tokenA, ":1: character 1 of the token is U+FEFF"},
	"accent":         {tokenA + "é", ":1: character 33 of the token is U+00E9"},
	"not UTF-8":      {tokenA + "\xff", ":1: character 33 of the token is U+FFFD"},
	"NUL":            {tokenA + "\x00", ":1: character 33 of the token is U+0000"},
	"UTF-16":         {"\xff\xfea\x00b\x00", ":1: character 1 of the token is U+FFFD"},
	"long":           {strings.Repeat("a", 4097), ":1: a token of 4097 characters; expected at most 4096"},
	"many":           {manyTokens(1001), ":1001: more than 1000 tokens"},
	"a big file":     {"#" + strings.Repeat("a", 8<<20), "larger than 8388608 bytes"},
}

func TestBadTokens(t *testing.T) {
	for name, c := range badTokens {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "tokens")
			writeTokens(t, path, c.text)
			_, err := OpenTokens(path)
			wantError(t, err, c.want)
			wantError(t, err, path)
		})
		t.Run(name+" at a reload", func(t *testing.T) {
			tokens := openTokens(t, tokenB)
			writeTokens(t, tokens.path, c.text)
			wantError(t, tokens.Reload(), c.want)
			if !tokens.has(tokenB) || tokens.has(tokenA) {
				t.Error("the old tokens do not stay")
			}
		})
	}
	t.Run("no file", func(t *testing.T) {
		_, err := OpenTokens(filepath.Join(t.TempDir(), "none"))
		wantError(t, err, "none")
	})
	t.Run("a folder", func(t *testing.T) {
		_, err := OpenTokens(t.TempDir())
		wantError(t, err, "directory")
	})
}

// wantError asks for an error that holds want and no token.
func wantError(t testing.TB, err error, want string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("error %v, want one with %q", err, want)
	} else if strings.Contains(err.Error(), tokenA[:15]) {
		t.Errorf("the error quotes a token: %v", err)
	}
}

func TestReload(t *testing.T) {
	tokens := openTokens(t, tokenA)
	writeTokens(t, tokens.path, tokenB)
	if !tokens.has(tokenA) || tokens.has(tokenB) {
		t.Error("read again before it was asked to")
	}
	if err := tokens.Reload(); err != nil || tokens.has(tokenA) || !tokens.has(tokenB) {
		t.Errorf("not the new tokens after Reload: %v", err)
	}
}

func TestWarning(t *testing.T) {
	tokens := openTokens(t, tokenA)
	for mode, warned := range map[os.FileMode]bool{0o600: false, 0o400: false, 0o640: true, 0o604: true, 0o602: true, 0o610: true} {
		if err := os.Chmod(tokens.path, mode); err != nil {
			t.Fatal(err)
		}
		if err := tokens.Reload(); err != nil {
			t.Fatal(err)
		}
		if got := tokens.Warning(); (got != "") != warned || warned && !strings.Contains(got, "chmod 600") {
			t.Errorf("mode %o: warning %q", mode, got)
		}
	}
}
