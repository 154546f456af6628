package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"skillpack/catalog"
	"skillpack/internal/diag"
	"skillpack/internal/protocol"
	"skillpack/verify"
)

// verified runs verify and returns its exit code and what it prints.
func verified(t *testing.T, args ...string) (code int, out, said string) {
	t.Helper()
	var stdout, stderr strings.Builder
	code = run(t.Context(), append([]string{"verify"}, args...), stdio{strings.NewReader(""), &stdout, &stderr})
	return code, stdout.String(), stderr.String()
}

// inert fails the test where text could steer a terminal.
func inert(t *testing.T, text string) {
	t.Helper()
	if lines := strings.ReplaceAll(text, "\n", ""); diag.Printable(lines) != lines {
		t.Errorf("printed %q", text)
	}
}

// A catalog that is sealed well, but whose entry says other things than its SKILL.md, in
// words that could steer a terminal.
func TestVerifyOfALyingCatalog(t *testing.T) {
	manifest := []byte("---\nname: tidy\ndescription: \"Tidies \\u009b2J\\u202e\"\nnote: \"\\e]0;x\\a\"\n---\n")
	file := catalog.Resource{URI: "skill://tidy/SKILL.md", Name: "tidy", Description: "Tidies\u009b", MIMEType: "text/markdown", Size: int64(len(manifest))}
	digest := protocol.Digest(manifest)
	var sealed bytes.Buffer
	if _, err := catalog.Write(&sealed, &catalog.Catalog{
		Server: catalog.Server{Name: "x", Version: "1", CacheScope: "public"},
		Skills: []catalog.Entry{{
			URI: file.URI, Frontmatter: []byte("{\"name\":\"tidy\",\"description\":\"Tidies\u009b\"}"),
			Resources: []catalog.Ref{{URI: file.URI, Digest: digest, Size: file.Size}},
		}},
		Resources:   []catalog.Resource{file},
		Directories: []catalog.Directory{{URI: "skill://tidy", Children: []catalog.Resource{file}}},
		Contents:    []catalog.Content{{Digest: digest, Size: file.Size, Read: func() ([]byte, error) { return manifest, nil }}},
	}); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "catalog.json")
	if err := os.WriteFile(path, sealed.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	for format, want := range map[string]string{
		"text":  "    H2 skill://tidy/SKILL.md: the frontmatter differs: description: ",
		"json":  `"requirement": "H2"`,
		"junit": `type="H2"`,
	} {
		t.Run("H2 "+format, func(t *testing.T) {
			code, out, said := verified(t, path, "--format", format)
			if code != exitFindings || !strings.Contains(out, want) || !strings.HasPrefix(said, "1 skill: 0 verified, 1 failed") {
				t.Errorf("exit code %d, said %s%s", code, out, said)
			}
			inert(t, out+said)
		})
	}
}

// Whatever answers, the user is told what to do, in words that cannot steer a terminal.
func TestVerifyOfWhatIsNoServer(t *testing.T) {
	answer := func(status int, kind, text string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", kind)
			w.WriteHeader(status)
			_, _ = io.WriteString(w, text)
		}
	}
	const refusal = `{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"\u001b[2J no \u009b"}}`
	for _, c := range []struct {
		name    string
		handler http.HandlerFunc
		want    string
	}{
		{"a page", answer(200, "text/html", "<h1>\x1b[2J</h1>"), "; is it the URL of an MCP endpoint?"},
		{"401", answer(401, "application/json", refusal), "401 Unauthorized; it wants to know who asks: give a token with --bearer-token-file"},
		{"403", answer(403, "application/json", refusal), `(--allow-host of 'skillpack serve'); it says "\x1b[2J no \u009b"`},
		{"403 without words", answer(403, "text/plain", "no"), "(--allow-host of 'skillpack serve')\n"},
		{"405", answer(405, "text/plain", ""), "is the path right? that of 'skillpack serve' is http"},
		{"500", answer(500, "text/plain", "\x1b"), "HTTP status 500 Internal Server Error\n"},
		{"redirect", func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://127.0.0.1:9/mcp", http.StatusTemporaryRedirect)
		}, `; if that is the server, name it: "http://127.0.0.1:9/mcp"`},
		{"refusal", answer(200, "application/json", strings.Replace(refusal, "null", "1", 1)), "it can be asked in 2026-07-28 and 2025-11-25 alone"},
		{"silence", func(w http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body) // only then the server sees that the client goes
			<-r.Context().Done()
		}, "; if it is only slow, give it longer than --timeout 100ms"},
	} {
		t.Run(c.name, func(t *testing.T) {
			server := httptest.NewServer(c.handler)
			defer server.Close()
			timeout := "30s"
			if c.name == "silence" {
				timeout = "100ms"
			}
			code, out, said := verified(t, server.URL+"/", "--timeout", timeout)
			if code != exitFailed || out != "" || !strings.HasPrefix(said, "skillpack: ") || !strings.Contains(said, c.want) {
				t.Errorf("exit code %d, printed %q, said %s\nwant %s", code, out, said, c.want)
			}
			inert(t, said)
			if code, out, _ := verified(t, server.URL, "--timeout", timeout, "--json"); code != exitFailed || !strings.Contains(out, `"verified": false`) {
				t.Errorf("exit code %d, printed %s", code, out)
			}
		})
	}
}

func TestVerifyOverTLS(t *testing.T) {
	server := httptest.NewUnstartedServer(http.NotFoundHandler())
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.StartTLS()
	defer server.Close()
	for url, want := range map[string]string{
		server.URL: "its certificate is not trusted here: SSL_CERT_FILE can name a PEM file",
		strings.Replace(server.URL, "https", "http", 1): "it speaks HTTPS: write https:// in the URL",
	} {
		if code, _, said := verified(t, url); code != exitFailed || !strings.Contains(said, want) {
			t.Errorf("%s: exit code %d, %s\nwant %s", url, code, said, want)
		}
	}
}

func TestVerifyOfAHostWithoutAddress(t *testing.T) {
	if got := networkAdvice(fmt.Errorf("asking: %w", &net.DNSError{Name: "skils.example.com"})); got != `is the name "skils.example.com" right?` {
		t.Errorf("got %q", got)
	}
}

// Ctrl-C ends an audit as a failure that says so, without a report.
func TestVerifyInterrupted(t *testing.T) {
	ctx, interrupt := context.WithCancel(t.Context())
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		interrupt()
		<-r.Context().Done()
	}))
	defer server.Close()
	var out, said strings.Builder
	code := run(ctx, []string{"verify", server.URL, "--json"}, stdio{strings.NewReader(""), &out, &said})
	if code != exitFailed || said.String() != "skillpack: interrupted\n" || out.String() != "" {
		t.Errorf("exit code %d, printed %q, said %q", code, out.String(), said.String())
	}
}

// What a terminal shows while an audit runs.
func TestProgressWords(t *testing.T) {
	for want, p := range map[string]verify.Progress{
		"connecting": {},
		"verifying in 2026-07-28: 1 skill, 2 of 3 files": {Era: verify.Modern, Skills: 1, Files: 3, FilesDone: 2},
	} {
		if got := progressWords(p); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
