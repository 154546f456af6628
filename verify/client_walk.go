package verify

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"maps"
)

const (
	// walkBound is where a walk is given up, 20 times what other clients do (P12).
	walkBound = 1000
	// maxCursor is the greatest length of a cursor in bytes.
	maxCursor = 8 << 10
)

// Resource is a resource object of resources/list or resources/directory/read.
type Resource struct {
	URI         string
	Name        string
	Description string // "" for none
	MIMEType    string // "" for none
	Size        int64  // bytes, -1 where it is not told
	Raw         json.RawMessage
}

// ListSkills walks skills/list, page by page as it is ranged over (P2). An entry of
// invalid form is yielded as an *EntryError and the walk goes on; any other error ends it.
// That an entry comes twice is for the caller to see.
func (c *Client) ListSkills(ctx context.Context) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		index := 0
		for raw, err := range c.walk(ctx, methodSkills, nil, "skills") {
			if err != nil {
				yield(Entry{}, err)
				return
			}
			entry, err := ParseEntry(raw)
			if invalid, ok := errors.AsType[*EntryError](err); ok {
				invalid.Index = index
			}
			if !yield(entry, err) {
				return
			}
			index++
		}
	}
}

// ReadDirectory walks the direct children of a directory (P4). It yields
// ErrNoDirectories alone where the server did not declare the method.
func (c *Client) ReadDirectory(ctx context.Context, uri string) iter.Seq2[Resource, error] {
	if !c.DirectoryRead() {
		return func(yield func(Resource, error) bool) { yield(Resource{}, ErrNoDirectories) }
	}
	return c.resources(ctx, methodDirectory, map[string]any{"uri": uri})
}

// ListResources walks resources/list (P6).
func (c *Client) ListResources(ctx context.Context) iter.Seq2[Resource, error] {
	return c.resources(ctx, methodResources, nil)
}

func (c *Client) resources(ctx context.Context, method string, params map[string]any) iter.Seq2[Resource, error] {
	return func(yield func(Resource, error) bool) {
		for raw, err := range c.walk(ctx, method, params, "resources") {
			var r Resource
			if err == nil {
				if r, err = readResource(raw); err != nil {
					err = &AnswerError{Method: method, Reason: "a resource: " + err.Error(), Excerpt: excerpt(raw)}
				}
			}
			if !yield(r, err) || err != nil {
				return
			}
		}
	}
}

// walk yields the items of a list that comes in pages. An error is the last it yields.
func (c *Client) walk(ctx context.Context, method string, params map[string]any, key string) iter.Seq2[json.RawMessage, error] {
	return func(yield func(json.RawMessage, error) bool) {
		w := walker{method: method, seen: map[string]bool{}}
		params := maps.Clone(params)
		for {
			items, next, err := c.page(ctx, method, params, key)
			for _, item := range items {
				w.bytes += len(item)
			}
			for _, item := range items {
				if !yield(item, nil) {
					return
				}
			}
			if err == nil && next != "" {
				err = w.turn(next)
			}
			if err != nil {
				yield(nil, err)
				return
			}
			if next == "" {
				return
			}
			if params == nil {
				params = map[string]any{}
			}
			params["cursor"] = next
		}
	}
}

// walker sees to it that a walk ends.
type walker struct {
	method string
	page   int
	seen   map[string]bool // cursors
	bytes  int             // of the items so far
}

// turn fails where a cursor cannot lead to the end of the walk.
func (w *walker) turn(cursor string) error {
	w.page++
	reason := ""
	switch {
	case len(cursor) > maxCursor:
		reason = fmt.Sprintf("its cursor has %d bytes, expected at most %d", len(cursor), maxCursor)
	case w.seen[cursor]:
		reason = fmt.Sprintf("its cursor %s was that of a page before, expected one that leads on", quote(cursor))
	case w.bytes > maxWalkBytes:
		reason = fmt.Sprintf("it has more than %d bytes so far, and there are more", maxWalkBytes)
	case w.page == walkBound:
		reason = fmt.Sprintf("there are more, expected at most %d pages", walkBound)
	default:
		w.seen[cursor] = true
		return nil
	}
	return &WalkError{w.method, w.page, reason, excerpt([]byte(cursor))}
}

// page asks for one page of a list; next is "" for the last.
func (c *Client) page(ctx context.Context, method string, params map[string]any, key string) (items []json.RawMessage, next string, err error) {
	err = c.ask(ctx, method, params, func(fields map[string]json.RawMessage) (err error) {
		if items, err = list(fields, key); err != nil {
			return err
		}
		next, err = optionalText(fields, "nextCursor")
		return err
	})
	return items, next, err
}

// ask makes a call and reads its result. A refusal is a *jsonrpc.Error with the method
// before it, and an error of read an *AnswerError.
func (c *Client) ask(ctx context.Context, method string, params map[string]any, read func(map[string]json.RawMessage) error) error {
	reply, err := c.Call(ctx, method, params)
	if err != nil {
		return err
	}
	if reply.Error != nil {
		return fmt.Errorf("%s: the server refused with code %d: %w", method, reply.Error.Code, reply.Error)
	}
	fields, err := members(reply.Result)
	if err == nil {
		err = read(fields)
	}
	if err != nil {
		return &AnswerError{Method: method, Reason: "the result: " + err.Error(), Request: reply.Request, Excerpt: excerpt(reply.Result)}
	}
	return nil
}

func readResource(raw json.RawMessage) (Resource, error) {
	r := Resource{Size: -1, Raw: raw}
	fields, err := members(raw)
	if err != nil {
		return r, err
	}
	if r.URI, err = text(fields, "uri"); err != nil {
		return r, err
	}
	if r.Name, err = text(fields, "name"); err != nil {
		return r, err
	}
	if r.Description, err = optionalText(fields, "description"); err != nil {
		return r, err
	}
	if r.MIMEType, err = optionalText(fields, "mimeType"); err != nil {
		return r, err
	}
	if fields["size"] != nil {
		r.Size, err = wholeNumber(fields, "size")
	}
	return r, err
}
