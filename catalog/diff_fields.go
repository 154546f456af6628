package catalog

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"

	"skillpack/internal/protocol"
)

// fieldChanges compares two objects in canonical form, field by field, sorted by path.
func fieldChanges(old, now json.RawMessage) []FieldChange {
	var found []FieldChange
	compareFields(nil, old, now, &found)
	slices.SortFunc(found, func(a, b FieldChange) int { return slices.Compare(a.Path, b.Path) })
	return found
}

func compareFields(path []string, old, now json.RawMessage, found *[]FieldChange) {
	before, after := fieldsOf(old), fieldsOf(now)
	for key, a := range before {
		b := after[key]
		at := append(slices.Clip(path), key)
		switch {
		case bytes.Equal(a, b):
		case a[0] == '{' && b != nil && b[0] == '{':
			compareFields(at, a, b, found)
		default:
			*found = append(*found, FieldChange{at, a, b})
		}
	}
	for key, b := range after {
		if before[key] == nil {
			*found = append(*found, FieldChange{append(slices.Clip(path), key), nil, b})
		}
	}
}

// fieldsOf returns the fields of an object in canonical form, as they are written.
func fieldsOf(object json.RawMessage) map[string]json.RawMessage {
	fields := map[string]json.RawMessage{}
	s := scanner{b: object}
	s.object(1, func(key string) {
		start := s.pos
		s.value(2)
		fields[key] = object[start:s.pos:s.pos]
	})
	return fields
}

// server compares the settings, in the order of the format.
func (d differ) server() []FieldChange {
	var found []FieldChange
	add := func(key string, old, now json.RawMessage) {
		if !bytes.Equal(old, now) {
			found = append(found, FieldChange{[]string{key}, old, now})
		}
	}
	a, b := &d.old.Server, &d.now.Server
	add("name", jsonText(a.Name), jsonText(b.Name))
	add("version", jsonText(a.Version), jsonText(b.Version))
	add("instructions", jsonOptional(a.Instructions), jsonOptional(b.Instructions))
	add("ttlMs", strconv.AppendInt(nil, a.TTLMs, 10), strconv.AppendInt(nil, b.TTLMs, 10))
	add("cacheScope", jsonText(a.CacheScope), jsonText(b.CacheScope))
	return found
}

func jsonText(s string) json.RawMessage { return protocol.AppendString(nil, s) }

// jsonOptional is jsonText of a text that is left out where it is empty.
func jsonOptional(s string) json.RawMessage {
	if s == "" {
		return nil
	}
	return jsonText(s)
}
