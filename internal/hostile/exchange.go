package hostile

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"skillpack/catalog"
	"skillpack/serve"
)

// message is a JSON object. A value in it may be a json.RawMessage, which is sent as it
// is but for white space.
type message = map[string]any

// exchange is a request and the answer to it.
type exchange struct {
	method, uri, cursor string // of the request; "" where there is none
	modern              bool   // the request is of the modern era
	catalog             *catalog.Catalog
	answer              message
	// text changes the bytes of the answer before they are sent.
	text func([]byte) []byte
	// send sends the bytes of the answer; nil sends them as JSON.
	send func(http.ResponseWriter, *http.Request, []byte)
}

// newExchange returns nil for what is no call with an answer to it.
func newExchange(r *http.Request, request, answer []byte) *exchange {
	x := new(exchange)
	var call struct {
		Method string
		Params struct {
			URI, Cursor string
			Meta        map[string]json.RawMessage `json:"_meta"`
		}
	}
	if r.URL.Path != serve.Endpoint || json.Unmarshal(request, &call) != nil {
		return nil
	}
	d := json.NewDecoder(bytes.NewReader(answer))
	d.UseNumber()
	if d.Decode(&x.answer) != nil {
		return nil
	}
	x.method, x.uri, x.cursor = call.Method, call.Params.URI, call.Params.Cursor
	_, x.modern = call.Params.Meta["io.modelcontextprotocol/protocolVersion"]
	return x
}

// write sends the answer.
func (x *exchange) write(w http.ResponseWriter, r *http.Request) {
	body := []byte(encode(x.answer))
	if x.text != nil {
		body = x.text(body)
	}
	if x.send != nil {
		x.send(w, r, body)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Write(body)
}

// result returns the result of the answer; nil where there is none.
func (x *exchange) result() message {
	result, _ := x.answer["result"].(message)
	return result
}

// entries returns the entries in the answer.
func (x *exchange) entries() []message {
	entries := objects(x.result()["skills"])
	if one, ok := x.result()["skill"].(message); ok {
		entries = append(entries, one)
	}
	return entries
}

// refuse turns the answer into an error.
func (x *exchange) refuse(code int) {
	delete(x.answer, "result")
	x.answer["error"] = message{"code": code, "message": "no"}
}

// accept turns the answer into a result with these members.
func (x *exchange) accept(members message) {
	delete(x.answer, "error")
	result := message{}
	if x.modern {
		result = message{"resultType": "complete", "ttlMs": 1000, "cacheScope": "public"}
	}
	for name, value := range members {
		result[name] = value
	}
	x.answer["result"] = result
}

// entryOf returns the entry of a skill as the right server sends it.
func (x *exchange) entryOf(uri string) json.RawMessage {
	e, _ := x.catalog.Entry(uri)
	return e.Wire()
}

// encode returns a value as JSON in which no text is escaped for HTML.
func encode(value any) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(value); err != nil {
		panic(fmt.Sprintf("hostile: a fault made what is no JSON: %v", err))
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// objects returns the objects in a JSON array.
func objects(list any) []message {
	var found []message
	items, _ := list.([]any)
	for _, item := range items {
		if m, ok := item.(message); ok {
			found = append(found, m)
		}
	}
	return found
}
