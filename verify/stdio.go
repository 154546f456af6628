package verify

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"time"
)

// patience is how long a command may take to end when its input has ended, and again
// when it was told to.
const patience = 3 * time.Second

// ConnectCommand starts a command and speaks with it over its standard input and output.
// Close ends it; the end of ctx does not. What it writes to its standard error is as
// little to be trusted as the rest: see Options.Stderr.
func ConnectCommand(ctx context.Context, argv []string, o Options) (*Client, error) {
	if len(argv) == 0 {
		return nil, errors.New("there is no command, expected its name and arguments")
	}
	o = o.withDefaults(strings.Join(argv, " "))
	p, err := startProcess(argv, o.Stderr)
	if err != nil {
		return nil, &TransportError{"", fmt.Errorf("the command does not start: %w", err)}
	}
	return connect(ctx, newStdioLink(p, o.MaxResponse), o)
}

// process is a command that runs.
type process struct {
	command *exec.Cmd
	in      io.WriteCloser // its standard input
	out     io.ReadCloser  // its standard output
	exited  chan struct{}  // closed when it has ended
	end     func() error
}

func startProcess(argv []string, stderr io.Writer) (*process, error) {
	theirIn, in, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	out, theirOut, err := os.Pipe()
	if err != nil {
		return nil, errors.Join(err, theirIn.Close(), in.Close())
	}
	command := exec.Command(argv[0], argv[1:]...)
	command.Stdin, command.Stdout, command.Stderr = theirIn, theirOut, stderr
	command.WaitDelay = patience // for what a child of it still writes to stderr
	err = command.Start()
	theirIn.Close()
	theirOut.Close()
	if err != nil {
		in.Close()
		out.Close()
		return nil, err
	}
	p := &process{command: command, in: in, out: out, exited: make(chan struct{})}
	p.end = sync.OnceValue(p.stop)
	go func() {
		_ = command.Wait() // its state is kept in command
		close(p.exited)
	}()
	return p, nil
}

// stop ends the process: by the end of its input, else by a signal, else by force.
func (p *process) stop() error {
	p.in.Close()
	defer p.out.Close()
	if p.exitsWithin(patience) {
		return nil
	}
	_ = p.command.Process.Signal(syscall.SIGTERM)
	if !p.exitsWithin(patience) {
		_ = p.command.Process.Kill()
		<-p.exited
	}
	return fmt.Errorf("%w, for %v", ErrLingers, patience)
}

func (p *process) exitsWithin(d time.Duration) bool {
	select {
	case <-p.exited:
		return true
	case <-time.After(d):
		return false
	}
}

// state says how the process ended, "" where it runs.
func (p *process) state() string {
	// A process that ends closes its output just before.
	if !p.exitsWithin(patience / 10) {
		return ""
	}
	return p.command.ProcessState.String()
}
