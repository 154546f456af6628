package serve

import (
	"encoding/base64"
	"net/http"
	"strings"
	"testing"
)

// headerValues are the values that a client may send for a header, each a list of its
// lines; $v is the right value.
var headerValues = map[string][][]string{
	"Mcp-Protocol-Version": {nil, {"$v", "$v"}, {"$v", "x"}, {"x", "$v"}, {""}, {"2025-11-25"}, {"2025-06-18"}, {"2025-03-26"}, {"2024-11-05"}, {"2026-07-28"}, {"2026-07-29"}, {"2027-01-01"}, {"1999-01-01"}, {"v1"}, {"$v, $v"}, {"$v;x"}, {"DRAFT-2026"}},
	"Mcp-Method":           {nil, {"$v", "$v"}, {"$v", ""}, {"", "$v"}, {""}, {"x"}, {"SKILLS/LIST"}, {"resources/read"}, {"$v, $v"}, {"=?base64?c2tpbGxzL2xpc3Q=?="}},
	"Mcp-Name": {nil, {"$v", "$v"}, {"$v", ""}, {""}, {"x"}, {zoo}, {"skill://z%6Fo/SKILL.md"}, {"SKILL://ZOO/SKILL.MD"}, {zoo + "/"}, {"=?base64?" + base64.StdEncoding.EncodeToString([]byte(zoo)) + "?="},
		{"=?base64?" + base64.RawStdEncoding.EncodeToString([]byte(zoo)) + "?="}, {"=?base64?eA==?="}, {"=?base64??="}, {"=?base64?" + zoo + "?="}, {"=?BASE64?" + base64.StdEncoding.EncodeToString([]byte(zoo)) + "?="}, {"=?utf-8?B?eA==?="}, {"\xff"}, {"é"}},
	"Accept": {nil, {""}, {"*/*"}, {"application/json"}, {"text/event-stream"}, {"application/json, text/event-stream"}, {"text/event-stream, application/json"}, {"application/json,text/event-stream"}, {"application/json", "text/event-stream"},
		{"application/json, text/event-stream", "x"}, {"application/*, text/*"}, {"application/*"}, {"text/*"}, {"*/*;q=0"}, {"*/*;q=0.1"}, {"application/json;q=0, text/event-stream"}, {"application/json;q=0.5, text/event-stream;q=0.4"}, {"application/json; charset=utf-8, text/event-stream"},
		{"APPLICATION/JSON, TEXT/EVENT-STREAM"}, {"application/json ,text/event-stream ,"}, {"application/json; text/event-stream"}, {"text/html, */*"}, {"application/json, text/event-stream, */*;q=0"}, {"*"}, {"json, event-stream"}, {"application/json+x, text/event-stream"}, {"*/*, application/json;q=0"}, {"application/json,  text/event-stream"}},
	"Content-Type": {nil, {""}, {"application/json"}, {"application/json; charset=utf-8"}, {"application/json;charset=utf-8"}, {"application/json; charset=UTF-8"}, {"application/json; charset=latin1"}, {"application/json; charset=utf-16"}, {"application/json;"}, {"application/json; x"},
		{"APPLICATION/JSON"}, {"application/json, text/plain"}, {"application/json", "application/json"}, {"application/json", "text/plain"}, {"text/plain", "application/json"}, {"text/json"}, {"application/json-rpc"}, {"application/vnd.api+json"}, {"text/plain"}, {"application/x-www-form-urlencoded"}, {"multipart/form-data; boundary=x"}, {"*/*"}, {"application/json\t"}},
	"Mcp-Session-Id":         {{"x"}, {""}, {"x", "y"}},
	"Last-Event-Id":          {{"x"}, {""}, {"1_0"}, {"x", "y"}},
	"Accept-Encoding":        {{"gzip"}, {"GZIP"}, {"x-gzip"}, {"gzip, deflate, br, zstd"}, {"gzip, deflate"}, {"br"}, {"zstd"}, {"deflate"}, {"identity"}, {"*"}, {""}, {"gzip;q=0"}, {"gzip;q=0.0"}, {"gzip;q=0.001"}, {"gzip; q=1"}, {"gzip;q=1.0"}, {"gzip;q=2"}, {"gzip;q=x"}, {"gzip;q=0.5, identity;q=0"}, {"identity;q=0"}, {"*;q=0"}, {"*;q=0, gzip"}, {"gzip;q=0, *"}, {"gzip;q=0.1, br;q=1"}, {"identity, gzip;q=0.5"}, {"gzip", "br"}, {"br", "gzip"}, {"gzip", "gzip;q=0"}, {"gzip,gzip"}, {"gzip ,"}, {",,gzip"}, {"gzipp"}, {"not-gzip"}, {"gzip;x=1"}, {"gzip;q=1;x"}, {"gzip q=0"}},
	"Content-Encoding":       {{"gzip"}, {"identity"}, {""}, {"br"}, {"gzip", "gzip"}},
	"Mcp-Param-X":            {{"x"}, {""}, {"=?base64?eA==?="}},
	"Origin":                 {{"http://127.0.0.1:8080"}, {"https://evil.example"}, {"null"}, {""}, {"http://localhost:8080"}, {"http://127.0.0.1:9"}, {"https://app.example"}, {"x"}},
	"Sec-Fetch-Site":         {{"same-origin"}, {"same-site"}, {"cross-site"}, {"none"}, {""}, {"x"}},
	"Sec-Fetch-Mode":         {{"cors"}, {"navigate"}},
	"Authorization":          {{"Bearer x"}, {"x"}},
	"Range":                  {{"bytes=0-1"}},
	"If-None-Match":          {{"*"}, {`"x"`}},
	"If-Modified-Since":      {{"Mon, 30 Nov 2026 13:00:00 GMT"}},
	"Expect":                 {{"100-continue"}},
	"Cookie":                 {{"a=b"}},
	"User-Agent":             {{"node"}},
	"Accept-Language":        {{"*"}},
	"Te":                     {{"trailers"}},
	"Connection":             {{"keep-alive"}, {"close"}},
	"X-Forwarded-For":        {{"10.0.0.1"}},
	"X-Http-Method-Override": {{"GET"}},
}

