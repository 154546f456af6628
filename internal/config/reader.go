package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"gopkg.in/yaml.v3"

	"skillpack/internal/diag"
	"skillpack/internal/skill"
	"skillpack/lint"
)

// The rule ids of findings in the configuration.
const (
	ruleYAML  = "config/yaml"
	ruleKey   = "config/key"
	ruleValue = "config/value"
)

// reader walks the YAML nodes of a configuration and collects what is wrong.
type reader struct {
	data  []byte
	found []diag.Diagnostic
	globs []lint.Glob // that were taken, with their places
}

// field is a key that a mapping may have and what takes its value in.
type field struct {
	name string
	take func(value *yaml.Node)
}

// document returns the root node, or nil where there is nothing to read.
func (r *reader) document() *yaml.Node {
	decoder := yaml.NewDecoder(bytes.NewReader(r.data))
	var doc, more yaml.Node
	if err := decoder.Decode(&doc); err != nil {
		if !errors.Is(err, io.EOF) {
			r.syntax(err)
		}
		return nil
	}
	switch err := decoder.Decode(&more); {
	case err == nil:
		r.report(ruleYAML, &more, "a second YAML document; the configuration is one document, so delete this one")
	case !errors.Is(err, io.EOF):
		r.syntax(err)
	}
	if len(doc.Content) == 0 || isNull(doc.Content[0]) {
		return nil
	}
	return doc.Content[0]
}

// syntax reports why the YAML library refused the text.
func (r *reader) syntax(err error) {
	span, message := skill.YAMLFault(r.data, err)
	r.found = append(r.found, r.finding(ruleYAML, span, message))
}

// mapping gives the value of each key to its field. A key without a value counts as
// absent.
func (r *reader) mapping(n *yaml.Node, fields []field) {
	r.pairs(n, func(key, value *yaml.Node) {
		for _, f := range fields {
			if f.name == key.Value {
				if !isNull(value) {
					f.take(value)
				}
				return
			}
		}
		r.report(ruleKey, key, unknown("key", key.Value, names(fields)))
	})
}

// pairs calls take for each key that is text and stands there for the first time.
func (r *reader) pairs(n *yaml.Node, take func(key, value *yaml.Node)) {
	if n = resolve(n); n.Kind != yaml.MappingNode {
		r.wrongType(n, "a mapping")
		return
	}
	seen := map[string]*yaml.Node{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := resolve(n.Content[i])
		first := seen[key.Value]
		switch {
		case key.Kind != yaml.ScalarNode:
			r.wrongType(key, "a key that is text")
		case first != nil:
			r.report(ruleKey, key, fmt.Sprintf("the key %q stands here twice; delete one", key.Value))
			r.found[len(r.found)-1].Related = []diag.Related{
				{File: skill.ConfigName, Span: r.span(first), Message: fmt.Sprintf("%q is first here", key.Value)},
			}
		default:
			seen[key.Value] = key
			take(key, resolve(n.Content[i+1]))
		}
	}
}

func names(fields []field) []string {
	var all []string
	for _, f := range fields {
		all = append(all, f.name)
	}
	return all
}

// unknown says of a word that it is none of those known, and which of them was meant or
// where they are listed.
func unknown(what, word string, known []string) string {
	if near := diag.Meant(word, known); near != "" {
		return fmt.Sprintf("unknown %s %q; did you mean %q?", what, word, near)
	}
	const listed = 12
	if len(known) > listed { // only rules are so many
		return fmt.Sprintf("unknown %s %q; 'skillpack lint --list-rules' lists those that there are", what, word)
	}
	return fmt.Sprintf("unknown %s %q; known here are %s", what, word, strings.Join(known, ", "))
}

// group takes a nested mapping.
func (r *reader) group(fields []field) func(*yaml.Node) {
	return func(n *yaml.Node) { r.mapping(n, fields) }
}

// resolve follows an alias. Values are only as deep as the fields are, so that an
// alias into itself ends in a finding.
func resolve(n *yaml.Node) *yaml.Node {
	if n.Kind == yaml.AliasNode {
		return n.Alias
	}
	return n
}

func isNull(n *yaml.Node) bool { return n.ShortTag() == "!!null" }

func (r *reader) wrongType(n *yaml.Node, expected string) {
	r.report(ruleValue, n, fmt.Sprintf("found %s, expected %s", kindName(n), expected))
}

func kindName(n *yaml.Node) string {
	switch n.ShortTag() {
	case "!!map":
		return "a mapping"
	case "!!seq":
		return "a list"
	case "!!str":
		return fmt.Sprintf("the text %q", n.Value)
	case "!!null":
		return "nothing"
	}
	return fmt.Sprintf("%q, which YAML does not read as text", n.Value)
}

func (r *reader) report(rule string, n *yaml.Node, message string) {
	r.found = append(r.found, r.finding(rule, r.span(n), message))
}

func (r *reader) finding(rule string, span diag.Span, message string) diag.Diagnostic {
	return diag.Diagnostic{Rule: rule, Severity: diag.Error, File: skill.ConfigName, Span: span, Message: message}
}

// span returns the place of a node: a scalar on one line as written, of anything else
// the first byte.
func (r *reader) span(n *yaml.Node) diag.Span {
	start := r.offset(n.Line, n.Column)
	rest := r.data[start:]
	if end := bytes.IndexByte(rest, '\n'); end >= 0 {
		rest = rest[:end]
	}
	length := min(1, len(rest))
	if n.Kind == yaml.ScalarNode && n.Value != "" {
		if i := bytes.Index(rest, []byte(n.Value)); i >= 0 && i <= 1 {
			length = min(i+len(n.Value)+i, len(rest)) // i is 1 behind a quote
		}
	}
	return diag.Span{Start: start, End: start + length}
}

// offset turns a line and a column, both from 1 and the column in characters, into
// the offset of a byte.
func (r *reader) offset(line, column int) int {
	at := 0
	for range line - 1 {
		end := bytes.IndexByte(r.data[at:], '\n')
		if end < 0 {
			return len(r.data)
		}
		at += end + 1
	}
	for range column - 1 {
		_, size := utf8.DecodeRune(r.data[at:])
		at += size
	}
	return at
}
