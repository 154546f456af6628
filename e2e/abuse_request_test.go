package e2e

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// hostile is a request that a client with bad intentions sends, and what it gets: a status
// and, of the body, the code of the error or "result".
type hostile struct{ raw, want string }

// call is the message of a call with an id and more members, as they are written.
func call(id, more string) string {
	return `{"jsonrpc":"2.0","id":` + id + `,"method":"skills/list","params":{}` + more + `}`
}

func legacyPost(body string, headers ...string) string {
	return post(body, append(headers, legacy)...)
}

// bodies are hostile by what is in the body.
func bodies() map[string]hostile {
	deep := strings.Repeat("[", 100_000)
	nested := strings.Repeat("[", 5000) + strings.Repeat("]", 5000)
	reading := func(uri string) string {
		return legacyPost(`{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":` + uri + `}}`)
	}
	return map[string]hostile{
		"id of 1 MB":                           {legacyPost(call(`"`+strings.Repeat("i", 1<<20)+`"`, "")), "200 result"},
		"id of 400 digits":                     {legacyPost(call(strings.Repeat("9", 400), "")), "400 -32600"},
		"id with an exponent":                  {legacyPost(call("1e400", "")), "400 -32600"},
		"id of 2^53":                           {legacyPost(call("9007199254740992", "")), "400 -32600"},
		"id that is a list":                    {legacyPost(call("[1]", "")), "400 -32600"},
		"100,000 brackets":                     {legacyPost(deep), "400 -32700"},
		"100,000 brackets in a member":         {legacyPost(call("1", `,"x":`+deep)), "400 -32700"},
		"100,000 brackets in the id":           {legacyPost(call(deep, "")), "400 -32700"},
		"100,000 brackets in params":           {legacyPost(`{"jsonrpc":"2.0","id":1,"method":"skills/list","params":` + deep), "400 -32700"},
		"100,000 brackets that close":          {legacyPost(call("1", `,"x":`+deep+strings.Repeat("]", 100_000))), "400 -32700"},
		"5,000 brackets that close":            {legacyPost(`{"jsonrpc":"2.0","id":1,"method":"skills/list","params":{"x":` + nested + `}}`), "400 -32600"},
		"100,000 braces":                       {legacyPost(strings.Repeat(`{"a":`, 100_000)), "400 -32700"},
		"a member 100,000 times":               {legacyPost(call("1", strings.Repeat(`,"x":1`, 100_000))), "400 -32600"},
		"100,000 members":                      {legacyPost(call("1", members(100_000))), "200 result"},
		"invalid UTF-8":                        {legacyPost(call("\"\xff\"", "")), "400 -32700"},
		"invalid UTF-8 in a name":              {legacyPost(call("1", ",\"\xc0\xaf\":1")), "400 -32700"},
		"UTF-16":                               {legacyPost("\xff\xfe{\x00}\x00"), "400 -32700"},
		"byte order mark":                      {legacyPost("\xef\xbb\xbf" + directList), "400 -32700"},
		"lone surrogate in the id":             {legacyPost(call(`"\ud800"`, "")), "200 result"},
		"lone surrogate in a URI":              {reading(`"skill://\udfff"`), "200 -32602"},
		"NUL":                                  {legacyPost(call("\"\x00\"", "")), "400 -32700"},
		"NUL as an escape in a URI":            {reading(`"skill://a\u0000b"`), "200 -32602"},
		"NUL behind the message":               {legacyPost(directList + "\x00"), "400 -32700"},
		"URI of 60 KB":                         {reading(`"skill://` + strings.Repeat("a/", 30<<10) + `"`), "200 -32602"},
		"URI that climbs":                      {reading(`"skill://catalog-guide/../../../../etc/passwd"`), "200 -32602"},
		"URI of a file":                        {reading(`"file:///etc/passwd"`), "200 -32602"},
		"cursor of 1 MB":                       {legacyPost(`{"jsonrpc":"2.0","id":1,"method":"skills/list","params":{"cursor":"` + strings.Repeat("A", 1<<20) + `"}}`), "200 -32602"},
		"method of 1 MB":                       {legacyPost(`{"jsonrpc":"2.0","id":1,"method":"` + strings.Repeat("m", 1<<20) + `"}`), "400 -32601"},
		"two messages":                         {legacyPost(directList + directList), "400 -32700"},
		"a batch":                              {legacyPost("[" + directList + "]"), "400 -32600"},
		"no body":                              {legacyPost(""), "400 -32700"},
		"white space":                          {legacyPost(strings.Repeat(" ", 1<<20)), "400 -32700"},
		"5 MB":                                 {legacyPost(directList + strings.Repeat(" ", 5<<20)), "413 -32600"},
		"5 MB in chunks":                       {head("Transfer-Encoding: chunked") + chunked(directList+strings.Repeat(" ", 5<<20)), "413 -32600"},
		"5 MB announced, after an expectation": {head("Content-Length: 5242880", "Expect: 100-continue"), "413 -32600"},
		"an expectation":                       {legacyPost(directList, "Expect: 100-continue"), "200 result"},
		"gzip":                                 {legacyPost(zipped(0), "Content-Encoding: gzip"), "415 -32600"},
		"gzip of 256 MB":                       {legacyPost(zipped(256<<20), "Content-Encoding: gzip"), "415 -32600"},
		"gzip, said twice":                     {legacyPost(zipped(0), "Content-Encoding: identity", "Content-Encoding: gzip"), "415 -32600"},
		"zstd":                                 {legacyPost(directList, "Content-Encoding: zstd"), "415 -32600"},
		"gzip that nobody tells of":            {legacyPost(zipped(0)), "400 -32700"},
	}
}

