package skill

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"

	"gopkg.in/yaml.v3"

	"skillpack/internal/diag"
)

// maxNesting is how deep lists and maps may stand inside one another.
const maxNesting = 100

// errMoreDocuments stands for text behind the end of the only document.
var errMoreDocuments = errors.New("text behind the end of the document")

// parseYAML reads the YAML of a block. It returns nil, and has reported why, where
// the block is not a mapping that has one portable JSON reading (table Y).
func (m *manifest) parseYAML(block diag.Span) *Frontmatter {
	text := m.data[block.Start:block.End]
	if m.checkDocuments(block) || m.checkEmpty(block) {
		return nil
	}
	d, err := disguise(text)
	if err != nil {
		m.report("frontmatter/yaml", diag.Span{Start: block.Start, End: block.Start}, "%v", err)
		return nil
	}
	root, err := decodeYAML(d.text)
	if err != nil {
		m.reportSyntax(block, err)
		return nil
	}
	y := &yamlReader{manifest: m, base: block.Start, disguised: d, cursor: cursor{text: d.text, line: 1}}
	return y.frontmatter(root, block)
}

// decodeYAML returns the root of the only document in text. It never panics.
func decodeYAML(text []byte) (root *yaml.Node, err error) {
	defer func() {
		if r := recover(); r != nil {
			root, err = nil, fmt.Errorf("the parser failed: %v", r)
		}
	}()
	var first, second yaml.Node
	d := yaml.NewDecoder(bytes.NewReader(text))
	if err := d.Decode(&first); err != nil {
		return nil, err
	}
	if err := d.Decode(&second); err == nil {
		return nil, errMoreDocuments
	} else if err != io.EOF {
		return nil, err
	}
	return first.Content[0], nil
}

// checkDocuments reports a document marker (Y44). A line that is exactly "---" never
// gets here, since it closes the block.
func (m *manifest) checkDocuments(block diag.Span) bool {
	for from := block.Start; from < block.End; {
		l := lineFrom(m.data, from)
		if line := l.of(m.data); isMarker(line) {
			m.report("frontmatter/documents", diag.Span{Start: l.start, End: l.start + len(fence)},
				"%q is a YAML document marker, but frontmatter is one document that ends at a line \"---\"; delete it, or indent it if it is text", line[:len(fence)])
			return true
		}
		from = l.next
	}
	return false
}

func isMarker(line []byte) bool {
	return (bytes.HasPrefix(line, []byte("---")) || bytes.HasPrefix(line, []byte("..."))) &&
		(len(line) == len(fence) || line[len(fence)] == ' ' || line[len(fence)] == '\t')
}

// checkEmpty reports a block of nothing but blanks and comments (A11).
func (m *manifest) checkEmpty(block diag.Span) bool {
	for line := range bytes.SplitSeq(m.data[block.Start:block.End], []byte{'\n'}) {
		if line = bytes.TrimSpace(line); len(line) > 0 && line[0] != '#' {
			return false
		}
	}
	m.report("frontmatter/empty", block, "the frontmatter is empty; expected at least \"name\" and \"description\"")
	return true
}

// yamlReader turns the nodes of one block into values with places.
type yamlReader struct {
	*manifest
	base      int // of the block in the file
	disguised disguised
	cursor    cursor
	failed    bool         // something was reported: there is no frontmatter
	refused   map[int]bool // offsets at which a property was reported
}

// fail reports a finding that leaves no frontmatter. The span is in the block.
func (y *yamlReader) fail(rule string, span diag.Span, format string, args ...any) *diag.Diagnostic {
	y.failed = true
	return y.report(rule, y.inFile(span), format, args...)
}

func (y *yamlReader) inFile(s diag.Span) diag.Span {
	return diag.Span{Start: s.Start + y.base, End: s.End + y.base}
}

func (y *yamlReader) frontmatter(root *yaml.Node, block diag.Span) *Frontmatter {
	v := y.value(root, place{indent: -1})
	if v.Kind != Map {
		y.fail("frontmatter/not-mapping", diag.Span{Start: v.Span.Start - y.base, End: v.Span.End - y.base},
			"the frontmatter is %s, expected a mapping, lines like \"name: value\"", v.Kind)
	}
	if y.failed {
		return nil
	}
	f := &Frontmatter{Span: block, Fields: v.Fields}
	f.Comments = findComments(y.data, f)
	f.Silencers = f.silencers(y.data)
	return f
}

