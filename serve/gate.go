package serve

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// gate stands in front of the SDK's HTTP handler and makes up for where that
// departs from the protocol: it refuses bodies that are too long, compressed, not JSON
// or not JSON-RPC with a JSON-RPC error, as the SDK's refusals become one too, reads an
// encoded Mcp-Name, gives a call without params empty ones, and lets no notification be
// answered.
type gate struct {
	next    http.Handler
	maxBody int64 // bytes
}

func (g *gate) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w = observeSDK(w)
	answer := &refusals{ResponseWriter: w}
	if r.Method != http.MethodPost {
		g.next.ServeHTTP(answer, r)
		return
	}
	body, refused := g.read(w, r)
	if refused != nil {
		refused.write(w)
		return
	}
	decodeName(r.Header)
	message, refused := decodeMessage(body)
	if refused != nil {
		refused.write(w)
		return
	}
	if call, ok := message.(*jsonrpc.Request); ok {
		observeRequest(w, call)
		if !call.IsCall() && !isNotification(call.Method) {
			// A call's method without an id gets no answer (P11); the SDK refuses it.
			w.WriteHeader(http.StatusAccepted)
			return
		}
		body = withParams(call, body)
		answer.id = call.ID
	}
	r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	g.next.ServeHTTP(answer, r)
}

// read returns the body, or why it is refused.
func (g *gate) read(w http.ResponseWriter, r *http.Request) ([]byte, *refused) {
	for _, name := range []string{"Mcp-Protocol-Version", "Mcp-Method", "Mcp-Name"} {
		if values := r.Header.Values(name); len(values) > 1 {
			return nil, refuse(http.StatusBadRequest, mcp.CodeHeaderMismatch, fmt.Sprintf("%d %s headers; send one", len(values), name))
		}
	}
	if r.ContentLength > g.maxBody && r.Header.Get("Expect") != "" {
		return nil, g.tooLong() // it waits to be told whether to send the body
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, g.maxBody))
	if tooLong := (*http.MaxBytesError)(nil); errors.As(err, &tooLong) {
		// A client that still writes when the connection closes may miss the answer.
		_, _ = io.CopyN(io.Discard, r.Body, g.maxBody)
		return nil, g.tooLong()
	}
	if err != nil {
		return nil, refuse(http.StatusBadRequest, jsonrpc.CodeInvalidRequest, "the body could not be read")
	}
	if coding := contentCoding(r.Header); coding != "" {
		w.Header().Set("Accept-Encoding", "identity") // tells what would do (RFC 9110, section 15.5.16)
		return nil, refuse(http.StatusUnsupportedMediaType, jsonrpc.CodeInvalidRequest, fmt.Sprintf("a body with Content-Encoding %q; send it as it is", coding))
	}
	return body, nil
}

func (g *gate) tooLong() *refused {
	return refuse(http.StatusRequestEntityTooLarge, jsonrpc.CodeInvalidRequest, fmt.Sprintf("the body is longer than %d bytes", g.maxBody))
}

// contentCoding returns what the body is coded with, "" where it is as it is.
func contentCoding(h http.Header) string {
	coding := strings.Join(h.Values("Content-Encoding"), ", ")
	if strings.EqualFold(coding, "identity") {
		return ""
	}
	return coding
}

// decodeName replaces an Mcp-Name in the form =?base64?…?=, in which a client may send
// any name and must send one that is not plain ASCII, by the name itself, which the
// SDK compares with the body (T2).
func decodeName(h http.Header) {
	name, ok := strings.CutPrefix(h.Get("Mcp-Name"), "=?base64?")
	name, ok2 := strings.CutSuffix(name, "?=")
	if b, err := base64.StdEncoding.DecodeString(name); ok && ok2 && err == nil {
		h.Set("Mcp-Name", string(b))
	}
}

func isNotification(method string) bool { return strings.HasPrefix(method, "notifications/") }

// withParams returns the body of a message, with empty params where a call has
// none: the SDK refuses a missing params as an invalid request, before it can look
// for what is missing in it.
func withParams(call *jsonrpc.Request, body []byte) []byte {
	if !completeParams(call) {
		return body
	}
	if full, err := jsonrpc.EncodeMessage(call); err == nil {
		return full
	}
	return body
}

// completeParams gives a call without params empty ones and reports whether it did.
func completeParams(call *jsonrpc.Request) bool {
	if !call.IsCall() || len(call.Params) > 0 && string(call.Params) != "null" {
		return false
	}
	call.Params = json.RawMessage("{}")
	return true
}

// refused is an answer that refuses a request.
type refused struct {
	status int
	id     jsonrpc.ID // zero where the request was not understood
	err    *jsonrpc.Error
}

func refuse(status int, code int64, message string) *refused {
	return &refused{status: status, err: &jsonrpc.Error{Code: code, Message: message}}
}

func (f *refused) write(w http.ResponseWriter) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Del("Content-Length")
	w.WriteHeader(f.status)
	_, _ = w.Write(errorMessage(f.id, f.err)) // the client may be gone
}

// errorMessage encodes an error as the answer to id; a zero id is null, which the
// SDK would leave out.
func errorMessage(id jsonrpc.ID, err *jsonrpc.Error) []byte {
	b, _ := encodeJSON(struct {
		Version string         `json:"jsonrpc"`
		ID      any            `json:"id"`
		Error   *jsonrpc.Error `json:"error"`
	}{"2.0", id.Raw(), err})
	return b
}

// refusals turns the SDK's refusals in plain text into JSON-RPC errors with the same
// status, so that a client can tie them to its request.
type refusals struct {
	http.ResponseWriter
	id     jsonrpc.ID
	status int // of the refusal under way, 0 for none
}

// WriteHeader holds back the header of a refusal until its text comes.
func (w *refusals) WriteHeader(status int) {
	kind, _, _ := mime.ParseMediaType(w.Header().Get("Content-Type"))
	if status >= http.StatusBadRequest && kind == "text/plain" {
		w.status = status
		return
	}
	w.ResponseWriter.WriteHeader(status)
}

// Write passes b on, or writes the refusal whose text it is.
func (w *refusals) Write(b []byte) (int, error) {
	if w.status == 0 {
		return w.ResponseWriter.Write(b)
	}
	text := strings.TrimSpace(string(b))
	if w.status == http.StatusMethodNotAllowed {
		text += "; POST JSON-RPC messages here"
	}
	f := refuse(w.status, refusalCode(w.status, text), text)
	f.id, w.status = w.id, 0
	if !w.id.IsValid() && f.err.Code == jsonrpc.CodeMethodNotFound {
		w.Header().Del("Content-Type")
		w.ResponseWriter.WriteHeader(http.StatusAccepted) // an unknown notification (P11)
		return len(b), nil
	}
	f.write(w.ResponseWriter)
	return len(b), nil
}

// Unwrap lets an http.ResponseController reach the connection.
func (w *refusals) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// refusalCode is the code that a status and text of the SDK stand for.
func refusalCode(status int, text string) int64 {
	switch {
	case status >= http.StatusInternalServerError:
		return jsonrpc.CodeInternalError
	case strings.HasSuffix(text, "unsupported"):
		return jsonrpc.CodeMethodNotFound
	case strings.Contains(text, "Unsupported protocol version"):
		return mcp.CodeUnsupportedProtocolVersion
	}
	return jsonrpc.CodeInvalidRequest
}