// members are so many members of an object, each of its own.
func members(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `,"x%d":1`, i)
	}
	return b.String()
}

// zipped is a call with so much white space behind it, compressed.
func zipped(space int) string {
	var b bytes.Buffer
	z, _ := gzip.NewWriterLevel(&b, gzip.BestSpeed)
	_, _ = z.Write([]byte(directList))
	blank := bytes.Repeat([]byte(" "), 1<<20)
	for ; space > 0; space -= len(blank) {
		_, _ = z.Write(blank)
	}
	_ = z.Close() // nothing fails in memory
	return b.String()
}

// headers are hostile by their headers.
func headers() map[string]hostile {
	long := func(header, element string, bytes int) string {
		return legacyPost(directList, header+": "+strings.Repeat(element, bytes/len(element)))
	}
	return map[string]hostile{
		"60 KB of header":               {long("X-Long", "x", 60<<10), "200 result"},
		"70 KB of header":               {long("X-Long", "x", 70<<10), "431"},
		"1 MB of header":                {long("X-Long", "x", 1<<20), "431"},
		"10,000 headers":                {legacyPost(directList, strings.Split(strings.Repeat("X-A: b,", 10_000)+"X-A: b", ",")...), "431"},
		"10,000 short headers":          {legacyPost(directList, strings.Split(strings.Repeat("a:,", 10_000)+"a:", ",")...), "200 result"},
		"30,000 codings":                {long("Accept-Encoding", "a,", 60_000), "200 result"},
		"a million codings":             {long("Accept-Encoding", "a,", 2_000_000), "431"},
		"30,000 types":                  {long("Accept", "a,", 60_000), "200 result"},
		"30,000 parameters":             {long("Content-Type", "a;", 60_000), "200 result"},
		"a target of 60 KB":             {strings.Replace(plainList(), "/mcp", "/mcp?"+strings.Repeat("a", 60<<10), 1), "200 result"},
		"a path of 60 KB":               {strings.Replace(plainList(), "/mcp", "/mcp/"+strings.Repeat("a/", 30<<10), 1), "404"},
		"a revision that is none":       {post(directList, "MCP-Protocol-Version: "+strings.Repeat("9", 10_000)), "400 -32602"},
		"two revisions":                 {legacyPost(directList, "MCP-Protocol-Version: 2026-07-28"), "400 -32020"},
		"a session of nobody":           {legacyPost(directList, "Mcp-Session-Id: abc"), "200 result"},
		"a name that is no base64":      {readOf("=?base64?@@@?="), "400 -32602"},
		"a name that is not the body's": {readOf(unknownSkill, "Mcp-Name: skill://another"), "400 -32020"},
	}
}

// TestHostileRequests holds what is answered to requests that are made to do harm, on both
// doors alike, and that none costs the server memory or its attention.
func TestHostileRequests(t *testing.T) {
	optIn(t)
	t.Parallel()
	p := newProduct(t)
	for _, direct := range []string{"--direct=true", "--direct=false"} {
		t.Run(direct, func(t *testing.T) {
			s := start(t, p.binary, "serve", p.catalog, "--http", "127.0.0.1:0", "--log-level", "error", direct)
			for _, cases := range []map[string]hostile{bodies(), headers()} {
				for name, h := range cases {
					t.Run(name, func(t *testing.T) { h.send(t, s.url) })
				}
			}
			answersBeside(t, s.url)
			const most = 256 << 20
			used := metric(t, base(s), "go_memstats_sys_bytes")
			t.Logf("the server took %.0f MB", used/(1<<20))
			if used > most {
				t.Errorf("the server took %.0f MB, expected at most %d", used/(1<<20), most>>20)
			}
		})
	}
}

// codePattern finds what an answer is.
var codePattern = regexp.MustCompile(`"error":\{"code":(-\d+)|"(result)":`)

// send holds what comes back for a request. The server may close the connection before it
// has read the request whole.
func (h hostile) send(t *testing.T, url string) {
	t.Helper()
	w := dial(t, url)
	_ = w.SetDeadline(deadline())
	wrote := make(chan struct{})
	go func() { _, _ = w.Write([]byte(h.raw)); close(wrote) }()
	a, err := w.read(0)
	if a.status == http.StatusContinue {
		a, err = w.read(0)
	}
	w.Close()
	<-wrote
	if err != nil {
		t.Fatal(err)
	}
	got := strconv.Itoa(a.status)
	if code := codePattern.FindSubmatch(a.body); code != nil {
		got += " " + string(code[1]) + string(code[2])
	}
	if got != h.want {
		t.Errorf("answered %q, expected %q: %.300q", got, h.want, a.body)
	}
	if strings.HasPrefix(a.header.Get("Content-Type"), "application/json") && !json.Valid(a.body) {
		t.Errorf("the answer is no JSON: %.300q", a.body)
	}
}
