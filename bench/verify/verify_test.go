package main

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"skillpack/bench/process"
	"skillpack/catalog"
	"skillpack/serve"
)

// The yardstick reads each file once, and fails where one cannot be read.
func TestReadAll(t *testing.T) {
	c, err := catalog.Open("../../build/testdata/example-skills.json")
	if err != nil {
		t.Fatal(err)
	}
	var reads atomic.Int64
	var broken atomic.Bool
	handler := serve.New(c, serve.Options{}).Handler()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Mcp-Method") == "resources/read" && reads.Add(1) == 5 && broken.Load() {
			http.Error(w, "no", http.StatusInternalServerError)
			return
		}
		handler.ServeHTTP(w, r)
	}))
	defer server.Close()
	if err := readAll(t.Context(), server.URL+"/mcp", 3); err != nil || int(reads.Load()) != len(c.Resources) {
		t.Errorf("%d reads of %d files, %v", reads.Load(), len(c.Resources), err)
	}
	reads.Store(0)
	broken.Store(true)
	if err := readAll(t.Context(), server.URL+"/mcp", 3); err == nil {
		t.Error("a file that cannot be read passes")
	}
}

func TestJudge(t *testing.T) {
	measured := func(files int, memory int64, read, verify time.Duration) *set {
		s := &set{files: files}
		s.add(reading, process.Spent{Wall: read})
		s.add(bothEras, process.Spent{Wall: verify, Memory: memory})
		return s
	}
	small := measured(100, 30<<20, time.Second, time.Second)
	for want, large := range map[string]*set{
		"":                              measured(1100, 32<<20, time.Second, 3*time.Second),
		"3.10 times":                    measured(1100, 32<<20, time.Second, 3100*time.Millisecond),
		"costs verify 10486 bytes of m": measured(1100, 40<<20, time.Second, time.Second),
	} {
		err := judge([]*set{small, large})
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}

func TestMedians(t *testing.T) {
	s := &set{}
	for _, n := range []time.Duration{5, 1, 3} {
		s.add(reading, process.Spent{Wall: n * time.Second})
		s.add(bothEras, process.Spent{Wall: 2 * n * time.Second})
	}
	if m, r := s.median(reading, seconds), s.ratio(bothEras, reading); m != 3 || r != 2 {
		t.Errorf("median %v, ratio %v", m, r)
	}
}
