package telemetry

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"skillpack/serve"
)

func request(headers ...string) *http.Request {
	r := httptest.NewRequest("POST", "/mcp?token=secret-query", strings.NewReader("secret body"))
	r.RemoteAddr = "192.0.2.1:1234"
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	return r
}

// logLine returns the line that a call makes, without its time.
func logLine(t testing.TB, format string, r *http.Request, c serve.Call) string {
	t.Helper()
	var out bytes.Buffer
	l, err := NewLogger(&out, format, "info")
	if err != nil {
		t.Fatal(err)
	}
	New(Options{Logger: l}).Observe(r, c)
	if n := bytes.Count(out.Bytes(), []byte("\n")); n != 1 {
		t.Fatalf("%d lines, want 1: %s", n, &out)
	}
	return strings.TrimSuffix(out.String(), "\n")
}

func get(status int) serve.Call {
	return serve.Call{
		Door: serve.DirectDoor, Method: "skills/get", URI: "skill://a/SKILL.md", Version: "2026-07-28", Client: "a host",
		Status: status, Bytes: 1500, Duration: 1234567 * time.Nanosecond,
	}
}

func TestRequestLog(t *testing.T) {
	secret := request("Authorization", "Bearer secret", "Cookie", "secret", "X-Other", "secret", "User-Agent", "secret/1")
	line := logLine(t, "text", secret, get(200))
	const want = `level=INFO msg=request method=skills/get status=200 door=direct version=2026-07-28 ` +
		`uri=skill://a/SKILL.md bytes=1500 duration_ms=1.234 client="a host" remote=192.0.2.1:1234`
	if !strings.HasSuffix(line, want) {
		t.Errorf("have %s\nwant …%s", line, want)
	}
	if strings.Contains(line, "secret") {
		t.Errorf("more than it should hold: %s", line)
	}
	var fields map[string]any
	if err := json.Unmarshal([]byte(logLine(t, "json", secret, get(200))), &fields); err != nil {
		t.Fatal(err)
	}
	if fields["duration_ms"] != 1.234 || fields["client"] != "a host" || fields["status"] != 200.0 {
		t.Errorf("%v", fields)
	}
}

func TestRequestLogTellsWhy(t *testing.T) {
	for want, c := range map[string]serve.Call{
		`reason="foreign host" found=evil.example `: {Status: 403, Reason: serve.ForeignHost, Found: "evil.example"},
		`reason="no token" `:                        {Status: 401, Reason: "no token"},
		`reason=unauthorized `:                      {Status: 401},
		`reason="not acceptable" `:                  {Status: 406, Code: -32600},
		`reason="not JSON" `:                        {Status: 400, Code: -32700},
		`reason="unknown method" `:                  {Status: 404, Code: -32601},
		`reason=params `:                            {Status: 400, Code: -32602},
		`reason="invalid request" `:                 {Status: 400, Code: -32600},
		`reason="cut off" `:                         {Reason: "cut off"},
	} {
		if line := logLine(t, "text", request(), c); !strings.Contains(line, want) {
			t.Errorf("%s, want %s", line, want)
		}
	}
	for _, status := range []int{200, 204, 500} {
		if line := logLine(t, "text", request(), get(status)); strings.Contains(line, "reason=") {
			t.Errorf("a reason in %s", line)
		}
	}
}

func TestRequestLogLevels(t *testing.T) {
	internal := get(200)
	internal.Code = -32603
	for _, c := range []struct {
		name string
		call serve.Call
		want string
	}{
		{"good", get(200), "INFO"}, {"bad request", get(400), "INFO"}, {"unauthorized", get(401), "INFO"},
		{"client gone", get(0), "INFO"}, {"fault", get(500), "ERROR"}, {"fault under 200", internal, "ERROR"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if line := logLine(t, "text", request(), c.call); !strings.Contains(line, "level="+c.want+" ") {
				t.Errorf("%s, want level %s", line, c.want)
			}
		})
	}
	var out bytes.Buffer
	l, _ := NewLogger(&out, "text", "warn")
	log := New(Options{Logger: l})
	log.Observe(request(), get(200))
	if out.Len() > 0 {
		t.Errorf("at the level warn: %s", &out)
	}
	log.Observe(request(), get(500))
	if out.Len() == 0 {
		t.Error("no fault at the level warn")
	}
}

func TestRequestLogNamesTheUserAgentOfAnUnnamedClient(t *testing.T) {
	for agent, want := range map[string]string{
		"python-httpx/0.27": "client=python-httpx ", "Mozilla/5.0 (X11)": "client=Mozilla ", "node": "client=node ",
		"": "duration_ms=1.234 remote=", "/": "duration_ms=1.234 remote=",
	} {
		c := get(200)
		c.Client = ""
		if line := logLine(t, "text", request("User-Agent", agent), c); !strings.Contains(line, want) {
			t.Errorf("%q: %s, want %s", agent, line, want)
		}
	}
}

func TestRequestLogEscapes(t *testing.T) {
	hostile := []string{
		"a\nlevel=ERROR msg=forged", "a\r\nb", "\x1b[2J\x1b]0;x\x07", "\x00\x01\x7f", "\xff\xfe", "\u2028\u202e\u0085",
		`"quoted" \ {"a":1}`, "a=b c=d", strings.Repeat("é", 10_000), strings.Repeat("\xff", 10_000), strings.Repeat("\x1b", 10_000),
	}
	for _, format := range []string{"text", "json"} {
		for _, text := range hostile {
			c := get(400)
			c.Method, c.URI, c.Client, c.Version, c.Found = text, text, text, text, text
			line := logLine(t, format, request(), c)
			if len(line) > 5*6*maxText+500 {
				t.Errorf("a line of %d bytes", len(line))
			}
			if i := strings.IndexFunc(line, func(r rune) bool { return r < ' ' || r >= 0x7f && !unicode.IsGraphic(r) }); i >= 0 {
				t.Errorf("%s: a control character at %d of %q", format, i, line)
			}
			if !utf8.ValidString(line) {
				t.Errorf("%s: not UTF-8: %q", format, line)
			}
			if format == "json" && !json.Valid([]byte(line)) {
				t.Errorf("not JSON: %s", line)
			}
		}
	}
}

func TestCut(t *testing.T) {
	for text, want := range map[string]string{
		strings.Repeat("x", 256):         strings.Repeat("x", 256),
		strings.Repeat("x", 257):         strings.Repeat("x", 256) + "…",
		"x" + strings.Repeat("é", 200):   "x" + strings.Repeat("é", 127) + "…",
		strings.Repeat("\x80", 300):      strings.Repeat("\x80", 252) + "…",
		strings.Repeat("x", 254) + "😀😀😀": strings.Repeat("x", 254) + "…",
	} {
		if got := cut(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestNoLoggerLogsNothing(t *testing.T) {
	if New(Options{}).log.handler.Enabled(t.Context(), slog.LevelError) {
		t.Error("it logs")
	}
}
