package serve

import (
	"bytes"
	"io"
	"net/http"
	"strings"
	"sync"
)

// direct answers a call in its plain valid form with the catalog's bytes as they are.
// It only says yes: every other request goes to next as it came, and next says every no.
type direct struct {
	server  *Server
	next    http.Handler
	maxBody int64     // bytes
	spare   sync.Pool // of *scratch
}

// scratch is the memory of one request; none of it outlives the request.
type scratch struct {
	body []byte // of the request
	head []byte // of the answer, before the catalog's bytes
}

// maxPlainBody is the size of the largest body that the direct path reads, in bytes.
const maxPlainBody = 8 << 10

func (s *Server) direct(next http.Handler) http.Handler {
	s.zipping.Store(true)
	go s.current.Load().zips.fill()
	d := &direct{server: s, next: next, maxBody: min(maxPlainBody, s.options.MaxBody)}
	d.spare.New = func() any {
		return &scratch{body: make([]byte, maxPlainBody), head: make([]byte, 0, maxGathered)}
	}
	return d
}

func (d *direct) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if d.server.shared.Load() || !plainRequest(r, d.maxBody) {
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
	coding := acceptsGzip(r.Header)
	if coding == leaveIt {
		return false
	}
	if o := observedOf(w); o != nil {
		note(&o.call, &call, &a)
	}
	varyByEncoding(w.Header())
	if coding == sendGzip {
		if z := now.zips.zipped(&a); z != nil {
			writeZipped(w, z, s.head, call.id)
			return true
		}
	}
	s.head = a.write(w, s.head[:0], call.id)
	return true
}

var acceptEncoding = []string{"Accept-Encoding"}

// varyByEncoding says that the answer depends on what codings the client accepts.
func varyByEncoding(h http.Header) {
	if h["Vary"] == nil {
		h["Vary"] = acceptEncoding
		return
	}
	h.Add("Vary", acceptEncoding[0])
}

// note fills in what there is to tell of a call. The client's name is a slice of a body
// whose memory is used again, so it is copied; the rest is the catalog's.
func note(to *Call, c *plainCall, a *answer) {
	to.Door, to.Method, to.URI, to.Client = DirectDoor, a.method, a.uri, strings.Clone(c.client)
}
