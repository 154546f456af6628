package serve

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"skillpack/internal/protocol"
)

// grammar makes requests that are right or nearly so, from bytes that choose.
type grammar struct {
	all     []string
	uris    map[string][]string // by the method that they suit
	cursors map[string][]string // by the method whose list they are of
}

// paged is a directory of more than one page.
const paged = "skill://acme/billing/ref"

func newGrammar(s *Server) *grammar {
	now := s.current.Load()
	g := &grammar{all: append(urisIn(now.catalog), "skill://none", "skill://acme", "", "x"), uris: map[string][]string{}, cursors: map[string][]string{}}
	for _, uri := range g.all {
		if _, ok := now.catalog.Content(uri); ok {
			g.uris[methodReadResource] = append(g.uris[methodReadResource], uri)
		}
		if _, ok := now.entry(uri); ok {
			g.uris[methodGet] = append(g.uris[methodGet], uri)
		}
		if _, ok := now.catalog.Directory(uri); ok {
			g.uris[methodDirectory] = append(g.uris[methodDirectory], uri, paged)
		}
	}
	for _, list := range []listID{{methodList, ""}, {methodListResources, ""}, {methodDirectory, paged}} {
		for _, position := range []uint32{1, 2, 3, 4, 5, 9, 0, 1 << 31} {
			g.cursors[list.method] = append(g.cursors[list.method], now.cursor(list, binary.BigEndian.AppendUint32(nil, position)))
		}
	}
	return g
}

// cursor is one of a method's list, or c's idea of one.
func (g *grammar) cursor(c *chooser, method string) string {
	good := g.cursors[method]
	cursor := ""
	if len(good) > 0 {
		cursor = good[c.number(4)]
	}
	return c.or(cursor, append([]string{"", "x", "%%%", "A" + cursor, cursor + "=", g.cursors[methodList][0]}, good...)...)
}

// chooser turns bytes into choices; when they are used up, every choice is the first.
type chooser struct {
	left   []byte
	faults int // how many more there may be
}

func (c *chooser) number(n int) int {
	if len(c.left) == 0 || n == 0 {
		return 0
	}
	b := c.left[0]
	c.left = c.left[1:]
	return int(b) % n
}

func pick[T any](c *chooser, options ...T) T { return options[c.number(len(options))] }

// seldom is true for one byte in 16, while faults are left.
func (c *chooser) seldom() bool {
	if c.number(16) < 15 || c.faults == 0 {
		return false
	}
	c.faults--
	return true
}

// or returns the usual, and seldom one of the others.
func (c *chooser) or(usual string, others ...string) string {
	if c.seldom() {
		return pick(c, others...)
	}
	return usual
}

// requestOf makes the request that the input of FuzzDoors stands for.
func (g *grammar) requestOf(shape, lines, splice []byte) question {
	if len(shape) == 0 {
		q := question{header: http.Header{}, body: string(splice)}
		addLines(q.header, lines)
		return q
	}
	c := &chooser{left: shape}
	c.faults = pick(c, 0, 1, 2, 3, 1000)
	era := c.or(pick(c, eras...), "2025-03-26", "", "2027-01-01", "2024-11-05")
	method := c.or(pick(c, methodList, methodGet, methodReadResource, methodDirectory, methodListResources),
		"resources/templates/list", "server/discover", "ping", "no/such", "tools/list", "notifications/cancelled", "initialize")
	uri := g.uri(c, method)
	q := question{header: g.header(c, era, method, uri), body: g.body(c, era, method, uri)}
	if len(splice) > 0 {
		q.body = spliced(c, q.body, string(splice))
	}
	addLines(q.header, lines)
	if c.seldom() {
		q.method, q.host, q.local = pick(c, "", "GET", "OPTIONS", "DELETE"), pick(c, "", "evil.example", "localhost"), pick(c, true, false)
	}
	return q
}

// uri is one that a method knows, seldom in another spelling or of another kind.
func (g *grammar) uri(c *chooser, method string) string {
	from := g.uris[method]
	if len(from) == 0 || c.seldom() {
		from = g.all
	}
	uri := from[c.number(len(from))]
	if c.seldom() {
		forms := spellings(uri)
		return forms[c.number(len(forms))]
	}
	return uri
}

// header makes the headers of a client, seldom with a fault.
func (g *grammar) header(c *chooser, era, method, uri string) http.Header {
	h := jsonHeaders(c.or(era, legacy, modern, "", "x"))
	if era >= modern {
		h.Set("Mcp-Method", method)
		if method == methodReadResource || c.seldom() {
			h.Set("Mcp-Name", c.or(uri, "x", "", "=?base64?"+base64.StdEncoding.EncodeToString([]byte(uri))+"?="))
		}
	}
	if encoding := c.or(pick(c, "", "gzip", "gzip, deflate", "br", "gzip;q=0"), "gzip;q=0.5, *;q=0", "identity;q=0", "*"); encoding != "" {
		h.Set("Accept-Encoding", encoding)
	}
	for c.seldom() {
		names := []string{"Mcp-Protocol-Version", "Mcp-Method", "Mcp-Name", "Accept", "Content-Type", "Mcp-Session-Id", "Last-Event-Id", "Accept-Encoding", "Content-Encoding", "Mcp-Param-X", "Origin", "Sec-Fetch-Site"}
		name := pick(c, names...)
		values := headerValues[name]
		lines := values[c.number(len(values))]
		h = question{header: h}.withLines(name, lines).header
	}
	return h
}