// place is what a node's surroundings say of it.
type place struct {
	after  int // offset behind the ":" or "-" that leads to the node, where an empty one stands
	indent int // column of the innermost block collection around it, -1 for none
	depth  int
	flow   bool // in brackets
}

// value reads a node. Its result is of use only if nothing failed.
func (y *yamlReader) value(n *yaml.Node, p place) *Value {
	if isEmpty(n) {
		y.checkBareTag(p.after)
		return &Value{Kind: Null, Text: "null", Span: y.inFile(diag.Span{Start: p.after, End: p.after})}
	}
	start := y.cursor.offset(n.Line, n.Column)
	if p.depth > maxNesting {
		if !y.failed {
			y.fail("frontmatter/yaml", diag.Span{Start: start, End: start + 1}, "values nested more than %d deep; flatten them", maxNesting)
		}
		return &Value{Span: y.inFile(diag.Span{Start: start, End: start})}
	}
	y.checkPortable(start, p)
	if p.flow {
		y.checkFlowKey(start)
	}
	switch n.Kind {
	case yaml.MappingNode:
		return y.mapping(n, start, p)
	case yaml.SequenceNode:
		return y.list(n, start, p)
	case yaml.AliasNode:
		return &Value{Span: y.inFile(diag.Span{Start: start, End: start + 1 + len(n.Value)})}
	default:
		return y.scalar(n, start, p)
	}
}

// isEmpty reports whether a node is a null that is written as nothing.
func isEmpty(n *yaml.Node) bool {
	const quotes = yaml.SingleQuotedStyle | yaml.DoubleQuotedStyle | yaml.LiteralStyle | yaml.FoldedStyle
	return n.Kind == yaml.ScalarNode && n.Value == "" && n.Style&quotes == 0 && n.Anchor == "" && n.Style&yaml.TaggedStyle == 0
}

// checkPortable reports an anchor, alias or tag (Y40). It goes by the character, for
// the parser does not tell of the tag "!".
func (y *yamlReader) checkPortable(start int, p place) {
	text := y.disguised.text
	if propertyName(text[start]) == "" {
		return
	}
	if d := y.refuse(start); d != nil && !p.flow {
		line := lineFrom(text, bytes.LastIndexByte(text[:start], '\n')+1)
		found := (&faultFinder{text: text}).propertyFault(start, line, p.indent)
		d.Fix = y.quoteFix(y.inFile(found.quote))
	}
}

// refuse reports the property at an offset, once; it returns nil the next time.
func (y *yamlReader) refuse(start int) *diag.Diagnostic {
	if y.refused[start] {
		return nil
	}
	if y.refused == nil {
		y.refused = map[int]bool{}
	}
	y.refused[start] = true
	return y.fail("frontmatter/not-portable", y.wordAt(start), "%s; parsers expand it, keep it or ignore it, write the value out, or quote it if it is text", propertyName(y.disguised.text[start]))
}

// checkBareTag reports a tag "!" on nothing, of which the parser does not tell. The
// next value's or key's would be reported at the same place.
func (y *yamlReader) checkBareTag(after int) {
	if i := y.skipSpace(after); i < len(y.disguised.text) && y.disguised.text[i] == '!' {
		y.refuse(i)
	}
}

func propertyName(c byte) string {
	switch c {
	case '&':
		return "\"&\" starts a YAML anchor"
	case '*':
		return "\"*\" starts a YAML alias"
	case '!':
		return "\"!\" starts a YAML tag"
	}
	return ""
}

// wordAt returns the span from an offset to the next blank.
func (y *yamlReader) wordAt(start int) diag.Span {
	end := bytes.IndexAny(y.disguised.text[start:], " \t\r\n,]}")
	if end < 0 {
		return diag.Span{Start: start, End: len(y.disguised.text)}
	}
	return diag.Span{Start: start, End: start + end}
}

