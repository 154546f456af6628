package verify_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"skillpack/internal/hostile"
	"skillpack/serve"
	"skillpack/verify"
)

// stdioServer, as the first argument, makes the test binary a server; the second names
// one of stdioServers.
const stdioServer = "stdio-server"

// stdioServers are the commands that tests start.
func stdioServers() map[string]func(in io.Reader, out io.Writer) {
	return map[string]func(io.Reader, io.Writer){
		"real": func(in io.Reader, out io.Writer) {
			c, err := hostile.Catalog(context.Background())
			if err == nil {
				err = serve.New(c, serve.Options{}).ServeStdio(context.Background(), in, out)
			}
			if err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(1)
			}
		},
		"banner": func(in io.Reader, out io.Writer) {
			fmt.Fprintln(out, "Listening …")
			answerLines(in, out, nil)
		},
		"faults": func(in io.Reader, out io.Writer) { answerLines(in, out, stdioFault) },
		"complains": func(in io.Reader, out io.Writer) {
			fmt.Fprintln(os.Stderr, "it hurts")
			answerLines(in, out, nil)
		},
		"pings": func(in io.Reader, out io.Writer) { // and answers when it was answered
			var waiting message
			answerLines(in, out, func(m message) string {
				if m.Method != "" {
					waiting = m
					return `{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"x"}}` + "\n" +
						`{"jsonrpc":"2.0","id":"p","method":"ping"}` + "\n"
				}
				return answerTo(waiting.ID, `{"fine":true}`) + "\n"
			})
		},
		"exits": func(io.Reader, io.Writer) { os.Exit(7) },
		"lingers": func(in io.Reader, out io.Writer) {
			answerLines(in, out, nil)
			time.Sleep(time.Minute)
		},
	}
}

// answerLines greets as it should, and writes for every other call what answer returns.
func answerLines(in io.Reader, out io.Writer, answer func(message) string) {
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		var m message
		_ = json.Unmarshal(lines.Bytes(), &m)
		switch {
		case m.Method == "server/discover":
			fmt.Fprintln(out, answerTo(m.ID, discovered))
		case m.Method == "initialize":
			fmt.Fprintln(out, answerTo(m.ID, initialized))
		case m.ID != nil && answer != nil:
			io.WriteString(out, answer(m))
		}
	}
}

// stdioFault answers a call with the fault that its method names.
func stdioFault(m message) string {
	right := answerTo(m.ID, `{"fine":true}`)
	switch m.Method {
	case "x/fine":
		return right + "\n"
	case "x/silent":
		return ""
	case "x/late": // the answer comes with that of the next call
		time.Sleep(2 * soon)
		return right + "\n"
	case "x/log line first":
		return "INFO answering\n" + right + "\n"
	case "x/other id":
		return answerTo([]byte("999"), `{}`) + "\n"
	case "x/text id":
		return answerTo([]byte(`"`+string(m.ID)+`"`), `{}`) + "\n"
	case "x/no id":
		return `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"parse error"}}` + "\n"
	case "x/result and error":
		return strings.TrimSuffix(right, "}") + `,"error":{"code":1,"message":"x"}}` + "\n"
	case "x/batch":
		return "[" + right + "]\n"
	case "x/deep":
		return answerTo(m.ID, strings.Repeat("[", 300)+strings.Repeat("]", 300)) + "\n"
	case "x/long":
		return answerTo(m.ID, `"`+strings.Repeat("x", 2<<20)+`"`) + "\n"
	case "x/cut":
		fmt.Print(right[:20])
		os.Exit(3)
	}
	return `{"jsonrpc":"2.0","method":"notifications/message","params":{}}` + "\n\n" + right + "\r\n"
}

func TestClientNamesFaultsOverStdio(t *testing.T) {
	c := command(t, "faults", verify.Options{Timeout: 10 * time.Second, MaxResponse: 1 << 20})
	for _, test := range []struct{ name, reason string }{
		{"log line first", `found "INFO answering", expected an object`},
		{"other id", `its id "999" is that of no call`},
		{"text id", "is that of no call"},
		{"no id", `its id "null" is that of no call`},
		{"result and error", "a result and an error"},
		{"batch", "found a list, expected an object"},
		{"deep", "nested more than 256 deep"},
		{"long", "the line has more than 1048576 bytes"},
	} {
		t.Run("T8 "+test.name, func(t *testing.T) {
			_, err := c.Call(t.Context(), "x/"+test.name, nil)
			wrong, ok := errors.AsType[*verify.AnswerError](err)
			if !ok || !strings.Contains(wrong.Reason, test.reason) || verify.Unreachable(err) {
				t.Fatalf("got %v, want an AnswerError with %q", err, test.reason)
			}
			if !strings.Contains(string(wrong.Request), "x/"+test.name) || wrong.Excerpt == "" {
				t.Errorf("shows %s and %s", wrong.Request, wrong.Excerpt)
			}
			if is := errors.Is(err, verify.ErrTooLarge); is != (test.name == "long") {
				t.Errorf("ErrTooLarge: %v", is)
			}
			fine(t, c)
		})
	}
	t.Run("a notification and an empty line before the answer", func(t *testing.T) {
		if _, err := c.Call(t.Context(), "x/notified", nil); err != nil {
			t.Error(err)
		}
	})
}

