package verify

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

// members returns the members of a JSON object, each a slice of raw as it is written.
// Other than encoding/json it tells upper case from lower, and refuses a key that is
// there twice.
func members(raw []byte) (map[string]json.RawMessage, error) {
	s := splitter{raw: raw}
	if err := s.opens('{', "an object"); err != nil {
		return nil, err
	}
	fields := map[string]json.RawMessage{}
	for !s.ends('}') {
		var key string
		if err := json.Unmarshal(s.value(), &key); err != nil {
			return nil, err
		}
		if _, twice := fields[key]; twice {
			return nil, fmt.Errorf("it has the key %s twice", quote(key))
		}
		s.skip(':')
		fields[key] = s.value()
		s.skip(',')
	}
	return fields, nil
}

// items returns the items of a JSON list, each a slice of raw as it is written.
func items(raw []byte) ([]json.RawMessage, error) {
	s := splitter{raw: raw}
	if err := s.opens('[', "a list"); err != nil {
		return nil, err
	}
	list := []json.RawMessage{}
	for !s.ends(']') {
		list = append(list, s.value())
		s.skip(',')
	}
	return list, nil
}

// splitter cuts JSON apart without a copy: what comes from a server may be long. After
// opens, raw is known to be JSON.
type splitter struct {
	raw []byte
	pos int
}

// opens steps into an object or a list, or says what is there in its place.
func (s *splitter) opens(bracket byte, what string) error {
	s.blanks()
	if s.pos == len(s.raw) {
		return errors.New("there is nothing, expected " + what)
	}
	if s.raw[s.pos] != bracket {
		return fmt.Errorf("found %s, expected %s", shown(s.raw), what)
	}
	if !json.Valid(s.raw) {
		var none json.RawMessage
		return fmt.Errorf("it is no JSON: %w", json.Unmarshal(s.raw, &none))
	}
	s.pos++
	return nil
}

func (s *splitter) blanks() {
	for s.pos < len(s.raw) && bytes.IndexByte([]byte(" \t\r\n"), s.raw[s.pos]) >= 0 {
		s.pos++
	}
}

// ends reports whether the bracket comes next that closes what opens stepped into.
func (s *splitter) ends(bracket byte) bool {
	s.blanks()
	return s.raw[s.pos] == bracket
}

// skip steps over a byte if it comes next.
func (s *splitter) skip(c byte) {
	s.blanks()
	if s.raw[s.pos] == c {
		s.pos++
	}
}

// value returns the value that comes next.
func (s *splitter) value() json.RawMessage {
	s.blanks()
	start, depth := s.pos, 0
	for {
		switch c := s.raw[s.pos]; c {
		case '"':
			s.text()
		case '{', '[':
			depth++
			s.pos++
		case '}', ']':
			depth--
			s.pos++
		case ',', ':', ' ', '\t', '\r', '\n':
			s.pos++ // inside an object or a list
		default:
			s.word()
		}
		if depth == 0 {
			return s.raw[start:s.pos:s.pos]
		}
	}
}

// text steps over a string.
func (s *splitter) text() {
	s.pos++
	for s.raw[s.pos] != '"' {
		if s.raw[s.pos] == '\\' {
			s.pos++
		}
		s.pos++
	}
	s.pos++
}

// word steps over a number, true, false or null.
func (s *splitter) word() {
	for s.pos < len(s.raw) && bytes.IndexByte([]byte(",:]} \t\r\n"), s.raw[s.pos]) < 0 {
		s.pos++
	}
}
