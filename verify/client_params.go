package verify

import (
	"bytes"
	"encoding/json"
	"maps"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// anyParams carries any params through the SDK's client.
type anyParams struct {
	mcp.ParamsBase
	fields map[string]any
}

// MarshalJSON returns the params, with the SDK's _meta unless they have their own.
func (p *anyParams) MarshalJSON() ([]byte, error) {
	all := map[string]any{}
	if len(p.Meta) > 0 {
		all["_meta"] = p.Meta
	}
	maps.Copy(all, p.fields)
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false) // a finding shows the request as people wrote it
	err := e.Encode(all)
	return b.Bytes(), err
}

// anyResult takes any result of the SDK's client and keeps nothing: an exchange has the
// result as it came.
type anyResult struct{ mcp.ResultBase }

// UnmarshalJSON accepts everything.
func (*anyResult) UnmarshalJSON([]byte) error { return nil }
