package serve

import (
	"unicode/utf8"
	"unsafe"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// plainCall is a call in its plain valid form. Its texts are slices of the body.
type plainCall struct {
	id      string // as written, a string or a whole number
	method  string
	uri     string // "" where there is none
	cursor  string // "" where there is none
	version string // that _meta names, "" where it names none
	client  string // the client's name, "" where it gives none
	seen    member
}

// member is a set of members.
type member uint

const (
	hasVersion member = 1 << iota
	hasID
	hasMethod
	hasParams
	hasMeta
	hasURI
	hasCursor
	hasProtocol
	hasCapabilities
	hasClientInfo
	hasClientName
)

// maxID is the greatest length of an id, in bytes.
const maxID = 256

// readPlain reads a body that is one call and nothing else (T3). It knows every member
// but those of the client's making; ok is false for all that is not plain.
func readPlain(body []byte) (c plainCall, ok bool) {
	if !utf8.Valid(body) {
		return c, false
	}
	p := &plain{b: body}
	ok = p.members(func(key string) bool { return c.envelope(p, key) }) && p.atEnd()
	return c, ok && c.has(hasVersion|hasID|hasMethod)
}

func (c *plainCall) has(all member) bool { return c.seen&all == all }

// once notes a member and reports whether it is there for the first time.
func (c *plainCall) once(m member) bool {
	first := c.seen&m == 0
	c.seen |= m
	return first
}

// envelope reads a member of the message.
func (c *plainCall) envelope(p *plain, key string) (ok bool) {
	switch key {
	case "jsonrpc":
		version, ok := p.text()
		return ok && version == "2.0" && c.once(hasVersion)
	case "id":
		c.id, ok = p.id()
		return ok && c.once(hasID)
	case "method":
		c.method, ok = p.text()
		return ok && c.once(hasMethod)
	case "params":
		if !c.once(hasParams) {
			return false
		}
		if p.peek() == 'n' { // as if there were none
			return p.bare() == "null"
		}
		return p.members(func(key string) bool { return c.param(p, key) })
	}
	return false
}

// id reads an id as it is written.
func (p *plain) id() (string, bool) {
	if p.peek() != '"' {
		return p.integer()
	}
	start := p.pos
	_, ok := p.text()
	id := view(p.b[start:p.pos])
	return id, ok && len(id) <= maxID
}

func (c *plainCall) param(p *plain, key string) (ok bool) {
	switch key {
	case "uri":
		c.uri, ok = p.text()
		return ok && c.once(hasURI)
	case "cursor":
		c.cursor, ok = p.text()
		return ok && c.once(hasCursor)
	case "_meta":
		keys := seenKeys{}
		return c.once(hasMeta) && p.members(func(key string) bool { return keys.add(key) && c.meta(p, key) })
	}
	return false
}

func (c *plainCall) meta(p *plain, key string) (ok bool) {
	switch key {
	case mcp.MetaKeyProtocolVersion:
		c.version, ok = p.text()
		return ok && c.once(hasProtocol)
	case mcp.MetaKeyClientCapabilities:
		return c.once(hasCapabilities) && p.members(p.capability)
	case mcp.MetaKeyClientInfo:
		return c.once(hasClientInfo) && p.members(func(key string) bool { return c.info(p, key) })
	}
	return p.skip(1)
}

// info reads a member of the client's info.
func (c *plainCall) info(p *plain, key string) (ok bool) {
	switch key {
	case "name":
		c.client, ok = p.text()
		return ok && c.once(hasClientName)
	case "title", "description", "version", "websiteUrl":
		_, ok = p.text()
		return ok
	case "icons":
		return false
	}
	return p.skip(1)
}

// capability reads a member of the client's capabilities. Those that the SDK knows must
// have the form in which it takes them.
func (p *plain) capability(key string) bool {
	switch key {
	case "roots":
		return p.members(func(key string) bool { return key == "listChanged" && p.truth() })
	case "sampling", "elicitation":
		return p.members(func(string) bool { return p.nothing() })
	case "experimental", "extensions":
		return p.peek() == '{' && p.skip(1)
	}
	return p.skip(1)
}

// seenKeys are the keys of one object, few enough to compare each with each.
type seenKeys struct {
	keys [12]string
	n    int
}

// add reports whether key is new and there is room for it.
func (s *seenKeys) add(key string) bool {
	for _, k := range s.keys[:s.n] {
		if k == key {
			return false
		}
	}
	if s.n == len(s.keys) {
		return false
	}
	s.keys[s.n] = key
	s.n++
	return true
}

// view returns b as a string without a copy; nobody may change b while it is used.
func view(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }
