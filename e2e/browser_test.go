package e2e

import (
	"bufio"
	"bytes"
	"encoding/json"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// browserCheck is how one check in the browser went.
type browserCheck struct{ Name, Fault string }

// browse runs a script of browser/ and returns the names of its checks; each that failed
// fails the test.
func browse(t *testing.T, c clients, script string, asked map[string]any) []string {
	t.Helper()
	arg, err := json.Marshal(asked)
	if err != nil {
		t.Fatal(err)
	}
	done := c.run(t.Context(), filepath.Join("browser", script), string(arg))
	if done.code != 0 {
		t.Errorf("%s: %s", script, done)
	}
	var names []string
	for lines := bufio.NewScanner(bytes.NewReader(done.stdout)); lines.Scan(); {
		var v browserCheck
		if err := json.Unmarshal(lines.Bytes(), &v); err != nil {
			t.Fatalf("%s printed %q: %v", script, lines.Text(), err)
		}
		names = append(names, v.Name)
		if v.Fault != "" {
			t.Errorf("%s: %s", v.Name, v.Fault)
		}
	}
	return names
}

// checkRan fails the test where checks are missing, or are more than are known.
func checkRan(t *testing.T, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("the checks that ran are %q, want %q", got, want)
	}
}

// used are the checks of site.mjs before pages are looked at.
var used = []string{
	"index lists what is listed", "footer has the catalog's digest", "filter by text, whole descriptions too",
	"filter by prefix, and back", "keyboard walk", "skill pages", "table of contents", "downloads are the bytes of the catalog",
	"every raw file has its digest", "view of markdown", "view of a script", "view of an image", "copy", "overview adds up",
	"not found", "scripts off", "nothing was asked of others, and the console is silent",
}

// looks returns the names of the checks that look at the pages of the example.
func looks(names ...string) (checks []string) {
	for _, look := range names {
		for _, page := range []string{"404", "index", "overview", "skill", "nested", "markdown", "script", "image", "filtered"} {
			checks = append(checks, page+" in "+look)
		}
	}
	return checks
}

// TestPages has Chromium use the pages of example-skills as people do: as written, below a
// path of a plain web host, and as a server shows them.
func TestPages(t *testing.T) {
	optIn(t)
	c, p := newClients(t), newProduct(t)
	shots := os.Getenv("SCREENSHOTS") // a folder that keeps pictures of all pages; "" for none
	t.Run("site", func(t *testing.T) {
		site := siteOf(t, p.binary, p.catalog, "--base-path", "/docs/skills/")
		at := host(t, site, "/docs/skills", notFoundPage(site))
		got := browse(t, c, "site.mjs", map[string]any{"url": at + "/", "catalog": p.catalog})
		checkRan(t, got, append(slices.Clip(used), looks("light, 1440 px", "dark, 360 px")...))
	})
	t.Run("serve --site", func(t *testing.T) {
		s := start(t, p.binary, "serve", p.catalog, "--http", "127.0.0.1:0", "--site")
		u, err := url.Parse(s.url)
		if err != nil {
			t.Fatal(err)
		}
		got := browse(t, c, "site.mjs", map[string]any{"url": "http://" + u.Host + "/", "catalog": p.catalog, "full": true, "shots": shots})
		checkRan(t, got, append(slices.Clip(used), looks("light, 1440 px", "dark, 1440 px", "light, 360 px", "dark, 360 px")...))
	})
}

