package e2e

import (
	"encoding/json"
	"errors"
	"fmt"
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
	r := startReaders(t, s.url, editions)
	defer r.end()
	for i := range 8 {
		next := editions[(i+1)%2]
		swap(next.file)
		awaitText(t, ops+"/readyz", `"`+next.digest+`"`)
		await(t, "a whole walk", r.walked)
	}
	bad := filepath.Join(t.TempDir(), "bad.json")
	if err := os.WriteFile(bad, []byte(`{"skillpack":1,`), 0o666); err != nil {
		t.Fatal(err)
	}
	swap(bad)
	awaitText(t, ops+"/metrics", `skillpack_reload_last_successful{what="catalog"} 0`)
	if got, _, err := walk(t, s.url, "2026-07-28", "skills/list", nil); err != nil || !slices.Equal(got, editions[0].listed) {
		t.Errorf("after a bad catalog: %q %v, expected the old %q", got, err, editions[0].listed)
	}
	swap(editions[1].file)
	awaitText(t, ops+"/readyz", `"`+editions[1].digest+`"`)
	r.end()
	t.Logf("%d walks ended, %d met a catalog that was gone", r.walks.Load(), r.stale.Load())
	if r.stale.Load() == 0 {
		t.Error("no walk met another catalog: this shows nothing")
	}
}

// readers are clients that walk and read until their end.
type readers struct {
	walks, stale atomic.Int64  // walks that ended, and those whose catalog was gone
	walked       chan struct{} // gets each walk that ended, if somebody waits for it
	ended        atomic.Bool
	all          sync.WaitGroup
}

func startReaders(t *testing.T, url string, editions []edition) *readers {
	r := &readers{walked: make(chan struct{})}
	for i := range 4 {
		revision := []string{"2025-11-25", "2026-07-28"}[i%2]
		r.all.Go(func() {
			for err := error(nil); err == nil && !r.ended.Load(); {
				if err = errors.Join(r.walk(t, url, revision, editions), readCommon(t, url, revision)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	return r
}

func (r *readers) end() {
	r.ended.Store(true)
	r.all.Wait()
}

func (r *readers) walk(t *testing.T, url, revision string, editions []edition) error {
	got, pages, err := walk(t, url, revision, "skills/list", nil)
	var refused *refusal
	switch {
	case err == nil && (slices.Equal(got, editions[0].listed) || slices.Equal(got, editions[1].listed)):
		r.walks.Add(1)
		select {
		case r.walked <- struct{}{}:
		default:
		}
		return nil
	case errors.As(err, &refused) && refused.Code == invalidParams && pages > 0:
		r.stale.Add(1)
		return nil
	}
	return fmt.Errorf("a walk ends after %d pages with %q: %w", pages, got, err)
}

// readCommon reads what every edition has.
func readCommon(t *testing.T, url, revision string) error {
	read := request{revision, "resources/read", map[string]any{"uri": "skill://common/SKILL.md"}, false}
	a, err := http.DefaultClient.Do(read.encode(t, url, 1))
	if err != nil {
		return err
	}
	defer a.Body.Close()
	body, err := io.ReadAll(a.Body)
	return errors.Join(err, answer{a.StatusCode, a.Header, a.Close, body}.check())
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
