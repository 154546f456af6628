package verify

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"skillpack/internal/skill"
)

// maxDepth is how deep the frontmatter of an entry may be nested, more than any reader
// of YAML takes.
const maxDepth = 128

// parseJSON reads an object with one reading: no key twice, nothing behind it. Numbers
// keep their lexemes.
func parseJSON(data []byte) (*skill.Value, error) {
	r := jsonReader{json.NewDecoder(bytes.NewReader(data))}
	r.UseNumber()
	v, err := r.value(0)
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		return nil, err
	}
	if v.Kind != skill.Map {
		return nil, fmt.Errorf("it is %s", describe(v))
	}
	if _, err := r.Token(); err != io.EOF {
		return nil, errors.New("there is more behind it")
	}
	return v, nil
}

type jsonReader struct{ *json.Decoder }

// value reads the next value, which stands depth deep.
func (r jsonReader) value(depth int) (*skill.Value, error) {
	if depth > maxDepth {
		return nil, fmt.Errorf("it is nested more than %d deep", maxDepth)
	}
	token, err := r.Token()
	if err != nil {
		return nil, err
	}
	switch v := token.(type) {
	case json.Delim:
		if v == '[' {
			return r.list(depth)
		}
		return r.object(depth)
	case string:
		return &skill.Value{Kind: skill.String, Text: v}, nil
	case json.Number:
		return &skill.Value{Kind: skill.Number, Text: v.String()}, nil
	case bool:
		return &skill.Value{Kind: skill.Bool, Text: fmt.Sprint(v)}, nil
	default:
		return &skill.Value{Kind: skill.Null, Text: "null"}, nil
	}
}

// list reads a list from behind its bracket.
func (r jsonReader) list(depth int) (*skill.Value, error) {
	list := &skill.Value{Kind: skill.List}
	for r.More() {
		item, err := r.value(depth + 1)
		if err != nil {
			return nil, err
		}
		list.Items = append(list.Items, item)
	}
	_, err := r.Token()
	return list, err
}

// object reads an object from behind its brace.
func (r jsonReader) object(depth int) (*skill.Value, error) {
	object := &skill.Value{Kind: skill.Map}
	seen := map[string]bool{}
	for r.More() {
		token, err := r.Token()
		if err != nil {
			return nil, err
		}
		key := token.(string) // the decoder takes nothing else for a key
		if seen[key] {
			return nil, fmt.Errorf("it has the key %s twice", quote(key))
		}
		seen[key] = true
		v, err := r.value(depth + 1)
		if err != nil {
			return nil, err
		}
		object.Fields = append(object.Fields, skill.Field{Key: key, Value: v})
	}
	_, err := r.Token()
	return object, err
}
