package daemon

import (
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"skillpack/catalog"
	"skillpack/internal/protocol"
	"skillpack/internal/telemetry"
)

// patience is how long a test waits for what must happen.
const patience = 20 * time.Second

// bytesOf is the catalog file of one skill with the given name and description.
func bytesOf(t testing.TB, name, description string) []byte {
	t.Helper()
	return bytesWith(t, name, description, "")
}

// bytesWith is bytesOf with a text in the skill's file.
func bytesWith(t testing.TB, name, description, body string) []byte {
	t.Helper()
	return bytesAt(t, name, name, description, body)
}

// bytesAt is bytesOf with the skill at a path, and a text in its file.
func bytesAt(t testing.TB, path, name, description string, body ...string) []byte {
	t.Helper()
	text := []byte("---\nname: " + name + "\ndescription: " + description + "\n---\n" + strings.Join(body, ""))
	uri, digest := "skill://"+path+"/SKILL.md", protocol.Digest(text)
	manifest := catalog.Resource{URI: uri, Name: name, Description: description, MIMEType: "text/markdown", Size: int64(len(text))}
	var file strings.Builder
	err := catalog.Encode(&file, &catalog.Catalog{
		Server: catalog.Server{Name: "tester", Version: "1", TTLMs: 60000, CacheScope: "public"},
		Skills: []catalog.Entry{{
			URI: uri, Frontmatter: []byte(fmt.Sprintf(`{"name":%q,"description":%q}`, name, description)),
			Resources: []catalog.Ref{{URI: uri, Digest: digest, Size: manifest.Size}},
		}},
		Resources:   []catalog.Resource{manifest},
		Directories: []catalog.Directory{{URI: "skill://" + path, Children: []catalog.Resource{manifest}}},
		Contents:    []catalog.Content{{Digest: digest, Size: manifest.Size, Read: func() ([]byte, error) { return text, nil }}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return []byte(file.String())
}

// digestOf is the digest of the catalog that bytesOf makes.
func digestOf(t testing.TB, name, description string) string {
	t.Helper()
	c, err := catalog.Decode(bytesOf(t, name, description))
	if err != nil {
		t.Fatal(err)
	}
	return c.Digest()
}

func write(t testing.TB, path string, data []byte) string {
	t.Helper()
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// fileOf writes a catalog into a folder of its own and returns its path.
func fileOf(t testing.TB, name, description string) string {
	t.Helper()
	return write(t, filepath.Join(t.TempDir(), "catalog.json"), bytesOf(t, name, description))
}

// journal is a log that can be waited for.
type journal struct {
	mu    sync.Mutex
	text  strings.Builder
	wrote chan struct{} // closed by the next write
}

func newJournal() *journal { return &journal{wrote: make(chan struct{})} }

func (j *journal) Write(b []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	close(j.wrote)
	j.wrote = make(chan struct{})
	return j.text.Write(b)
}

func (j *journal) String() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.String()
}

func (j *journal) logger() *slog.Logger {
	return slog.New(slog.NewTextHandler(j, &slog.HandlerOptions{Level: slog.LevelDebug}))
}

// await returns once the journal holds the text n times.
func (j *journal) await(t testing.TB, n int, text string) {
	t.Helper()
	late := time.After(patience)
	for {
		j.mu.Lock()
		found, next := strings.Count(j.text.String(), text), j.wrote
		j.mu.Unlock()
		if found >= n {
			return
		}
		select {
		case <-next:
		case <-late:
			t.Fatalf("%q is there %d times, want %d:\n%s", text, found, n, j)
		}
	}
}

// running is a server of one test.
type running struct {
	Started
	hangUp chan os.Signal
	log    *journal
	client *http.Client
	end    func()     // asks for the end
	ended  chan error // gets what Run returns
}

// start serves a catalog with the skill "a" of the description "v1", unless change asks
// for something else, until the end of the test.
func start(t *testing.T, change func(*Config)) *running {
	t.Helper()
	r := launch(t, change)
	t.Cleanup(func() {
		r.end()
		select {
		case <-r.ended:
		case <-time.After(patience):
			t.Errorf("the server does not end:\n%s", r.log)
		}
	})
	return r
}

// launch is start without an end.
func launch(t *testing.T, change func(*Config)) *running {
	t.Helper()
	r := &running{hangUp: make(chan os.Signal, 1), log: newJournal(), ended: make(chan error, 2)}
	started := make(chan Started, 1)
	c := Config{
		HTTP: HTTP{Addr: "127.0.0.1:0", DrainTimeout: patience}, Logger: r.log.logger(),
		Started: func(s Started) { started <- s },
	}
	if change != nil {
		change(&c)
	}
	if c.Catalogs == nil {
		c.Catalogs = []string{fileOf(t, "a", "v1")}
	}
	ctx, cancel := context.WithCancel(context.Background())
	r.end = cancel
	go func() {
		err := runHTTP(ctx, c, c.metrics(), r.hangUp)
		r.ended <- err
		r.ended <- err // for the test, and for its end
	}()
	select {
	case r.Started = <-started:
	case err := <-r.ended:
		t.Fatalf("the server ended with %v:\n%s", err, r.log)
	}
	transport := &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}, ForceAttemptHTTP2: true}
	r.client = &http.Client{Transport: transport}
	t.Cleanup(transport.CloseIdleConnections)
	return r
}

// base is the URL of the server without the endpoint's path.
func (r *running) base() string { return strings.TrimSuffix(r.URL, "/mcp") }

const listCall = `{"jsonrpc":"2.0","id":7,"method":"skills/list"}`

func callRequest(t testing.TB, url, body string) *http.Request {
	t.Helper()
	q, err := http.NewRequest(http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	q.Header.Set("Content-Type", "application/json")
	q.Header.Set("Accept", "application/json, text/event-stream")
	return q
}

// modernCall is a call of the revision that has listens and cache fields. The name of
// the skill a is sent in all.
func modernCall(t testing.TB, url, method, params string) *http.Request {
	t.Helper()
	const meta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}`
	if params != "" {
		params = "," + params
	}
	q := callRequest(t, url, `{"jsonrpc":"2.0","id":7,"method":"`+method+`","params":{`+meta+params+`}}`)
	q.Header.Set("MCP-Protocol-Version", "2026-07-28")
	q.Header.Set("Mcp-Method", method)
	return q
}

// do sends a request and returns the answer and its body.
func (r *running) do(t testing.TB, q *http.Request) (*http.Response, string) {
	t.Helper()
	a, err := r.client.Do(q)
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

func (r *running) get(t testing.TB, url string) (status int, body string) {
	t.Helper()
	q, err := http.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	a, body := r.do(t, q)
	return a.StatusCode, body
}

// list returns what skills/list answers.
func (r *running) list(t testing.TB) string {
	t.Helper()
	a, body := r.do(t, callRequest(t, r.URL, listCall))
	if a.StatusCode != http.StatusOK {
		t.Fatalf("status %d, %s", a.StatusCode, body)
	}
	return body
}

// serves fails the test unless skills/list tells of a text.
func (r *running) serves(t testing.TB, text string) {
	t.Helper()
	if body := r.list(t); !strings.Contains(body, text) {
		t.Errorf("%q is not in %s", text, body)
	}
}

func newMetrics() *telemetry.Telemetry { return telemetry.New(telemetry.Options{}) }

func copyFile(from, to string) error {
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, data, 0o600)
}
