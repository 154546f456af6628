package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// server is the process under test.
type server struct {
	url     string // of the endpoint
	process *os.Process
	done    chan error // what it ended with

	mu       sync.Mutex
	failures int      // lines of the level ERROR
	last     []string // lines that are not of a request
}

// start starts a server, and waits until it says at which URL it is.
func start(program string, arguments ...string) (*server, error) {
	command := exec.Command(program, arguments...)
	stderr, err := command.StderrPipe()
	if err != nil {
		return nil, err
	}
	if err := command.Start(); err != nil {
		return nil, err
	}
	s := &server{process: command.Process, done: make(chan error, 1)}
	url := make(chan string, 1)
	go func() {
		s.read(stderr, url)
		s.done <- command.Wait()
	}()
	select {
	case s.url = <-url:
		return s, nil
	case err = <-s.done:
	case <-time.After(patience):
		err = errors.Join(errors.New("it does not say where it serves"), s.process.Kill())
	}
	return nil, fmt.Errorf("%s: %w\n%s", program, err, s.lastWords())
}

// read reads what the server logs until its end.
func (s *server) read(from io.Reader, url chan<- string) {
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

// errors returns how many errors the server has logged.
func (s *server) errors() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.failures
}

// lastWords returns the last lines of the log that are not of a request.
func (s *server) lastWords() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return strings.Join(s.last, "\n")
}

func (s *server) signal(which os.Signal) error { return s.process.Signal(which) }

// stop ends the server as an operator does, and fails unless it ends well.
func (s *server) stop() error {
	if err := s.signal(syscall.SIGTERM); err != nil {
		return err
	}
	select {
	case err := <-s.done:
		return err
	case <-time.After(time.Minute):
		return errors.Join(errors.New("the server did not end within a minute"), s.process.Kill())
	}
}

// memory returns the resident memory of the server, in bytes.
func (s *server) memory() (int64, error) {
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

// metrics returns the values that the server tells of itself, by name and labels.
func (s *server) metrics() (map[string]float64, error) {
	web := http.Client{Timeout: timeout}
	answer, err := web.Get(strings.TrimSuffix(s.url, "/mcp") + "/metrics")
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("/metrics: status %s", answer.Status)
	}
	values := map[string]float64{}
	lines := bufio.NewScanner(answer.Body)
	for lines.Scan() {
		name, value, ok := strings.Cut(lines.Text(), "} ")
		if !ok {
			name, value, ok = strings.Cut(lines.Text(), " ")
		}
		if v, err := strconv.ParseFloat(value, 64); ok && err == nil {
			values[name] = v
		}
	}
	return values, lines.Err()
}

// doors returns how many requests the server says it answered, by door.
func doors(metrics map[string]float64) []string {
	door := regexp.MustCompile(`^mcp_server_operation_duration_seconds_count\{.*door="([^"]*)"`)
	sums := map[string]float64{}
	for name, value := range metrics {
		if found := door.FindStringSubmatch(name); found != nil {
			sums[found[1]] += value
		}
	}
	var all []string
	for name, sum := range sums {
		all = append(all, fmt.Sprintf("%q %.0f", name, sum))
	}
	slices.Sort(all)
	return all
}