// withLines returns the question with the lines of a header in place of its own.
func (q question) withLines(name string, lines []string) question {
	own := q.header.Get(name)
	q = q.with(name, "")
	for _, line := range lines {
		q.header[name] = append(q.header[name], strings.ReplaceAll(line, "$v", own))
	}
	return q
}

// goodCalls are good calls of the five methods of the direct path in an era, and a bad one.
func goodCalls(era string) []question {
	return []question{
		usual(era, methodList, ""), usual(era, methodListResources, "{}"), usual(era, methodGet, object("uri", zoo)),
		usual(era, methodReadResource, object("uri", zoo)), usual(era, methodDirectory, object("uri", "skill://zoo")),
		usual(era, methodReadResource, object("uri", "skill://none")),
	}
}

func TestDoorsOfHeaders(t *testing.T) { // T2
	w := newTwins(smallCatalog(t), Options{})
	for name, values := range headerValues {
		t.Run(name, func(t *testing.T) {
			for i, lines := range values {
				for k, era := range revisions {
					calls := goodCalls(era)
					for _, q := range []question{calls[(i+k)%5], calls[3]} { // the one that needs Mcp-Name is always there
						q = q.withLines(name, lines)
						w.check(t, q)
						if len(lines) == 1 {
							w.check(t, q.with("Accept-Encoding", "gzip").withLines(name, []string{" " + lines[0]}))
						}
					}
				}
			}
		})
	}
}

func TestDoorsOfHTTPMethods(t *testing.T) { // T1
	w := newTwins(smallCatalog(t), Options{})
	for _, method := range []string{"GET", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "CONNECT", "post", "POSTX"} {
		for _, era := range revisions {
			for _, q := range goodCalls(era) {
				q.method = method
				w.wantDoor(t, SDKDoor, q)
				q.body = ""
				w.check(t, q)
				w.check(t, q.with("Accept", "text/event-stream"))
			}
		}
	}
}

