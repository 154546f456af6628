package e2e

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// patience is how long a test waits for what must happen.
const patience = 30 * time.Second

// wire is a connection on which a test writes what it likes.
type wire struct {
	net.Conn
	answers *bufio.Reader
}

func newWire(conn net.Conn) *wire { return &wire{conn, bufio.NewReader(conn)} }

// dial opens a connection to a server, which ends with the test at the latest.
func dial(t *testing.T, url string) *wire {
	t.Helper()
	conn, err := net.DialTimeout("tcp", authority(url), patience)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return newWire(conn)
}

// authority is the host and port of a URL.
func authority(url string) string {
	_, rest, _ := strings.Cut(url, "://")
	host, _, _ := strings.Cut(rest, "/")
	return host
}

// answer is what came back for a request.
type answer struct {
	status int
	header http.Header
	last   bool // the connection is closed after it
	body   []byte
}

// errNoAnswer is a connection that ended before the first byte of an answer.
var errNoAnswer = errors.New("no answer")

// read reads one answer whole. Pace, if any, is between the parts of its body.
func (w *wire) read(pace time.Duration) (answer, error) {
	if _, err := w.answers.Peek(1); err != nil {
		return answer{}, fmt.Errorf("%w: %w", errNoAnswer, err)
	}
	a, err := http.ReadResponse(w.answers, nil)
	if err != nil {
		return answer{}, err
	}
	var body bytes.Buffer
	for part := int64(64 << 10); err == nil; time.Sleep(pace) {
		_, err = io.CopyN(&body, a.Body, part)
	}
	if err == io.EOF {
		err = nil
	}
	return answer{a.StatusCode, a.Header, a.Close, body.Bytes()}, err
}

// plain is the body as it was before compression.
func (a answer) plain() ([]byte, error) {
	if a.header.Get("Content-Encoding") != "gzip" {
		return a.body, nil
	}
	z, err := gzip.NewReader(bytes.NewReader(a.body))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(z)
}

// check returns what is wrong with an answer that must be a result.
func (a answer) check() error {
	body, err := a.plain()
	if err != nil {
		return err
	}
	var m struct{ Result, Error json.RawMessage }
	if err := json.Unmarshal(body, &m); err != nil || a.status != http.StatusOK || m.Result == nil {
		return fmt.Errorf("status %d, %d bytes, expected a result: %s (%v)", a.status, len(a.body), tail(body), err)
	}
	return nil
}

// post is the text of an HTTP request with a body, with headers besides the usual ones.
func post(body string, headers ...string) string {
	lines := append([]string{
		"POST /mcp HTTP/1.1", "Host: 127.0.0.1", "Content-Type: application/json",
		"Accept: application/json, text/event-stream", "Content-Length: " + strconv.Itoa(len(body)),
	}, headers...)
	return strings.Join(lines, "\r\n") + "\r\n\r\n" + body
}

// Requests that the direct path answers, and the same in a form that it leaves to the
// SDK: an escape in the id.
const (
	directList = `{"jsonrpc":"2.0","id":7,"method":"skills/list","params":{}}`
	sdkList    = `{"jsonrpc":"2.0","id":"\u0037","method":"skills/list","params":{}}`
	legacy     = "MCP-Protocol-Version: 2025-11-25"
)

// plainList is a request that any server of ours answers at once.
func plainList() string { return post(directList, legacy) }

// readOf is a request of the modern era for a file.
func readOf(uri string, headers ...string) string {
	const meta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}`
	body := fmt.Sprintf(`{"jsonrpc":"2.0","id":8,"method":"resources/read","params":{%s,"uri":%q}}`, meta, uri)
	return post(body, append(headers, "MCP-Protocol-Version: 2026-07-28", "Mcp-Method: resources/read", "Mcp-Name: "+uri)...)
}

func deadline() time.Time { return time.Now().Add(patience) }

// promptly is how soon a plain request has to be answered beside whatever else goes on,
// on a machine that runs other tests.
const promptly = 5 * time.Second

// answersBeside fails the test unless a request on a new connection is answered promptly.
func answersBeside(t *testing.T, url string) {
	t.Helper()
	begun := time.Now()
	conn, err := net.DialTimeout("tcp", authority(url), promptly)
	if err != nil {
		t.Errorf("a client beside gets no connection: %v", err)
		return
	}
	defer conn.Close()
	_ = conn.SetDeadline(begun.Add(promptly))
	if err := newWire(conn).ask(plainList()); err != nil {
		t.Errorf("a client beside, after %v: %v", time.Since(begun), err)
	}
}

// ask sends a request that must be answered with a result.
func (w *wire) ask(request string) error {
	if _, err := io.WriteString(w, request); err != nil {
		return err
	}
	a, err := w.read(0)
	return errors.Join(err, a.check())
}

// catalogOf builds a catalog of files, given by path and text in turn, and returns its
// path. Two catalogs of the same files are the same.
func catalogOf(t *testing.T, binary string, pairs ...string) string {
	t.Helper()
	dir := t.TempDir()
	repository{dir: filepath.Join(dir, "skills")}.write(t, pairs...)
	catalog := filepath.Join(dir, "catalog.json")
	must(t, binary, "build", filepath.Join(dir, "skills"), "-o", catalog, "--quiet")
	return catalog
}

// copyFile replaces the file at to, in one step.
func copyFile(t *testing.T, from, to string) {
	t.Helper()
	data, err := os.ReadFile(from)
	if err == nil {
		err = errors.Join(os.WriteFile(to+".new", data, 0o666), os.Rename(to+".new", to))
	}
	if err != nil {
		t.Fatal(err)
	}
}

// metric is the value of a metric, named with its labels, that a server tells at base.
func metric(t *testing.T, base, name string) float64 {
	t.Helper()
	client := http.Client{Timeout: patience}
	a, err := client.Get(base + "/metrics")
	if err != nil {
		t.Fatal(err)
	}
	defer a.Body.Close()
	lines := bufio.NewScanner(a.Body)
	for lines.Scan() {
		if value, ok := strings.CutPrefix(lines.Text(), name+" "); ok {
			n, err := strconv.ParseFloat(value, 64)
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
	}
	t.Fatalf("there is no metric %s", name)
	return 0
}
