package serve

import (
	"net/http"
	"strconv"

	"skillpack/internal/protocol"
)

// answer is a result in three parts: lead and bulk are of the catalog, and what is
// between them is small.
type answer struct {
	lead  string // of every modern result of the catalog, "" in a legacy one
	label string // what comes before bulk: `"skill":`
	next  string // the cursor of the next page, "" for none
	uri   string // of a content, as it was asked for, which needs no escape
	kind  string // the MIME type of a content
	bulk  []byte // of the catalog
	close string // what ends the result after bulk, without its brace
}

// find returns the answer to a call; ok is false where it is not a plain good one.
func (n *snapshot) find(c *plainCall) (a answer, ok bool) {
	if c.modern() { // a legacy result has none of it (P9)
		a.lead = n.modernLead
	}
	switch c.method {
	case methodList:
		ok = !c.has(hasURI) && n.findSkills(&a, c.cursor)
	case methodListResources:
		ok = !c.has(hasURI) && n.findResources(&a, c.cursor)
	case methodGet:
		ok = !c.has(hasCursor) && n.findSkill(&a, c.uri)
	case methodReadResource:
		ok = !c.has(hasCursor) && n.findContent(&a, c.uri)
	case methodDirectory:
		ok = n.findDirectory(&a, c.uri, c.cursor)
	}
	return a, ok
}

// knownMethod returns the method's name from the code, for one that find knows.
func knownMethod(method string) string {
	for _, known := range [...]string{methodList, methodGet, methodReadResource, methodDirectory, methodListResources} {
		if known == method {
			return known
		}
	}
	return ""
}

func (n *snapshot) findSkills(a *answer, cursor string) bool {
	from, to, next, err := n.span(listID{method: methodList}, len(n.skills), cursor)
	if err != nil || to > len(n.catalog.Skills) { // the rest is dynamic
		return false
	}
	a.label, a.next, a.close = `"skills":[`, next, "]"
	if from < to {
		a.bulk = n.catalog.SkillLines(from, to)
	}
	return true
}

func (n *snapshot) findResources(a *answer, cursor string) bool {
	from, to, next, err := n.span(listID{method: methodListResources}, len(n.resources), cursor)
	if err != nil || to > len(n.catalog.Resources) {
		return false
	}
	a.label, a.next, a.close = `"resources":[`, next, "]"
	if from < to {
		a.bulk = n.catalog.ResourceLines(from, to)
	}
	return true
}

func (n *snapshot) findDirectory(a *answer, uri, cursor string) bool {
	d, ok := n.catalog.Directory(uri)
	if !ok {
		return false
	}
	from, to, next, err := n.span(listID{methodDirectory, d.URI}, len(d.Children), cursor)
	if err != nil {
		return false
	}
	a.label, a.next, a.close = `"resources":[`, next, "]"
	if from < to {
		a.bulk = d.ChildLines(from, to)
	}
	return true
}

func (n *snapshot) findSkill(a *answer, uri string) bool {
	e, ok := n.catalog.Entry(uri)
	if ok {
		a.label, a.bulk = `"skill":`, e.Wire()
	}
	return ok
}

func (n *snapshot) findContent(a *answer, uri string) bool {
	r, ok := n.catalog.Resource(uri)
	if !ok {
		return false
	}
	content, ok := n.catalog.Content(uri)
	if ok {
		a.uri, a.kind, a.bulk, a.close = r.URI, r.MIMEType, content.Wire(), "}]"
	}
	return ok
}

// head appends what comes before bulk in the result.
func (a *answer) head(b []byte) []byte {
	b = append(b, a.lead...)
	if a.next != "" {
		b = append(append(append(b, `"nextCursor":"`...), a.next...), `",`...)
	}
	if a.uri != "" {
		b = append(append(append(b, `"contents":[{"uri":"`...), a.uri...), `","mimeType":`...)
		b = append(protocol.AppendString(b, a.kind), ',')
	}
	return append(b, a.label...)
}

// The headers of an answer, shared by all of them.
var (
	jsonContent = []string{"application/json"}
	noCache     = []string{"no-cache, no-transform"} // as the SDK says
)

// maxGathered is the length up to which an answer is put together before it is written,
// in bytes. That costs a copy, but each write more costs a system call, which up to
// about this length is dearer.
const maxGathered = 16 << 10

// write sends the answer to the call with the given id and returns b, which it used.
func (a *answer) write(w http.ResponseWriter, b []byte, id string) []byte {
	b = append(append(append(b, `{"jsonrpc":"2.0","id":`...), id...), `,"result":{`...)
	b = a.head(b)
	length := len(b) + len(a.bulk) + len(a.close) + len("}}")
	h := w.Header()
	h["Content-Type"], h["Cache-Control"] = jsonContent, noCache
	h["Content-Length"] = []string{strconv.Itoa(length)}
	// A write fails when the client is gone, of which nobody need hear.
	if length <= maxGathered {
		b = append(b, a.bulk...)
	} else {
		_, _ = w.Write(b)
		_, _ = w.Write(a.bulk)
		b = b[:0]
	}
	b = append(append(b, a.close...), "}}"...)
	_, _ = w.Write(b)
	return b
}
