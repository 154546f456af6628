package telemetry

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

func TestNewLogger(t *testing.T) {
	for _, c := range []struct{ format, level, want string }{
		{"text", "loud", `the log level "loud" is unknown; expected debug, info, warn or error`},
		{"text", "", `the log level "" is unknown; expected debug, info, warn or error`},
		{"xml", "info", `the log format "xml" is unknown; expected text or json`},
	} {
		if l, err := NewLogger(&bytes.Buffer{}, c.format, c.level); l != nil || err == nil || err.Error() != c.want {
			t.Errorf("%s %s: %v, want %s", c.format, c.level, err, c.want)
		}
	}
}

func TestNewLoggerTakesUpperCase(t *testing.T) {
	var out bytes.Buffer
	l, err := NewLogger(&out, "JSON", "Warn")
	if err != nil {
		t.Fatal(err)
	}
	l.Info("x")
	l.Warn("y")
	if !json.Valid(out.Bytes()) || strings.Contains(out.String(), "x") {
		t.Errorf("%s", out.String())
	}
}

// Only the lines of good requests wait: the end of a server must not be seen late.
func TestOnlyRequestsWaitInTheBuffer(t *testing.T) {
	var out bytes.Buffer
	b := Buffered(&out)
	l, err := NewLogger(b, "text", "info")
	if err != nil {
		t.Fatal(err)
	}
	New(Options{Logger: l}).Observe(request(), get(200))
	if out.Len() > 0 {
		t.Errorf("a request is written at once: %s", &out)
	}
	l.Info("stopping")
	if got := out.String(); !strings.Contains(got, "msg=request") || !strings.Contains(got, "msg=stopping") {
		t.Errorf("written: %s", got)
	}
	_ = b.Close()
}

func TestNewLoggerKeepsToItsLevel(t *testing.T) {
	for level, lines := range map[string]int{"debug": 4, "info": 3, "warn": 2, "error": 1} {
		for _, format := range []string{"text", "json"} {
			var out bytes.Buffer
			l, err := NewLogger(&out, format, level)
			if err != nil {
				t.Fatal(err)
			}
			l.Debug("x")
			l.Info("x")
			l.Warn("x")
			l.Error("x")
			if n := strings.Count(out.String(), "\n"); n != lines {
				t.Errorf("%s %s: %d lines, want %d", format, level, n, lines)
			}
			if isJSON := json.Valid(out.Bytes()[:bytes.IndexByte(out.Bytes(), '\n')]); isJSON != (format == "json") {
				t.Errorf("%s: %s", format, out.String())
			}
		}
	}
}
