package deploy

import (
	"fmt"
	"io"
	"io/fs"
	"maps"
	"mime"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The settings that "skillpack site" writes for nginx and Caddy make these send what
// "skillpack serve --site" does.

func TestNginxServesTheSite(t *testing.T) {
	optIn(t)
	t.Parallel()
	for _, v := range hostedVariants() {
		t.Run(v.name, func(t *testing.T) {
			s := newHosted(t, v)
			conf := filepath.Join(t.TempDir(), "nginx.conf")
			write(t, conf, fmt.Sprintf(`pid %s.pid;
error_log stderr warn;
events {}
http {
	access_log off;
	server {
		listen %s;
		root %q;
		gzip on;
		include %q;
	}
}
`, conf, s.addr, s.root, filepath.Join(s.dir, "headers", "nginx.conf")))
			must(t, "nginx", "-t", "-c", conf)
			s.isServed(t, start(t, "nginx", "-c", conf, "-g", "daemon off; user root;"))
			s.isCompressed(t)
		})
	}
}

func TestCaddyServesTheSite(t *testing.T) {
	optIn(t)
	t.Parallel()
	for _, v := range hostedVariants() {
		t.Run(v.name, func(t *testing.T) {
			s := newHosted(t, v)
			conf := filepath.Join(t.TempDir(), "Caddyfile")
			_, port, _ := net.SplitHostPort(s.addr)
			write(t, conf, fmt.Sprintf("{\n\tadmin off\n\tstorage file_system %s\n}\nhttp://127.0.0.1:%s {\n\tbind 127.0.0.1\n\troot * %q\n\timport %q\n\tfile_server\n}\n",
				t.TempDir(), port, s.root, filepath.Join(s.dir, "headers", "Caddyfile")))
			must(t, "caddy", "validate", "--adapter", "caddyfile", "--config", conf)
			s.isServed(t, start(t, "caddy", "run", "--adapter", "caddyfile", "--config", conf))
		})
	}
}

// hostedVariant is a site to compare.
type hostedVariant struct {
	name  string
	base  string            // of the site on its host, "" for the root
	more  map[string]string // files of the tree, by path
	write []string          // flags of the command that writes
	serve []string          // those of the server
}

func hostedVariants() []hostedVariant {
	scoped := map[string]string{}
	for i, prefix := range []string{"headers", "raw", "a*b", "[c]", "{d}", "$e", "{$HOME}", `q"x`, "a", "-f", "g.", "é", "{path}"} {
		name := fmt.Sprintf("scoped-%d", i)
		for _, at := range []string{prefix + "/" + name, prefix + "/deep/" + name} {
			scoped[at+"/SKILL.md"] = "---\nname: " + name + "\ndescription: Is one of two.\n---\nBe.\n"
		}
		scoped[prefix+"/"+name+"/more.txt"] = "more\n"
	}
	both := []string{"--legacy-discovery", "--claude-marketplace"}
	return []hostedVariant{
		{name: "at the root", write: both},
		{name: "below a path", base: "/our skills", write: append(both, "--base-path", "/our skills")},
		{name: "scoped", more: scoped, write: []string{"--scoped"}, serve: []string{"--site-scoped"}},
	}
}

// hosted is a written site, and the server that shows the same.
type hosted struct {
	root, dir string // of the host, and of the site in it
	base      string // of the site, "" for the root of the host
	addr      string // where the host is to listen
	ours      served
}

func newHosted(t *testing.T, v hostedVariant) hosted {
	t.Helper()
	binary := newBinary(t)
	tree, out := t.TempDir(), t.TempDir()
	files := map[string]string{
		"tidy/SKILL.md": "---\nname: tidy\ndescription: Tidies a room.\n---\nRead [the rules](rules.md).\n", "tidy/rules.md": "# Rules\n",
		"tidy/page.html": "<script>alert(1)</script>\n", "tidy/.well-known/index.html": "<p>No index.\n", "tidy/a b/50% \"ü\".txt": "Odd.\n",
		"tidy/pixel.png": "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x06\x00\x00\x00",
		"lone/SKILL.md":  "---\nname: lone\ndescription: Stands alone.\n---\nBe.\n",
	}
	maps.Copy(files, v.more)
	for file, text := range files {
		path := filepath.Join(tree, file)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		write(t, path, text)
	}
	h := hosted{root: out, dir: filepath.Join(out, "site"+v.base), base: v.base, addr: freePort(t)}
	h.root = filepath.Join(out, "site")
	catalog := filepath.Join(tree, "catalog.json")
	must(t, binary, "build", tree, "-o", catalog)
	if err := os.MkdirAll(filepath.Dir(h.dir), 0o755); err != nil {
		t.Fatal(err)
	}
	must(t, binary, append([]string{"site", catalog, "-o", h.dir, "--quiet"}, v.write...)...)
	must(t, "chmod", "-R", "a+rX", out)
	h.ours = serve(t, append([]string{binary, "serve", catalog, "--http=127.0.0.1:0", "--site", "--log-level=error"}, v.serve...)...)
	return h
}

// isServed compares the answers of a host, once it listens, with those of the server, for
// every file that both have, and for some that are not there.
func (h hosted) isServed(t *testing.T, p *process) {
	t.Helper()
	p.await(t, "answer", func() bool { status, _ := get(t, "http://"+h.addr+"/"); return status != 0 })
	h.redirects(t)
	seen := map[string]int{}
	for _, path := range h.paths(t) {
		theirs, body := h.answer(t, h.url(path))
		twin, isTwin := twinOf(path)
		ours, want := h.answer(t, h.ours.url+twin)
		kind := regexp.MustCompile(`^/[^/]*`).FindString(path)
		seen[kind]++
		if theirs.StatusCode != ours.StatusCode {
			t.Errorf("%s: status %d, want %d", path, theirs.StatusCode, ours.StatusCode)
		}
		for _, name := range []string{
			"Content-Type", "Cache-Control", "Content-Security-Policy", "Access-Control-Allow-Origin", "Content-Disposition",
			"X-Content-Type-Options", "Referrer-Policy", "Cross-Origin-Resource-Policy",
		} {
			if got, want := headerOf(theirs, name), headerOf(ours, name); got != want && (name != "Content-Type" || !isTwin) {
				t.Errorf("%s: %s is %q, want %q", path, name, got, want)
			}
		}
		if ours.StatusCode == http.StatusOK && strings.HasPrefix(path, "/raw/") && body != want {
			t.Errorf("%s: other bytes", path)
		}
	}
	for _, kind := range []string{"/", "/skills", "/view", "/raw", "/assets", "/.well-known"} {
		if seen[kind] == 0 {
			t.Errorf("nothing was compared below %s", kind)
		}
	}
}

// isCompressed asks for every file as browsers do.
func (h hosted) isCompressed(t *testing.T) {
	t.Helper()
	seen := map[string]int{}
	for _, path := range h.paths(t) {
		a, _ := h.answer(t, h.url(path), "Accept-Encoding", "gzip")
		mediaType, _, _ := strings.Cut(a.Header.Get("Content-Type"), ";")
		seen[mediaType]++
		zips := slices.Contains([]string{"text/html", "text/css", "text/javascript", "text/plain", "text/markdown", "application/json"}, mediaType)
		if got := a.Header.Get("Content-Encoding") == "gzip"; got != zips && a.StatusCode == http.StatusOK && a.ContentLength != 0 {
			t.Errorf("%s, %s: compressed is %v", path, mediaType, got)
		}
	}
	for _, mediaType := range []string{"text/html", "text/css", "text/javascript", "application/json", "application/octet-stream"} {
		if seen[mediaType] == 0 {
			t.Errorf("nothing is %s", mediaType)
		}
	}
}

// redirects asks for a page without its slash, as who came by a proxy of another scheme.
func (h hosted) redirects(t *testing.T) {
	t.Helper()
	a, _ := h.answer(t, h.url("/skills/tidy"))
	to := a.Header.Get("Location")
	if a.StatusCode/100 != 3 || !strings.HasSuffix(to, "tidy/") || strings.Contains(to, "//") {
		t.Errorf("a page without its slash: %d to %q, want no host in it", a.StatusCode, to)
	}
}

func (h hosted) url(path string) string {
	return "http://" + h.addr + strings.ReplaceAll(h.base, " ", "%20") + path
}

// twinOf is the path at the server that has what a path of a host should, but for the type:
// another one for discovery of the kinds that the server has not.
func twinOf(path string) (twin string, another bool) {
	if strings.HasPrefix(path, "/.well-known/skills/") || strings.HasPrefix(path, "/.claude-plugin/") {
		return "/.well-known/agent-skills/index.json", true
	}
	return path, false
}

// paths are those of the written files as they are asked for, what is for the host alone
// among them, and some that lead nowhere. Files of another base differ in their settings.
func (h hosted) paths(t *testing.T) []string {
	t.Helper()
	paths := []string{"/none", "/raw/none", "/raw/00", "/skills/none/", "/.well-known/none", "/headers/none"}
	err := filepath.WalkDir(h.dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		below, err := filepath.Rel(h.dir, path)
		below = strings.TrimSuffix(filepath.ToSlash(below), "index.html")
		if strings.HasPrefix(below, ".well-known/skills/") && strings.HasSuffix(path, "index.html") {
			return err // a file of a skill, which hosts take for the page of its directory
		}
		if below == "404.html" {
			return err // its links have the base in them
		}
		paths = append(paths, "/"+escaped(below))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(paths)
	return paths
}

func escaped(path string) string {
	var b strings.Builder
	for _, c := range []byte(path) {
		if c > ' ' && c < 0x7f && !strings.ContainsRune(`%"?#<>`, rune(c)) {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

// answer is that of a request; headers are names and values in turn.
func (h hosted) answer(t *testing.T, url string, headers ...string) (*http.Response, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	client := http.Client{
		Transport:     &http.Transport{DisableCompression: true, DisableKeepAlives: true},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	a, err := client.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Body.Close()
	body, err := io.ReadAll(a.Body)
	if err != nil {
		t.Fatal(err)
	}
	return a, string(body)
}

// headerOf is the value of a header, all of them where there are several; the name that is
// offered for a download is the server's alone to know.
func headerOf(a *http.Response, name string) string {
	value := strings.Join(a.Header.Values(name), " and ")
	if name == "Content-Disposition" && value != "" {
		if kind, _, err := mime.ParseMediaType(value); err == nil {
			return kind
		}
	}
	return value
}
