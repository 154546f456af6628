package daemon

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// must fails the test for the first error.
func must(t testing.TB, errs ...error) {
	t.Helper()
	for _, err := range errs {
		if err != nil {
			t.Fatal(err)
		}
	}
}

// configMap makes a folder as Kubernetes mounts a ConfigMap: the file is a link into
// "..data", which is a link to a folder of the version.
func configMap(t testing.TB, data []byte) (dir, path string) {
	t.Helper()
	dir = t.TempDir()
	path = filepath.Join(dir, "catalog.json")
	must(t, os.Mkdir(filepath.Join(dir, "..1"), 0o700), os.Symlink("..1", filepath.Join(dir, "..data")),
		os.Symlink(filepath.Join("..data", "catalog.json"), path))
	write(t, filepath.Join(dir, "..1", "catalog.json"), data)
	return dir, path
}

// updateConfigMap does what the kubelet does.
func updateConfigMap(t testing.TB, dir string, data []byte) {
	t.Helper()
	must(t, os.Mkdir(filepath.Join(dir, "..2"), 0o700))
	write(t, filepath.Join(dir, "..2", "catalog.json"), data)
	must(t, os.Symlink("..2", filepath.Join(dir, "..data_tmp")),
		os.Rename(filepath.Join(dir, "..data_tmp"), filepath.Join(dir, "..data")),
		os.RemoveAll(filepath.Join(dir, "..1")))
}

// TestWatch replaces the catalog twice in each way that a file gets another content.
func TestWatch(t *testing.T) {
	type layout struct {
		path   string
		change func(t testing.TB, data []byte)
	}
	plain := func(change func(t testing.TB, path string, data []byte)) func(testing.TB) layout {
		return func(t testing.TB) layout {
			path := fileOf(t, "a", "v1")
			return layout{path, func(t testing.TB, data []byte) { change(t, path, data) }}
		}
	}
	for name, lay := range map[string]func(testing.TB) layout{
		"written in place": plain(func(t testing.TB, path string, data []byte) { write(t, path, data) }),
		"renamed":          plain(swapFile),
		"deleted and created": plain(func(t testing.TB, path string, data []byte) {
			must(t, os.Remove(path))
			write(t, path, data)
		}),
		"its folder replaced": plain(func(t testing.TB, path string, data []byte) {
			dir := filepath.Dir(path)
			must(t, os.RemoveAll(dir), os.Mkdir(dir, 0o700))
			write(t, path, data)
		}),
		"its folder renamed": plain(func(t testing.TB, path string, data []byte) {
			dir := filepath.Dir(path)
			old, err := os.MkdirTemp(filepath.Dir(dir), "old")
			must(t, err, os.Rename(dir, filepath.Join(old, "x")), os.Mkdir(dir, 0o700))
			write(t, path, data)
		}),
		"a link to another file": func(t testing.TB) layout {
			path := filepath.Join(t.TempDir(), "catalog.json")
			must(t, os.Symlink(fileOf(t, "a", "v1"), path))
			return layout{path, func(t testing.TB, data []byte) {
				target := write(t, filepath.Join(t.(*testing.T).TempDir(), "other.json"), data)
				must(t, os.Symlink(target, path+".new"), os.Rename(path+".new", path))
			}}
		},
		"the target of a link": func(t testing.TB) layout {
			path, target := filepath.Join(t.TempDir(), "catalog.json"), fileOf(t, "a", "v1")
			must(t, os.Symlink(target, path))
			return layout{path, func(t testing.TB, data []byte) { swapFile(t, target, data) }}
		},
		"a link to the folder": func(t testing.TB) layout {
			current := filepath.Join(t.TempDir(), "current")
			must(t, os.Symlink(filepath.Dir(fileOf(t, "a", "v1")), current))
			return layout{filepath.Join(current, "catalog.json"), func(t testing.TB, data []byte) {
				release := filepath.Dir(write(t, filepath.Join(t.(*testing.T).TempDir(), "catalog.json"), data))
				must(t, os.Symlink(release, current+".new"), os.Rename(current+".new", current))
			}}
		},
	} {
		t.Run(name, func(t *testing.T) {
			l := lay(t)
			r := start(t, func(c *Config) { c.Catalogs, c.Watch = []string{l.path}, true })
			for i, version := range []string{"v2", "v3"} {
				l.change(t, bytesOf(t, "a", version))
				r.log.await(t, i+1, "serving another catalog")
				r.serves(t, version)
			}
		})
	}
	t.Run("ConfigMap", func(t *testing.T) {
		dir, path := configMap(t, bytesOf(t, "a", "v1"))
		r := start(t, func(c *Config) { c.Catalogs, c.Watch = []string{path}, true })
		updateConfigMap(t, dir, bytesOf(t, "a", "v2"))
		r.log.await(t, 1, "serving another catalog")
		r.serves(t, "v2")
		write(t, path, bytesOf(t, "a", "v3")) // through both links
		r.log.await(t, 2, "serving another catalog")
		r.serves(t, "v3")
	})
}

