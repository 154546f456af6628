package skill

import (
	"bytes"

	"skillpack/internal/diag"
)

// commentFinder collects the comments of a frontmatter: what starts with a "#" outside
// keys and scalars. Only what the parser has read tells which "#" those are.
type commentFinder struct {
	data  []byte
	at    int // everything before it is searched
	found []diag.Span
}

// findComments returns the comments of a frontmatter, which is of data.
func findComments(data []byte, f *Frontmatter) []diag.Span {
	c := &commentFinder{data: data, at: f.Span.Start}
	c.fields(f.Fields)
	c.until(f.Span.End)
	return c.found
}

func (c *commentFinder) fields(fields []Field) {
	for _, f := range fields {
		c.until(f.Span.Start)
		c.at = f.Span.End
		c.value(f.Value)
	}
}

func (c *commentFinder) value(v *Value) {
	switch v.Kind {
	case Map:
		c.fields(v.Fields)
	case List:
		for _, item := range v.Items {
			c.value(item)
		}
	default:
		c.until(v.Span.Start)
		if v.Style == Literal || v.Style == Folded {
			c.until(lineFrom(c.data, v.Span.Start).end) // behind the "|" or ">"
		}
		c.at = max(c.at, v.Span.End)
	}
}

// until searches up to an offset that is not in a comment.
func (c *commentFinder) until(end int) {
	for c.at < end {
		i := bytes.IndexByte(c.data[c.at:end], '#')
		if i < 0 {
			break
		}
		start := c.at + i
		length := bytes.IndexAny(c.data[start:end], "\r\n")
		if length < 0 {
			length = end - start
		}
		c.found = append(c.found, diag.Span{Start: start, End: start + len(trimRight(c.data[start:start+length]))})
		c.at = start + length
	}
	c.at = max(c.at, end)
}
