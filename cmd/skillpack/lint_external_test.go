package main

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
)

// A page that is gone is a warning; one that answered is not asked for again.
func TestLintExternal(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	t.Setenv("HOME", t.TempDir())
	var asked atomic.Int32
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		if !strings.HasPrefix(r.UserAgent(), "skillpack/") {
			t.Errorf("user agent %q", r.UserAgent())
		}
		if r.URL.Path == "/gone" {
			w.WriteHeader(http.StatusNotFound)
		}
	}))
	defer web.Close()
	dir := t.TempDir()
	text := "---\nname: x\ndescription: Does what it says.\n---\n[a](" + web.URL + "/gone#a) [b](" + web.URL + "/here)\n"
	if err := os.Mkdir(filepath.Join(dir, "x"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "x", "SKILL.md"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	lint := func(flags ...string) string {
		var out, errs strings.Builder
		c := newLint(stdio{in: strings.NewReader(""), out: &out, err: &errs})
		c.SetArgs(append(slices.Clone(flags), dir))
		if err := c.ExecuteContext(t.Context()); err != nil {
			t.Fatalf("%v\n%s", err, errs.String())
		}
		return out.String()
	}
	if got := lint(); got != "" || asked.Load() != 0 {
		t.Errorf("without --external: %q, %d requests", got, asked.Load())
	}
	got := lint("--external", "--external-private")
	if strings.Count(got, "\n") != 1 || !strings.Contains(got, "SKILL.md:5:5: warning: ") || !strings.Contains(got, "leads to nothing, the server answers 404 Not Found; correct or remove the link [links/external]") {
		t.Errorf("got %q", got)
	}
	before := asked.Load()
	lint("--external", "--external-private")
	if again := asked.Load() - before; again != 2 { // HEAD and GET of what is gone
		t.Errorf("%d requests in the second run", again)
	}
}
