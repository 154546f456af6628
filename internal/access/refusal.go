package access

import (
	"encoding/json"
	"net/http"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// challenges are the values of WWW-Authenticate (RFC 6750).
type challenges struct{ missing, invalid string }

// newChallenges returns those that name the metadata, unless that is "".
func newChallenges(metadata string) challenges {
	if metadata != "" {
		metadata = `, resource_metadata="` + metadata + `"`
	}
	const scheme = `Bearer realm="skillpack"`
	return challenges{scheme + metadata, scheme + `, error="invalid_token"` + metadata}
}

// refusal is the response to a request while its token is checked. It turns the SDK's
// refusals in plain text into a challenge and a JSON-RPC error.
type refusal struct {
	http.ResponseWriter
	challenges challenges
	tell       func(http.ResponseWriter, string) // why; may be nil
	status     int                               // once the header was given
}

// WriteHeader holds the header back until the text comes.
func (f *refusal) WriteHeader(status int) { f.status = status }

// Write writes the refusal whose text b is.
func (f *refusal) Write(b []byte) (int, error) {
	reason, challenge := reasonIn(strings.TrimSpace(string(b))), f.challenges.invalid
	if reason == noToken {
		challenge = f.challenges.missing
	}
	if f.tell != nil {
		f.tell(f.ResponseWriter, reason)
	}
	f.Header().Set("WWW-Authenticate", challenge)
	f.Header().Set("Content-Type", "application/json")
	f.ResponseWriter.WriteHeader(f.status)
	_, err := f.ResponseWriter.Write(errorBody(told(reason)))
	return len(b), err
}

func errorBody(message string) []byte {
	body, _ := json.Marshal(map[string]any{ // strings and numbers can be encoded
		"jsonrpc": "2.0",
		"id":      nil,
		"error":   jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: message},
	})
	return body
}