func (y *yamlReader) list(n *yaml.Node, start int, p place) *Value {
	v := &Value{Kind: List, Items: make([]*Value, 0, len(n.Content))}
	flow := y.disguised.text[start] == '['
	inner := place{after: start, indent: p.indent, depth: p.depth + 1, flow: flow}
	if !flow {
		inner.indent = n.Column - 1
	}
	for _, c := range n.Content {
		if !flow {
			inner.after = y.behind(inner.after, '-')
		}
		item := y.value(c, inner)
		inner.after = item.Span.End - y.base
		v.Items = append(v.Items, item)
	}
	v.Span = y.inFile(diag.Span{Start: start, End: y.collectionEnd(start, inner.after, flow, ']')})
	if flow {
		y.checkFlow(v, p)
	}
	return v
}

func (y *yamlReader) mapping(n *yaml.Node, start int, p place) *Value {
	v := &Value{Kind: Map, Fields: make([]Field, 0, len(n.Content)/2)}
	flow := n.Style&yaml.FlowStyle != 0
	inner := place{after: start, indent: p.indent, depth: p.depth + 1, flow: flow}
	if !flow {
		inner.indent = n.Column - 1
	}
	first := make(map[string]diag.Span, len(n.Content)/2)
	for pair := range slices.Chunk(n.Content, 2) {
		key := y.value(pair[0], inner)
		inner.after = y.behind(key.Span.End-y.base, ':')
		f := Field{Key: key.Text, Span: key.Span}
		if y.checkKey(pair[0], key) {
			y.checkRepeat(first, f)
		}
		f.Value = y.value(pair[1], inner)
		inner.after = f.Value.Span.End - y.base
		v.Fields = append(v.Fields, f)
	}
	braces := flow && y.disguised.text[start] == '{'
	v.Span = y.inFile(diag.Span{Start: start, End: y.collectionEnd(start, inner.after, braces, '}')})
	if braces {
		y.checkFlow(v, p)
	}
	return v
}

// checkKey reports a key that is not a string (Y44) or that is a merge key (Y40).
func (y *yamlReader) checkKey(n *yaml.Node, key *Value) bool {
	switch {
	case n.Kind == yaml.AliasNode:
		return false // reported as an alias
	case key.Kind == List || key.Kind == Map:
		y.failAt("frontmatter/key", key.Span, "a key is %s, expected text; write a key and a \":\" in front of it, or move it into another value", key.Kind)
		return false
	case key.Kind == Null && key.Raw != "":
		y.failAt("frontmatter/key", key.Span, "a key is %q, which is null in YAML, expected text; quote it", key.Raw).Fix = y.quoteFix(key.Span)
		return false
	case key.Kind != String:
		y.failAt("frontmatter/key", key.Span, "a key is %s, expected text; quote it", key.Kind).Fix = y.quoteFix(key.Span)
		return false
	case key.Text == "<<" && key.Style == Plain:
		y.failAt("frontmatter/not-portable", key.Span, "\"<<\" is a merge key; parsers merge it or keep it, write the fields out, or quote it if it is text")
		return false
	}
	return true
}

// checkRepeat reports a key that its mapping already has (Y39).
func (y *yamlReader) checkRepeat(first map[string]diag.Span, f Field) {
	before, again := first[f.Key]
	if !again {
		first[f.Key] = f.Span
		return
	}
	y.failed = true
	if len(y.found) >= maxFindings {
		return
	}
	y.failAt("frontmatter/duplicate-key", f.Span, "key %q is on line %d and again on line %d; parsers keep either, delete one", f.Key, y.lineOf(before.Start), y.lineOf(f.Span.Start)).
		Related = []diag.Related{{File: y.path, Span: before, Message: "first here"}}
}

// failAt is fail for a span of the file.
func (y *yamlReader) failAt(rule string, span diag.Span, format string, args ...any) *diag.Diagnostic {
	y.failed = true
	return y.report(rule, span, format, args...)
}

// String says for a message what a value of the kind is: "a list", "empty".
func (k Kind) String() string {
	return [...]string{Null: "empty", Bool: "a boolean", Number: "a number", String: "text", List: "a list", Map: "a mapping"}[k]
}
