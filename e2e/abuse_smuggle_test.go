package e2e

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
)

// talk sends bytes on a connection of their own, and behind them a request for /healthz
// that asks for the connection to be closed. It returns what was answered, in order: the
// status of each answer, and "ok" for that of /healthz.
func talk(t *testing.T, url, raw string) []string {
	t.Helper()
	w := dial(t, url)
	_ = w.SetDeadline(deadline())
	// The server may have closed it by then, with an answer that is still to be read.
	_, _ = w.Write([]byte(raw + "GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"))
	var seen []string
	for {
		a, err := w.read(0)
		if err != nil {
			return seen
		}
		if string(a.body) == "ok\n" {
			seen = append(seen, "ok")
		} else {
			seen = append(seen, strconv.Itoa(a.status))
		}
	}
}

// smuggled is a request for a private list, as if it were the body of another.
const smuggled = "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 0\r\n\r\n"

// head is the start of a request of any framing.
func head(lines ...string) string {
	return strings.Join(append([]string{"POST /mcp HTTP/1.1", "Host: 127.0.0.1", "Content-Type: application/json",
		"Accept: application/json, text/event-stream", legacy}, lines...), "\r\n") + "\r\n\r\n"
}

func chunked(body string) string { return fmt.Sprintf("%x\r\n%s\r\n0\r\n\r\n", len(body), body) }

