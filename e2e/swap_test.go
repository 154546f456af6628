package e2e

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// edition is a catalog file and what it lists.
type edition struct {
	file   string
	digest string
	listed []string
}

// editionOf builds a catalog of skills with these names.
func editionOf(t *testing.T, binary string, names ...string) edition {
	t.Helper()
	var pairs []string
	for _, name := range names {
		pairs = append(pairs, name+"/SKILL.md", manifest(name, ""))
	}
	e := edition{file: catalogOf(t, binary, pairs...)}
	data, err := os.ReadFile(e.file)
	if err != nil {
		t.Fatal(err)
	}
	var catalog struct {
		Digest string `json:"seal"`
		expectation
	}
	if err := json.Unmarshal(data, &catalog); err != nil {
		t.Fatal(err)
	}
	e.digest, e.listed = catalog.Digest, uris(catalog.Listed)
	return e
}

// TestSwap gives a server other catalogs while clients walk and read: by a signal, and by
// watching the file. Nothing is refused but a cursor of a catalog that is gone, every walk
// that ends saw one catalog whole, and a bad catalog changes nothing.
func TestSwap(t *testing.T) {
	optIn(t)
	t.Parallel()
	binary := buildBinary(t)
	editions := []edition{
		editionOf(t, binary, "common", "one", "three", "two", "zero"),
		editionOf(t, binary, "common", "eight", "five", "four", "nine", "seven", "six"),
	}
	for name, watch := range map[string]bool{"SIGHUP": false, "watch": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file := filepath.Join(t.TempDir(), "catalog.json")
			copyFile(t, editions[0].file, file)
			args := []string{"serve", file, "--http", "127.0.0.1:0", "--ops-addr", "127.0.0.1:0", "--page-size", "2", "--log-level", "error"}
			if watch {
				args = append(args, "--watch")
			}
			s := start(t, binary, args...)
			swap := func(from string) {
				copyFile(t, from, file)
				if !watch {
					s.cmd.Process.Signal(syscall.SIGHUP)
				}
			}
			testSwap(t, s, editions, swap)
		})
	}
}

func testSwap(t *testing.T, s *server, editions []edition, swap func(from string)) {
	ops := s.ops(t)
	end := readers(t, s.url, editions)
	defer end()
	for i := range 8 {
		next := editions[(i+1)%2]
		swap(next.file)
		awaitText(t, ops+"/readyz", `"`+next.digest+`"`)
	}
	bad := filepath.Join(t.TempDir(), "bad.json")
	if err := os.WriteFile(bad, []byte(`{"skillpack":1,`), 0o666); err != nil {
		t.Fatal(err)
	}
	swap(bad)
	awaitText(t, ops+"/metrics", "skillpack_reload_last_successful 0")
	if got, _, err := walk(t, s.url, "2026-07-28", "skills/list", nil); err != nil || !slices.Equal(got, editions[0].listed) {
		t.Errorf("after a bad catalog: %q %v, expected the old %q", got, err, editions[0].listed)
	}
	swap(editions[1].file)
	awaitText(t, ops+"/readyz", `"`+editions[1].digest+`"`)
	walks, stale := end()
	t.Logf("%d walks ended, %d met a catalog that was gone", walks, stale)
	if walks == 0 || stale == 0 {
		t.Errorf("%d walks ended, %d met another catalog: this shows nothing", walks, stale)
	}
}

// readers walk and read until the end is called, which tells how many walks ended, and
// how many were refused since their catalog was gone.
func readers(t *testing.T, url string, editions []edition) (end func() (walks, stale int64)) {
	t.Helper()
	var walks, stale atomic.Int64
	var ended atomic.Bool
	var all sync.WaitGroup
	for i := range 4 {
		revision := []string{"2025-11-25", "2026-07-28"}[i%2]
		all.Go(func() {
			for !ended.Load() {
				got, pages, err := walk(t, url, revision, "skills/list", map[string]any{})
				var refused *refusal
				switch {
				case err == nil && (slices.Equal(got, editions[0].listed) || slices.Equal(got, editions[1].listed)):
					walks.Add(1)
				case errors.As(err, &refused) && refused.Code == invalidParams && pages > 0:
					stale.Add(1)
				default:
					t.Errorf("a walk ends after %d pages with %q %v", pages, got, err)
					return
				}
				read := request{revision, "resources/read", map[string]any{"uri": "skill://common/SKILL.md"}, false}
				if a, err := http.DefaultClient.Do(read.encode(t, url, i)); err != nil || a.StatusCode != http.StatusOK {
					t.Errorf("a read: %v %v", a, err)
					return
				} else if _, err := io.Copy(io.Discard, a.Body); errors.Join(err, a.Body.Close()) != nil {
					t.Errorf("a read: %v", err)
					return
				}
			}
		})
	}
	return func() (int64, int64) {
		ended.Store(true)
		all.Wait()
		return walks.Load(), stale.Load()
	}
}

// awaitText asks until an answer has a text in it.
func awaitText(t *testing.T, url, text string) {
	t.Helper()
	client := http.Client{Timeout: promptly}
	for begun := time.Now(); ; time.Sleep(5 * time.Millisecond) {
		a, err := client.Get(url)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(a.Body)
		a.Body.Close()
		if err == nil && strings.Contains(string(body), text) {
			return
		}
		if time.Since(begun) > patience {
			t.Fatalf("%s has no %s: %s (%v)", url, text, tail(body), err)
		}
	}
}
