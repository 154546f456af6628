package skill

import (
	"bytes"
	"regexp"
	"strconv"
	"strings"

	"skillpack/internal/diag"
	"skillpack/internal/protocol"
)

// fault is the place of a syntax error, found by us since the parser gives a line at
// best. Its spans are in the block.
type fault struct {
	rule    string // "" for frontmatter/yaml
	span    diag.Span
	message string
	quote   diag.Span // the text that becomes valid when quoted, empty for none
}

// reportSyntax reports why the parser refused a block: by the first fault we find
// ourselves, else by what the parser said.
func (m *manifest) reportSyntax(block diag.Span, err error) {
	text := m.data[block.Start:block.End]
	f := findFault(text)
	if f == nil {
		f = parserFault(text, err.Error())
	}
	rule := f.rule
	if rule == "" {
		rule = "frontmatter/yaml"
	}
	inFile := func(s diag.Span) diag.Span { return diag.Span{Start: s.Start + block.Start, End: s.End + block.Start} }
	m.report(rule, inFile(f.span), "%s", f.message).Fix = m.quoteFix(inFile(f.quote))
}

// quoteFix puts what stands at a span into double quotes; nil for an empty span.
func (m *manifest) quoteFix(span diag.Span) *diag.Fix {
	if span.Start == span.End {
		return nil
	}
	quoted := string(protocol.AppendString(nil, string(m.data[span.Start:span.End])))
	return &diag.Fix{Title: "put the value in double quotes", Edits: []diag.Edit{{Span: span, New: quoted}}}
}

// YAMLFault explains why the parser refused a text of YAML with err: the place and what
// to do there. Unlike frontmatter the text may begin with "---", and may have anchors
// and tags.
func YAMLFault(text []byte, err error) (span diag.Span, message string) {
	from, said := documentStart(text), parserFault(text, err.Error())
	found := findFault(text[from:])
	if found == nil {
		return said.span, said.message
	}
	span = diag.Span{Start: found.span.Start + from, End: found.span.End + from}
	if found.rule != "" && (span.Start < said.span.Start || span.End > said.span.End) {
		return said.span, said.message // an anchor or tag, which is no fault here
	}
	return span, found.message
}

// documentStart returns the offset behind a "---" that only comments and directives
// stand before, 0 where there is none.
func documentStart(text []byte) int {
	for at := 0; at < len(text); {
		l := lineFrom(text, at)
		line := l.of(text)
		switch {
		case isFence(line):
			return l.next
		case len(trimRight(line)) > 0 && line[0] != '#' && line[0] != '%':
			return 0
		}
		at = l.next
	}
	return 0
}

// parserFault says in our words what the parser said, at the line that it named.
func parserFault(text []byte, said string) *fault {
	said = strings.TrimPrefix(said, "yaml: ")
	line := 1
	if parts := regexp.MustCompile(`^line (\d+): `).FindStringSubmatch(said); parts != nil {
		line, _ = strconv.Atoi(parts[1])
		said = said[len(parts[0]):]
	}
	message, late := ourWords(said)
	if late {
		line++
	}
	return &fault{span: lineSpan(text, line), message: message}
}

// lineSpan returns what stands on a line, or on the last line that holds anything
// before it.
func lineSpan(text []byte, line int) (span diag.Span) {
	for from, n := 0, 1; from < len(text) && n <= line; n++ {
		l := lineFrom(text, from)
		if content := bytes.TrimSpace(l.of(text)); len(content) > 0 {
			start := l.start + bytes.Index(l.of(text), content)
			span = diag.Span{Start: start, End: start + len(content)}
		}
		from = l.next
	}
	return span
}

// ourWords turns a message of the parser into one of ours. Late is true where the
// place is one line further down than the parser says, which counts some from 0.
func ourWords(said string) (message string, late bool) {
	for _, w := range [...]struct {
		late         bool
		theirs, ours string
	}{
		{true, "did not find expected key", "expected a key here, at the indentation of the keys above; check the indentation and the quotes"},
		{true, "did not find expected '-'", "expected a list item \"- …\" at the indentation of those above"},
		{true, "did not find expected ',' or", "a list or mapping in brackets is not closed, or a \",\" is missing in it; quote the value if it is text"},
		{true, "did not find expected node content", "a value is missing or starts with a bracket; quote the value if it is text"},
		{true, "did not find expected <document start>", "text behind the end of the YAML document; expected lines like \"name: value\""},
		{false, "mapping values are not allowed", "a \": \" where no key can stand; quote the value that holds it"},
		{false, "could not find expected ':'", "expected \"key: value\"; a value that goes on over several lines must be indented"},
		{false, "cannot start any token", "a value starts with a character that YAML reserves; quote the value"},
		{false, "block sequence entries are not allowed", "a list item where none can stand; start the list on a line of its own"},
		{false, "unexpected end of stream", "a quote is not closed"},
		{false, "tab character", "a tab used for indentation; use blanks"},
		{false, "expected alphabetic or numeric character", "a value starts with \"*\" or \"&\", which YAML reserves; quote the value"},
		{false, "unknown anchor", "an alias without its anchor; quote the value if it is text"},
		{false, "exceeded max depth", "values nested too deep; flatten them"},
		{false, "text behind the end", "text behind the end of the YAML document; expected lines like \"name: value\""},
	} {
		if strings.Contains(said, w.theirs) {
			return w.ours, w.late
		}
	}
	return "not valid YAML (" + said + "); expected lines like \"name: value\"", false
}
