package verify_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"skillpack/verify"
)

// What servers of one era alone say to the other, in words that are no answer.
func TestAServerThatTurnsAnEraDownWithAStatusDoesNotSpeakIt(t *testing.T) {
	for _, test := range []struct{ name, kind, text string }{
		{"T3 in plain words", "text/plain; charset=utf-8", "Bad Request: Unsupported protocol version (supported versions: 2025-11-25)\n"},
		{"T3 with an id of its own", "application/json", `{"jsonrpc":"2.0","id":"server-error","error":{"code":-32600,"message":"Unsupported protocol version"}}`},
	} {
		for _, era := range bothEras {
			t.Run(test.name+" "+string(era), func(t *testing.T) {
				t.Parallel() // what has another id is no answer, so that one waits for its timeout
				server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
					w.Header().Set("Content-Type", test.kind)
					w.WriteHeader(http.StatusBadRequest)
					io.WriteString(w, test.text)
				}))
				t.Cleanup(server.Close)
				if _, err := verify.ConnectHTTP(t.Context(), server.URL, verify.Options{Era: era, Timeout: 3 * time.Second}); !errors.Is(err, verify.ErrEra) {
					t.Errorf("got %T %v, want ErrEra", err, err)
				}
			})
		}
	}
}
