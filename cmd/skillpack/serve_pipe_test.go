package main

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestServeWithBrokenPipes gives the real command pipes whose readers are gone: it
// goes on without a log, and ends without an output (T8).
func TestServeWithBrokenPipes(t *testing.T) {
	const hello = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}` + "\n"
	broken := func() *os.File {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		r.Close()
		t.Cleanup(func() { w.Close() })
		return w
	}
	t.Run("log", func(t *testing.T) {
		var out strings.Builder
		c := exec.Command("skillpack", "serve", golden, "--stdio")
		c.Stdin, c.Stdout, c.Stderr = strings.NewReader(hello+hello), &out, broken()
		if err := c.Run(); err != nil || strings.Count(out.String(), "\n") != 2 {
			t.Errorf("%v, written %s; want two answers and exit code 0", err, out.String())
		}
	})
	t.Run("output", func(t *testing.T) {
		in, w, err := os.Pipe() // stays open
		if err != nil {
			t.Fatal(err)
		}
		defer in.Close()
		defer w.Close()
		_, _ = w.WriteString(hello)
		var said strings.Builder
		c := exec.Command("skillpack", "serve", golden, "--stdio")
		c.Stdin, c.Stdout, c.Stderr = in, broken(), &said
		err = c.Run()
		if c.ProcessState.ExitCode() != exitFailed || !strings.Contains(said.String(), "skillpack: write") {
			t.Errorf("%v, said %s; want exit code %d and why", err, said.String(), exitFailed)
		}
	})
}