// body writes a call, seldom with a fault.
func (g *grammar) body(c *chooser, era, method, uri string) string {
	members := []string{
		c.key("jsonrpc") + c.or(`"2.0"`, `"1.0"`, "2.0", "null", `"\u0032.0"`), c.key("id") + c.id(), c.key("method") + c.text(method), c.key("params") + g.params(c, era, method, uri),
	}
	if c.seldom() {
		members = append(members, c.member())
	}
	return c.space() + c.object(members) + c.or(c.space(), "x", "{}", "\x00", ",")
}

// params writes what a method asks for, or c's idea of it.
func (g *grammar) params(c *chooser, era, method, uri string) string {
	var members []string
	if named := method == methodGet || method == methodReadResource || method == methodDirectory; named != c.seldom() {
		members = append(members, c.key("uri")+c.or(c.text(uri), anyJSON...))
	}
	if pages := method == methodList || method == methodListResources || method == methodDirectory; pages && c.number(3) == 1 || c.seldom() {
		members = append(members, c.key("cursor")+c.or(c.text(g.cursor(c, method)), anyJSON...))
	}
	if era >= modern != c.seldom() {
		members = append(members, c.key("_meta")+c.or(c.meta(era), anyJSON...))
	}
	if c.seldom() {
		members = append(members, c.member())
	}
	return c.or(c.object(members), anyJSON...)
}

// meta writes a _meta.
func (c *chooser) meta(era string) string {
	members := []string{
		metaVersion + ":" + c.or(fmt.Sprintf("%q", era), append([]string{`"2026-07-28"`, `"2025-11-25"`}, anyJSON...)...),
		metaCapabilities + ":" + c.or(c.or(capabilities[c.number(2)], capabilities...), anyJSON...),
	}
	if c.number(2) == 1 {
		members = append(members, metaInfo+":"+c.or(c.or(infos[0], infos...), anyJSON...))
	}
	for range c.number(3) {
		name := pick(c, "progressToken", "traceparent", "x", "io.modelcontextprotocol/logLevel", "io.modelcontextprotocol/ClientInfo", "")
		members = append(members, c.key(name)+c.or(pick(c, anyJSON[:6]...), anyJSON...))
	}
	return c.object(members)
}

// member writes a member that no method asks for.
func (c *chooser) member() string {
	name := pick(c, "x", "Method", "PARAMS", "Uri", "Id", "uri", "cursor", "_meta", "method", "params", "id", "error", "result", "")
	return c.key(name) + pick(c, slices.Concat(anyJSON, []string{`"skills/get"`, "7", `[[[[[[]]]]]]`, `{"a":{"b":[1,{"c":null}]}}`, deepJSON(14), deepJSON(17), deepJSON(1000)})...)
}

func deepJSON(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }

// object writes members in some order, seldom one of them twice or none at all.
func (c *chooser) object(members []string) string {
	members = slices.Clone(members)
	for i := range members {
		k := i + c.number(len(members)-i)
		members[i], members[k] = members[k], members[i]
	}
	if c.seldom() && len(members) > 0 {
		members = append(members, members[c.number(len(members))])
	}
	if c.seldom() && len(members) > 0 {
		members = members[1:]
	}
	comma := c.space() + "," + c.space()
	return "{" + c.space() + strings.Join(members, comma) + c.space() + "}"
}

// key writes a member's name and the colon.
func (c *chooser) key(name string) string {
	if c.seldom() {
		name = pick(c, strings.ToUpper(name), strings.ToUpper(name[:min(1, len(name))])+name[min(1, len(name)):], name+" ", name+"\x00")
	}
	return c.text(name) + c.space() + ":" + c.space()
}

// text writes a string, seldom with escapes that it need not have or must not have.
func (c *chooser) text(s string) string {
	plain := string(protocol.AppendString(nil, s))
	if !c.seldom() || s == "" {
		return plain
	}
	return pick(c, strings.ReplaceAll(plain, "/", `\/`), fmt.Sprintf(`"\u%04x`, s[0])+plain[2:], strings.TrimSuffix(plain, `"`)+`\ud800"`, plain[:len(plain)-1]+"\xff\"", plain[:len(plain)-1]+"\x01\"", `"\"`+plain[1:])
}

func (c *chooser) id() string {
	return c.or(pick(c, "7", "0", "12", `"a-1"`, `"ü😀"`), ids...)
}

func (c *chooser) space() string { return c.or("", " ", "\n", "\t", "\r\n  ", "\x0c", "\u00a0") }

// spliced puts a text into a body at some place, over what is there.
func spliced(c *chooser, body, text string) string {
	at := (c.number(256)<<8 + c.number(256)) % (len(body) + 1)
	over := min(c.number(4)*c.number(16), len(body)-at)
	return body[:at] + text + body[at+over:]
}
