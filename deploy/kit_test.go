package deploy

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// optIn skips a test that runs tools written by others unless the caller asked for them.
func optIn(t *testing.T) {
	t.Helper()
	if os.Getenv("E2E") == "" {
		t.Skip("runs tools written by others, as root; run `make deploy`")
	}
}

// must runs a command that has to succeed and returns its standard output.
func must(t *testing.T, name string, args ...string) string {
	t.Helper()
	out, err := output(t.Context(), name, args...)
	if err != nil {
		t.Fatalf("%s %s: %v", name, strings.Join(args, " "), err)
	}
	return out
}

// output runs a command; where it fails the error holds what it wrote on standard error.
func output(ctx context.Context, name string, args ...string) (string, error) {
	var out, said bytes.Buffer
	c := exec.CommandContext(ctx, name, args...)
	c.Stdout, c.Stderr = &out, &said
	if err := c.Run(); err != nil {
		return out.String(), fmt.Errorf("%w: %s%s", err, said.String(), tail(out.String()))
	}
	return out.String(), nil
}

func tail(s string) string { return s[max(0, len(s)-2000):] }

// buildBinary builds skillpack as the Dockerfile does, once for all tests, and always in one
// place: what is up to date there is not linked again.
var buildBinary = sync.OnceValues(func() (string, error) {
	stages, err := parseDockerfile()
	if err != nil {
		return "", err
	}
	binary, err := filepath.Abs(filepath.Join("..", "bin", "deploy", "skillpack"))
	for _, line := range stages[0].all("RUN") {
		if err == nil && strings.Contains(line, "/out/skillpack") {
			_, err = output(context.Background(), "sh", "-c", "cd .. && "+strings.ReplaceAll(line, "/out/skillpack", binary))
		}
	}
	return binary, err
})

// newBinary returns the binary, which no test may change.
func newBinary(t *testing.T) string {
	t.Helper()
	binary, err := buildBinary()
	if err != nil {
		t.Fatal(err)
	}
	return binary
}

// newCatalog builds the catalog of one of our trees of skills.
func newCatalog(t *testing.T, binary, tree string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "catalog.json")
	must(t, binary, "build", filepath.Join("..", tree), "-o", path)
	return path
}

// process is a running program that ends with the test at the latest.
type process struct {
	name string
	cmd  *exec.Cmd
	log  string // the file that takes its output
	done chan struct{}
	err  error // how it ended, once done is closed
}

func start(t *testing.T, name string, args ...string) *process {
	t.Helper()
	p := &process{name: filepath.Base(name), cmd: exec.Command(name, args...), done: make(chan struct{})}
	p.log = filepath.Join(t.TempDir(), "log")
	log, err := os.Create(p.log)
	if err != nil {
		t.Fatal(err)
	}
	p.cmd.Stdout, p.cmd.Stderr = log, log
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		p.err = p.cmd.Wait()
		log.Close()
		close(p.done)
	}()
	t.Cleanup(func() { p.stop(t) })
	return p
}

// stop ends the process by SIGTERM and fails the test if it does not end cleanly.
func (p *process) stop(t *testing.T) {
	t.Helper()
	p.cmd.Process.Signal(syscall.SIGTERM)
	select {
	case <-p.done:
		if p.err != nil {
			t.Errorf("%s ended with %v, expected exit 0: %s", p.name, p.err, p.said())
		}
	case <-time.After(30 * time.Second):
		p.cmd.Process.Kill()
		t.Errorf("%s did not end within 30 s of SIGTERM: %s", p.name, p.said())
	}
}

func (p *process) said() string {
	data, _ := os.ReadFile(p.log)
	return tail(string(data))
}

// await waits until ok, which is asked again and again, for at most 30 s.
func (p *process) await(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); !ok(); time.Sleep(20 * time.Millisecond) {
		select {
		case <-p.done:
			t.Fatalf("%s ended while waiting for %s: %v: %s", p.name, what, p.err, p.said())
		default:
		}
		if time.Now().After(deadline) {
			t.Fatalf("%s: no %s within 30 s: %s", p.name, what, p.said())
		}
	}
}

// readyLines is what skillpack prints when it answers, as text and as JSON.
var readyLines = []*regexp.Regexp{
	regexp.MustCompile(`serving .* at (http://\S+)/mcp(?:, operations at (http://[^\s,]+))?(?:, pages at \S+)?\n`),
	regexp.MustCompile(`"msg":"serving".*"url":"(http://[^"]+)/mcp"(?:,"ops":"(http://[^"]+)")?.*\n`),
}

// served is a skillpack with its two addresses.
type served struct {
	*process
	url string // of the main listener
	ops string // of /healthz, /readyz and /metrics
}

// serve runs a command that is, or becomes, "skillpack serve".
func serve(t *testing.T, command ...string) served {
	t.Helper()
	s := served{process: start(t, command[0], command[1:]...)}
	s.await(t, "line that it serves", func() bool {
		for _, line := range readyLines {
			if found := line.FindStringSubmatch(s.said()); found != nil {
				s.url, s.ops = found[1], cmp.Or(found[2], found[1])
			}
		}
		return s.url != ""
	})
	return s
}

// anyPorts replaces the ports that an example listens on, so that tests can run at once.
func anyPorts(args []string) []string {
	port := regexp.MustCompile(`^(--(?:http|ops-addr)=|)(?:0\.0\.0\.0|127\.0\.0\.1):[0-9]+$`)
	var out []string
	for _, arg := range args {
		out = append(out, port.ReplaceAllString(arg, "${1}127.0.0.1:0"))
	}
	return out
}

// freePort returns an address on which nothing listens just now.
func freePort(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// get returns the status and body of a GET, 0 where nobody answers.
func get(t *testing.T, url string) (int, string) {
	t.Helper()
	client := http.Client{Timeout: 5 * time.Second}
	response, err := client.Get(url)
	if err != nil {
		return 0, err.Error()
	}
	defer response.Body.Close()
	body, _ := io.ReadAll(response.Body)
	return response.StatusCode, string(body)
}

// question is an MCP request of the current revision.
func question(t *testing.T, url, method string, params map[string]any) *http.Request {
	t.Helper()
	asked := map[string]any{"_meta": map[string]any{
		"io.modelcontextprotocol/protocolVersion":    "2026-07-28",
		"io.modelcontextprotocol/clientCapabilities": map[string]any{},
	}}
	for name, value := range params {
		asked[name] = value
	}
	body, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 1, "method": method, "params": asked})
	if err != nil {
		t.Fatal(err)
	}
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url+"/mcp", bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	r.Header.Set("MCP-Protocol-Version", "2026-07-28")
	r.Header.Set("Mcp-Method", method)
	return r
}

// listing is a page of skills/list.
type listing struct {
	Result struct {
		Skills     []struct{ URI string }
		NextCursor string
	}
}

// ask sends a question that has to be answered with a page of skills.
func ask(t *testing.T, client *http.Client, url string, params map[string]any) listing {
	t.Helper()
	response, err := client.Do(question(t, url, "skills/list", params))
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	var page listing
	if err == nil {
		err = json.Unmarshal(body, &page)
	}
	if err != nil || response.StatusCode != http.StatusOK || len(page.Result.Skills) == 0 {
		t.Fatalf("skills/list: status %d, %s (%v), expected skills", response.StatusCode, tail(string(body)), err)
	}
	return page
}
