package verify

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"skillpack/catalog"
	"skillpack/internal/protocol"
)

func refOf(data string) catalog.Ref {
	return catalog.Ref{URI: "skill://a/x", Digest: protocol.Digest([]byte(data)), Size: int64(len(data))}
}

func openCache(t *testing.T, dir string) *Cache {
	t.Helper()
	c, err := OpenCache(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// filledCache is a cache that holds one file, and the file's path.
func filledCache(t *testing.T, data string) (c *Cache, ref catalog.Ref, file string) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "cache")
	c, ref = openCache(t, dir), refOf(data)
	if err := c.put("work", ref, []byte(data)); err != nil {
		t.Fatal(err)
	}
	folder, name := cachePlace("work", ref.Digest)
	return c, ref, filepath.Join(dir, folder, name)
}

func wantCached(t *testing.T, c *Cache, label string, ref catalog.Ref, want string) {
	t.Helper()
	if data, err := c.get(label, ref); err != nil || string(data) != want {
		t.Errorf("got %q, %v, want %q", data, err, want)
	}
}

func TestCacheKeeps(t *testing.T) {
	for _, data := range []string{"", "x", strings.Repeat("y", 1<<20)} {
		c, ref, file := filledCache(t, data)
		wantCached(t, c, "work", ref, data)
		again := openCache(t, filepath.Dir(filepath.Dir(file)))
		wantCached(t, again, "work", ref, data)
	}
}

// TestCacheSpoiled covers H1: whatever became of the file, its bytes are never handed
// out, it is gone afterwards, and the next put makes it good.
func TestCacheSpoiled(t *testing.T) {
	const data = "good bytes"
	for _, c := range []struct {
		name  string
		spoil func(t *testing.T, file string)
		want  error
	}{
		{"H1 tampered", func(t *testing.T, file string) { writeFile(t, file, "evil bytes") }, ErrDigest},
		{"H1 truncated", func(t *testing.T, file string) { writeFile(t, file, "good") }, ErrSize},
		{"H1 emptied", func(t *testing.T, file string) { writeFile(t, file, "") }, ErrSize},
		{"H1 padded", func(t *testing.T, file string) { writeFile(t, file, data+"\n") }, ErrSize},
		{"H1 of many gigabytes", func(t *testing.T, file string) {
			if err := os.Truncate(file, 1<<40); err != nil {
				t.Fatal(err)
			}
		}, ErrSize},
		{"a link to a file outside", func(t *testing.T, file string) {
			outside := filepath.Join(t.TempDir(), "secret")
			writeFile(t, outside, data)
			linkInstead(t, outside, file)
		}, nil},
		{"a link to the same bytes inside", func(t *testing.T, file string) {
			other := filepath.Join(filepath.Dir(file), "other")
			writeFile(t, other, data)
			linkInstead(t, other, file)
		}, nil},
		{"a link to nothing", func(t *testing.T, file string) { linkInstead(t, "nowhere", file) }, nil},
		{"a folder", func(t *testing.T, file string) {
			removeFile(t, file)
			if err := os.Mkdir(file, 0o700); err != nil {
				t.Fatal(err)
			}
		}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			cache, ref, file := filledCache(t, data)
			c.spoil(t, file)
			got, err := cache.get("work", ref)
			if err == nil || errors.Is(err, fs.ErrNotExist) || c.want != nil && !errors.Is(err, c.want) {
				t.Fatalf("got %q, %v, want an error that is %v", got, err, c.want)
			}
			if _, err := os.Lstat(file); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("it is still there: %v", err)
			}
			if err := cache.put("work", ref, []byte(data)); err != nil {
				t.Fatal(err)
			}
			wantCached(t, cache, "work", ref, data)
		})
	}
}

// TestCacheFolderIsLink holds that nothing is read or written through a link that stands
// for a server's folder, also not into that of another server (H8).
func TestCacheFolderIsLink(t *testing.T) {
	for name, target := range map[string]string{"outside": "../other", "H8 another server's": "other"} {
		t.Run(name, func(t *testing.T) {
			c, ref, file := filledCache(t, "x")
			folder := filepath.Dir(file)
			other := filepath.Join(filepath.Dir(folder), target)
			if err := os.Rename(folder, other); err != nil {
				t.Fatal(err)
			}
			if err := os.Symlink(target, folder); err != nil {
				t.Fatal(err)
			}
			if data, err := os.ReadFile(file); err != nil || string(data) != "x" {
				t.Fatalf("the link does not lead to the file: %q, %v", data, err)
			}
			if data, err := c.get("work", ref); err == nil {
				t.Errorf("read %q through a link", data)
			}
			if err := c.put("work", refOf("y"), []byte("y")); err == nil {
				t.Error("wrote through a link")
			}
			if names := namesIn(t, other); len(names) != 1 {
				t.Errorf("behind the link are now %q", names)
			}
		})
	}
}

