package daemon

import (
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
)

// What has come before the hang-up is read, and then the end: a request that crosses it
// is answered. Other systems may drop it.
func TestHangUpLeavesWhatHasCome(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	defer listener.Close()
	client, err := net.Dial("tcp", listener.Addr().String())
	must(t, err)
	defer client.Close()
	server, err := listener.Accept()
	must(t, err)
	defer server.Close()
	_, err = io.WriteString(client, "a request")
	must(t, err)
	hangUp(server)
	if got, err := io.ReadAll(server); err != nil || string(got) != "a request" {
		t.Errorf("read %q, %v", got, err)
	}
	_, err = io.WriteString(server, "an answer")
	must(t, err)
	server.Close()
	if got, err := io.ReadAll(client); err != nil || string(got) != "an answer" {
		t.Errorf("answered %q, %v", got, err)
	}
}

// The hang-up looks like a client that is gone, for which no request may be given up.
func TestHangUpCancelsNoRequest(t *testing.T) {
	for phase, want := range map[phase]bool{ready: true, draining: false} {
		cancellable := false
		f := &front{health: new(health), app: http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
			cancellable = r.Context().Done() != nil
		})}
		f.health.become(phase)
		f.ServeHTTP(httptest.NewRecorder(), httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/mcp", nil))
		if cancellable != want {
			t.Errorf("%v: a request can be cancelled: %t", phase, cancellable)
		}
	}
}
