// Package process runs a server in a process of its own, to measure it.
package process

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// patience is how long a server may take to say where it is.
const patience = 5 * time.Minute

// Server is the process under test. Its methods may be called concurrently.
type Server struct {
	URL string // of the endpoint

	process *os.Process
	done    chan error // what it ended with

	mu       sync.Mutex
	failures int      // lines of the level ERROR
	last     []string // lines that are not of a request
}

// Start starts a server, and waits until it says at which URL it is.
func Start(program string, arguments ...string) (*Server, error) {
	command := exec.Command(program, arguments...)
	stderr, err := command.StderrPipe()
	if err != nil {
		return nil, err
	}
	if err := command.Start(); err != nil {
		return nil, err
	}
	s := &Server{process: command.Process, done: make(chan error, 1)}
	url := make(chan string, 1)
	go func() {
		s.read(stderr, url)
		s.done <- command.Wait()
	}()
	select {
	case s.URL = <-url:
		return s, nil
	case err = <-s.done:
	case <-time.After(patience):
		err = errors.Join(errors.New("it does not say where it serves"), s.process.Kill())
	}
	return nil, fmt.Errorf("%s: %w\n%s", program, err, s.LastWords())
}

// read reads what the server logs until its end.
func (s *Server) read(from io.Reader, url chan<- string) {
	const kept = 20
	at := regexp.MustCompile(`http://127\.0\.0\.1:\d+/mcp`)
	known := false
	for lines := bufio.NewScanner(from); lines.Scan(); {
		line := lines.Text()
		if found := at.FindString(line); found != "" && !known {
			known = true
			url <- found
		}
		failed := strings.Contains(line, "level=ERROR")
		if !failed && strings.Contains(line, "method=") {
			continue
		}
		s.mu.Lock()
		if failed {
			s.failures++
		}
		s.last = append(s.last[max(0, len(s.last)-kept+1):], line)
		s.mu.Unlock()
	}
}

// Errors returns how many errors the server has logged.
func (s *Server) Errors() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.failures
}

// LastWords returns the last lines of the log that are not of a request.
func (s *Server) LastWords() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return strings.Join(s.last, "\n")
}

// Signal sends the process a signal.
func (s *Server) Signal(which os.Signal) error { return s.process.Signal(which) }

// Stop ends the server as an operator does, and fails unless it ends well.
func (s *Server) Stop() error {
	if err := s.Signal(syscall.SIGTERM); err != nil {
		return err
	}
	select {
	case err := <-s.done:
		return err
	case <-time.After(time.Minute):
		return errors.Join(errors.New("the server did not end within a minute"), s.process.Kill())
	}
}

// Memory returns the resident memory of the server, in bytes.
func (s *Server) Memory() (int64, error) {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", s.process.Pid))
	if err != nil {
		return 0, err
	}
	fields := strings.Fields(string(b))
	if len(fields) < 2 {
		return 0, fmt.Errorf("statm holds %q", b)
	}
	pages, err := strconv.ParseInt(fields[1], 10, 64)
	return pages * int64(os.Getpagesize()), err
}
