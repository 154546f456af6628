package e2e

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"html"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// After it says that it is ready, a server touches no file any more: the catalog may be
// deleted, replaced or truncated (S85).

// mixedRequests is the least number of requests that the server answers while traced.
const mixedRequests = 200

func TestServeTouchesNoFile(t *testing.T) {
	optIn(t)
	strace := findStrace(t)
	p := newProduct(t)
	log := filepath.Join(t.TempDir(), "strace.log")
	s := start(t, strace, straceArgs(log, p.binary, "serve", p.catalog, "--http", "127.0.0.1:0")...)
	if err := os.Remove(p.catalog); err != nil {
		t.Fatal(err)
	}
	requests := mixed(p.expectation)
	for i := range max(mixedRequests, len(requests)) {
		requests[i%len(requests)].send(t, s.url, i)
	}
	s.stop(t)
	noFileCalls(t, log)
}

// So it is with pages, which are made when they are asked for.
func TestServeOfPagesTouchesNoFile(t *testing.T) {
	optIn(t)
	p := newProduct(t)
	log := filepath.Join(t.TempDir(), "strace.log")
	s := start(t, findStrace(t), straceArgs(log, p.binary, "serve", p.catalog, "--http", "127.0.0.1:0", "--site")...)
	if err := os.Remove(p.catalog); err != nil {
		t.Fatal(err)
	}
	root := strings.TrimSuffix(s.url, "/mcp")
	asked := map[string]int{}
	visit(t, root, asked, root+"/", root+"/none", root+"/.well-known/agent-skills/index.json", root+"/.well-known/agent-skills/publish-skills.tar.gz")
	if len(asked) < 100 || asked[root+"/none"] != http.StatusNotFound {
		t.Errorf("only %d pages were asked for: %v", len(asked), asked)
	}
	s.stop(t)
	noFileCalls(t, log)
}

// visit asks for pages and for all of the same site that they link to, and notes the status
// of each.
func visit(t *testing.T, root string, asked map[string]int, addresses ...string) {
	t.Helper()
	link := regexp.MustCompile(`(?:href|src)="([^"#]*)`)
	for _, address := range addresses {
		if asked[address] != 0 || !strings.HasPrefix(address, root+"/") {
			continue
		}
		answer, err := http.Get(address)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(answer.Body)
		answer.Body.Close()
		if err != nil {
			t.Fatal(err)
		}
		asked[address] = answer.StatusCode
		if !strings.HasPrefix(answer.Header.Get("Content-Type"), "text/html") {
			continue
		}
		for _, found := range link.FindAllStringSubmatch(string(body), -1) {
			if next, err := answer.Request.URL.Parse(html.UnescapeString(found[1])); err == nil {
				next.Fragment = ""
				visit(t, root, asked, next.String())
			}
		}
	}
}

// The same on standard input and output, where the server's log line of readiness is
// all that a client can wait for.
func TestServeTouchesNoFileOnStdio(t *testing.T) {
	optIn(t)
	p := newProduct(t)
	log := filepath.Join(t.TempDir(), "strace.log")
	c := exec.CommandContext(t.Context(), findStrace(t), straceArgs(log, p.binary, "serve", p.catalog, "--stdio")...)
	in, inErr := c.StdinPipe()
	out, outErr := c.StdoutPipe()
	said, saidErr := c.StderrPipe()
	if err := errors.Join(inErr, outErr, saidErr, c.Start()); err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(said).ReadString('\n'); err != nil || !readyPattern.MatchString(line) {
		t.Fatalf("the server says %q (%v)", line, err)
	}
	if err := os.Remove(p.catalog); err != nil {
		t.Fatal(err)
	}
	answers := bufio.NewReader(out)
	ask := func(message []byte) []byte {
		_, err := in.Write(append(message, '\n'))
		answer, readErr := answers.ReadBytes('\n')
		if err := errors.Join(err, readErr); err != nil {
			t.Fatal(err)
		}
		return answer
	}
	ask([]byte(`{"jsonrpc":"2.0","id":"i","method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`))
	requests := mixed(p.expectation)
	for i := range max(mixedRequests, len(requests)) {
		r := requests[i%len(requests)]
		r.check(t, ask(r.message(t, i)))
	}
	if err := errors.Join(in.Close(), c.Wait()); err != nil {
		t.Fatal(err)
	}
	noFileCalls(t, log)
}

// noFileCalls fails the test for each file call in a log after the server was ready.
func noFileCalls(t *testing.T, log string) {
	t.Helper()
	calls, err := fileCallsAfterReady(finishedLog(t, log))
	if err != nil {
		t.Fatal(err)
	}
	for _, call := range calls {
		t.Errorf("touched a file after it was ready: %s", call)
	}
}

