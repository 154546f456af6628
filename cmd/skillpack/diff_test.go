package main

import (
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"skillpack/catalog"
	"skillpack/internal/hostile"
	"skillpack/serve"
)

// TestDiffReadsServers compares a server with the catalog that it serves, both ways, and
// with another one; and one that serves a wrong byte.
func TestDiffReadsServers(t *testing.T) { // H1
	c, err := hostile.Catalog(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	url := func(fault string) string {
		f, _ := hostile.Find(fault)
		server := httptest.NewServer(hostile.New(c, f))
		t.Cleanup(server.Close)
		return server.URL + serve.Endpoint
	}
	file := filepath.Join(t.TempDir(), "catalog.json")
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := catalog.Encode(f, c); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	right := url("")
	for _, test := range []struct {
		old, now string
		code     int
		says     string
	}{
		{right, file, exitClean, "no differences\n"},
		{file, right, exitClean, "no differences\n"},
		{right, right, exitClean, "no differences\n"},
		{file, url("skill left out"), exitFindings, "unlisted"},
		{file, url("wrong digest"), exitFailed, "wrong digest"},
	} {
		var both strings.Builder
		code := run(t.Context(), []string{"diff", "--exit-code", test.old, test.now}, stdio{strings.NewReader(""), &both, &both})
		if code != test.code || !strings.Contains(both.String(), test.says) {
			t.Errorf("%s %s: code %d, want %d:\n%s", test.old, test.now, code, test.code, both.String())
		}
	}
}
