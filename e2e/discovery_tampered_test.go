package e2e

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"skillpack/internal/protocol"
)

// spoilt has a host send other bytes for the paths that end in a text.
func spoilt(suffix string, spoil func([]byte) []byte) func(http.Handler) http.Handler {
	return func(h http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if !strings.HasSuffix(r.URL.Path, suffix) {
				h.ServeHTTP(w, r)
				return
			}
			kept := httptest.NewRecorder()
			h.ServeHTTP(kept, r)
			data := spoil(kept.Body.Bytes())
			w.Header().Set("Content-Type", kept.Header().Get("Content-Type"))
			w.Header().Set("Content-Length", strconv.Itoa(len(data)))
			w.WriteHeader(kept.Code)
			w.Write(data)
		})
	}
}

// flipped changes one bit of the content, which gzip would notice too.
func flipped(data []byte) []byte {
	data = bytes.Clone(data)
	data[len(data)/2] ^= 1
	return data
}

// extended adds a file to an archive that stays a good one.
func extended(data []byte) []byte {
	r, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		panic(err)
	}
	plain, err := io.ReadAll(r)
	if err != nil {
		panic(err)
	}
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	w.Write(plain[:len(plain)-1024]) // without the blocks that end it
	t := tar.NewWriter(w)
	t.WriteHeader(&tar.Header{Name: "evil.md", Mode: 0o644, Size: 4, Typeflag: tar.TypeReg})
	t.Write([]byte("evil"))
	t.Close()
	w.Close()
	return out.Bytes()
}

// testTampering has the tool meet artifacts whose bytes are not those that
// the index has the digest of. Beside them another skill is installed.
func testTampering(t *testing.T, tool skillsTool, p product) {
	source := plant(t, shelf)
	site := siteOf(t, p.binary, catalogFor(t, p.binary, source))
	digest := ""
	for file, data := range filesIn(t, site) {
		if strings.HasSuffix(file, "/tools.tar.gz") {
			digest = protocol.Digest([]byte(data))
		}
	}
	for name, c := range map[string]struct {
		change func(http.Handler) http.Handler
		left   map[string]string
	}{
		"a flipped bit":           {spoilt("/tools.tar.gz", flipped), only("notes", "deep")},
		"a file more":             {spoilt("/tools.tar.gz", extended), only("notes", "deep")},
		"no archive":              {spoilt("/tools.tar.gz", func([]byte) []byte { return nil }), only("notes", "deep")},
		"another SKILL.md":        {spoilt("/notes/SKILL.md", func(b []byte) []byte { return append(b, "\nMore.\n"...) }), only("tools", "deep")},
		"another digest in index": {spoilt("/index.json", func(b []byte) []byte { return bytes.ReplaceAll(b, []byte(digest), []byte(protocol.Digest(nil))) }), only("notes", "deep")},
		"nothing (control)":       {spoilt("/tools.tar.gz", bytes.Clone), shelved},
	} {
		t.Run(name, func(t *testing.T) {
			got, done := tool.add(t, host(t, site, "", c.change))
			checkInstalled(t, got, done, source, c.left)
		})
	}
	t.Run("asked for alone", func(t *testing.T) {
		got, done := tool.add(t, host(t, site, "", spoilt("/tools.tar.gz", extended)), "--skill", "tools")
		if done.code == 0 || len(got) > 0 {
			t.Errorf("installed %q, %s", got, done)
		}
	})
}

// testLegacy has the tool install from a host without the newer index.
func testLegacy(t *testing.T, tool skillsTool, p product) {
	source := plant(t, shelf)
	catalog := catalogFor(t, p.binary, source)
	older := func(h http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.Contains(r.URL.Path, "/agent-skills/") {
				http.NotFound(w, r)
				return
			}
			h.ServeHTTP(w, r)
		})
	}
	url := host(t, siteOf(t, p.binary, catalog, "--legacy-discovery"), "/docs", older)
	got, done := tool.add(t, url)
	checkInstalled(t, got, done, source, shelved)
	t.Run("only where asked for", func(t *testing.T) {
		got, done := tool.add(t, host(t, siteOf(t, p.binary, catalog), "/docs", older))
		if done.code == 0 || len(got) > 0 {
			t.Errorf("installed %q, %s", got, done)
		}
	})
}
