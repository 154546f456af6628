package verify_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"skillpack/verify"
)

// warnings collects what a Session warns of.
type warnings struct {
	mu    sync.Mutex
	found []error
}

func (w *warnings) add(err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.found = append(w.found, err)
}

// cachedSession is a session of a shop with a cache in dir.
func cachedSession(t *testing.T, shop *shop, label, dir string) (*verify.Session, *warnings) {
	t.Helper()
	cache, err := verify.OpenCache(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cache.Close() })
	w := new(warnings)
	return shop.session(t, label, verify.SessionOptions{Cache: cache, Warn: w.add}), w
}

// readAll loads the shop's skill and reads its files, which have to be as expected.
func readAll(t *testing.T, s *verify.Session, shop *shop, e verify.Entry, want map[string]string) {
	t.Helper()
	load(t, s, e)
	for uri, data := range want {
		if got, err := s.Read(t.Context(), uri); err != nil || string(got) != data {
			t.Errorf("%s: got %q, %v", uri, got, err)
		}
	}
}

// TestSessionCache covers H1 and H8 of what is cached: it spares the same server's
// requests, and each byte of it is checked like one of the server's.
func TestSessionCache(t *testing.T) {
	dir, shop := filepath.Join(t.TempDir(), "cache"), newShop()
	want := map[string]string{formsURI: formsText, guideURI: shop.files[guideURI], pixelURI: shop.files[pixelURI]}
	s, _ := cachedSession(t, shop, "work", dir)
	e := shop.forms()
	readAll(t, s, shop, e, want)
	if reads := shop.takeReads(); !slices.Equal(reads, []string{formsURI, guideURI, pixelURI}) {
		t.Errorf("the first session read %q", reads)
	}
	t.Run("the same server", func(t *testing.T) {
		s, w := cachedSession(t, shop, "work", dir)
		readAll(t, s, shop, e, want)
		if reads := shop.takeReads(); len(reads) > 0 || len(w.found) > 0 {
			t.Errorf("read %q, warned %q", reads, w.found)
		}
	})
	t.Run("H8 a server of another label", func(t *testing.T) {
		s, _ := cachedSession(t, shop, "home", dir)
		readAll(t, s, shop, e, want)
		if reads := shop.takeReads(); len(reads) != 3 {
			t.Errorf("read only %q", reads)
		}
	})
	t.Run("H2 a cached manifest and another frontmatter", func(t *testing.T) {
		s, _ := cachedSession(t, shop, "work", dir)
		_, err := s.Load(t.Context(), shop.entry(formsURI, `{"name":"forms","description":"y"}`))
		wantErr(t, err, verify.ErrFrontmatter, "allowed-tools")
		shop.takeReads()
	})
	t.Run("H1 spoiled files", func(t *testing.T) {
		files := cachedFiles(t, dir)
		for _, file := range files {
			if err := os.WriteFile(file, []byte("evil"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		s, w := cachedSession(t, shop, "work", dir)
		readAll(t, s, shop, e, want)
		if reads := shop.takeReads(); len(reads) != 3 {
			t.Errorf("read only %q", reads)
		}
		if len(w.found) != 3 || !errors.Is(w.found[0], verify.ErrSize) && !errors.Is(w.found[0], verify.ErrDigest) {
			t.Errorf("warned %q", w.found)
		}
	})
}

// TestSessionCacheNotKept holds that bytes which fail a check never reach the cache.
func TestSessionCacheNotKept(t *testing.T) {
	dir, shop := filepath.Join(t.TempDir(), "cache"), newShop()
	s, _ := cachedSession(t, shop, "work", dir)
	load(t, s, shop.forms())
	shop.put(guideURI, "# Evil!\n")
	_, err := s.Read(t.Context(), guideURI)
	wantErr(t, err, verify.ErrDigest, guideURI)
	if files := cachedFiles(t, dir); len(files) != 1 {
		t.Errorf("kept are %q, want SKILL.md alone", files)
	}
}

// TestSessionCacheUnwritable holds that a cache which keeps nothing costs no read.
func TestSessionCacheUnwritable(t *testing.T) {
	dir, shop := filepath.Join(t.TempDir(), "cache"), newShop()
	want := map[string]string{guideURI: shop.files[guideURI]}
	s, w := cachedSession(t, shop, "work", dir)
	if err := os.RemoveAll(dir); err != nil { // no folder can be made in one that is gone
		t.Fatal(err)
	}
	readAll(t, s, shop, shop.forms(), want)
	if len(w.found) != 2 {
		t.Errorf("warned %q, want one for each file", w.found)
	}
}

func cachedFiles(t *testing.T, dir string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*", "*"))
	if err != nil || len(files) == 0 {
		t.Fatalf("the cache holds %q (%v)", files, err)
	}
	return files
}
