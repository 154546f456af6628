package deploy

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

func readProc(t *testing.T, pid int, file string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), file))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// processStatus returns the fields of /proc/PID/status.
func processStatus(t *testing.T, pid int) map[string]string {
	t.Helper()
	fields := map[string]string{}
	for line := range strings.Lines(readProc(t, pid, "status")) {
		name, value, _ := strings.Cut(line, ":")
		fields[name] = strings.TrimSpace(value)
	}
	return fields
}

// processOf returns the id of the one process whose command line has a text, and that
// is no wrapper: a program of a name.
func processOf(t *testing.T, program, text string) int {
	t.Helper()
	lines, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range lines {
		data, _ := os.ReadFile(path) // it may have ended
		line := strings.ReplaceAll(string(data), "\x00", " ")
		if pid, err := strconv.Atoi(filepath.Base(filepath.Dir(path))); err == nil &&
			strings.HasPrefix(line, program+" ") && strings.Contains(line, text) {
			return pid
		}
	}
	t.Fatalf("no process %s … %s", program, text)
	return 0
}
