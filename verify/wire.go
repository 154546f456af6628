package verify

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"unicode/utf8"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// maxNesting is how deep a message may be nested: deeper than the deepest frontmatter in
// a result.
const maxNesting = 256

// received is a message that answers a call.
type received struct {
	id    string // its lexeme, "null" or "" where it has none
	reply *Reply
}

// readAnswer reads a message that must be a JSON-RPC answer.
func readAnswer(message []byte) (received, error) {
	fields, err := readMessage(message)
	if err != nil {
		return received{}, err
	}
	return answerOf(fields)
}

// readMessage returns the members of a JSON-RPC message.
func readMessage(message []byte) (map[string]json.RawMessage, error) {
	if !utf8.Valid(message) {
		return nil, errors.New("it is not UTF-8")
	}
	if tooDeep(message) {
		return nil, fmt.Errorf("it is nested more than %d deep", maxNesting)
	}
	fields, err := members(message)
	if err != nil {
		return nil, err
	}
	if version := fields["jsonrpc"]; string(version) != `"2.0"` {
		return nil, fmt.Errorf("its \"jsonrpc\" is %s, expected \"2.0\"", shown(version))
	}
	return fields, nil
}

func answerOf(fields map[string]json.RawMessage) (received, error) {
	a := received{id: string(fields["id"]), reply: &Reply{Result: fields["result"]}}
	fault, refused := fields["error"]
	switch {
	case refused && a.reply.Result != nil:
		return a, errors.New("it has a result and an error, expected one of them")
	case !refused && a.reply.Result == nil:
		return a, errors.New("it has neither a result nor an error")
	case !refused:
		return a, nil
	}
	var err error
	a.reply.Error, err = readRefusal(fault)
	return a, err
}

// readRefusal reads the error of an answer.
func readRefusal(raw json.RawMessage) (*jsonrpc.Error, error) {
	fields, err := members(raw)
	if err != nil {
		return nil, fmt.Errorf("its error: %w", err)
	}
	code, err := strconv.ParseInt(string(fields["code"]), 10, 64)
	if err != nil {
		return nil, fmt.Errorf("its error has the code %s, expected a whole number", shown(fields["code"]))
	}
	message, err := text(fields, "message")
	if err != nil {
		return nil, fmt.Errorf("its error: %w", err)
	}
	return &jsonrpc.Error{Code: code, Message: message, Data: fields["data"]}, nil
}

// tooDeep reports whether JSON is nested more than maxNesting deep, before it is parsed.
func tooDeep(b []byte) bool {
	depth, inString := 0, false
	for i := 0; i < len(b); i++ {
		if inString {
			next := bytes.IndexAny(b[i:], `"\`)
			if next < 0 {
				return false
			}
			i += next
			inString = b[i] != '"'
			if b[i] == '\\' {
				i++
			}
			continue
		}
		switch b[i] {
		case '"':
			inString = true
		case '{', '[':
			if depth++; depth > maxNesting {
				return true
			}
		case '}', ']':
			depth--
		}
	}
	return false
}

// text returns the string that a member must be.
func text(fields map[string]json.RawMessage, name string) (string, error) {
	var s *string
	if json.Unmarshal(fields[name], &s) != nil || s == nil {
		return "", fmt.Errorf("its %q is %s, expected a string", name, shown(fields[name]))
	}
	return *s, nil
}

// optionalText returns the string that a member must be where it is there.
func optionalText(fields map[string]json.RawMessage, name string) (string, error) {
	if fields[name] == nil {
		return "", nil
	}
	return text(fields, name)
}

// list returns the items of the list that a member must be.
func list(fields map[string]json.RawMessage, name string) ([]json.RawMessage, error) {
	all, err := items(fields[name])
	if err != nil {
		return nil, fmt.Errorf("its %q is %s, expected a list", name, shown(fields[name]))
	}
	return all, nil
}

// shown describes a JSON value in a message.
func shown(raw []byte) string {
	raw = bytes.TrimSpace(raw)
	switch {
	case len(raw) == 0:
		return "missing"
	case raw[0] == '{' && json.Valid(raw):
		return "an object"
	case raw[0] == '[' && json.Valid(raw):
		return "a list"
	}
	return quote(string(raw[:min(len(raw), 2*maxShown)]))
}
