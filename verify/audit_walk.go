package verify

import (
	"context"
	"encoding/json"
)

// Bounds of a walk. Clients give up at 50 to 64 pages (P12); an audit looks further, to
// see what is behind, but not without end.
const (
	maxPages     = 50
	maxWalkPages = 200
	maxWalkBytes = 512 << 20 // of all items: what an audit holds of one list
)

// walk is the walk of one list.
type walk struct {
	method, field string // field holds the items
	params        map[string]any
	of            subject
	take          func(item, request json.RawMessage)

	cursors map[string]bool // that the server gave
	broken  bool            // the walk ended early
	bytes   int             // of the items so far
	first   *response       // of the first page
	scope   string
	empty   json.RawMessage // the request of an empty page that was not the last
}

// run walks the list and reports what is wrong with the pages. take is called for each
// item, in order. It returns false where the list could not be read at all.
func (w *walk) run(ctx context.Context, k *caller) bool {
	w.cursors = map[string]bool{}
	cursor := ""
	for page := 1; ; page++ {
		params := withCursor(w.params, cursor)
		a := k.ask(ctx, w.method, params, w.of)
		if a != nil && a.refusal != nil {
			k.refused(w.method, a, w.of, w.asked(page))
			a = nil
		}
		if a == nil {
			w.broken = true
			return page > 1
		}
		if page == 1 {
			w.first = a
		}
		next, ok := w.page(k, a)
		if !ok || next == "" {
			w.finish(k, page, a)
			return true
		}
		if w.cursors[next] {
			w.endless(k, a, "the cursor %s comes again on page %d, expected the walk to end", quote(next), page)
			return true
		}
		if page == maxWalkPages {
			w.endless(k, a, "the walk does not end within %d pages, expected at most %d", maxWalkPages, maxPages)
			return true
		}
		if w.tooLong(k, a, next, page) {
			return true
		}
		w.cursors[next] = true
		if w.bytes > maxWalkBytes {
			w.endless(k, a, "the list has more than %d bytes, which is all that is held of one", maxWalkBytes)
			return true
		}
		cursor = next
	}
}

func (w *walk) asked(page int) string {
	if page > 1 {
		return "the cursor that it gave itself"
	}
	if uri, ok := w.params["uri"].(string); ok {
		return quote(uri)
	}
	return "to list anything"
}

// withCursor returns params with a cursor, "" for none.
func withCursor(params map[string]any, cursor string) map[string]any {
	with := make(map[string]any, len(params)+1)
	for name, v := range params {
		with[name] = v
	}
	if cursor != "" {
		with["cursor"] = cursor
	}
	return with
}

// tooLong reports a cursor that is too long to keep.
func (w *walk) tooLong(k *caller, a *response, cursor string, page int) bool {
	if len(cursor) <= maxCursor {
		return false
	}
	w.endless(k, a, "the cursor on page %d has %d bytes, expected at most %d", page, len(cursor), maxCursor)
	return true
}

func (w *walk) endless(k *caller, a *response, format string, args ...any) {
	w.broken = true
	k.out.add(w.of, "P12", a.request, w.method+": "+format, args...)
}

// page takes the items of a page and returns the next cursor, "" after the last page.
func (w *walk) page(k *caller, a *response) (next string, ok bool) {
	var items []json.RawMessage
	raw := a.members[w.field]
	if json.Unmarshal(raw, &items) != nil || items == nil {
		w.broken = true
		k.out.add(w.of, requirementOf(w.method), a.request, "%s: %q is %s, expected an array", w.method, w.field, shown(raw))
		return "", false
	}
	for _, item := range items {
		w.take(item, a.request)
	}
	w.bytes += len(raw)
	w.sameScope(k, a)
	raw, more := a.members["nextCursor"]
	if !more {
		return "", true
	}
	if json.Unmarshal(raw, &next) != nil || next == "" {
		w.broken = true
		k.out.add(w.of, requirementOf(w.method), a.request, "%s: \"nextCursor\" is %s, expected a text, or none on the last page", w.method, shown(raw))
		return "", false
	}
	if len(items) == 0 && w.empty == nil {
		w.empty = a.request
	}
	return next, true
}

// sameScope reports a page of another cache scope than the first one (P7).
func (w *walk) sameScope(k *caller, a *response) {
	scope := string(a.members["cacheScope"])
	if w.scope == "" {
		w.scope = scope
	}
	if scope != w.scope && cacheFault("cacheScope", a.members["cacheScope"]) == "" {
		k.out.add(subject{}, "P7", a.request, "%s: \"cacheScope\" is %s on one page and %s on another, expected the same", w.method, shorten(w.scope), scope)
	}
}

// finish reports what only shows at the end of the walk.
func (w *walk) finish(k *caller, pages int, a *response) {
	if pages > maxPages {
		k.out.add(w.of, "P12", a.request, "%s: the walk has more than %d pages, where clients give up", w.method, maxPages)
		return
	}
	if w.empty != nil && !w.broken {
		k.out.add(w.of, requirementOf(w.method), w.empty, "%s: a page is empty but not the last, expected items or no \"nextCursor\"", w.method)
	}
}
