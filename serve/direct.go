package serve

import (
	"bytes"
	"io"
	"net/http"
	"sync"
)

// direct answers a call in its plain valid form with the catalog's bytes as they are.
// It only says yes: every other request goes to next as it came, and next says every no.
type direct struct {
	server *Server
	next   http.Handler
	spare  sync.Pool // of *scratch
}

// scratch is the memory of one request; none of it outlives the request.
type scratch struct {
	body []byte // of the request
	head []byte // of the answer, before the catalog's bytes
}

// maxPlainBody is the size of the largest body that the direct path reads, in bytes.
const maxPlainBody = 8 << 10

func (s *Server) direct(next http.Handler) http.Handler {
	d := &direct{server: s, next: next}
	d.spare.New = func() any {
		return &scratch{body: make([]byte, maxPlainBody), head: make([]byte, 0, 2<<10)}
	}
	return d
}

func (d *direct) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if d.server.shared.Load() || !plainRequest(r) {
		d.next.ServeHTTP(w, r)
		return
	}
	s := d.spare.Get().(*scratch)
	body, whole := readWhole(s.body[:r.ContentLength], r.Body)
	if whole && d.answer(w, r, s, body) {
		d.spare.Put(s)
		return
	}
	// The next door may keep the body, so it gets its own.
	r.Body = rest{io.MultiReader(bytes.NewReader(bytes.Clone(body)), r.Body), r.Body}
	d.spare.Put(s)
	d.next.ServeHTTP(w, r)
}

// readWhole fills b and returns what was read, which is less where the body ends early.
func readWhole(b []byte, body io.Reader) ([]byte, bool) {
	n, err := io.ReadFull(body, b)
	return b[:n], err == nil
}

// rest is a body of which a part had been read.
type rest struct {
	io.Reader
	io.Closer
}

// answer writes the answer to a body, or reports that it knows none.
func (d *direct) answer(w http.ResponseWriter, r *http.Request, s *scratch, body []byte) bool {
	call, ok := readPlain(body)
	if !ok || !call.suits(r.Header) {
		return false
	}
	now := d.server.current.Load()
	a, ok := now.find(&call)
	if !ok {
		return false
	}
	note(callOf(w), &call)
	s.head = a.write(w, s.head[:0], call.id)
	return true
}

// note fills in what there is to tell of a call. The call's texts are slices of a body
// whose memory is used again, so these are copies.
func note(to *Call, c *plainCall) {
	to.Door, to.Method = DirectDoor, knownMethod(c.method)
	to.URI, to.Client = string([]byte(c.uri)), string([]byte(c.client))
}
