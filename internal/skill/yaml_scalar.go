package skill

import (
	"bytes"

	"gopkg.in/yaml.v3"

	"skillpack/internal/diag"
)

// scalar reads a scalar node that is written as something.
func (y *yamlReader) scalar(n *yaml.Node, start int, p place) *Value {
	v := &Value{Kind: String, Style: styleOf(n)}
	var end int
	switch v.Style {
	case SingleQuoted, DoubleQuoted:
		end, _ = quotedEnd(y.disguised.text, start)
		v.Text = y.disguised.restore(n.Value, v.Style)
		v.Comment = y.comment(end)
		y.checkQuoted(start, end, p.indent)
	case Literal, Folded:
		end = y.blockEnd(start, p.indent)
		y.checkHeader(start)
		v.Text = y.disguised.restore(n.Value, v.Style)
	default:
		end = y.plainEnd(start, n.Value)
		v.Comment = y.comment(end)
		v.Raw = string(y.data[y.base+start : y.base+end])
		if p.flow {
			y.checkFlowPlain(start, end)
		}
		v.Kind, v.Text = resolvePlain(y.disguised.restore(n.Value, Plain))
	}
	v.Span = y.inFile(diag.Span{Start: start, End: end})
	if v.Kind == Number && !isFinite(v.Text) {
		y.failAt("frontmatter/number", v.Span, "%.40q is a number that JSON cannot hold; quote it", v.Raw)
	}
	return v
}

func styleOf(n *yaml.Node) Style {
	switch {
	case n.Style&yaml.SingleQuotedStyle != 0:
		return SingleQuoted
	case n.Style&yaml.DoubleQuotedStyle != 0:
		return DoubleQuoted
	case n.Style&yaml.LiteralStyle != 0:
		return Literal
	case n.Style&yaml.FoldedStyle != 0:
		return Folded
	}
	return Plain
}

// checkQuoted reports what the parser takes in quotes but YAML 1.2 does not: a line
// that is not indented, the escape \', and a comment right behind the closing quote.
func (y *yamlReader) checkQuoted(start, end, indent int) {
	y.checkBehind(end)
	if line, ok := y.badLine(start, end, func(line diag.Span) bool { return y.indentOf(line) <= indent }); ok {
		y.fail("frontmatter/yaml", line, "a line of the quoted value that starts above is not indented; indent it further than its key")
		return
	}
	text := y.disguised.text
	if escape := bytes.IndexByte(text[start:end], '\\'); text[start] == '"' && escape >= 0 {
		y.checkEscapes(start+escape, end)
	}
}

func (y *yamlReader) checkEscapes(from, end int) {
	text := y.disguised.text
	for i := from; i < end-1; i++ {
		if text[i] != '\\' {
			continue
		}
		if i++; text[i] == '\'' {
			y.fail("frontmatter/yaml", diag.Span{Start: i - 1, End: i + 1}, "YAML has no escape \"\\'\"; write the quote without a backslash")
			return
		}
	}
}

// checkHeader reports a block scalar that starts where its key does, or whose header
// a comment follows without a blank; the parser takes both.
func (y *yamlReader) checkHeader(start int) {
	text := y.disguised.text
	if start == 0 || text[start-1] == '\n' || text[start-1] == '\r' {
		y.fail("frontmatter/yaml", diag.Span{Start: start, End: start + 1}, "\"%c\" at the start of a line; put it behind the key and its \":\"", text[start])
		return
	}
	header := text[start+1 : lineBreakBehind(text, start)]
	y.checkBehind(start + 1 + len(header) - len(bytes.TrimLeft(header, "+-123456789")))
}

// checkBehind reports a comment right behind a value that ends at an offset.
func (y *yamlReader) checkBehind(end int) {
	if text := y.disguised.text; end < len(text) && text[end] == '#' {
		y.fail("frontmatter/yaml", diag.Span{Start: end, End: end + 1}, "\"#\" right behind a value; put a blank before the comment")
	}
}

// comment returns the file span of the comment that ends the line behind an offset.
func (y *yamlReader) comment(end int) diag.Span {
	text := y.disguised.text
	start := end
	for start < len(text) && (text[start] == ' ' || text[start] == '\t') {
		start++
	}
	if start == end || start == len(text) || text[start] != '#' {
		return diag.Span{}
	}
	length := bytes.IndexAny(text[start:], "\r\n")
	if length < 0 {
		length = len(text) - start
	}
	return y.inFile(diag.Span{Start: start, End: start + len(trimRight(text[start:start+length]))})
}
