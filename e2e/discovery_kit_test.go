package e2e

import (
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// skillsTool is the npm tool `skills`, which installs skills that a site has.
type skillsTool struct {
	clients
	outside *outside
}

func newSkillsTool(t *testing.T) skillsTool {
	t.Helper()
	s := skillsTool{newClients(t), newOutside(t)}
	s.checkGuard(t)
	return s
}

// env is that of the tool: nothing of the caller's, and whatever is not on loopback goes to
// the proxy that counts it.
func (s skillsTool) env() []string {
	return []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + s.home, "NO_COLOR=1", "CI=1", "DISABLE_TELEMETRY=1", "DO_NOT_TRACK=1",
		"NODE_NO_WARNINGS=1", "NODE_USE_ENV_PROXY=1", "NO_PROXY=127.0.0.1", "HTTP_PROXY=" + s.outside.url, "HTTPS_PROXY=" + s.outside.url,
	}
}

// checkGuard makes sure that the proxy sees what leaves this machine: a request that names a
// host which cannot exist.
func (s skillsTool) checkGuard(t *testing.T) {
	t.Helper()
	for _, url := range []string{"http://outside.invalid/", "https://outside.invalid/"} {
		before := len(s.outside.seen())
		run(limit(t), s.env(), s.node, "-e", fmt.Sprintf("fetch(%q).catch(() => {})", url))
		if len(s.outside.seen()) == before {
			t.Fatalf("a request for %s went past the proxy, so that it proves nothing", url)
		}
	}
	s.outside.forget()
}

// add runs `skills add` in an empty folder and returns what is then installed there: for
// each skill its files and their bytes.
func (s skillsTool) add(t *testing.T, source string, args ...string) (map[string]content, exit) {
	t.Helper()
	project := t.TempDir()
	args = append([]string{s.script("skills/bin/cli.mjs"), "add", source, "--yes", "--agent", "claude-code", "--copy"}, args...)
	done := runIn(limit(t), project, s.env(), s.node, args...)
	if seen := s.outside.seen(); len(seen) > 0 {
		t.Errorf("the tool asked for %q", seen)
	}
	return skillsIn(t, filepath.Join(project, ".claude", "skills")), done
}

// content is the files of a folder by their paths.
type content map[string]string

// skillsIn reads the folders right below a folder, which may be missing.
func skillsIn(t *testing.T, root string) map[string]content {
	t.Helper()
	found := map[string]content{}
	entries, err := os.ReadDir(root)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	for _, e := range entries {
		found[e.Name()] = filesIn(t, filepath.Join(root, e.Name()))
	}
	return found
}

// filesIn reads a whole folder. What is neither a file nor a folder fails the test.
func filesIn(t *testing.T, root string) content {
	t.Helper()
	files := content{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		if !d.Type().IsRegular() {
			return fmt.Errorf("%s is no file", path)
		}
		name, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		data, err := os.ReadFile(path)
		files[filepath.ToSlash(name)] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// outside is a proxy that lets nothing through and remembers what was asked of it.
type outside struct {
	url   string
	mu    sync.Mutex
	asked []string
}

func newOutside(t *testing.T) *outside {
	o := &outside{}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		o.mu.Lock()
		defer o.mu.Unlock()
		o.asked = append(o.asked, r.Method+" "+r.RequestURI)
		w.WriteHeader(http.StatusForbidden)
	}))
	t.Cleanup(s.Close)
	o.url = s.URL
	return o
}

func (o *outside) seen() []string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return append([]string(nil), o.asked...)
}

func (o *outside) forget() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.asked = nil
}

// plant writes a source tree of skills, a SKILL.md from its body alone.
func plant(t *testing.T, files content) string {
	t.Helper()
	root := t.TempDir()
	for path, text := range files {
		file := filepath.Join(root, filepath.FromSlash(path))
		if filepath.Base(file) == "SKILL.md" {
			text = fmt.Sprintf("---\nname: %s\ndescription: %s\n---\n\n# Title\n\nDo it.\n", filepath.Base(filepath.Dir(file)), text)
		}
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// catalogFor builds the catalog of a source tree.
func catalogFor(t *testing.T, binary, source string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "catalog.json")
	must(t, binary, "build", source, "-o", file)
	return file
}

// siteOf writes the site of a catalog.
func siteOf(t *testing.T, binary, catalog string, args ...string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "site")
	must(t, binary, append([]string{"site", catalog, "-o", dir}, args...)...)
	return dir
}

// host serves a folder as a plain web host does, below a path, through what change makes of
// it. change may be nil.
func host(t *testing.T, dir, base string, change func(http.Handler) http.Handler) string {
	t.Helper()
	var h http.Handler = http.FileServer(http.Dir(dir))
	if change != nil {
		h = change(h)
	}
	s := httptest.NewServer(http.StripPrefix(base, h))
	t.Cleanup(s.Close)
	return strings.TrimSuffix(s.URL, "/") + base
}
