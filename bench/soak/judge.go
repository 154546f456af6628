package main

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"hash/maphash"
	"reflect"
	"sync"

	"skillpack/catalog"
	"skillpack/internal/protocol"
)

// judge knows what the result of each call is, of either edition. What it has judged it
// knows again by a hash, so that it keeps up with the server.
type judge struct {
	pair  [2]*edition
	seed  maphash.Seed
	known sync.Map // of judged to verdict
}

// judged is a result and what decides on it.
type judged struct {
	method, uri string
	from        int
	modern      bool
	result      uint64
}

// verdict says which editions a result is of, none if it is wrong.
type verdict struct {
	of    which
	items int    // of a list
	next  string // the cursor of the next page
}

func (j *judge) judge(c *call, result []byte) verdict {
	key := judged{c.method, c.uri, c.from, c.modern, maphash.Bytes(j.seed, result)}
	if v, ok := j.known.Load(key); ok {
		return v.(verdict)
	}
	v := j.look(c, result)
	j.known.Store(key, v)
	return v
}

// result has the fields of every method.
type result struct {
	Skills     []json.RawMessage `json:"skills"`
	Skill      json.RawMessage   `json:"skill"`
	Resources  []json.RawMessage `json:"resources"`
	Contents   []content         `json:"contents"`
	NextCursor string            `json:"nextCursor"`
	ResultType string            `json:"resultType"`
	TTLMs      *int64            `json:"ttlMs"`
	CacheScope string            `json:"cacheScope"`
}

type content struct {
	URI      string  `json:"uri"`
	MIMEType string  `json:"mimeType"`
	Text     *string `json:"text"`
	Blob     *string `json:"blob"`
}

func (j *judge) look(c *call, raw []byte) verdict {
	var r result
	if json.Unmarshal(raw, &r) != nil {
		return verdict{}
	}
	v := verdict{next: r.NextCursor, items: len(r.Skills) + len(r.Resources)}
	for i, e := range j.pair {
		if r.cached(c, e.catalog) && r.isOf(c, e.catalog) {
			v.of |= 1 << i
		}
	}
	return v
}

// cached reports whether the result has the cache fields of its era (P2, P9). What the
// SDK adds to legacy results of its own methods stands.
func (r *result) cached(c *call, of *catalog.Catalog) bool {
	if c.modern {
		return r.ResultType == "complete" && r.TTLMs != nil && *r.TTLMs == of.Server.TTLMs && r.CacheScope == of.Server.CacheScope
	}
	own := c.method == listResources || c.method == readResource
	return own || r.ResultType == "" && r.TTLMs == nil && r.CacheScope == ""
}

func (r *result) isOf(c *call, of *catalog.Catalog) bool {
	switch c.method {
	case listSkills:
		return r.isPage(c.from, r.Skills, len(of.Skills), func(i int) []byte { return of.Skills[i].Wire() })
	case listResources:
		return r.isPage(c.from, r.Resources, len(of.Resources), func(i int) []byte { return of.Resources[i].Wire() })
	case readDirectory:
		d, ok := of.Directory(c.uri)
		return ok && r.isPage(c.from, r.Resources, len(d.Children), func(i int) []byte { return d.Children[i].Wire() })
	case getSkill:
		e, ok := of.Entry(c.uri)
		return ok && sameJSON(r.Skill, e.Wire())
	case readResource:
		return len(r.Contents) == 1 && r.Contents[0].isOf(c.uri, of)
	}
	return false
}

// isPage reports whether items are those of a list from a position on, and whether there
// is a cursor just if they are not the last.
func (r *result) isPage(from int, items []json.RawMessage, all int, wire func(int) []byte) bool {
	end := from + len(items)
	if end > all || (r.NextCursor == "") != (end == all) || len(items) == 0 && all > 0 {
		return false
	}
	for i, item := range items {
		if !sameJSON(item, wire(from+i)) {
			return false
		}
	}
	return true
}

// isOf reports whether a content is that of a file, by type and digest (P5, H1).
func (k *content) isOf(uri string, of *catalog.Catalog) bool {
	want, ok := of.Content(uri)
	resource, known := of.Resource(uri)
	if !ok || !known || k.URI != uri || k.MIMEType != resource.MIMEType || (k.Text == nil) == (k.Blob == nil) {
		return false
	}
	var data []byte
	if k.Text != nil {
		data = []byte(*k.Text)
	} else if b, err := base64.StdEncoding.DecodeString(*k.Blob); err == nil {
		data = b
	}
	return (k.Text != nil) == want.Text() && protocol.Digest(data) == want.Digest
}

// sameJSON compares two JSON values, whatever their form.
func sameJSON(a, b []byte) bool {
	if bytes.Equal(a, b) {
		return true
	}
	var x, y any
	return decode(a, &x) == nil && decode(b, &y) == nil && reflect.DeepEqual(x, y)
}

func decode(b []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	return d.Decode(v)
}

// envelope is a whole answer.
type envelope struct {
	JSONRPC string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Result  json.RawMessage `json:"result"`
	Error   *struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	} `json:"error"`
}

// openEnvelope returns the answer to a call, given that it is one.
func openEnvelope(c *call, body []byte) (e envelope, err error) {
	if err := json.Unmarshal(body, &e); err != nil {
		return e, fmt.Errorf("the answer is no JSON: %w", err)
	}
	if e.JSONRPC != "2.0" || string(e.ID) != c.id {
		return e, fmt.Errorf("the answer has id %s, expected %s", e.ID, c.id)
	}
	return e, nil
}
