package skill

import (
	"bytes"
	"strings"

	"skillpack/internal/diag"
)

// The parser takes in brackets what YAML 1.2 does not, or reads it differently. A host
// that reads YAML 1.2 would then refuse the file or find a difference.

// checkFlow checks a list or mapping in brackets.
func (y *yamlReader) checkFlow(v *Value, p place) {
	start := v.Span.Start - y.base
	y.checkBehind(start + 1)
	for _, item := range v.Items {
		y.checkComma(item.Span.End - y.base)
	}
	for i := range v.Fields {
		y.checkComma(v.Fields[i].Value.Span.End - y.base)
	}
	if !p.flow && !y.failed { // else a quoted value in it may have been reported for the same line
		y.checkFlowLines(start, v.Span.End-y.base, p.indent)
	}
}

// checkFlowLines reports a line that is not indented. The closing bracket alone may
// stand where the entries of the collection around it do.
func (y *yamlReader) checkFlowLines(start, end, indent int) {
	line, ok := y.badLine(start, end, func(line diag.Span) bool {
		return y.indentOf(line) <= indent && !bytes.HasPrefix(y.contentOf(line), []byte("#"))
	})
	if !ok || line.End == end && len(y.contentOf(line)) == 1 && y.indentOf(line) == indent {
		return
	}
	y.fail("frontmatter/yaml", line, "a line of the list or mapping in brackets that starts above is not indented; indent it further than its key")
}

// badLine returns the first line of a value, behind the one that it starts on, that
// holds anything and is bad.
func (y *yamlReader) badLine(start, end int, bad func(line diag.Span) bool) (line diag.Span, found bool) {
	text := y.disguised.text
	for i := lineBreakBehind(text, start); i < end; i = lineBreakBehind(text, i) {
		whole := text[i:min(lineBreakBehind(text, i), end)]
		line := diag.Span{Start: i, End: i + len(trimRight(bytes.TrimRight(whole, "\r\n")))}
		if len(y.contentOf(line)) > 0 && bad(line) {
			return line, true
		}
	}
	return diag.Span{}, false
}

// contentOf returns a line without the blanks that indent it.
func (y *yamlReader) contentOf(line diag.Span) []byte {
	return bytes.TrimLeft(y.disguised.text[line.Start:line.End], " ")
}

func (y *yamlReader) indentOf(line diag.Span) int {
	return line.End - line.Start - len(y.contentOf(line))
}

// checkComma reports a comment right behind the comma that follows an item.
func (y *yamlReader) checkComma(itemEnd int) {
	if i := y.behind(itemEnd, ','); i > itemEnd {
		y.checkBehind(i)
	}
}

// checkFlowPlain reports a plain scalar in brackets that is a lone hyphen, which
// starts a list item, or that ends with a colon, which makes it a key.
func (y *yamlReader) checkFlowPlain(start, end int) {
	text := y.disguised.text
	switch word := string(text[start:end]); {
	case word == "-" && !bytes.HasPrefix(text[end:], []byte(":")):
		y.fail("frontmatter/yaml", diag.Span{Start: start, End: end}, "\"-\" alone in brackets, where no list item can start; quote it if it is text")
	case strings.HasSuffix(word, ":"):
		y.fail("frontmatter/yaml", diag.Span{Start: start, End: end}, "%.40q ends with a colon, which parsers take for a key or for text; quote it, or put a blank and a value behind the colon", word)
	}
}

// checkFlowKey reports a "?" right before a node in brackets, which the parser takes
// for the mark of a key and YAML 1.2 for the start of a text.
func (y *yamlReader) checkFlowKey(start int) {
	if start > 0 && y.disguised.text[start-1] == '?' {
		y.fail("frontmatter/yaml", diag.Span{Start: start - 1, End: start}, "\"?\" right before a value, which parsers take for the mark of a key or for text; quote the value if it is text")
	}
}
