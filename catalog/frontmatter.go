package catalog

import (
	"errors"
	"fmt"
	"strconv"
	"unicode/utf8"
)

// maxDepth is how deep frontmatter may be nested, itself counted.
const maxDepth = 128

// maxDescription is the greatest length of a description, in code points (F4, C).
const maxDescription = 1024

// frontmatter is what a catalog must know of an entry's frontmatter.
type frontmatter struct{ name, description string }

// parseFrontmatter checks that raw is one object in canonical form with what every
// client requires (F2, F4, C).
func parseFrontmatter(raw []byte) (frontmatter, error) {
	s := scanner{b: raw}
	f := s.frontmatter()
	if !s.failed && s.pos < len(raw) {
		s.fail(s.pos, "found %s after the frontmatter", s.found(s.pos))
	}
	if s.failed {
		return f, fmt.Errorf("frontmatter: at byte %d: %s", s.at, s.message)
	}
	return f, nil
}

// frontmatter reads the frontmatter object.
func (s *scanner) frontmatter() frontmatter {
	var f frontmatter
	start := s.pos
	s.object(1, func(key string) {
		switch key {
		case "name":
			f.name = s.text(key)
		case "description":
			f.description = s.text(key)
		default:
			s.value(2)
		}
	})
	if s.failed {
		return f
	}
	if f.name == "" {
		s.fail(start, "the frontmatter has no name; each skill needs one")
	}
	if n := utf8.RuneCountInString(f.description); n == 0 || n > maxDescription {
		s.fail(start, "the description has %d characters, expected 1 to %d", n, maxDescription)
	}
	return f
}

// text reads the value of a key that must be a string.
func (s *scanner) text(key string) string {
	if s.peek() != '"' {
		s.fail(s.pos, "found %s as the value of %q, expected a string", s.found(s.pos), key)
	}
	return s.string()
}

// value reads any JSON value; depth is the depth of an object or list there.
func (s *scanner) value(depth int) {
	switch c := s.peek(); {
	case s.failed:
	case c == '{':
		s.object(depth, func(string) { s.value(depth + 1) })
	case c == '[':
		s.array(depth)
	case c == '"':
		s.string()
	case c == '-' || c >= '0' && c <= '9':
		s.number()
	case !s.has("true") && !s.has("false") && !s.has("null"):
		s.fail(s.pos, "found %s, expected a JSON value without white space around it", s.found(s.pos))
	}
}

// object reads an object and calls member at each value.
func (s *scanner) object(depth int, member func(key string)) {
	s.enter(depth)
	s.lit("{")
	if s.has("}") {
		return
	}
	var keys keySet
	for !s.failed {
		at := s.pos
		key := s.string()
		if err := keys.add(key); err != nil {
			s.fail(at, "%v", err)
		}
		s.lit(":")
		member(key)
		if !s.has(",") {
			s.lit("}")
			return
		}
	}
}

func (s *scanner) array(depth int) {
	s.enter(depth)
	s.lit("[")
	if s.has("]") {
		return
	}
	for !s.failed {
		s.value(depth + 1)
		if !s.has(",") {
			s.lit("]")
			return
		}
	}
}

func (s *scanner) enter(depth int) {
	if depth > maxDepth {
		s.fail(s.pos, "the frontmatter is nested more than %d deep; make it flatter", maxDepth)
	}
}

// number reads a JSON number and refuses one that is not finite as a double (C).
func (s *scanner) number() {
	start := s.pos
	if s.peek() == '-' {
		s.pos++
	}
	if s.peek() == '0' {
		s.pos++
	} else {
		s.digits()
	}
	if s.peek() == '.' {
		s.pos++
		s.digits()
	}
	if c := s.peek(); c == 'e' || c == 'E' {
		s.pos++
		if c := s.peek(); c == '+' || c == '-' {
			s.pos++
		}
		s.digits()
	}
	if s.failed {
		return
	}
	if _, err := strconv.ParseFloat(view(s.b[start:s.pos]), 64); err != nil {
		s.fail(start, "the number %s is too large for a double; write it as text", s.found(start))
	}
}

// digits reads one or more digits.
func (s *scanner) digits() {
	start := s.pos
	for c := s.peek(); c >= '0' && c <= '9'; c = s.peek() {
		s.pos++
	}
	if s.pos == start {
		s.fail(start, "found %s, expected a digit", s.found(start))
	}
}

// keySet holds the keys of one object: a list while they are few, which is almost
// always, a map beyond.
type keySet struct {
	few  []string
	many map[string]bool
}

const fewKeys = 16

// add fails for a key that is there or that no client may see.
func (k *keySet) add(key string) error {
	if key == "__proto__" {
		return errors.New(`the key "__proto__" makes clients refuse the whole listing; rename it`)
	}
	if k.has(key) {
		return fmt.Errorf("the key %q is there twice", key)
	}
	if k.few = append(k.few, key); len(k.few) <= fewKeys {
		return nil
	}
	if k.many == nil {
		k.many = make(map[string]bool, 2*len(k.few))
		for _, key := range k.few {
			k.many[key] = true
		}
	}
	k.many[key] = true
	return nil
}

func (k *keySet) has(key string) bool {
	if k.many != nil {
		return k.many[key]
	}
	for _, other := range k.few {
		if other == key {
			return true
		}
	}
	return false
}