// readyPattern finds the line that says that a server is ready, by its address or on
// standard input and output.
var readyPattern = regexp.MustCompile(addressPattern.String() + "|on standard input and output")

// TestTraceSeesFiles asserts that a process that touches a file after it is ready is
// found out.
func TestTraceSeesFiles(t *testing.T) {
	optIn(t)
	log := filepath.Join(t.TempDir(), "strace.log")
	s := start(t, findStrace(t), straceArgs(log, "sh", "-c", "echo ready at 127.0.0.1:1 >&2; cat /etc/hostname >/dev/null")...)
	<-s.ended
	calls, err := fileCallsAfterReady(finishedLog(t, log))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(strings.Join(calls, "\n"), "/etc/hostname") {
		t.Errorf("a file was opened after ready, but the trace shows only %q", calls)
	}
}

// TestTraceOfThreadsThatEnd tells a call that the end of the process cut off from one
// that only looks so.
func TestTraceOfThreadsThatEnd(t *testing.T) {
	const ready = "1 write(2, \"serving at http://127.0.0.1:1/mcp\", 9) = 9\n"
	for log, want := range map[string]int{
		ready + "2 ???( <unfinished ...>\n1 +++ exited with 0 +++\n2 +++ exited with 0 +++\n":  0,
		ready + "2 ???( <unfinished ...>\n2 write(1, \"x\", 1) = 1\n2 +++ exited with 0 +++\n": 1,
		ready + "2 ???( <unfinished ...>\n1 +++ exited with 0 +++\n":                           1,
		ready + "2 openat(AT_FDCWD, \"x\", O_RDONLY) = 3\n2 +++ exited with 0 +++\n":           1,
	} {
		if calls, err := fileCallsAfterReady([]byte(log)); err != nil || len(calls) != want {
			t.Errorf("%d file calls (%v), want %d, in\n%s", len(calls), err, want, log)
		}
	}
}

func findStrace(t *testing.T) string {
	t.Helper()
	path, err := exec.LookPath("strace")
	if err != nil {
		t.Fatalf("strace is needed and not installed: %v", err)
	}
	return path
}

// straceArgs traces a command so that it keeps our process id and signals (-D). The
// writes are traced too: the one of the ready line divides the log.
func straceArgs(log string, command ...string) []string {
	return append([]string{"-D", "-f", "-s", "256", "-e", "trace=%file,write", "-o", log, "--"}, command...)
}

// finishedLog waits until the tracer has written everything and returns its log.
func finishedLog(t *testing.T, path string) []byte {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	for {
		data, err := os.ReadFile(path)
		if err == nil && finished(data) {
			return data
		}
		select {
		case <-ctx.Done():
			t.Fatalf("the trace does not end: %s (%v)", tail(data), err)
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// finished reports whether the last line of a log says that the first process ended.
func finished(log []byte) bool {
	first, _, _ := bytes.Cut(log, []byte(" "))
	last := log[bytes.LastIndexByte(bytes.TrimSuffix(log, []byte("\n")), '\n')+1:]
	return bytes.HasSuffix(log, []byte("+++\n")) && len(first) > 0 && bytes.HasPrefix(last, first)
}

// unreadCall stands in a log where the end of the process took a thread away before
// strace had read what it was calling, so the thread's next line says that it ended.
const unreadCall = "???( <unfinished ...>"

// fileCallsAfterReady returns the traced calls, other than writes, that come after the
// write of the line with the address.
func fileCallsAfterReady(log []byte) ([]string, error) {
	ready := false
	var calls []string
	cutOff := map[string]bool{} // threads that ended in a call which strace could not read
	for line := range strings.Lines(string(log)) {
		thread, call, _ := strings.Cut(strings.TrimSpace(line), " ")
		call = strings.TrimSpace(call)
		if call == unreadCall {
			cutOff[thread] = true
			continue
		}
		if cutOff[thread] && !strings.HasPrefix(call, "+++") {
			calls = append(calls, unreadCall)
		}
		delete(cutOff, thread)
		isWrite := strings.HasPrefix(call, "write(") || strings.HasPrefix(call, "<... write")
		switch {
		case !ready:
			ready = isWrite && readyPattern.MatchString(call)
		case !isWrite && !strings.HasPrefix(call, "+++") && !strings.HasPrefix(call, "---"):
			calls = append(calls, call)
		}
	}
	for range cutOff {
		calls = append(calls, unreadCall)
	}
	if !ready {
		return nil, fmt.Errorf("the trace has no write of the address: %s", tail(log))
	}
	return calls, nil
}
