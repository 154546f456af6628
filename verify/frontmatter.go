package verify

import (
	"encoding/json"
	"fmt"

	"skillpack/internal/diag"
	"skillpack/internal/skill"
)

// maxDifferences bounds what Compare returns: nobody reads further.
const maxDifferences = 100

// maxReason is how much a difference says of why a SKILL.md cannot be read, in bytes.
const maxReason = 300

// Difference is one place where a frontmatter and a SKILL.md disagree. Its texts are
// quoted and shortened for showing.
type Difference struct {
	// Path names the field, as in `metadata.version` or `tags[2]`; "" is the whole.
	Path string
	// Entry and Manifest say what each side holds, with its type: `text "1"`,
	// `number 1`, `nothing` for a field that is not there.
	Entry, Manifest string
}

// String says it in one line, without a full stop.
func (d Difference) String() string {
	path := d.Path
	if path == "" {
		path = "the frontmatter"
	}
	return fmt.Sprintf("%s: the entry has %s, SKILL.md has %s", path, d.Entry, d.Manifest)
}

// Compare holds the frontmatter of an entry against that of the bytes of its SKILL.md,
// field by field (E1, H2), and returns where they differ, at most 100 places in the
// order of the manifest; nil means that they are equal in content.
//
// The manifest is read as `skillpack lint` reads it, by the YAML 1.2 core schema. One
// that has no frontmatter with a single reading differs as a whole, and so does an
// entry's that is no JSON object or has a key twice. Types count, the order of keys does
// not; numbers are equal if their exact values are, however written: 1.10 is 1.1.
//
// It takes any bytes, in time and memory linear in their number.
func Compare(frontmatter json.RawMessage, manifest []byte) []Difference {
	front, _, found := skill.ParseFrontmatter(manifest)
	listed, err := parseJSON(frontmatter)
	c := &comparison{}
	switch {
	case err != nil:
		c.add("", "no object with one reading: "+err.Error(), "another")
	case front == nil:
		c.add("", describe(listed), unreadable(manifest, found))
	default:
		c.fields("", listed, &skill.Value{Kind: skill.Map, Fields: front.Fields})
	}
	return c.found
}

// unreadable says why a manifest has no frontmatter.
func unreadable(manifest []byte, found []diag.Diagnostic) string {
	if len(found) == 0 {
		return "none that can be read"
	}
	first := found[0]
	return fmt.Sprintf("none that can be read: line %d: %s", diag.PositionAt(manifest, first.Span.Start).Line, cut(first.Message, maxReason))
}

// comparison collects the differences of two values.
type comparison struct{ found []Difference }

func (c *comparison) add(path, entry, manifest string) {
	if len(c.found) < maxDifferences {
		c.found = append(c.found, Difference{Path: path, Entry: entry, Manifest: manifest})
	}
}

// value compares the entry's value at path with the manifest's.
func (c *comparison) value(path string, entry, manifest *skill.Value) {
	switch {
	case entry.Kind != manifest.Kind:
		c.add(path, describe(entry), describe(manifest))
	case entry.Kind == skill.Map:
		c.fields(path, entry, manifest)
	case entry.Kind == skill.List:
		c.items(path, entry.Items, manifest.Items)
	case entry.Kind == skill.Number && sameNumber(entry.Text, manifest.Text), entry.Text == manifest.Text:
	case entry.Kind == skill.String:
		a, b := excerpts(entry.Text, manifest.Text)
		c.add(path, "text "+a, "text "+b)
	default:
		c.add(path, describe(entry), describe(manifest))
	}
}

// fields compares two objects: the manifest's fields in their order, then what only the
// entry has.
func (c *comparison) fields(path string, entry, manifest *skill.Value) {
	listed := make(map[string]*skill.Value, len(entry.Fields))
	for _, f := range entry.Fields {
		listed[f.Key] = f.Value
	}
	for _, f := range manifest.Fields {
		if v, ok := listed[f.Key]; ok {
			c.value(fieldPath(path, f.Key), v, f.Value)
			delete(listed, f.Key)
		} else {
			c.add(fieldPath(path, f.Key), nothing, describe(f.Value))
		}
	}
	for _, f := range entry.Fields {
		if _, ok := listed[f.Key]; ok {
			c.add(fieldPath(path, f.Key), describe(f.Value), nothing)
		}
	}
}

// items compares two lists.
func (c *comparison) items(path string, entry, manifest []*skill.Value) {
	both := min(len(entry), len(manifest))
	for i := range both {
		c.value(itemPath(path, i), entry[i], manifest[i])
	}
	for i, v := range entry[both:] {
		c.add(itemPath(path, both+i), describe(v), nothing)
	}
	for i, v := range manifest[both:] {
		c.add(itemPath(path, both+i), nothing, describe(v))
	}
}
