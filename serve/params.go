package serve

import (
	"encoding/json"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// firstModern is the first protocol revision with per-request metadata.
const firstModern = "2026-07-28"

// isModern reports whether a request with this _meta is of the modern era, by the
// SDK's own rule. The session's InitializeParams will not do: they hold the
// version that a legacy client asked for, not the one it was given, and one stdio
// session may carry requests of both eras.
func isModern(meta map[string]any) bool {
	version, _ := meta[mcp.MetaKeyProtocolVersion].(string)
	return version >= firstModern
}

// params are the params of the skills methods. Members that no method knows are
// ignored. What is wrong with them waits in fault, so that the client gets our
// words and not those of a JSON package.
type params struct {
	mcp.ParamsBase
	uri    *string
	cursor string
	fault  string
}

// UnmarshalJSON never fails; see fault.
func (p *params) UnmarshalJSON(b []byte) error {
	*p = params{}
	var members map[string]json.RawMessage
	if json.Unmarshal(b, &members) != nil {
		p.fault = "params must be an object"
		return nil
	}
	var cursor *string
	p.read(members, "_meta", &p.Meta, "an object")
	p.read(members, "uri", &p.uri, "a string")
	p.read(members, "cursor", &cursor, "a string")
	if cursor != nil {
		p.cursor = *cursor
	}
	return nil
}

// read decodes a member; one that is absent or null leaves the target as it is.
func (p *params) read(members map[string]json.RawMessage, name string, target any, want string) {
	raw, ok := members[name]
	if ok && json.Unmarshal(raw, target) != nil {
		p.fault = `params: "` + name + `" must be ` + want
	}
}

// check returns the fault of params that may be nil.
func (p *params) check() error {
	if p != nil && p.fault != "" {
		return errParams(p.fault)
	}
	return nil
}

// needURI returns the uri, which the method requires.
func (p *params) needURI() (string, error) {
	if err := p.check(); err != nil {
		return "", err
	}
	if p == nil || p.uri == nil {
		return "", errParams(`params: "uri" is missing`)
	}
	return *p.uri, nil
}

func (p *params) page() string {
	if p == nil {
		return ""
	}
	return p.cursor
}

func (p *params) modern() bool { return p != nil && isModern(p.Meta) }
