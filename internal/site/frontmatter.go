package site

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Field is a member of a frontmatter.
type Field struct {
	Key   string
	Value Value
}

// Value is a value of a frontmatter.
type Value struct {
	Kind   ValueKind
	Text   string  // of a String; the JSON of a Literal
	Fields []Field // of a Map, in the order written
	Items  []Value // of a List
}

// ValueKind says what a Value is.
type ValueKind uint8

// The kinds of values.
const (
	String ValueKind = iota
	Literal
	Map
	List
)

// Is tells templates of which kind a value is: "string", "literal", "map" or "list".
func (v Value) Is(kind string) bool {
	return kind == [...]string{"string", "literal", "map", "list"}[v.Kind]
}

// parseFields reads the frontmatter of a frozen catalog, whose form was checked, with its
// keys in the order written.
func parseFields(raw json.RawMessage) ([]Field, error) {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	v, err := parseValue(d)
	return v.Fields, err
}

func parseValue(d *json.Decoder) (Value, error) {
	token, err := d.Token()
	if err != nil {
		return Value{}, err
	}
	switch t := token.(type) {
	case json.Delim:
		if t == '{' {
			return parseMap(d)
		}
		return parseList(d)
	case string:
		return Value{Kind: String, Text: t}, nil
	case nil:
		return Value{Kind: Literal, Text: "null"}, nil
	default: // a boolean or a json.Number, which keeps how it was written
		return Value{Kind: Literal, Text: fmt.Sprint(t)}, nil
	}
}

func parseMap(d *json.Decoder) (Value, error) {
	v := Value{Kind: Map}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return v, err
		}
		value, err := parseValue(d)
		if err != nil {
			return v, err
		}
		v.Fields = append(v.Fields, Field{key.(string), value})
	}
	_, err := d.Token()
	return v, err
}

func parseList(d *json.Decoder) (Value, error) {
	v := Value{Kind: List}
	for d.More() {
		item, err := parseValue(d)
		if err != nil {
			return v, err
		}
		v.Items = append(v.Items, item)
	}
	_, err := d.Token()
	return v, err
}
