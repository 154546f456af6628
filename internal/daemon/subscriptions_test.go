package daemon

import (
	"bufio"
	"context"
	"io"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"
)

// No host is told of another catalog, and none is promised that it will be: it learns
// of one when what it keeps expires (T7).
func TestNobodyIsToldOfAReload(t *testing.T) {
	file := fileOf(t, "a", "v1")
	r := start(t, func(c *Config) { c.Catalogs = []string{file} })
	listen := func() string {
		_, body := r.do(t, modernCall(t, r.URL, "subscriptions/listen", `"notifications":{"resourcesListChanged":true,"resourceSubscriptions":["skill://a/SKILL.md"]}`))
		return body
	}
	silent := func(when string) {
		t.Helper()
		if _, body := r.do(t, modernCall(t, r.URL, "server/discover", "")); strings.Contains(body, "listChanged") || strings.Contains(body, "subscribe") {
			t.Errorf("T7 %s: promised in %s", when, body)
		}
		// The answer is whole, so a listen that nothing is honoured of ends.
		if body := listen(); !strings.Contains(body, "acknowledged") || strings.Contains(body, "true") || strings.Contains(body, "list_changed") {
			t.Errorf("T7 %s: %s; want nothing honoured", when, body)
		}
	}
	silent("before")
	swapFile(t, file, bytesOf(t, "a", "v2"))
	r.hangUp <- syscall.SIGHUP
	r.log.await(t, 1, "serving another catalog")
	silent("after")
	r.serves(t, "v2")
}

// client is one end of a server on standard input and output.
type client struct {
	in    io.WriteCloser
	lines *bufio.Scanner
	log   *journal
	ended chan error
}

// startStdio runs all of Run, with the signals of the process.
func startStdio(t *testing.T, c Config) *client {
	t.Helper()
	in, toServer := io.Pipe()
	fromServer, out := io.Pipe()
	log := newJournal()
	c.Stdio, c.Logger = true, log.logger()
	started := make(chan Started, 1)
	c.Started = func(s Started) { started <- s }
	ctx, cancel := context.WithCancel(context.Background())
	k := &client{in: toServer, lines: bufio.NewScanner(fromServer), log: log, ended: make(chan error, 1)}
	go func() {
		k.ended <- Run(ctx, c, Streams{In: in, Out: out})
		out.Close()
	}()
	t.Cleanup(cancel)
	select {
	case s := <-started:
		if s.URL != "" || s.Ops != "" || s.Skills != 1 {
			t.Errorf("started %+v", s)
		}
	case err := <-k.ended:
		t.Fatalf("it ended with %v", err)
	}
	return k
}

// ask sends a line and returns the next one that comes.
func (k *client) ask(t testing.TB, line string) string {
	t.Helper()
	_, err := io.WriteString(k.in, line+"\n")
	must(t, err)
	if !k.lines.Scan() {
		t.Fatalf("no answer: %v\n%s", k.lines.Err(), k.log)
	}
	return k.lines.Text()
}

func hangUpSelf() error {
	self, err := os.FindProcess(os.Getpid())
	if err != nil {
		return err
	}
	return self.Signal(syscall.SIGHUP)
}

func TestStdioReloads(t *testing.T) {
	const hello = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"x","version":"0"}}}`
	for name, c := range map[string]struct {
		watch  bool
		reload func() error
	}{
		"by signal": {false, hangUpSelf},
		"by change": {true, func() error { return nil }},
	} {
		t.Run(name, func(t *testing.T) {
			file := fileOf(t, "a", "v1")
			k := startStdio(t, Config{Catalogs: []string{file}, Watch: c.watch})
			if a := k.ask(t, hello); strings.Contains(a, "listChanged") || strings.Contains(a, "subscribe") {
				t.Errorf("T7: promised in %s", a)
			}
			if a := k.ask(t, listCall); !strings.Contains(a, "v1") {
				t.Error(a)
			}
			swapFile(t, file, bytesOf(t, "a", "v2"))
			must(t, c.reload())
			k.log.await(t, 1, "serving another catalog")
			// The next line is the answer, so nothing was told before it (T7).
			if a := k.ask(t, listCall); !strings.Contains(a, "v2") || !strings.Contains(a, `"id":7`) {
				t.Error(a)
			}
			k.in.Close()
			select {
			case err := <-k.ended:
				if err != nil {
					t.Error(err)
				}
			case <-time.After(patience):
				t.Error("it does not end with its input")
			}
		})
	}
}
