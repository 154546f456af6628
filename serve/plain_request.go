package serve

import "net/http"

// plainRequest reports whether a request can be one for the direct path, by all but its
// body: one POST of JSON, of at most maxBody bytes, with the headers that every client
// sends, each once (T1, T2).
func plainRequest(r *http.Request, maxBody int64) bool {
	h := r.Header
	return r.Method == http.MethodPost &&
		0 < r.ContentLength && r.ContentLength <= maxBody &&
		isJSON(one(h, "Content-Type")) && acceptsBoth(one(h, "Accept")) &&
		h["Content-Encoding"] == nil && h["Last-Event-Id"] == nil && h["Mcp-Session-Id"] == nil
}

// one returns the value of a header that is there once, and else "".
func one(h http.Header, name string) string {
	if values := h[name]; len(values) == 1 {
		return values[0]
	}
	return ""
}

func isJSON(contentType string) bool {
	switch contentType {
	case "application/json", "application/json; charset=utf-8", "application/json;charset=utf-8":
		return true
	}
	return false
}

// acceptsBoth reports whether an Accept is one of those by which clients say that they
// take both forms of an answer.
func acceptsBoth(accept string) bool {
	switch accept {
	case "application/json, text/event-stream", "text/event-stream, application/json",
		"application/json,text/event-stream", "text/event-stream,application/json", "*/*":
		return true
	}
	return false
}

// suits reports whether the headers that repeat what is in the body do so in the plain
// form of the call's era (T2, T3).
func (c *plainCall) suits(h http.Header) bool {
	version, method, name := h["Mcp-Protocol-Version"], h["Mcp-Method"], h["Mcp-Name"]
	if len(version) != 1 {
		return false
	}
	switch version[0] {
	case "2025-11-25", "2025-06-18":
		return !c.has(hasProtocol) && method == nil && name == nil
	case firstModern:
		return c.has(hasProtocol|hasCapabilities) && c.version == firstModern &&
			len(method) == 1 && method[0] == c.method && c.namedBy(name)
	}
	return false
}

// modern reports whether a call that suits its headers is of the modern era.
func (c *plainCall) modern() bool { return c.has(hasProtocol) }

// namedBy reports whether an Mcp-Name is what the method asks for: the uri of a read,
// and of other methods that or nothing.
func (c *plainCall) namedBy(name []string) bool {
	if len(name) == 0 {
		return c.method != methodReadResource
	}
	return len(name) == 1 && name[0] == c.uri && c.uri != ""
}
