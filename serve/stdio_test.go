package serve

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"
)

const hello = `{"jsonrpc":"2.0","id":"hello","method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"x","version":"0"}}}`

// stdio writes lines to a server, ends its input, and returns its answers by id.
func stdio(t testing.TB, s *Server, lines ...string) map[string]*reply {
	t.Helper()
	var out syncBuffer
	if err := s.ServeStdio(context.Background(), strings.NewReader(strings.Join(lines, "\n")), &out); err != nil {
		t.Fatalf("ServeStdio: %v", err)
	}
	answers := map[string]*reply{}
	for line := range strings.Lines(out.String()) {
		var a reply
		if err := json.Unmarshal([]byte(line), &a); err != nil || !strings.HasSuffix(line, "\n") {
			t.Fatalf("%v in line %q", err, line)
		}
		a.body = line
		answers[fmt.Sprint(a.ID)] = &a
	}
	return answers
}

func TestStdio(t *testing.T) { // T8
	t.Run("everything read is answered before the end", func(t *testing.T) {
		lines := []string{hello}
		for i := range 200 {
			lines = append(lines, fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"resources/list"}`, i))
		}
		out := stdio(t, newSmall(t), lines...)
		for i := range 200 {
			if a := out[fmt.Sprint(i)]; a == nil || a.Result == nil {
				t.Fatalf("request %d: %+v", i, a)
			}
		}
	})
	t.Run("bad lines", func(t *testing.T) {
		for line, code := range map[string]int64{
			`{"jsonrpc":`: -32700, `hello`: -32700, strings.Repeat("[", 100000): -32700,
			`[]`: -32600, `7`: -32600, `{"jsonrpc":"1.0","id":1,"method":"ping"}`: -32600,
			`{"x":"` + strings.Repeat("y", 5<<20) + `"}`: -32600,
		} {
			out := stdio(t, newSmall(t), hello, "", "  \r", line, `{"jsonrpc":"2.0","id":2,"method":"skills/list"}`)
			if a := out["<nil>"]; a == nil || a.code() != code || !strings.Contains(a.body, `"id":null`) {
				t.Errorf("%.40s: %+v, want code %d", line, a, code)
			}
			if a := out["2"]; a == nil || a.Result == nil {
				t.Errorf("%.40s: the next line was not served: %+v", line, a)
			}
		}
	})
	t.Run("before initialize", func(t *testing.T) {
		if a := stdio(t, newSmall(t), `{"jsonrpc":"2.0","id":2,"method":"skills/list"}`)["2"]; a.code() != -32600 {
			t.Errorf("%s, want -32600", a.body)
		}
		if a := stdio(t, newSmall(t), hello, strings.Replace(hello, `"hello"`, "2", 1))["2"]; a.code() != -32600 {
			t.Errorf("second initialize: %s, want -32600", a.body)
		}
		if a := stdio(t, newSmall(t), hello, `{"jsonrpc":"2.0","id":2,"method":"no/such"}`)["2"]; a.code() != -32601 {
			t.Errorf("unknown method: %s, want -32601", a.body)
		}
	})
	t.Run("subscriptions/listen does not hold the end", func(t *testing.T) { // T7
		out := stdio(t, newSmall(t), modernBody("subscriptions/listen", `{"notifications":{"resourcesListChanged":true,"toolsListChanged":true}}`), modernBody(methodList, ""))
		if len(out) == 0 {
			t.Error("no answer")
		}
	})
	t.Run("the end of the context stops a server that waits for input", func(t *testing.T) {
		in, w := io.Pipe()
		defer w.Close()
		r, out := io.Pipe()
		ctx, stop := context.WithCancel(context.Background())
		done := make(chan error, 1)
		go func() { done <- newSmall(t).ServeStdio(ctx, in, out) }()
		go fmt.Fprintln(w, hello)
		if line, err := bufio.NewReader(r).ReadString('\n'); err != nil {
			t.Fatalf("%q %v", line, err)
		}
		stop()
		select {
		case err := <-done:
			if err != nil {
				t.Errorf("ServeStdio: %v", err)
			}
		case <-time.After(5 * time.Second):
			t.Error("it still runs")
		}
	})
}
