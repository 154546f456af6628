package verify_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"testing"
	"time"

	"skillpack/catalog"
	"skillpack/internal/hostile"
	"skillpack/serve"
	"skillpack/verify"
)

// TestMain lets the test binary be the command that a client starts.
func TestMain(m *testing.M) {
	if len(os.Args) == 3 && os.Args[1] == stdioServer {
		stdioServers()[os.Args[2]](os.Stdin, os.Stdout)
		return
	}
	os.Exit(m.Run())
}

var bothEras = []verify.Era{verify.Modern, verify.Legacy}

// exampleCatalog is what the real server serves in the tests of the client.
func exampleCatalog(t *testing.T) *catalog.Catalog {
	t.Helper()
	c, err := hostile.Catalog(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// overHTTP connects to the real server.
func overHTTP(t *testing.T, o verify.Options) *verify.Client {
	t.Helper()
	server := httptest.NewServer(serve.New(exampleCatalog(t), serve.Options{}).Handler())
	t.Cleanup(server.Close)
	return connected(t, server.URL+serve.Endpoint, o)
}

func connected(t *testing.T, url string, o verify.Options) *verify.Client {
	t.Helper()
	c, err := verify.ConnectHTTP(t.Context(), url, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	return c
}

// message is a call that a fake server got.
type message struct {
	ID     json.RawMessage
	Method string
	Params map[string]json.RawMessage
}

// fake is a server that greets as it should and answers all else as the test says.
func fake(t *testing.T, answer func(http.ResponseWriter, *http.Request, message)) *httptest.Server {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var m message
		decode(r.Body, &m)
		switch {
		case m.Method == "server/discover":
			say(w, m.ID, discovered)
		case m.Method == "initialize":
			say(w, m.ID, initialized)
		case m.ID == nil:
			w.WriteHeader(http.StatusAccepted)
		default:
			answer(w, r, m)
		}
	}))
	t.Cleanup(server.Close)
	return server
}

const (
	discovered  = `{"resultType":"complete","ttlMs":0,"cacheScope":"private","supportedVersions":["2026-07-28"],"capabilities":{"resources":{}}}`
	initialized = `{"protocolVersion":"2025-11-25","serverInfo":{"name":"fake","version":"1"},"capabilities":{"resources":{}}}`
)

// say sends a result.
func say(w http.ResponseWriter, id json.RawMessage, result string) {
	w.Header().Set("Content-Type", "application/json")
	io.WriteString(w, answerTo(id, result))
}

func answerTo(id json.RawMessage, result string) string {
	return `{"jsonrpc":"2.0","id":` + string(id) + `,"result":` + result + `}`
}

// soon is the time that a call may take which is never answered.
const soon = time.Second

func decode(from io.Reader, m *message) { _ = json.NewDecoder(from).Decode(m) }