// S84: what is half written is a bad catalog; the rest of it is looked at again.
// No event tells of a folder above that of the file.
func TestWatchLooksWithoutAnEvent(t *testing.T) {
	releases := t.TempDir()
	for _, release := range []string{"current", "next"} {
		must(t, os.MkdirAll(filepath.Join(releases, release, "skills"), 0o700))
	}
	w, err := newWatch([]string{filepath.Join(releases, "current", "skills", "catalog.json")}, slog.New(slog.DiscardHandler), 50*time.Millisecond)
	must(t, err)
	defer w.close()
	must(t, os.Rename(filepath.Join(releases, "current"), filepath.Join(releases, "old")),
		os.Rename(filepath.Join(releases, "next"), filepath.Join(releases, "current")))
	select {
	case <-w.changed:
	case <-time.After(10 * time.Second):
		t.Error("nobody looked")
	}
}

func TestWatchOfAHalfWrittenFile(t *testing.T) {
	file := fileOf(t, "a", "v1")
	r := start(t, func(c *Config) { c.Catalogs, c.Watch = []string{file}, true })
	data := bytesOf(t, "a", "v2")
	write(t, file, data[:len(data)/2])
	r.log.await(t, 1, "reload failed, the old catalog stays")
	r.serves(t, "v1")
	f, err := os.OpenFile(file, os.O_APPEND|os.O_WRONLY, 0)
	must(t, err)
	_, err = f.Write(data[len(data)/2:])
	must(t, err, f.Close())
	r.log.await(t, 1, "serving another catalog")
	r.serves(t, "v2")
}

// Another file of the folder is none of ours, and the catalog is not read for it.
func TestWatchIsNotMisled(t *testing.T) {
	file := fileOf(t, "a", "v1")
	must(t, os.Chtimes(file, time.Time{}, time.Now().Add(-time.Hour)))
	r := start(t, func(c *Config) { c.Catalogs, c.Watch = []string{file}, true })
	write(t, file+".log", []byte("x"))
	r.log.await(t, 1, "something changed beside the files that were read")
	must(t, os.Chmod(file, 0o400)) // may let a file be read that could not be
	r.log.await(t, 1, "the catalog is unchanged")
}

func TestSettle(t *testing.T) {
	at := func(events ...time.Duration) (fired []time.Duration) {
		synctest.Test(t, func(t *testing.T) {
			start := time.Now()
			ctx, cancel := context.WithCancel(t.Context())
			in := make(chan struct{})
			done := make(chan struct{})
			go func() {
				defer close(done)
				settle(ctx, in, func() { fired = append(fired, time.Since(start)) })
			}()
			for _, event := range events {
				time.Sleep(event - time.Since(start))
				in <- struct{}{}
			}
			time.Sleep(longest)
			cancel()
			<-done
		})
		return fired
	}
	const ms = time.Millisecond
	t.Run("one event", func(t *testing.T) {
		if got := at(10 * ms); !slices.Equal(got, []time.Duration{10*ms + quiet}) {
			t.Error(got)
		}
	})
	t.Run("two bursts", func(t *testing.T) {
		if got := at(0, 100*ms, 200*ms, 900*ms); !slices.Equal(got, []time.Duration{200*ms + quiet, 900*ms + quiet}) {
			t.Error(got)
		}
	})
	t.Run("events without an end", func(t *testing.T) {
		var events []time.Duration
		for e := 5 * ms; e < longest+quiet/2; e += 100 * ms {
			events = append(events, e)
		}
		if got := at(events...); len(got) != 2 || got[0] != 5*ms+longest {
			t.Error(got)
		}
	})
}

