package e2e

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// exit is how a command ended.
type exit struct {
	stdout, stderr []byte
	code           int // -1 if it did not end by itself
	err            error
}

// String tells of a failure in one line.
func (e exit) String() string {
	return fmt.Sprintf("exit %d (%v): %s", e.code, e.err, tail(e.stderr, e.stdout))
}

// tail returns the end of the first output that has any, on one line.
func tail(outputs ...[]byte) string {
	for _, out := range outputs {
		if line := strings.Join(strings.Fields(string(out)), " "); line != "" {
			return line[max(0, len(line)-600):]
		}
	}
	return "no output"
}

// run runs a command until it ends or ctx does; then it is killed.
func run(ctx context.Context, env []string, name string, args ...string) exit {
	return runIn(ctx, "", env, name, args...)
}

// runIn is run in a directory, "" for the current one.
func runIn(ctx context.Context, dir string, env []string, name string, args ...string) exit {
	var stdout, stderr bytes.Buffer
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = dir, env, &stdout, &stderr
	cmd.WaitDelay = 5 * time.Second
	err := cmd.Run()
	if ctx.Err() != nil {
		err = fmt.Errorf("did not end in time: %w", ctx.Err())
	}
	code := -1
	if cmd.ProcessState != nil {
		code = cmd.ProcessState.ExitCode()
	}
	return exit{stdout.Bytes(), stderr.Bytes(), code, err}
}

// server is a running `skillpack serve --http`.
type server struct {
	url     string // of the protocol endpoint
	cmd     *exec.Cmd
	log     *lockedBuffer
	ended   chan struct{} // closed when err is set
	err     error
	stopped sync.Once
}

// start runs a command that prints the address of its endpoint on stderr when it is
// ready, and waits for that line. The server ends with the test at the latest.
func start(t *testing.T, name string, args ...string) *server {
	t.Helper()
	s := &server{cmd: exec.Command(name, args...), log: new(lockedBuffer), ended: make(chan struct{})}
	pipe, err := s.cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	address := make(chan string, 1)
	go s.follow(pipe, address)
	t.Cleanup(func() { s.stop(t) })
	select {
	case s.url = <-address:
	case <-s.ended:
		t.Fatalf("%s ended before it was ready: %v: %s", name, s.err, s.log)
	case <-time.After(30 * time.Second):
		t.Fatalf("%s printed no address in 30 s: %s", name, s.log)
	}
	return s
}

// addressPattern finds the address in the line that says the server is ready.
var addressPattern = regexp.MustCompile(`127\.0\.0\.1:[1-9][0-9]*`)

// follow keeps what the process writes, sends the first address in it, and waits for
// the process to end.
func (s *server) follow(pipe io.Reader, address chan<- string) {
	lines := bufio.NewScanner(pipe)
	for found := false; lines.Scan(); {
		fmt.Fprintln(s.log, lines.Text())
		if at := addressPattern.FindString(lines.Text()); at != "" && !found {
			found = true
			address <- "http://" + at + "/mcp"
		}
	}
	io.Copy(s.log, pipe) // a line too long for the scanner must not block the process
	s.err = s.cmd.Wait()
	close(s.ended)
}

// stop ends the server with SIGTERM and fails the test if it does not end cleanly.
func (s *server) stop(t *testing.T) {
	t.Helper()
	s.stopped.Do(func() {
		s.cmd.Process.Signal(syscall.SIGTERM)
		select {
		case <-s.ended:
			if s.err != nil {
				t.Errorf("the server ended on SIGTERM with %v, expected exit 0: %s", s.err, s.log)
			}
		case <-time.After(20 * time.Second):
			s.cmd.Process.Kill()
			t.Errorf("the server did not end within 20 s of SIGTERM: %s", s.log)
		}
	})
}

// lockedBuffer is a buffer that two goroutines may use.
type lockedBuffer struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buf.Write(p)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return tail(b.buf.Bytes())
}
