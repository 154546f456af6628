package serve

import (
	"bytes"
	"encoding/json"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// observeSDK tells the call of a response, where somebody observes it, that the SDK's
// door answers. What it returns stands before all that writes the answer: neither our
// own refusals nor the SDK's pass the SDK's middleware, so the code of an error can
// only be read from what is written. Nothing may be compressed by then.
func observeSDK(w http.ResponseWriter) http.ResponseWriter {
	o := observedOf(w)
	if o == nil {
		return w
	}
	o.call.Door = SDKDoor
	return &codedAnswer{ResponseWriter: w, call: &o.call}
}

// observeRequest tells the call what a message asks for.
func observeRequest(w http.ResponseWriter, request *jsonrpc.Request) {
	o := observedOf(w)
	if o == nil {
		return
	}
	o.call.Method = request.Method
	params, _ := readMembers(request.Params) // a fault was refused, or is a notification's
	o.call.URI = textOf(params["uri"])
	info := params["clientInfo"]
	if request.Method != methodInitialize {
		meta, _ := readMembers(params["_meta"])
		info = meta[mcp.MetaKeyClientInfo]
	} else if o.call.Version == "" {
		o.call.Version = textOf(params["protocolVersion"])
	}
	client, _ := readMembers(info)
	o.call.Client = textOf(client["name"])
}

// textOf returns a JSON string, "" for anything else.
func textOf(value json.RawMessage) string {
	var text string
	if len(value) == 0 || json.Unmarshal(value, &text) != nil {
		return ""
	}
	return text
}

// codedAnswer notes the code of the error that an answer is.
type codedAnswer struct {
	http.ResponseWriter
	call *Call
	read bool // whether the first write has come, which always holds the code
}

// Write passes b on.
func (w *codedAnswer) Write(b []byte) (int, error) {
	if !w.read {
		w.read, w.call.Code = true, errorCode(b)
	}
	return w.ResponseWriter.Write(b)
}

// Unwrap lets an http.ResponseController reach the connection.
func (w *codedAnswer) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// errorCode returns the code of the JSON-RPC error that a text is, also as an event;
// 0 for any other. It reads no result: that may be long, and an error has none.
func errorCode(text []byte) int64 {
	start := max(bytes.IndexByte(text, '{'), 0)
	d := json.NewDecoder(bytes.NewReader(text[start:]))
	if _, err := d.Token(); err != nil {
		return 0
	}
	for d.More() {
		name, _ := d.Token()
		switch name {
		case "jsonrpc", "id":
			if d.Decode(new(json.RawMessage)) != nil {
				return 0
			}
		case "error":
			var e struct {
				Code int64 `json:"code"`
			}
			if d.Decode(&e) != nil {
				return 0
			}
			return e.Code
		default:
			return 0
		}
	}
	return 0
}
