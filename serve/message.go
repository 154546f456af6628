package serve

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// decodeMessage reads a message, for every door alike. It refuses what the SDK would
// take for something else than it says, or would take minutes for: batches, ids that
// come back changed, members that are there twice.
func decodeMessage(text []byte) (jsonrpc.Message, *refused) {
	switch {
	case !json.Valid(text) || !utf8.Valid(text):
		return nil, refuse(http.StatusBadRequest, jsonrpc.CodeParseError, "not JSON in UTF-8, or nested too deep")
	case bytes.HasPrefix(bytes.TrimLeft(text, " \t\r\n"), []byte{'['}):
		return nil, refuse(http.StatusBadRequest, jsonrpc.CodeInvalidRequest, "batches are not supported; send each message on its own")
	}
	message, err := jsonrpc.DecodeMessage(text)
	if err != nil {
		return nil, refuse(http.StatusBadRequest, jsonrpc.CodeInvalidRequest, "not a JSON-RPC message: "+err.Error())
	}
	members, fault := readMembers(text)
	if fault == nil {
		fault = checkID(members)
	}
	if fault != nil {
		return nil, refuse(http.StatusBadRequest, jsonrpc.CodeInvalidRequest, fault.Error())
	}
	if call, ok := message.(*jsonrpc.Request); ok {
		return message, checkCall(call)
	}
	if members["result"] == nil && members["error"] == nil {
		return nil, refuse(http.StatusBadRequest, jsonrpc.CodeInvalidRequest, `there is no "method", "result" or "error"`)
	}
	return message, nil
}

// checkCall refuses a call that has two meanings or none. What is wrong with the
// params of a notification is never answered (P11).
func checkCall(call *jsonrpc.Request) *refused {
	fail := func(code int64, message string) *refused {
		f := refuse(http.StatusBadRequest, code, message)
		f.id = call.ID
		return f
	}
	if call.Method == "" {
		return fail(jsonrpc.CodeInvalidRequest, `"method" must be a text, not empty`)
	}
	if !call.IsCall() {
		return nil
	}
	params, err := readMembers(call.Params)
	if err == nil {
		_, err = readMembers(params["_meta"])
	}
	if err != nil {
		return fail(jsonrpc.CodeInvalidParams, "params: "+err.Error())
	}
	// The SDK would answer with the code 0.
	if call.Method == methodInitialize && len(call.Params) > 0 && json.Unmarshal(call.Params, new(mcp.InitializeParams)) != nil {
		return fail(jsonrpc.CodeInvalidParams, "params: not those of initialize")
	}
	return nil
}

// readMembers returns the members of an object, none of any other JSON. It fails for
// a member that is there twice, of which one reader takes the first and another the
// last.
func readMembers(text []byte) (map[string]json.RawMessage, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	if start, err := d.Token(); err != nil || start != json.Delim('{') {
		return nil, nil
	}
	members := map[string]json.RawMessage{}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return nil, err
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return nil, err
		}
		key := name.(string) // as in every object
		if members[key] != nil {
			return nil, fmt.Errorf("%q is there twice", key)
		}
		members[key] = value
	}
	return members, nil
}

// checkID fails for an id that the answer could not repeat: null, which is that of
// nobody, and a number that is not whole or not exact as a double.
func checkID(members map[string]json.RawMessage) error {
	const most = 1<<53 - 1
	id := string(members["id"])
	if id == "" || strings.HasPrefix(id, `"`) {
		return nil
	}
	n, err := strconv.ParseFloat(id, 64)
	if err != nil || n != float64(int64(n)) || n < -most || n > most {
		return fmt.Errorf(`"id" must be a text or a whole number below 2^53, found %.40s`, id)
	}
	return nil
}