// TestCacheLabels covers H8: what one server gave is not there for another, and no label
// leads out of the folder.
func TestCacheLabels(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "cache")
	c := openCache(t, dir)
	labels := []string{"", "a", "A", "a/b", "../a", "..", "/etc", `..\a`, "a\x00b", "C:", "con", strings.Repeat("é", 5000), "\xff"}
	ref := refOf("x")
	for _, label := range labels {
		t.Run("H8 "+label[:min(len(label), 8)], func(t *testing.T) {
			if _, err := c.get(label, ref); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("before put: %v", err)
			}
			if err := c.put(label, ref, []byte("x")); err != nil {
				t.Fatal(err)
			}
			wantCached(t, c, label, ref, "x")
		})
	}
	if names := namesIn(t, filepath.Dir(dir)); !slices.Equal(names, []string{"cache"}) {
		t.Errorf("beside the cache are %q", names)
	}
	if names := namesIn(t, dir); len(names) != len(labels) {
		t.Errorf("%d labels have %d folders", len(labels), len(names))
	}
}

// TestCacheDigestIsNoPath holds that a digest of another form is never a name.
func TestCacheDigestIsNoPath(t *testing.T) {
	c, _, file := filledCache(t, "x")
	name := filepath.Base(file)
	for _, digest := range []string{"", name, "sha256:../" + name, "sha256:" + strings.ToUpper(name), "md5:" + name} {
		if data, err := c.get("work", catalog.Ref{Digest: digest, Size: 1}); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%q: got %q, %v", digest, data, err)
		}
	}
}

func TestCachePermissions(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no permission bits")
	}
	_, _, file := filledCache(t, "x")
	folder := filepath.Dir(file)
	for path, want := range map[string]fs.FileMode{file: 0o600, folder: 0o700, filepath.Dir(folder): 0o700} {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if got := info.Mode().Perm(); got != want {
			t.Errorf("%s has mode %04o, want %04o", path, got, want)
		}
	}
	for _, mode := range []fs.FileMode{0o755, 0o770, 0o701, 0o777} {
		open := t.TempDir()
		if err := os.Chmod(open, mode); err != nil {
			t.Fatal(err)
		}
		if _, err := OpenCache(open); err == nil || !strings.Contains(err.Error(), "chmod 700") {
			t.Errorf("mode %04o: %v", mode, err)
		}
	}
}

func TestCacheIsNoFolder(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	writeFile(t, file, "x")
	if _, err := OpenCache(file); err == nil {
		t.Error("a file was taken for a cache")
	}
}

// TestCacheUnwritable holds that a put that fails says so and leaves nothing behind.
func TestCacheUnwritable(t *testing.T) {
	c, ref, file := filledCache(t, "x")
	removeFile(t, file)
	if err := os.MkdirAll(filepath.Join(file, "in the way"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := c.put("work", ref, []byte("x")); err == nil {
		t.Error("a file replaced a folder that is not empty")
	}
	if names := namesIn(t, filepath.Dir(file)); !slices.Equal(names, []string{filepath.Base(file)}) {
		t.Errorf("left behind are %q", names)
	}
	if _, err := c.get("work", ref); err == nil || errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v, want what is in the way", err)
	}
}

// TestCacheConcurrent holds that readers never see a file half-written, whoever writes.
func TestCacheConcurrent(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "cache")
	data := strings.Repeat("z", 1<<14)
	ref := refOf(data)
	var wg sync.WaitGroup
	for range 4 {
		c := openCache(t, dir)
		wg.Go(func() {
			for range 10 {
				if err := c.put("work", ref, []byte(data)); err != nil {
					t.Error(err)
				}
			}
		})
		wg.Go(func() {
			for range 40 {
				if _, err := c.get("work", ref); err != nil && !errors.Is(err, fs.ErrNotExist) {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	folder, name := cachePlace("work", ref.Digest)
	if names := namesIn(t, filepath.Join(dir, folder)); !slices.Equal(names, []string{name}) {
		t.Errorf("there are %q", names)
	}
}

func writeFile(t *testing.T, file, data string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(data), 0o600); err != nil {
		t.Fatal(err)
	}
}

func removeFile(t *testing.T, file string) {
	t.Helper()
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
}

// linkInstead puts a link in the place of a file.
func linkInstead(t *testing.T, to, file string) {
	t.Helper()
	removeFile(t, file)
	if err := os.Symlink(to, file); err != nil {
		t.Fatal(err)
	}
}

func namesIn(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}