// fine checks that the connection still works.
func fine(t *testing.T, c *verify.Client) {
	t.Helper()
	reply, err := c.Call(t.Context(), "x/fine", nil)
	if err != nil || string(reply.Result) != `{"fine":true}` {
		t.Errorf("the call after it: %+v, %v", reply, err)
	}
}

func TestClientChargesABannerToTheGreeting(t *testing.T) {
	_, err := verify.ConnectCommand(t.Context(), []string{os.Args[0], stdioServer, "banner"}, verify.Options{})
	wrong, ok := errors.AsType[*verify.AnswerError](err)
	if !ok || wrong.Method != "server/discover" || wrong.Excerpt != "Listening …" {
		t.Errorf("T8: got %v", err)
	}
}

func TestClientWaitsForACommandNoLongerThanItsTimeout(t *testing.T) {
	t.Parallel()
	c := command(t, "faults", verify.Options{Timeout: 3 * soon})
	_, err := c.Call(t.Context(), "x/silent", nil)
	if !errors.Is(err, context.DeadlineExceeded) || !verify.Unreachable(err) {
		t.Errorf("got %v, want that no answer came in time", err)
	}
}

func TestAnAnswerThatCameTooLateIsForgotten(t *testing.T) {
	t.Parallel()
	c := command(t, "faults", verify.Options{Timeout: 10 * time.Second})
	ctx, cancel := context.WithTimeout(t.Context(), soon)
	defer cancel()
	_, err := c.Call(ctx, "x/late", nil)
	if !errors.Is(err, context.DeadlineExceeded) || verify.Unreachable(err) {
		t.Errorf("the caller's own deadline: %v", err)
	}
	fine(t, c)

	// A call that nobody waits for is charged with nothing.
	ctx, cancel = context.WithTimeout(t.Context(), soon)
	defer cancel()
	_, _ = c.Call(ctx, "x/silent", nil)
	if _, err := c.Call(t.Context(), "x/other id", nil); !isA[*verify.AnswerError](err) {
		t.Errorf("the fault after it: %v, want an AnswerError", err)
	}
}

func TestClientTellsThatACommandEnded(t *testing.T) {
	for _, test := range []struct {
		name    string
		open    func(*testing.T) error
		because string
	}{
		{"no command", func(t *testing.T) error { return start(t, "/nonexistent/server") }, "does not start"},
		{"exits at once", func(t *testing.T) error { return start(t, os.Args[0], stdioServer, "exits") }, "exit status 7"},
		{"within an answer", func(t *testing.T) error {
			_, err := command(t, "faults", verify.Options{}).Call(t.Context(), "x/cut", nil)
			return err
		}, "exit status 3"},
		{"after that", func(t *testing.T) error {
			c := command(t, "faults", verify.Options{})
			_, _ = c.Call(t.Context(), "x/cut", nil)
			_, err := c.Call(t.Context(), "x/fine", nil)
			return err
		}, "exit status 3"},
	} {
		t.Run(test.name, func(t *testing.T) {
			err := test.open(t)
			if _, ok := errors.AsType[*verify.TransportError](err); !ok || !strings.Contains(err.Error(), test.because) {
				t.Errorf("got %v, want a TransportError with %q", err, test.because)
			}
		})
	}
	if _, err := verify.ConnectCommand(t.Context(), nil, verify.Options{}); err == nil || verify.Unreachable(err) {
		t.Errorf("no command: %v", err)
	}
}

func start(t *testing.T, argv ...string) error {
	t.Helper()
	_, err := verify.ConnectCommand(t.Context(), argv, verify.Options{})
	return err
}

func TestCloseEndsACommandThatLingers(t *testing.T) {
	t.Parallel()
	c, err := verify.ConnectCommand(t.Context(), []string{os.Args[0], stdioServer, "lingers"}, verify.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := c.Close(); !errors.Is(err, verify.ErrLingers) {
			t.Errorf("T8: %v, want ErrLingers", err)
		}
	}
}

func TestTheCallerGetsWhatACommandComplainsOf(t *testing.T) {
	var complaints bytes.Buffer
	c, err := verify.ConnectCommand(t.Context(), []string{os.Args[0], stdioServer, "complains"}, verify.Options{Stderr: &complaints})
	if err != nil {
		t.Fatal(err)
	}
	// After Close nobody writes to it any more.
	if err := c.Close(); err != nil || complaints.String() != "it hurts\n" {
		t.Errorf("T8: got %q, %v", complaints.String(), err)
	}
}

func TestACommandThatPingsIsAnswered(t *testing.T) {
	c, err := verify.ConnectCommand(t.Context(), []string{os.Args[0], stdioServer, "pings"}, verify.Options{Timeout: 10 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	for range 20 { // more calls than may wait
		fine(t, c)
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
}