func TestFoldersOf(t *testing.T) {
	root, err := filepath.EvalSymlinks(t.TempDir())
	must(t, err)
	in := func(names ...string) string { return filepath.Join(append([]string{root}, names...)...) }
	must(t, os.MkdirAll(in("real", "deep"), 0o700), os.Mkdir(in("other"), 0o700),
		os.Symlink("real", in("link")), os.Symlink(in("link"), in("other", "absolute")),
		os.Symlink("../other/absolute/deep/file", in("real", "file")),
		os.Symlink("loop", in("loop")), os.Symlink("nowhere", in("dangling")))
	write(t, in("real", "deep", "file"), nil)
	t.Chdir(root)
	for path, want := range map[string][]string{
		in("real", "deep", "file"):     {in("real", "deep")},
		"real/deep/../deep/file":       {in("real", "deep")},
		in("link", "deep", "file"):     {root, in("real", "deep")},
		in("other", "absolute", "x"):   {in("other"), root, in("real")},
		in("real", "file"):             {in("real"), in("other"), root, in("real", "deep")},
		in("real", "none"):             {in("real")},
		in("real", "none", "at", "al"): {in("real")},
		in("dangling"):                 {root, root},
	} {
		if got := foldersOf(path); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
	if got := foldersOf(in("loop")); len(got) != mostLinks || got[0] != root {
		t.Errorf("a loop: %d folders", len(got))
	}
}

// The tokens and the key pair are read again when their files change, each on its own.
func TestWatchOfSecrets(t *testing.T) {
	const next = "abcdefghijklmnopqrst"
	pair, tokens, file := newKeyPair(t, "first"), tokenFile(t, token), fileOf(t, "a", "v1")
	long := time.Now().Add(-time.Hour) // or it counts as written just then
	must(t, os.Chtimes(file, long, long))
	r := start(t, func(c *Config) {
		c.Catalogs = []string{file}
		c.Watch, c.HTTP.TLS, c.Auth.TokenFile, c.HTTP.OpsAddr = true, pair, tokens, "127.0.0.1:0"
	})
	metrics := func() string {
		_, page := r.get(t, "http://"+r.Ops+metricsPath)
		return page
	}
	before := metrics()
	wantLines(t, before, `skillpack_reload_last_successful{what="tls"} 1`, `skillpack_reload_last_successful{what="tokens"} 1`)

	swapFile(t, tokens, []byte("short\n"))
	r.log.await(t, 1, `msg="reload failed, the old one stays" what=tokens trigger=watch`)
	wantLines(t, metrics(), `skillpack_reload_last_successful{what="tokens"} 0`, `skillpack_reload_last_successful{what="catalog"} 1`,
		`skillpack_reloads_total{result="failure",trigger="watch",what="tokens"} 1`)
	swapFile(t, tokens, []byte(next+"\n"))
	r.log.await(t, 1, `msg="read again" what=tokens trigger=watch`)
	q := callRequest(t, r.URL, listCall)
	q.Header.Set("Authorization", "Bearer "+next)
	if a, _ := r.do(t, q); a.StatusCode != 200 {
		t.Errorf("status %d with the new token", a.StatusCode)
	}

	keyPairOf(t, pair, "second")
	r.log.await(t, 1, `msg="read again" what=tls trigger=watch`)
	if strings.Contains(r.log.String(), "the catalog is unchanged") {
		t.Error("the catalog was read too")
	}
	if end := "skillpack_tls_certificate_not_after_seconds "; !strings.Contains(before, end) {
		t.Errorf("no end of the certificate in %s", before)
	}
}

// wantLines fails for each line that a page of metrics does not have.
func wantLines(t testing.TB, page string, lines ...string) {
	t.Helper()
	for _, line := range lines {
		if !strings.Contains(page, "\n"+line+"\n") {
			t.Errorf("no %s in the metrics", line)
		}
	}
}
