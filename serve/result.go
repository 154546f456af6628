package serve

import (
	"bytes"
	"encoding/json"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"skillpack/internal/protocol"
)

// result is a result whose fields are already wire bytes. The SDK writes _meta
// into it after the handler returned, so each request has its own.
type result struct {
	mcp.ResultBase
	cache *caching // nil on legacy revisions, which have no such fields (P9)
	body  []byte   // `"name":value,…`, not empty
}

// MarshalJSON writes the fields in a fixed order.
func (r *result) MarshalJSON() ([]byte, error) {
	b := make([]byte, 0, len(r.body)+256)
	b = append(b, '{')
	if r.cache != nil {
		b = r.cache.append(b)
	}
	b = append(b, r.body...)
	if len(r.Meta) > 0 {
		meta, err := json.Marshal(r.Meta)
		if err != nil {
			return nil, err
		}
		b = append(append(b, `,"_meta":`...), meta...)
	}
	return append(b, '}'), nil
}

// respond makes the result of a request: with cache fields in the modern era.
func (n *snapshot) respond(modern bool, body []byte) *result {
	r := &result{body: body}
	if modern {
		cache := n.cache
		r.cache = &cache
	}
	return r
}

// listBody is `"field":[items],"nextCursor":"…"`.
func listBody(field string, items [][]byte, next string) []byte {
	size := len(field) + len(next) + 32
	for _, item := range items {
		size += len(item) + 1
	}
	b := append(append(append(make([]byte, 0, size), '"'), field...), `":[`...)
	for i, item := range items {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, item...)
	}
	b = append(b, ']')
	if next != "" {
		b = protocol.AppendString(append(b, `,"nextCursor":`...), next)
	}
	return b
}

// encodeJSON encodes v without white space and without escaping for HTML.
func encodeJSON(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte{'\n'}), nil
}
