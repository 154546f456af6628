package hostile

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"
)

// wireFaults are in how an answer is sent: that to a read of one file, and where it is
// another thing for a client also that to skills/list.
func wireFaults() []Fault {
	read := func(name string, spoil spoiler) Fault { return Fault{name + " for a file", onRead(thousand, spoil)} }
	list := func(name string, spoil spoiler) Fault {
		return Fault{name + " for a listing", on("skills/list", spoil)}
	}
	var faults []Fault
	for _, f := range []Fault{
		{"HTML", sent(html)},
		{"status 500", sent(status(http.StatusInternalServerError))},
		{"status 404", sent(status(http.StatusNotFound))},
		{"status 401", sent(status(http.StatusUnauthorized))},
		{"status 429", sent(status(http.StatusTooManyRequests))},
		{"connection cut", sent(cut)},
		{"half an answer", func(x *exchange) bool { x.text = func(b []byte) []byte { return b[:len(b)/2] }; return true }},
		{"nothing", func(x *exchange) bool { x.text = func([]byte) []byte { return nil }; return true }},
		{"no JSON", func(x *exchange) bool { x.text = func([]byte) []byte { return []byte("NaN\n") }; return true }},
		{"another id", func(x *exchange) bool { x.answer["id"] = "another"; return true }},
		{"id null", func(x *exchange) bool { x.answer["id"] = nil; return true }},
		{"redirect to another port", sent(redirect)},
		{"slow loris", sent(loris)},
		{"100 MB of spaces", sent(spaces)},
		{"deep JSON", nestedDeep},
		{"result and error", func(x *exchange) bool { x.answer["error"] = message{"code": -32603, "message": "no"}; return true }},
		{"neither result nor error", func(x *exchange) bool { delete(x.answer, "result"); return true }},
		{"result an array", func(x *exchange) bool { x.answer["result"] = []any{}; return true }},
		{"result null", func(x *exchange) bool { x.answer["result"] = nil; return true }},
	} {
		faults = append(faults, read(f.Name, f.spoil), list(f.Name, f.spoil))
	}
	return append(faults, list("NaN", func(x *exchange) bool {
		x.text = swap(`"priority":3`, `"priority":NaN`)
		return true
	}))
}

// harmless are odd, and right all the same.
func harmless() []Fault {
	return []Fault{
		{"answers as events", func(x *exchange) bool { x.send = events; return true }},
		{"answers compressed", func(x *exchange) bool { x.send = compressed; return true }},
		{"answers with spaces", func(x *exchange) bool {
			x.text = func(b []byte) []byte { return append([]byte(" \r\n\t"), b...) }
			return true
		}},
		{"members of the future", func(x *exchange) bool {
			if x.result() == nil {
				return false
			}
			x.result()["io.example/future"] = message{"a": []any{1, nil}}
			for _, e := range x.entries() {
				e["io.example/future"] = true
			}
			return true
		}},
	}
}

// swap replaces a piece of the bytes.
func swap(old, with string) func([]byte) []byte {
	return func(b []byte) []byte { return bytes.ReplaceAll(b, []byte(old), []byte(with)) }
}

// sent sends an answer in another way.
func sent(send func(http.ResponseWriter, *http.Request, []byte)) spoiler {
	return func(x *exchange) bool {
		x.send = send
		return true
	}
}

func html(w http.ResponseWriter, _ *http.Request, _ []byte) {
	w.Header().Set("Content-Type", "text/html")
	io.WriteString(w, "<html><body>Sign in</body></html>")
}

func status(code int) func(http.ResponseWriter, *http.Request, []byte) {
	return func(w http.ResponseWriter, _ *http.Request, _ []byte) { http.Error(w, "no", code) }
}

// cut ends the connection in the middle of the body.
func cut(w http.ResponseWriter, _ *http.Request, body []byte) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Content-Length", fmt.Sprint(len(body)))
	w.Write(body[:len(body)/2])
	http.NewResponseController(w).Flush()
	panic(http.ErrAbortHandler)
}

// redirect sends the client to a port on which nobody may ask.
func redirect(w http.ResponseWriter, _ *http.Request, _ []byte) {
	w.Header().Set("Location", "http://127.0.0.1:9/mcp")
	w.WriteHeader(http.StatusTemporaryRedirect)
}

// loris sends a byte now and then for five minutes, or as long as the client waits.
func loris(w http.ResponseWriter, r *http.Request, _ []byte) {
	w.Header().Set("Content-Type", "application/json")
	drip := time.NewTicker(50 * time.Millisecond)
	defer drip.Stop()
	for range 6000 {
		io.WriteString(w, " ")
		if http.NewResponseController(w).Flush() != nil {
			return
		}
		select {
		case <-drip.C:
		case <-r.Context().Done():
			return
		}
	}
}

// spaces sends 100 MB of white space before the answer.
func spaces(w http.ResponseWriter, _ *http.Request, body []byte) {
	w.Header().Set("Content-Type", "application/json")
	blank := bytes.Repeat([]byte(" "), 1<<20)
	for range 100 {
		if _, err := w.Write(blank); err != nil {
			return
		}
	}
	w.Write(body)
}

// nestedDeep puts a value of a great depth into the result.
func nestedDeep(x *exchange) bool {
	if x.result() == nil {
		return false
	}
	x.result()["deep"] = "-deep-"
	x.text = swap(`"-deep-"`, strings.Repeat("[", 100_000)+strings.Repeat("]", 100_000))
	return true
}

// events sends an answer as a stream with one event.
func events(w http.ResponseWriter, _ *http.Request, body []byte) {
	w.Header().Set("Content-Type", "text/event-stream")
	fmt.Fprintf(w, "event: message\ndata: %s\n\n", bytes.TrimSpace(body))
}

// compressed sends an answer with gzip to who takes it.
func compressed(w http.ResponseWriter, r *http.Request, body []byte) {
	w.Header().Set("Content-Type", "application/json")
	if !strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		w.Write(body)
		return
	}
	w.Header().Set("Content-Encoding", "gzip")
	z := gzip.NewWriter(w)
	z.Write(body)
	z.Close()
}
