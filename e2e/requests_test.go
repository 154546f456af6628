package e2e

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
)

// request is a request by hand: a method, its params, and whether it has to be refused.
type request struct {
	revision, method string
	params           map[string]any
	refused          bool
}

// mixed returns requests for every method and file, that both doors answer and refuse,
// in both protocol eras.
func mixed(want expectation) []request {
	var requests []request
	for _, revision := range []string{"2026-07-28", "2025-11-25"} {
		add := func(method string, params map[string]any, refused bool) {
			requests = append(requests, request{revision, method, params, refused})
		}
		uri := func(uri string) map[string]any { return map[string]any{"uri": uri} }
		for _, s := range want.all() {
			add("skills/get", uri(s.URI), false)
			add("resources/directory/read", uri(s.root()), false)
			for _, r := range s.Resources {
				add("resources/read", uri(r.URI), false)
			}
		}
		add("skills/list", map[string]any{}, false)
		add("resources/list", map[string]any{}, false)
		add("resources/templates/list", map[string]any{}, false)
		add("skills/get", uri(unknownSkill), true)
		add("resources/read", uri(unknownSkill), true)
		add("resources/directory/read", uri(unknownSkill), true)
		add("skills/list", map[string]any{"cursor": "zzz"}, true)
	}
	return append(requests, request{"2026-07-28", "no/such/method", map[string]any{}, true})
}

// send sends the request and fails the test if it is not answered as it has to be.
func (r request) send(t *testing.T, url string, id int) {
	t.Helper()
	client := http.Client{Timeout: 20 * time.Second}
	response, err := client.Do(r.encode(t, url, id))
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	r.check(t, body)
}

// check fails the test if an answer is not as it has to be.
func (r request) check(t *testing.T, body []byte) {
	t.Helper()
	var answer struct {
		Result json.RawMessage `json:"result"`
		Error  json.RawMessage `json:"error"`
	}
	if err := json.Unmarshal(body, &answer); err != nil || (answer.Error != nil) != r.refused || (answer.Result != nil) == r.refused {
		t.Fatalf("%s %s %v: expected refusal: %t, got %s (%v)", r.revision, r.method, r.params, r.refused, tail(body), err)
	}
}

// message is the JSON-RPC message of the request (T3).
func (r request) message(t *testing.T, id int) []byte {
	t.Helper()
	params := map[string]any{}
	for key, value := range r.params {
		params[key] = value
	}
	if r.revision >= "2026-07-28" {
		params["_meta"] = map[string]any{
			"io.modelcontextprotocol/protocolVersion":    r.revision,
			"io.modelcontextprotocol/clientCapabilities": map[string]any{},
		}
	}
	body, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": id, "method": r.method, "params": params})
	if err != nil {
		t.Fatal(err)
	}
	return body
}

// encode makes the HTTP request (T2).
func (r request) encode(t *testing.T, url string, id int) *http.Request {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, bytes.NewReader(r.message(t, id)))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	req.Header.Set("MCP-Protocol-Version", r.revision)
	if r.revision >= "2026-07-28" {
		req.Header.Set("Mcp-Method", r.method)
		if name, ok := r.params["uri"].(string); ok && strings.HasPrefix(r.method, "resources/read") {
			req.Header.Set("Mcp-Name", name)
		}
	}
	return req
}