// A browser page of another origin, a foreign Host on loopback and bodies that are too
// long or too deep are refused alike.
func TestDoorsOfS88(t *testing.T) { // T4
	c := smallCatalog(t)
	hosts := []string{"127.0.0.1:8080", "localhost", "localhost:9", "[::1]:8080", "127.0.0.1.evil.example", "evil.example", "evil.example:8080", "127.0.0.2", "app.example", "app.example:8080", "0.0.0.0", "LOCALHOST", "localhost.", "x:y:z", "[::1"}
	origins := append([][]string{nil, {"http://evil.example"}, {"http://evil.example:8080"}, {"http://app.example"}, {"https://app.example", "https://evil.example"}}, headerValues["Origin"]...)
	for name, o := range map[string]Options{"by default": {}, "app.example allowed": {AllowOrigins: []string{"https://app.example"}, AllowHosts: []string{"app.example"}}} {
		w := newTwins(c, o)
		t.Run("S88/"+name, func(t *testing.T) {
			for i, host := range hosts {
				for k, origin := range origins {
					for _, site := range [][]string{nil, {"cross-site"}, {"same-origin"}} {
						for _, local := range []bool{true, false} {
							q := goodCalls(eras[(i+k)%len(eras)])[(i+k)%5].withLines("Origin", origin).withLines("Sec-Fetch-Site", site)
							q.host, q.local = host, local
							w.check(t, q)
							q.method = "OPTIONS"
							w.check(t, q.with("Access-Control-Request-Method", "POST"))
							w.check(t, q.with("Access-Control-Request-Method", "POST").with("Access-Control-Request-Headers", "mcp-method,content-type"))
						}
					}
				}
			}
		})
	}
	t.Run("S88/foreign host", func(t *testing.T) {
		q := goodCalls(modern)[0]
		q.host, q.local = "evil.example", true
		if a := newTwins(c, Options{}).wantDoor(t, NoDoor, q); a.status != http.StatusForbidden {
			t.Errorf("status %d, want 403", a.status)
		}
	})
	t.Run("S88/bodies", func(t *testing.T) {
		w := newTwins(c, Options{})
		good := goodCalls(legacy)[0]
		for _, body := range []string{
			`{"x":"` + strings.Repeat("x", 5_000_000) + `"}`, good.body + strings.Repeat(" ", 4<<20-len(good.body)), good.body + strings.Repeat(" ", 4<<20-len(good.body)+1),
			strings.Repeat("[", 100_000), strings.Repeat("[", 100_000) + strings.Repeat("]", 100_000), strings.Repeat(`{"a":`, 100_000),
		} {
			q := good
			q.body = body
			w.check(t, q)
		}
	})
}

// The limit of a body is one and the same, however small, and to the byte.
func TestDoorsOfMaxBody(t *testing.T) {
	q := goodCalls(legacy)[2]
	for _, limit := range []int{1, len(q.body) - 1, len(q.body), len(q.body) + 1, 8 << 10, 8<<10 + 1} {
		w := newTwins(smallCatalog(t), Options{MaxBody: int64(limit)})
		for _, length := range []int{limit - 1, limit, limit + 1, len(q.body)} {
			if length >= len(q.body) {
				long := q
				long.body += strings.Repeat(" ", length-len(q.body))
				w.check(t, long)
			}
		}
	}
}

// The cache fields of an override are the same at both doors (P2).
func TestDoorsOfOverrides(t *testing.T) {
	for _, ttl := range []int64{0, 1, 60_000, 1 << 53} {
		for _, scope := range []string{"", "public", "private"} {
			w := newTwins(oddCatalog(t), Options{TTLMs: &ttl, CacheScope: scope})
			for _, era := range revisions {
				for _, q := range goodCalls(era) {
					w.check(t, q)
				}
				w.wantDoor(t, doorOf(era), usual(era, methodListResources, ""))
			}
		}
	}
}
