package site

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/klauspost/compress/gzhttp"

	"skillpack/internal/protocol"
)

// maxKept is how many bytes of files that were made a handler keeps.
const maxKept = 32 << 20

// minZip is the least length of an answer to be compressed, in bytes: what is shorter fits
// into a packet as it is.
const minZip = 1 << 10

// maxPath is the greatest length of a path that is looked for, in bytes.
const maxPath = 16 << 10

// missingPage is what says that there is no such page.
const missingPage = "404.html"

// zipSuffix is what an ETag has more when the answer is compressed.
const zipSuffix = "-gzip"

// Handler returns what serves the site at "/" from memory: GET and HEAD, and a browser's
// preflight for what other tools read. It makes a file when it is first asked for, each once
// for all who ask meanwhile and few at a time, and keeps the latest of them. It reads no
// file of the system.
//
// A file that cannot be made is answered by 500, and fault, unless nil, is told why.
func (s *Site) Handler(fault func(path string, err error)) http.Handler {
	if fault == nil {
		fault = func(string, error) {}
	}
	h := &handler{site: s, kept: newKeeper(maxKept), seed: s.seed(), fault: fault}
	wrap, err := gzhttp.NewWrapper(
		gzhttp.EnableZstd(false), gzhttp.AcceptWildcards(true), gzhttp.MinSize(minZip), gzhttp.SuffixETag(zipSuffix),
		gzhttp.ContentTypes(zippedTypes()))
	if err != nil {
		panic("site: " + err.Error()) // the options are constants
	}
	return headByGet(wrap(h))
}

// zippedTypes are the media types, without parameters, of what is worth to be compressed.
func zippedTypes() []string {
	return []string{"text/html", "text/css", "text/javascript", "text/plain", "text/markdown", "application/json", "application/xml"}
}

// headByGet answers HEAD with the headers of GET (RFC 9110, section 9.3.2), which h alone
// sees: those of a compressed answer are known only when it is made.
func headByGet(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodHead {
			get := *r
			get.Method = http.MethodGet
			w, r = headOnly{w}, &get
		}
		h.ServeHTTP(w, r)
	})
}

// headOnly sends no body.
type headOnly struct{ http.ResponseWriter }

func (headOnly) Write(p []byte) (int, error) { return len(p), nil }

type handler struct {
	site  *Site
	kept  *keeper
	seed  string
	fault func(path string, err error)
}

// seed names what every file of the site depends on but its path.
func (s *Site) seed() string {
	return fmt.Sprintf("%s %q %s %s ", s.catalog.Digest(), fmt.Sprint(s.options), s.StylePath(), s.ScriptPath())
}

func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	file, known := h.find(r)
	shared := known && (file.Class == Discovery || file.Class == Archive)
	switch {
	case r.Method == http.MethodOptions && shared:
		answerPreflight(w)
	case r.Method != http.MethodGet:
		refuseMethod(w, shared)
	case known:
		h.serve(w, r, file)
	default:
		h.redirectOrMiss(w, r)
	}
}

// find returns the file that a request asks for: a page by its directory, all else by its
// path.
func (h *handler) find(r *http.Request) (File, bool) {
	path, ok := pathOf(r)
	if !ok {
		return File{}, false
	}
	if path == "" || strings.HasSuffix(path, "/") {
		return h.page(path)
	}
	f, ok := h.site.Lookup(path)
	// The settings for web hosts are not there to be asked for, and a page of a directory
	// has a shorter address.
	return f, ok && f.Class != Header && !isIndex(f)
}

// page returns the page of a directory, whose path is "" or ends in a slash.
func (h *handler) page(dir string) (File, bool) {
	f, ok := h.site.Lookup(dir + indexName)
	return f, ok && isIndex(f)
}

func isIndex(f File) bool {
	return f.Class == Page && (f.Path == indexName || strings.HasSuffix(f.Path, "/"+indexName))
}

// pathOf returns the path of a request below the root, decoded once. It is none where a
// segment is empty, but for the last, or could not be the name of a file.
func pathOf(r *http.Request) (path string, ok bool) {
	path, ok = strings.CutPrefix(r.URL.EscapedPath(), "/")
	if !ok || len(path) > maxPath {
		return "", false
	}
	if path == "" {
		return "", true
	}
	path, isDir := strings.CutSuffix(path, "/")
	_, path, err := protocol.SplitURI("site://" + path)
	if isDir {
		path += "/"
	}
	return path, err == nil
}

