package serve

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestAcceptsGzip(t *testing.T) {
	for _, c := range []struct {
		lines []string
		want  verdict
	}{
		{nil, sendPlain},
		{[]string{""}, sendPlain},
		{[]string{"identity"}, sendPlain},
		{[]string{"br, zstd, deflate"}, sendPlain},
		{[]string{"gzip;q=0"}, sendPlain},
		{[]string{"gzip;q=0.000, br"}, sendPlain},
		{[]string{"gzip;q=0, *"}, sendPlain}, // a name goes before the star
		{[]string{"gzipped"}, sendPlain},

		{[]string{"gzip"}, sendGzip},
		{[]string{"GZip"}, sendGzip},
		{[]string{"x-gzip"}, sendGzip},
		{[]string{"gzip, deflate"}, sendGzip},
		{[]string{"gzip, deflate, br, zstd"}, sendGzip},
		{[]string{"deflate,gzip"}, sendGzip},
		{[]string{"br", "gzip"}, sendGzip}, // two lines are one list
		{[]string{"\tgzip ;\tQ=0.5 , br;q=1.0"}, sendGzip},
		{[]string{"gzip;q=1.000"}, sendGzip},
		{[]string{"gzip;q=0.001"}, sendGzip},
		{[]string{"gzip;q=1."}, sendGzip},
		{[]string{"*"}, sendGzip},
		{[]string{"br;q=1, *;q=0.1"}, sendGzip},
		{[]string{", gzip,,"}, sendGzip},
		{[]string{"gzip, identity"}, sendGzip},

		{[]string{"identity;q=0"}, leaveIt},
		{[]string{"gzip, Identity;q=0.0"}, leaveIt},
		{[]string{"*;q=0"}, leaveIt},
		{[]string{"gzip, *;q=0"}, leaveIt},
		{[]string{"gzip, gzip;q=0"}, leaveIt},
		{[]string{"gzip", "x-gzip"}, leaveIt},
		{[]string{"*, *"}, leaveIt},
		{[]string{"gzip;q=2"}, leaveIt},
		{[]string{"gzip;q=1.001"}, leaveIt},
		{[]string{"gzip;q=0.0001"}, leaveIt},
		{[]string{"gzip;q=-1"}, leaveIt},
		{[]string{"gzip;q="}, leaveIt},
		{[]string{"gzip;q"}, leaveIt},
		{[]string{"gzip;q=x"}, leaveIt},
		{[]string{"gzip;q=0x"}, leaveIt},
		{[]string{"gzip;q=0.x"}, leaveIt},
		{[]string{"gzip;q=1;q=0"}, leaveIt},
		{[]string{"gzip;"}, leaveIt},
		{[]string{"gzip;level=9"}, leaveIt},
		{[]string{";q=1"}, leaveIt},
		{[]string{"gzip br"}, leaveIt},
		{[]string{"gzip=1"}, leaveIt},
		{[]string{`"gzip"`}, leaveIt},
	} {
		h := http.Header{}
		for _, line := range c.lines {
			h.Add("Accept-Encoding", line)
		}
		if got := acceptsGzip(h); got != c.want {
			t.Errorf("%q: %d, want %d", c.lines, got, c.want)
		}
	}
}

func TestAcceptsGzipAllocatesNothing(t *testing.T) {
	for _, line := range []string{"gzip", "gzip, deflate", "gzip, deflate, br, zstd", "br;q=1.0, gzip;q=0.8, *;q=0.1"} {
		h := http.Header{"Accept-Encoding": {line}}
		if n := testing.AllocsPerRun(100, func() { acceptsGzip(h) }); n != 0 {
			t.Errorf("%q: %v allocations", line, n)
		}
	}
}

// FuzzAcceptsGzip holds what the direct path decides to what the library behind the
// SDK door does.
func FuzzAcceptsGzip(f *testing.F) {
	for _, line := range []string{"gzip;q=0.5, br", "*", "*, gzip;q=0", "gzip; q=1. ,", "identity"} {
		f.Add(line)
	}
	h := compressed(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(make([]byte, 2*minZip))
	}))
	f.Fuzz(func(t *testing.T, line string) {
		r := httptest.NewRequest("POST", "/", nil)
		r.Header.Set("Accept-Encoding", line)
		got := acceptsGzip(r.Header)
		if got == leaveIt || strings.Contains(strings.ToLower(line), "x-gzip") { // which the library does not know
			return
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if theirs := w.Header().Get("Content-Encoding") == "gzip"; theirs != (got == sendGzip) {
			t.Errorf("%q: %d, and the library compresses: %v", line, got, theirs)
		}
	})
}

func BenchmarkAcceptsGzip(b *testing.B) {
	h := http.Header{"Accept-Encoding": {"gzip, deflate, br, zstd"}}
	b.ReportAllocs()
	for b.Loop() {
		acceptsGzip(h)
	}
}