// framings are ways to say where a request ends, and what is answered.
func framings() map[string][2]string {
	n := strconv.Itoa(len(directList))
	length := "Content-Length: " + n
	oddLine := func(line string) string { return head(line) + directList }
	return map[string][2]string{
		"plain":                             {head(length) + directList, "200 ok"},
		"chunked":                           {head("Transfer-Encoding: chunked") + chunked(directList), "200 ok"},
		"both lengths":                      {head(length, "Transfer-Encoding: chunked") + chunked(directList), "200 ok"},
		"both lengths, the other way":       {head("Transfer-Encoding: chunked", "Content-Length: 4") + chunked(directList), "200 ok"},
		"both, body of the length":          {head("Transfer-Encoding: chunked", length) + directList, "400"},
		"two equal lengths":                 {head(length, length) + directList, "200 ok"},
		"two different lengths":             {head(length, "Content-Length: 5") + directList, "400"},
		"a list of lengths":                 {head("Content-Length: "+n+", "+n) + directList, "400"},
		"length with a sign":                {oddLine("Content-Length: +" + n), "400"},
		"negative length":                   {oddLine("Content-Length: -1"), "400"},
		"length in hex":                     {oddLine("Content-Length: 0x3b"), "400"},
		"length past 64 bits":               {oddLine("Content-Length: 18446744073709551675"), "400"},
		"no number":                         {oddLine("Content-Length: "), "400"},
		"chunked and identity":              {head("Transfer-Encoding: chunked, identity") + chunked(directList), "501"},
		"identity":                          {head("Transfer-Encoding: identity", length) + directList, "501"},
		"gzip, chunked":                     {head("Transfer-Encoding: gzip, chunked") + chunked(directList), "501"},
		"two codings":                       {head("Transfer-Encoding: chunked", "Transfer-Encoding: chunked") + chunked(directList), "501"},
		"a coding in other letters":         {head("Transfer-Encoding: CHUNKED") + chunked(directList), "200 ok"},
		"a coding with a tab":               {head("Transfer-Encoding:\tchunked") + chunked(directList), "200 ok"},
		"a coding with a vertical tab":      {head("Transfer-Encoding: \vchunked", length) + chunked(directList), "400"},
		"chunk extension":                   {head("Transfer-Encoding: chunked") + fmt.Sprintf("%x;a=b\r\n%s\r\n0\r\n\r\n", len(directList), directList), "200 ok"},
		"chunk extension with a line feed":  {head("Transfer-Encoding: chunked") + fmt.Sprintf("%x;a\nb\r\n%s\r\n0\r\n\r\n", len(directList), directList), "400"},
		"chunk size past 64 bits":           {head("Transfer-Encoding: chunked") + "1000000000000003b\r\n" + directList + "\r\n0\r\n\r\n", "400"},
		"chunk with a bare line feed":       {head("Transfer-Encoding: chunked") + fmt.Sprintf("%x\n%s\r\n0\r\n\r\n", len(directList), directList), "400"},
		"chunk longer than its size":        {head("Transfer-Encoding: chunked") + "3\r\n" + directList + "\r\n0\r\n\r\n", "400"},
		"trailer":                           {head("Transfer-Encoding: chunked") + strings.TrimSuffix(chunked(directList), "\r\n") + "Content-Length: 5\r\n\r\n", "200 ok"},
		"folded header":                     {head("X-Folded: a\r\n b", length) + directList, "200 ok"},
		"folded length":                     {head("Content-Length:\r\n "+n) + directList, "200 ok"},
		"bare line feeds":                   {strings.ReplaceAll(head(length), "\r\n", "\n") + directList, "200 ok"},
		"bare carriage return":              {head("X-Odd: a\rContent-Length: 5", length) + directList, "400"},
		"space before the colon":            {head("Content-Length : "+n) + directList, "400"},
		"space before the name":             {strings.Replace(head(length), "Host", " Host", 1) + directList, "400"},
		"underscore for a hyphen":           {head("Content_Length: 5", length) + directList, "200 ok"},
		"NUL in a header":                   {head("X-Odd: a\x00b", length) + directList, "400"},
		"no host":                           {strings.Replace(head(length), "Host: 127.0.0.1\r\n", "", 1) + directList, "400"},
		"two hosts":                         {head("Host: 127.0.0.1", length) + directList, "400"},
		"another host":                      {strings.Replace(head(length), "127.0.0.1", "evil.example", 1) + directList, "403 ok"},
		"absolute target of another host":   {strings.Replace(head(length), "POST /mcp", "POST http://evil.example/mcp", 1) + directList, "403 ok"},
		"absolute target, another Host":     {strings.NewReplacer("POST /mcp", "POST http://127.0.0.1/mcp", "Host: 127.0.0.1", "Host: evil.example").Replace(head(length)) + directList, "200 ok"},
		"HTTP/1.0":                          {strings.Replace(head(length), "HTTP/1.1", "HTTP/1.0", 1) + directList, "200"},
		"HTTP/1.0, chunked":                 {strings.Replace(head("Transfer-Encoding: chunked"), "HTTP/1.1", "HTTP/1.0", 1) + chunked(directList), "400"},
		"HTTP/1.2":                          {strings.Replace(head(length), "HTTP/1.1", "HTTP/1.2", 1) + directList, "200 ok"},
		"HTTP/2.0":                          {strings.Replace(head(length), "HTTP/1.1", "HTTP/2.0", 1) + directList, "505"},
		"HTTP/2 preface":                    {"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "404"},
		"HTTP/0.9":                          {"GET /mcp\r\n\r\n", "400"},
		"two spaces":                        {strings.Replace(head(length), "POST ", "POST  ", 1) + directList, "400"},
		"a method in small letters":         {strings.Replace(head(length), "POST", "post", 1) + directList, "405 ok"},
		"a GET with a body":                 {strings.Replace(head(length), "POST", "GET", 1) + directList, "405 ok"},
		"CONNECT":                           {"CONNECT 127.0.0.1:80 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", "404 ok"},
		"a path with dots":                  {strings.Replace(head(length), "/mcp", "/x/../mcp", 1) + directList, "404 ok"},
		"a path with escapes":               {strings.Replace(head(length), "/mcp", "/m%63p", 1) + directList, "200 ok"},
		"a path and a query":                {strings.Replace(head(length), "/mcp", "/mcp?a=b", 1) + directList, "200 ok"},
		"two requests at once":              {strings.Repeat(head(length)+directList, 2), "200 200 ok"},
		"a request in the body of another":  {head("Content-Length: "+strconv.Itoa(len(smuggled))) + smuggled, "400 ok"},
		"a request behind a length of 0":    {head("Content-Length: 0") + smuggled, "400 400 ok"},
		"a request behind no length":        {head() + smuggled, "400 400 ok"},
		"upgrade to HTTP/2":                 {head(length, "Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c", "HTTP2-Settings: AAMAAABkAAQAAP__") + directList, "200 ok"},
		"a body longer than its length":     {head(length) + directList + "{}", "200 400"},
		"a header that ends in a line feed": {strings.TrimSuffix(head(length), "\r\n") + "\n" + directList, "200 ok"},
		"line breaks before the request":    {"\r\n\r\n" + head(length) + directList, "400"},
		"Connection names the length":       {head(length, "Connection: Content-Length") + directList, "200 ok"},
		"a trailer that announces a length": {head("Transfer-Encoding: chunked", "Trailer: Content-Length") + chunked(directList), "400"},
		"expects something else":            {head(length, "Expect: 200-ok") + directList, "417"},
	}
}

// TestSmuggling holds what is answered to requests whose end or aim can be read in two
// ways, on both doors alike.
func TestSmuggling(t *testing.T) {
	optIn(t)
	t.Parallel()
	p := newProduct(t)
	doors := [2]*server{}
	for i, direct := range []string{"--direct=true", "--direct=false"} {
		doors[i] = start(t, p.binary, "serve", p.catalog, "--http", "127.0.0.1:0", "--log-level", "error", direct)
	}
	for name, f := range framings() {
		t.Run(name, func(t *testing.T) {
			direct, sdk := strings.Join(talk(t, doors[0].url, f[0]), " "), strings.Join(talk(t, doors[1].url, f[0]), " ")
			if direct != f[1] || sdk != f[1] {
				t.Errorf("answered %q, and %q by the SDK's door, expected %q", direct, sdk, f[1])
			}
		})
	}
	answersBeside(t, doors[0].url)
}
