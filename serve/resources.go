package serve

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"skillpack/internal/protocol"
)

// The built-in methods that we answer through middleware, since the SDK's own
// resources would be encoded anew for each request.
const (
	methodListResources = "resources/list"
	methodReadResource  = "resources/read"
)

// theirList is the continuation of resources/list in the SDK server's own resources.
var theirList = listID{method: methodListResources, of: "own"}

// listResources answers resources/list: ours, then those of the SDK server (P6).
// Our last page takes their first one in, so that a server without resources of
// its own has no page for them.
func (s *Server) listResources(ctx context.Context, r *mcp.ListResourcesRequest, next mcp.MethodHandler) (mcp.Result, error) {
	now, p := s.begun(ctx), mcp.ListResourcesParams{}
	if r.Params != nil {
		p = *r.Params
	}
	list := resourceList{s: s, now: now, modern: isModern(p.Meta), next: next, request: *r, params: p}
	if theirs, ok := now.open(theirList, p.Cursor); ok && p.Cursor != "" {
		return list.theirs(ctx, nil, string(theirs))
	}
	items, cursor, err := now.page(listID{method: methodListResources}, now.resources, p.Cursor)
	if err != nil {
		return nil, err
	}
	if cursor == "" {
		return list.theirs(ctx, items, "")
	}
	return list.result(now.cache, items, cursor), nil
}

// resourceList is one request of resources/list.
type resourceList struct {
	s       *Server
	now     *snapshot
	modern  bool
	next    mcp.MethodHandler
	request mcp.ListResourcesRequest
	params  mcp.ListResourcesParams
}

// theirPage is what we must know of the SDK server's answer.
type theirPage struct {
	Resources  []json.RawMessage `json:"resources"`
	NextCursor string            `json:"nextCursor"`
	TTLMs      int64             `json:"ttlMs"`
}

// theirs appends a page of the SDK server's own resources to items. A resource
// with a URI of ours is left out, since a read of it would be answered by us.
func (l *resourceList) theirs(ctx context.Context, items [][]byte, cursor string) (mcp.Result, error) {
	page, err := l.ask(ctx, cursor)
	if err != nil {
		return nil, err
	}
	items = slices.Clip(items)
	for _, raw := range page.Resources {
		var named struct {
			URI string `json:"uri"`
		}
		if json.Unmarshal(raw, &named) == nil && !l.now.serves(named.URI) {
			items = append(items, raw)
		}
	}
	if page.NextCursor != "" {
		cursor = l.now.cursor(theirList, []byte(page.NextCursor))
	} else {
		cursor = ""
	}
	cache := l.now.cache
	if len(page.Resources) > 0 {
		cache.ttlMs = min(cache.ttlMs, page.TTLMs)
	}
	return l.result(cache, items, cursor), nil
}

func (l *resourceList) ask(ctx context.Context, cursor string) (theirPage, error) {
	request, params := l.request, l.params
	params.Cursor = cursor
	request.Params = &params
	var page theirPage
	answer, err := l.next(ctx, methodListResources, &request)
	if err != nil {
		return page, err
	}
	// Whatever middleware made of the answer, its JSON is what the client would see.
	b, err := json.Marshal(answer)
	if err == nil {
		err = json.Unmarshal(b, &page)
	}
	return page, err
}

// result makes the answer. On a server with resources of its own, whose scope we
// cannot know on every page, the whole walk is private (P7).
func (l *resourceList) result(cache caching, items [][]byte, cursor string) *result {
	if !l.s.own {
		cache.scope = "private"
	}
	r := l.now.respond(l.modern, listBody("resources", items, cursor))
	if r.cache != nil {
		*r.cache = cache
	}
	return r
}

// readResource answers resources/read of our URIs (P5); every other one is the SDK
// server's.
func (s *Server) readResource(ctx context.Context, r *mcp.ReadResourceRequest, next mcp.MethodHandler) (mcp.Result, error) {
	if r.Params == nil {
		return next(ctx, methodReadResource, r)
	}
	now := s.begun(ctx)
	body, err := now.contents(ctx, r.Params.URI)
	if errors.Is(err, errNotOurs) {
		answer, err := next(ctx, methodReadResource, r)
		return answer, mend(err, r.Params.URI)
	}
	if err != nil {
		return nil, hide(ctx, s.options.Logger, methodReadResource, err)
	}
	return now.respond(isModern(r.Params.Meta), body), nil
}

var errNotOurs = errors.New("not a URI of ours")

// contents returns the body of a read, or errNotOurs.
func (n *snapshot) contents(ctx context.Context, uri string) ([]byte, error) {
	if content, ok := find(n.catalog.Content, uri); ok {
		resource, ok := find(n.catalog.Resource, uri)
		if !ok {
			return nil, fmt.Errorf("the catalog has a content but no resource for %q", uri)
		}
		return contentBody(uri, resource.MIMEType, content.Wire()), nil
	}
	if d, path, _ := n.dynamicAt(uri); d != nil {
		return d.contents(ctx, uri, path)
	}
	return nil, errNotOurs
}

// serves reports whether a read of the URI is answered by us.
func (n *snapshot) serves(uri string) bool {
	if _, ok := find(n.catalog.Content, uri); ok {
		return true
	}
	d, _, _ := n.dynamicAt(uri)
	return d != nil
}

// contentBody is the body of a read; content is `"text":"…"` or `"blob":"…"`.
func contentBody(uri, mimeType string, content []byte) []byte {
	return bytes.Join([][]byte{
		[]byte(`"contents":[{"uri":`), protocol.AppendString(nil, uri),
		[]byte(`,"mimeType":`), protocol.AppendString(nil, mimeType),
		{','}, content, []byte(`}]`),
	}, nil)
}
