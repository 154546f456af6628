package serve

import (
	"net/http"
	"strconv"

	"skillpack/internal/protocol"
)

// answer is a result in three parts: lead and bulk are the catalog's, and what is
// between them is small.
type answer struct {
	zipKey
	lead  string // of every modern result of the catalog, "" in a legacy one
	label string // what comes before bulk: `"skill":`
	next  string // the cursor of the next page, "" for none
	kind  string // the MIME type of a content, "" of all else
	bulk  []byte // of the catalog
	close string // what ends the result after bulk, without its brace
	// aside is a page of a directory that no walk comes to: a client can compute the
	// cursor of any position.
	aside bool
}

// find returns the answer to a call; ok is false where it is not a plain good one.
func (n *snapshot) find(c *plainCall) (a answer, ok bool) {
	if a.modern = c.modern(); a.modern { // a legacy result has no lead (P9)
		a.lead = n.modernLead
	}
	switch c.method {
	case methodList, methodListResources:
		return a, !c.has(hasURI) && n.findPage(&a, known(c.method), c.cursor)
	case methodGet:
		return a, !c.has(hasCursor) && n.findSkill(&a, c.uri)
	case methodReadResource:
		return a, !c.has(hasCursor) && n.findContent(&a, c.uri)
	case methodDirectory:
		return a, n.findChildren(&a, c.uri, c.cursor)
	}
	return a, false
}

// known returns the name of a method that find knows, from the code: that in a call is a
// slice of the request.
func known(method string) string {
	for _, name := range [...]string{methodList, methodGet, methodReadResource, methodDirectory, methodListResources} {
		if name == method {
			return name
		}
	}
	return ""
}

func (n *snapshot) findPage(a *answer, method, cursor string) bool {
	from, err := n.position(listID{method: method}, n.length(method), cursor)
	return err == nil && n.fillPage(a, method, from)
}

// length is the number of items of a list, dynamic ones too.
func (n *snapshot) length(method string) int {
	if method == methodList {
		return len(n.skills)
	}
	return len(n.resources)
}

// fillPage completes the answer with the page of a list that begins at from. It reports
// whether there is nothing dynamic on it.
func (n *snapshot) fillPage(a *answer, method string, from int) bool {
	to, next := n.endOfPage(listID{method: method}, n.length(method), from)
	static, lines, label := len(n.catalog.Skills), n.catalog.SkillLines, `"skills":[`
	if method == methodListResources {
		static, lines, label = len(n.catalog.Resources), n.catalog.ResourceLines, `"resources":[`
	}
	a.method, a.from, a.next, a.label, a.close = method, from, next, label, "]"
	if from < to && to <= static {
		a.bulk = lines(from, to)
	}
	return to <= static
}

func (n *snapshot) findChildren(a *answer, uri, cursor string) bool {
	d, ok := n.catalog.Directory(uri)
	if !ok {
		return false
	}
	list := listID{methodDirectory, d.URI}
	from, err := n.position(list, len(d.Children), cursor)
	if err != nil {
		return false
	}
	to, next := n.endOfPage(list, len(d.Children), from)
	a.aside = from%n.sizeOfPage(len(d.Children)) != 0
	a.method, a.uri, a.from, a.next, a.label, a.close = methodDirectory, d.URI, from, next, `"resources":[`, "]"
	if from < to {
		a.bulk = d.ChildLines(from, to)
	}
	return true
}

func (n *snapshot) findSkill(a *answer, uri string) bool {
	e, ok := n.catalog.Entry(uri)
	if ok {
		a.method, a.uri, a.label, a.bulk = methodGet, e.URI, `"skill":`, e.Wire()
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
		a.method, a.uri, a.kind, a.bulk, a.close = methodReadResource, r.URI, r.MIMEType, content.Wire(), "}]"
	}
	return ok
}

// head appends what comes before bulk in the result.
func (a *answer) head(b []byte) []byte {
	b = append(b, a.lead...)
	if a.next != "" {
		b = append(append(append(b, `"nextCursor":"`...), a.next...), `",`...)
	}
	if a.kind != "" { // the uri is in normal form, which needs no escape
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

// announce sets the headers of an answer with a body of the given length.
func announce(h http.Header, length int) {
	h["Content-Type"], h["Cache-Control"] = jsonContent, noCache
	h["Content-Length"] = []string{strconv.Itoa(length)}
}

// maxGathered is the length up to which an answer is put together before it is written,
// in bytes. That costs a copy, but each write more costs a system call and wakes the
// client once more, which up to about this length is dearer.
const maxGathered = 64 << 10

// write sends the answer to the call with the given id and returns b, which it used.
func (a *answer) write(w http.ResponseWriter, b []byte, id string) []byte {
	b = append(append(append(b, `{"jsonrpc":"2.0","id":`...), id...), `,"result":{`...)
	b = a.head(b)
	length := len(b) + len(a.bulk) + len(a.close) + len("}}")
	announce(w.Header(), length)
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
