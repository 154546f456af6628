package serve

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/synctest"
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
	t.Run("an open listen does not hold the end", func(t *testing.T) { // T7
		s, start := newSmall(t), time.Now()
		addTool(s) // makes the SDK honour toolsListChanged, so the listen stays open
		listen := strings.Replace(modernBody("subscriptions/listen", `{"notifications":{"toolsListChanged":true}}`), `"id":7`, `"id":8`, 1)
		out := stdio(t, s, listen, modernBody(methodList, ""))
		if a := out["7"]; a == nil || a.Result == nil || time.Since(start) > drainTimeout/2 {
			t.Errorf("ended after %v with %+v", time.Since(start), a)
		}
	})
	t.Run("requests in flight finish", func(t *testing.T) {
		for name, end := range map[string]func(stop func(), in io.Closer){
			"end of input":   func(_ func(), in io.Closer) { in.Close() },
			"end of context": func(stop func(), _ io.Closer) { stop() },
		} {
			entered, release := make(chan bool), make(chan bool)
			in, w := io.Pipe()
			var out syncBuffer
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			done := make(chan error, 1)
			go func() {
				done <- New(smallCatalog(t), Options{Dynamic: []DynamicSkill{slowSkill(entered, release)}}).ServeStdio(ctx, in, &out)
			}()
			fmt.Fprintf(w, "%s\n%s\n", hello, `{"jsonrpc":"2.0","id":9,"method":"resources/read","params":{"uri":"skill://live/hello/SKILL.md"}}`)
			<-entered
			end(stop, w)
			select {
			case err := <-done:
				t.Fatalf("%s: it did not wait: %v", name, err)
			case <-time.After(50 * time.Millisecond):
			}
			close(release)
			if err := <-done; err != nil || !strings.Contains(out.String(), "# SKILL.md") {
				t.Errorf("%s: %v, written %s", name, err, out.String())
			}
		}
	})
	t.Run("a request that never ends is cut off", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			entered, release := make(chan bool, 1), make(chan bool)
			s, start := New(smallCatalog(t), Options{Dynamic: []DynamicSkill{slowSkill(entered, release)}}), time.Now()
			lines := hello + "\n" + `{"jsonrpc":"2.0","id":9,"method":"resources/read","params":{"uri":"skill://live/hello/SKILL.md"}}`
			err := s.ServeStdio(context.Background(), strings.NewReader(lines), io.Discard)
			if !errors.Is(err, errCutOff) || time.Since(start) != drainTimeout {
				t.Errorf("%v after %v", err, time.Since(start))
			}
			close(release)
		})
	})
	t.Run("a client that takes no answers is cut off", func(t *testing.T) {
		in, w := io.Pipe()
		r, out := io.Pipe() // nobody reads
		defer r.Close()
		defer in.Close()
		ctx, stop := context.WithCancel(context.Background())
		done := make(chan error, 1)
		go func() { done <- newSmall(t).serveLines(ctx, newLineConn(in, out, 1<<20, 100*time.Millisecond)) }()
		for i := range 3 { // the third is read when the first is being answered
			fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%d,"method":"no/such"}`+"\n", i)
		}
		stop()
		select {
		case err := <-done:
			if !errors.Is(err, errCutOff) {
				t.Error(err)
			}
		case <-time.After(30 * time.Second):
			t.Error("it still runs")
		}
	})
	t.Run("an output that is closed ends it", func(t *testing.T) {
		for _, line := range []string{hello, "no message"} {
			in, w := io.Pipe()
			r, out := io.Pipe()
			r.Close()
			done := make(chan error, 1)
			go func() { done <- newSmall(t).ServeStdio(context.Background(), in, out) }()
			fmt.Fprintln(w, line)
			select {
			case err := <-done:
				if !errors.Is(err, io.ErrClosedPipe) {
					t.Errorf("%s: %v", line, err)
				}
			case <-time.After(30 * time.Second):
				t.Errorf("%s: it still runs", line)
			}
			w.Close()
		}
	})
	t.Run("an id in use", func(t *testing.T) {
		entered, release := make(chan bool, 1), make(chan bool)
		in, w := io.Pipe()
		r, out := io.Pipe()
		done := make(chan error, 1)
		go func() {
			done <- New(smallCatalog(t), Options{Dynamic: []DynamicSkill{slowSkill(entered, release)}}).ServeStdio(context.Background(), in, out)
		}()
		answers := bufio.NewScanner(r)
		const read = `{"jsonrpc":"2.0","id":9,"method":"resources/read","params":{"uri":"skill://live/hello/SKILL.md"}}`
		for _, step := range []struct {
			line, want string
		}{
			{hello, `"id":"hello"`},
			{read + "\n" + read, `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"the id 9 is that of a call under way"}}`},
		} {
			fmt.Fprintln(w, step.line)
			if !answers.Scan() || !strings.Contains(answers.Text(), step.want) {
				t.Errorf("%s, want %s", answers.Text(), step.want)
			}
		}
		close(release)
		if !answers.Scan() || !strings.Contains(answers.Text(), `"id":9,"result"`) {
			t.Errorf("the first call: %s", answers.Text())
		}
		w.Close()
		if err := <-done; err != nil {
			t.Error(err)
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
		case <-time.After(30 * time.Second):
			t.Error("it still runs")
		}
	})
}