// redirectOrMiss sends who asks for a page by another address than its own there, and all
// others the page that says that there is none. The address is relative and begins with
// "./", so that it leads to no other host.
func (h *handler) redirectOrMiss(w http.ResponseWriter, r *http.Request) {
	path, ok := pathOf(r)
	if !ok || path == "" || strings.HasSuffix(path, "/") {
		h.miss(w, r)
		return
	}
	above, last := path[:strings.LastIndexByte(path, '/')+1], path[strings.LastIndexByte(path, '/')+1:]
	if _, found := h.page(path + "/"); found {
		redirect(w, "./"+protocol.EncodePath(last)+"/")
	} else if _, found := h.page(above); found && last == indexName {
		redirect(w, "./")
	} else {
		h.miss(w, r)
	}
}

func redirect(w http.ResponseWriter, to string) {
	setHeaders(w.Header(), Page)
	w.Header().Set("Location", to)
	w.WriteHeader(http.StatusPermanentRedirect)
}

func answerPreflight(w http.ResponseWriter) {
	setHeaders(w.Header(), Discovery)
	w.Header().Set("Access-Control-Allow-Methods", "GET, HEAD")
	w.Header().Set("Access-Control-Allow-Headers", "*")
	w.Header().Set("Access-Control-Max-Age", "7200")
	w.WriteHeader(http.StatusNoContent)
}

func refuseMethod(w http.ResponseWriter, shared bool) {
	allowed := "GET, HEAD"
	if shared {
		allowed += ", OPTIONS"
	}
	setHeaders(w.Header(), Page)
	w.Header().Set("Allow", allowed)
	http.Error(w, "405 method not allowed; expected "+allowed, http.StatusMethodNotAllowed)
}

// miss answers 404.
func (h *handler) miss(w http.ResponseWriter, r *http.Request) {
	setHeaders(w.Header(), Page)
	page, known := h.site.Lookup(missingPage)
	if !known {
		http.Error(w, "404 not found", http.StatusNotFound)
		return
	}
	made, ok := h.make(w, r, page)
	if !ok {
		return
	}
	defer h.kept.release(made)
	w.Header().Set("Content-Type", page.Type)
	w.Header().Set("Content-Length", fmt.Sprint(len(made.data)))
	w.WriteHeader(http.StatusNotFound)
	_, _ = w.Write(made.data) // the client may be gone
}

// serve answers with a file, or says that who asks has it already, for which it need not be
// made.
func (h *handler) serve(w http.ResponseWriter, r *http.Request, f File) {
	setHeaders(w.Header(), f.Class)
	if f.Class == Raw {
		w.Header().Set("Content-Disposition", attachment(f.Name))
	}
	etag := h.etag(f)
	if had := matching(r.Header.Values("If-None-Match"), etag); had != "" {
		w.Header().Set("Etag", had)
		w.WriteHeader(http.StatusNotModified)
		return
	}
	made, ok := h.make(w, r, f)
	if !ok {
		return
	}
	defer h.kept.release(made)
	w.Header().Set("Content-Type", f.Type)
	w.Header().Set("Etag", etag)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(made.data))
}

// make returns the bytes of a file, to be released, or answers that there are none.
func (h *handler) make(w http.ResponseWriter, r *http.Request, f File) (*keptFile, bool) {
	made, err := h.kept.get(r.Context(), f.Path, f.Bytes)
	if err == nil {
		return made, true
	}
	if r.Context().Err() == nil {
		h.fault(f.Path, err)
	}
	w.Header().Del("Content-Disposition")
	setHeaders(w.Header(), Page)
	http.Error(w, "500 internal server error", http.StatusInternalServerError)
	return nil, false
}

// etag names the content of a file: by its digest, or by what it is made of. Pages, which
// mean the same however they are made, have a weak one.
func (h *handler) etag(f File) string {
	if digest, ok := strings.CutPrefix(f.Digest, "sha256:"); ok {
		return `"` + digest + `"`
	}
	sum := sha256.Sum256([]byte(h.seed + f.Path))
	etag := `"` + hex.EncodeToString(sum[:16]) + `"`
	if f.Class != Archive {
		etag = "W/" + etag
	}
	return etag
}

// matching returns the first tag of If-None-Match that names what etag does, compressed or
// not, and "" where none does (RFC 9110, section 13.1.2: the comparison is weak).
func matching(lists []string, etag string) string {
	want := strings.TrimPrefix(etag, "W/")
	for _, list := range lists {
		for tag := range strings.SplitSeq(list, ",") {
			tag = strings.Trim(tag, " \t")
			if tag == "*" {
				return etag
			}
			plain := strings.TrimPrefix(tag, "W/")
			if plain == want || strings.Replace(plain, zipSuffix+`"`, `"`, 1) == want {
				return tag
			}
		}
	}
	return ""
}
