package serve

import (
	"net/http"
	"time"
)

// Door says what answered a request.
type Door string

// The doors. Both of the endpoint give the same answers; the direct path gives only good
// ones.
const (
	NoDoor     Door = ""       // refused before any: its Host, its Origin, the guard
	DirectDoor Door = "direct" // the catalog's bytes as they are
	SDKDoor    Door = "sdk"    // everything else
	SiteDoor   Door = "site"   // Options.Pages
)

// Call is what there is to tell of one HTTP request to the endpoint or the pages. The texts come
// from the client: escape them in a log, and use none as the label of a metric.
type Call struct {
	Door    Door
	Method  string // of JSON-RPC, "" where the body was not understood; of HTTP at SiteDoor
	URI     string // what was asked for, where the method takes one; at SiteDoor the path
	Version string // the protocol revision of the request's header, or that an initialize asks for
	Client  string // the name in the client's info, "" where it gave none
	Status  int    // of HTTP, 0 where the request ended without an answer, 500 where a panic was why
	Code    int64  // of the JSON-RPC error, 0 for none
	// Reason is why a request was refused before either door: one of the constants below,
	// or what the guard says with Refused; "" for all else. Found is the value that was at
	// fault, where there is one.
	Reason, Found string
	Bytes         int64 // of the answer's body, as sent
	Duration      time.Duration
}

// The reasons for which requests are refused whatever the guard is.
const (
	ForeignHost     = "foreign host"   // Found is the Host
	ForeignOrigin   = "foreign origin" // Found is the Origin
	PreflightOrigin = "preflight from a foreign origin"
	PreflightMethod = "preflight for another method" // Found is the method
	PreflightHeader = "preflight for another header" // Found are the headers
)

// Refused tells the observer, if there is one, why a guard refuses the request whose
// response w is. Call it before the guard returns. The reason should be of few fixed
// words and hold no secret.
func Refused(w http.ResponseWriter, reason string) { refuseFor(w, reason, "") }

func refuseFor(w http.ResponseWriter, reason, found string) {
	if o := observedOf(w); o != nil {
		o.call.Reason, o.call.Found = reason, found
	}
}

// observed is the response to one request and what is known of it so far. It is not
// pooled: a write that comes late must not reach another request, and one small
// allocation costs less than a mistake there.
type observed struct {
	http.ResponseWriter
	call Call
}

// observe tells the observer of every request that next answers, once, also of one that
// panics or whose client goes.
func (s *Server) observe(next http.Handler) http.Handler {
	tell := s.options.Observe
	if tell == nil {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		begun := time.Now()
		o := &observed{ResponseWriter: w, call: Call{Version: r.Header.Get("Mcp-Protocol-Version")}}
		defer func() {
			fault := recover()
			if fault != nil && fault != http.ErrAbortHandler && o.call.Status == 0 {
				o.call.Status = http.StatusInternalServerError // or it would pass for a client that went
			}
			o.call.Duration = time.Since(begun)
			tell(r, o.call)
			if fault != nil {
				panic(fault) // net/http logs it
			}
		}()
		next.ServeHTTP(o, r)
		if o.call.Status == 0 && r.Context().Err() == nil {
			o.call.Status = http.StatusOK // which net/http sends for a handler that wrote nothing
		}
	})
}

// WriteHeader notes the status of the final answer.
func (o *observed) WriteHeader(status int) {
	if o.call.Status == 0 && status >= http.StatusOK {
		o.call.Status = status
	}
	o.ResponseWriter.WriteHeader(status)
}

// Write counts the bytes of the answer.
func (o *observed) Write(b []byte) (int, error) {
	if o.call.Status == 0 {
		o.call.Status = http.StatusOK
	}
	n, err := o.ResponseWriter.Write(b)
	o.call.Bytes += int64(n)
	return n, err
}

// Unwrap lets an http.ResponseController reach the connection.
func (o *observed) Unwrap() http.ResponseWriter { return o.ResponseWriter }

// observedOf returns what observes a response, whose call a door fills in; nil where
// nobody does. A writer that wraps another must have Unwrap to be seen through.
func observedOf(w http.ResponseWriter) *observed {
	for {
		switch v := w.(type) {
		case *observed:
			return v
		case interface{ Unwrap() http.ResponseWriter }:
			w = v.Unwrap()
		default:
			return nil
		}
	}
}
